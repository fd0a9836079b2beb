// Handlers of the endpoints of certificates.
import { certificateNumberPattern } from '@xinqiao/contract/certificates.ts'
import type { certificates } from '@xinqiao/contract/http/certificates.ts'
import { orNotFound } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import { checkCertificate, normalizeCertificateNumber, revokeCertificate } from './certificates.ts'
import { renderCertificate } from './certificate-paper.ts'
import { presentCheckedCertificate, presentCertificateForStaff, presentOwnCertificate } from './present.ts'
import { selectOwnCertificate, selectCertificatesForStaff, selectOwnCertificates } from './store.ts'

export const certificateHandlers: Handlers<typeof certificates> = {
  async 'GET /certificate/check'({ no }, ctx) {
    const row = await checkCertificate(ctx, no)
    return row && presentCheckedCertificate(row)
  },
  'GET /certificate/mine': async (_input, ctx) =>
    (await selectOwnCertificates(ctx.kit.sql, viewerOf(ctx).id)).map(presentOwnCertificate),
  async 'GET /certificate/pdf'({ id }, ctx) {
    const row = orNotFound(await selectOwnCertificate(ctx.kit.sql, id, viewerOf(ctx).id))
    return renderCertificate(ctx.kit, row)
  },
  async 'GET /admin/certificates'({ kind, key, ...page }, { kit }) {
    const number =
      key && certificateNumberPattern.test(normalizeCertificateNumber(key))
        ? normalizeCertificateNumber(key)
        : undefined
    const filter = { kind, number, holder: number ? undefined : key }
    const { rows, total } = await selectCertificatesForStaff(kit.sql, filter, page)
    return { content: rows.map(presentCertificateForStaff), totalElements: total }
  },
  async 'POST /admin/certificate/revoke'({ number, reason }, ctx) {
    await revokeCertificate(ctx, normalizeCertificateNumber(number), reason)
    return null
  },
}
