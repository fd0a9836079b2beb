// Endpoints of group calls.
import type { groupCalls } from '@xinqiao/contract/http/group-calls.ts'
import type { Handlers } from '../../kit/ctx.ts'
import { getCallAccess, joinCall, startCall } from './join-call.ts'
import { endCallAsLeader, muteMember, removeMember } from './leader-actions.ts'
import { issueServers, leaveCall, negotiate, recordCallHeartbeat } from './seats.ts'

export const groupCallHandlers: Handlers<typeof groupCalls> = {
  'GET /groupCall/current': ({ teamId }, ctx) => getCallAccess(ctx, teamId),
  'POST /groupCall/start': ({ teamId }, ctx) => startCall(ctx, teamId),
  'POST /groupCall/join': ({ id }, ctx) => joinCall(ctx, id),
  'POST /groupCall/media': (input, ctx) => negotiate(ctx, input),
  'POST /groupCall/ice': (ref, ctx) => issueServers(ctx, ref),
  'POST /groupCall/sync': (report, ctx) => recordCallHeartbeat(ctx, report),
  'POST /groupCall/leave': (ref, ctx) => leaveCall(ctx, ref),
  'POST /groupCall/mute': (input, ctx) => muteMember(ctx, input),
  'POST /groupCall/remove': (ref, ctx) => removeMember(ctx, ref),
  'POST /groupCall/end': ({ id }, ctx) => endCallAsLeader(ctx, id),
}
