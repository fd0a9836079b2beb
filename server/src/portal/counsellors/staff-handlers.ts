// Handlers of the endpoints of counsellors for staff.
import type { staffCounsellors } from '@xinqiao/contract/http/counsellors/staff.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { inStages, type Handlers } from '../../kit/ctx.ts'
import * as rules from './staff.ts'
import { deleteCredential, selectEnabledDomains } from './staff-store.ts'

export const staffCounsellorHandlers: Handlers<typeof staffCounsellors> = {
  'GET /admin/counsellors': ({ key, ...page }, { kit }) => rules.listCounsellorsForStaff(kit, { key, ...page }),
  'GET /admin/counsellor': ({ id }, ctx) => rules.getCounsellorForStaff(ctx, ctx.kit.sql, id),
  'PUT /admin/counsellor': (draft, ctx) => rules.saveCounsellor(ctx, draft),
  'POST /admin/credential': (input, ctx) => rules.addCredential(ctx, input),
  'POST /admin/credential/scan': inStages({
    prepare: rules.storeCredentialScan,
    perform: rules.attachCredentialScan,
  }),
  'POST /admin/credential/settle': (input, ctx) => rules.decideCredential(ctx, input),
  'DELETE /admin/credential': async ({ id }, { tx }) => {
    if (!(await deleteCredential(tx, id))) throw fail('notFound')
    return null
  },
  'GET /admin/counsellorDomains': (_input, { kit }) => selectEnabledDomains(kit.sql),
}
