// The notice of a call that rings while the client has no page of the site open.
import { routes } from '@xinqiao/contract/routes.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { selectCallNames } from './booking-store.ts'

export const notifyRing: SitePort['notifyRing'] = async (scope, { channelId, ...sides }) => {
  const call = await selectCallNames(scope.tx, sides)
  if (!call) return
  const title = `咨询师${call.caller}邀请您通话`
  await notifyUsers(scope, {
    ...{ kind: 'call', userIds: [call.callee_id], title, once: `${channelId}` },
    link: routes.im,
  })
}
