// Notices of friend applications. They name no one, because a mail or push shows them outside of the chat.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { chinaDay } from '../../kit/time.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { selectAccountId } from './notice-store.ts'

export const notifyFriendEvent: SitePort['notifyFriendEvent'] = async (scope, { kind, imId, fromId, fromAccid }) => {
  const accountId = await selectAccountId(scope.tx, imId)
  if (accountId === null) return
  const notice =
    kind === 'applied'
      ? { title: '有组员申请加您为好友，请在聊天里同意或拒绝', link: routes.im }
      : { title: '您的好友申请已通过，可以私聊了', link: withQuery(routes.im, { to: fromAccid }) }
  const once = `friend ${kind} ${fromId} ${chinaDay()}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [accountId], ...notice, once })
}
