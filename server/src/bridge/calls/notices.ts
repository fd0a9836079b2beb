// The notice of a call that rings while the client has no page of the site open.
import { routes } from '@xinqiao/contract/routes.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { minuteMs } from '../../kit/time.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { selectCallNames } from './booking-store.ts'

/** A counsellor who rings again notifies at most once in each window of this length. */
const pauseMs = 2 * minuteMs

export const notifyRing: SitePort['notifyRing'] = async (scope, sides) => {
  const call = await selectCallNames(scope.tx, sides)
  if (!call) return
  const title = `咨询师${call.caller}邀请您通话`
  await notifyUsers(scope, {
    ...{
      kind: 'call',
      userIds: [call.callee_id],
      title,
      once: `${sides.callerId} ${Math.floor(Date.now() / pauseMs)}`,
    },
    link: routes.im,
  })
}
