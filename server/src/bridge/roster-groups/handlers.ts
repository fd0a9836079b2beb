// Endpoints of roster groups.
import type { rosterGroups } from '@xinqiao/contract/http/roster-groups.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as groups from './groups.ts'

export const rosterGroupHandlers: Handlers<typeof rosterGroups> = {
  'GET /rosterGroup/list': (_input, ctx) => groups.listOwnRosterGroups(ctx),
  'POST /rosterGroup/join': ({ id }, ctx) => groups.joinRosterGroup(ctx, id),
  'POST /rosterGroup/reportAfterLeaving': (input, ctx) => groups.reportFormerRosterGroup(ctx, input),
  'GET /admin/rosterGroup': (source, { kit }) => groups.getRosterStatus(kit.sql, source),
  'POST /admin/rosterGroup': (source, ctx) => groups.createRosterGroup(ctx, source),
  'POST /admin/rosterGroup/state': (input, ctx) => groups.setRosterState(ctx, input),
}
