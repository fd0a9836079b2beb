// Endpoints of certificates.
import { certificateNumberPattern } from '@xinqiao/contract/certificates.ts'
import type { certificates } from '@xinqiao/contract/http/certificates.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import { checkCertificate, readNumber, revokeCertificate } from './certificates.ts'
import { drawCertificate } from './paper.ts'
import { presentChecked, presentForStaff, presentOwn } from './present.ts'
import { findOwn, listForStaff, listOwn } from './store.ts'

export const certificateHandlers: Handlers<typeof certificates> = {
  async 'GET /certificate/check'({ no }, ctx) {
    const row = await checkCertificate(ctx, no)
    return row && presentChecked(row)
  },
  'GET /certificate/mine': async (_input, ctx) => (await listOwn(ctx.kit.sql, viewerOf(ctx).id)).map(presentOwn),
  async 'GET /certificate/pdf'({ id }, ctx) {
    const row = await findOwn(ctx.kit.sql, id, viewerOf(ctx).id)
    if (!row) throw fail('notFound')
    return drawCertificate(ctx.kit, row)
  },
  async 'GET /admin/certificates'({ page, size, kind, key }, { kit }) {
    const number = key && certificateNumberPattern.test(readNumber(key)) ? readNumber(key) : undefined
    const filter = { kind, number, holder: number ? undefined : key }
    const { rows, total } = await listForStaff(kit.sql, filter, size, (page - 1) * size)
    return { content: rows.map(presentForStaff), totalElements: total }
  },
  async 'POST /admin/certificate/revoke'({ number, reason }, ctx) {
    await revokeCertificate(ctx, readNumber(number), reason)
    return null
  },
}
