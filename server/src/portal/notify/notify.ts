// Notifications: a message in the message centre; an SMS, a mail and a browser notice without content. Written in the
// transaction of the event, and published after the commit.
import { isUrgent, maxSmsPerDayOf, noticeKinds, type NoticeKind } from '@xinqiao/contract/notices.ts'
import { reserveId, type Tx } from '../../kit/db/db.ts'
import { newMessages } from '../../kit/bus/topic.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import * as store from './store.ts'

export type NoticeDraft = {
  kind: NoticeKind
  userIds: readonly number[]
  /** Text in the message centre; never part of an SMS or mail. */
  title: string
  /** The path on this site to which a click leads. */
  link: string
  from?: { name: string; avatar: string }
  questionId?: number
  bulletinId?: number
  /** Deduplication key: each account is notified once per key. */
  once?: string
}

const channelsOf = (kind: NoticeKind): store.ChannelDefaults => ({
  ...noticeKinds[kind],
  isUrgent: isUrgent(kind),
  maxSmsPerDay: maxSmsPerDayOf(kind),
})

/** Notifies by SMS, mail and browser notice only, without a message, because the site shows the event elsewhere. */
export const notifyOutside = (tx: Tx, kind: NoticeKind, userIds: readonly number[]): Promise<void> =>
  store.insertDeliveries(tx, userIds, kind, channelsOf(kind))

/** @returns the accounts that received a new message */
export async function notifyUsers(
  { kit, tx, afterCommit }: TransactionScope,
  { kind, userIds, title, link, from, questionId, bulletinId, once }: NoticeDraft,
): Promise<number[]> {
  if (userIds.length === 0) return []
  const { type } = noticeKinds[kind]
  const values = {
    kind,
    type,
    title,
    link,
    bulletin_id: bulletinId ?? null,
    question_id: questionId ?? null,
    from_name: from?.name ?? '',
    from_avatar: from?.avatar ?? '',
    once_key: once === undefined ? null : `${kind} ${once}`,
  }
  const notifiedIds = await store.insertMessages(tx, userIds, values, channelsOf(kind))
  if (notifiedIds.length > 0) afterCommit(() => newMessages.publish(kit.bus, notifiedIds))
  return notifiedIds
}

/** Marks the notice with this key as read, because its event is over. Nothing happens without such a notice. */
export const markNoticeRead = (tx: Tx, kind: NoticeKind, userId: number, once: string): Promise<void> =>
  store.markMessageRead(tx, userId, `${kind} ${once}`)

/** Queues an SMS to a person without an account. Like every SMS, it contains only the name of the kind. */
export async function notifyPhone(
  { kit, tx }: Pick<TransactionScope, 'kit' | 'tx'>,
  kind: NoticeKind,
  phone: string,
): Promise<void> {
  const id = await reserveId(tx, 'delivery')
  const sealed = kit.secrets.seal(phone, sealBindings.deliveryPhone(id))
  await store.insertSmsDelivery(tx, { id, kind, phone_sealed: sealed })
}
