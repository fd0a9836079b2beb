// Sessions for pages (im-sdk-api.md). Every call returns new objects, because pages change and keep them.
import type { StickTop } from '@xinqiao/contract/im/extend.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { sessionIdOf, targetOfSession } from '@xinqiao/contract/im/scene.ts'
import type { Conversation, Store } from '../../store/store.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import { presentMessage, type NimMessage, type NimScene } from './messages.ts'
import type { PresenterContext } from './presenter-context.ts'

export type NimSession = {
  id: string
  scene: NimScene
  to: string
  updateTime: number
  unread: number
  ack: number
  msgReceiptTime: number
  /** Time of the latest message that this account has confirmed as read, in milliseconds. */
  msgReceiptSendTime: number
  /** The same time: the server stores what the account has sent. */
  msgReceiptServerTime: number
  lastMsg?: NimMessage
  ext?: string
  localCustom?: string
  /** True when the account has deleted the session, here or on another device. `mergeSessions` removes it. */
  isDeleted?: boolean
  isTop?: boolean
  topCustom?: string
}

/** A pinned session, which may have no messages yet. */
export type NimStickTop = Partial<NimSession> & Pick<NimSession, 'id' | 'scene' | 'to'> & StickTop

/** The server has messages before `time`, in milliseconds. */
export type EarlierHistoryMark = { id: string; scene: NimScene; to: string; time: number }

/** The last message that is not hidden on this device. */
const findLastVisible = ({ lastMsg, msgs }: Conversation, store: Store): WireMessage | null | undefined => {
  const isShown = ({ idClient }: WireMessage) => !store.localFields.get(`msg ${idClient}`)?.isDeleted
  return lastMsg && !isShown(lastMsg) ? msgs.findLast((msg) => isShown(msg)) : lastMsg
}

export type SessionContext = PresenterContext & {
  /** Asks the page whether a notification counts as unread; without it, none does. */
  countsAsUnread?: ((msg: NimMessage) => unknown) | undefined
}

/** True for an unread notification that the page counts (messaging.md 4). The server counts none. */
const isCounted = (msg: WireMessage, ack: number, presenterContext: SessionContext): unknown =>
  msg.content.type === chatMessageTypes.notification &&
  msg.time > ack &&
  msg.from !== presenterContext.account &&
  presenterContext.countsAsUnread?.(presentMessage(msg, presenterContext))

export function presentSession(conversation: Conversation, presenterContext: SessionContext): NimSession {
  const { session } = conversation
  const sentReceiptTime = session.sentReceiptTime ?? 0
  const id = sessionIdOf(session)
  const lastMsg = findLastVisible(conversation, presenterContext.store)
  const localCustom = presenterContext.store.localFields.get(`session ${id}`)?.localCustom
  return {
    id,
    scene: session.scene,
    to: session.to,
    updateTime: session.updateTime,
    unread: session.unread + conversation.msgs.filter((msg) => isCounted(msg, session.ack, presenterContext)).length,
    ack: session.ack,
    msgReceiptTime: session.msgReceiptTime,
    msgReceiptSendTime: sentReceiptTime,
    msgReceiptServerTime: sentReceiptTime,
    ...(session.ext !== '' && { ext: session.ext }),
    ...(session.isDeleted && { isDeleted: true }),
    ...omitUndefined({ localCustom }),
    ...(lastMsg && { lastMsg: presentMessage(lastMsg, presenterContext) }),
  }
}

/** Sessions, latest first. Includes those that the page inserted on this device, but not hidden ones. */
export function listSessions(presenterContext: SessionContext): NimSession[] {
  const { conversations, localFields } = presenterContext.store
  const isShown = (id: string, time: number) => time > (localFields.get(`session ${id}`)?.hiddenAt ?? -1)
  const presentedSessions = [...conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .map((conversation) => presentSession(conversation, presenterContext))
    .filter(({ id, updateTime }) => isShown(id, updateTime))
  const ids = new Set(presentedSessions.map(({ id }) => id))
  const inserted = [...localFields].flatMap(([key, { insertedAt, localCustom }]) => {
    const id = key.slice('session '.length)
    if (insertedAt === undefined || ids.has(id) || !isShown(id, insertedAt)) return []
    const receipts = { msgReceiptTime: 0, msgReceiptSendTime: 0, msgReceiptServerTime: 0 }
    const empty = { id, ...targetOfSession(id), unread: 0, ack: 0, ...receipts }
    return [{ ...empty, updateTime: insertedAt, ...omitUndefined({ localCustom }) }]
  })
  return [...presentedSessions, ...inserted].sort((a, b) => b.updateTime - a.updateTime)
}
