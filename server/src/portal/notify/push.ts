// Notices in the browsers of an account. Like an SMS, they contain only the name of the kind.
import { isUrgent, lifeSecondsOf, noticeKinds, type NoticeKind } from '@xinqiao/contract/notices.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { PushSubscription } from '../../kit/push/push.ts'
import { deleteSubscriptions, selectSubscriptions, type PushSubscriptionRow } from './push-store.ts'

/** Kinds that lead to another page than the message centre. */
const actions: Partial<Record<NoticeKind, { body: string; url: string }>> = {
  duty: { body: '请尽快打开值班列表处理', url: '/admin/care' },
  call: { body: '请打开聊天页面接听', url: routes.im },
  chat: { body: '请打开聊天页面查看', url: routes.im },
}

/** The text for the service worker (portal/public/push-worker.js). A later notice of the same kind replaces it. */
const composeText = (kind: NoticeKind): string =>
  JSON.stringify({
    title: `【心桥】您有一条${noticeKinds[kind].title}`,
    ...(actions[kind] ?? { body: '请登录后在消息中心查看', url: routes.message }),
    tag: kind,
    isUrgent: isUrgent(kind),
  })

/**
 * Sends to all subscribed browsers of the account, and deletes subscriptions that have ended.
 * @throws Error when no browser was reached, but a later try may succeed
 */
export async function pushToBrowsers(kit: Kit, accountId: number, kind: NoticeKind): Promise<void> {
  const rows = await selectSubscriptions(kit.sql, accountId)
  const text = composeText(kind)
  const sendTo = (row: Pick<PushSubscriptionRow, 'id' | 'subscription_sealed'>) => {
    const json = kit.secrets.open(row.subscription_sealed, sealBindings.pushSubscription(row.id))
    const subscription = JSON.parse(json) as PushSubscription
    return kit.push.send({ subscription, text, isUrgent: isUrgent(kind), lifeSeconds: lifeSecondsOf(kind) })
  }
  const results = await Promise.allSettled(rows.map(sendTo))
  const endedSubscriptions = rows.filter((_row, i) => {
    const result = results[i]!
    return result.status === 'fulfilled' && !result.value
  })
  if (endedSubscriptions.length > 0)
    await deleteSubscriptions(
      kit.sql,
      endedSubscriptions.map(({ id }) => id),
    )
  const failedResult = results.find((result) => result.status === 'rejected')
  const isReached = results.some((result) => result.status === 'fulfilled' && result.value)
  if (failedResult && !isReached) throw failedResult.reason
}
