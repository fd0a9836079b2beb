// Endpoints of groups that accounts created.
import type { accountGroups } from '@xinqiao/contract/http/account-groups.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as groups from './groups.ts'

export const accountGroupHandlers: Handlers<typeof accountGroups> = {
  'GET /admin/accountGroups': ({ key, ...page }, { kit }) => groups.listAccountGroups(kit.sql, key, page),
  'GET /admin/accountGroup': ({ id }, { kit }) => groups.getAccountGroup(kit.sql, id),
  'GET /admin/accountGroup/members': ({ id, key, ...page }, { kit }) =>
    groups.listAccountGroupMembers(kit.sql, id, key, page),
  'POST /admin/accountGroup/silence': (input, ctx) => groups.silenceAccountGroup(ctx, input),
  'POST /admin/accountGroup/muteMember': (input, ctx) => groups.muteAccountGroupMember(ctx, input),
  'POST /admin/accountGroup/removeMember': (input, ctx) => groups.removeAccountGroupMember(ctx, input),
  'POST /admin/accountGroup/dissolve': (input, ctx) => groups.dissolveAccountGroup(ctx, input),
}
