// The notice of a call that rings while the client is not connected to the chat. Its text is in the past tense, because
// people may read it after the ringing. Open pages of the site show the ringing itself.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { markNoticeRead, notifyUsers } from '../../portal/notify/notify.ts'
import { selectCallNames, selectCallee } from './booking-store.ts'

export const notifyRing: SitePort['notifyRing'] = async (scope, { channelId, ...sides }) => {
  const call = await selectCallNames(scope.tx, sides)
  if (!call) return
  await notifyUsers(scope, {
    kind: 'call',
    userIds: [call.callee_id],
    title: `咨询师${call.caller}呼叫过您`,
    once: `${channelId}`,
    link: withQuery(routes.im, { to: call.caller_accid }),
  })
}

export const markRingSeen: SitePort['markRingSeen'] = async (tx, { calleeId, channelId }) => {
  const accountId = await selectCallee(tx, calleeId)
  if (accountId !== null) await markNoticeRead(tx, 'call', accountId, `${channelId}`)
}
