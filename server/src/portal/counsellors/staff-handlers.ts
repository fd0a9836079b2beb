// Staff endpoints of counsellors.
import type { staffCounsellors } from '@xinqiao/contract/http/staff-counsellors.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { withPreparation, type Handlers } from '../../kit/ctx.ts'
import * as rules from './staff.ts'
import { deleteCredential, listChoices } from './staff-store.ts'

export const staffCounsellorHandlers: Handlers<typeof staffCounsellors> = {
  'GET /admin/counsellors': ({ page, size, key }, { kit }) =>
    rules.listCounsellors(kit, { key, limit: size, offset: (page - 1) * size }),
  'GET /admin/counsellor': ({ id }, ctx) => rules.getCounsellor(ctx, ctx.kit.sql, id),
  'PUT /admin/counsellor': (draft, ctx) => rules.saveCounsellor(ctx, draft),
  'POST /admin/credential': (input, ctx) => rules.addCredential(ctx, input),
  'POST /admin/credential/scan': withPreparation(rules.storeScan, rules.attachScan),
  'POST /admin/credential/settle': (input, ctx) => rules.settleCredential(ctx, input),
  'DELETE /admin/credential': async ({ id }, { tx }) => {
    if (!(await deleteCredential(tx, id))) throw fail('notFound')
    return null
  },
  'GET /admin/counsellorDomains': (_input, { kit }) => listChoices(kit.sql),
}
