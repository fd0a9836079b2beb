// Sessions for pages (im-sdk-api.md). Every call returns new objects, because pages change and keep them.
import type { StickTop } from '@xinqiao/contract/im/messages/extend.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf, targetOfSession } from '@xinqiao/contract/im/messages/scene.ts'
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
  /** The same time, because the server stores each receipt that the account sends. */
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
export type OlderMessagesMark = { id: string; scene: NimScene; to: string; time: number }

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

type ShownSession = { id: string; updateTime: number; conversation: Conversation | null }

/** A session is shown with its conversation, or without one when the page inserted it; null for a hidden one. */
function findShownSession({ conversations, localFields }: Store, id: string): ShownSession | null {
  const { hiddenAt = -1, insertedAt = -1 } = localFields.get(`session ${id}`) ?? {}
  const conversation = conversations.get(id)
  const { isDeleted = true, updateTime = 0 } = conversation?.session ?? {}
  if (conversation && !isDeleted && updateTime > hiddenAt) return { id, updateTime, conversation }
  return insertedAt > hiddenAt ? { id, updateTime: insertedAt, conversation: null } : null
}

/** Sessions that are not hidden, latest first. */
function listShown(store: Store): ShownSession[] {
  const noted = [...store.localFields.keys()].filter((key) => key.startsWith('session '))
  const ids = new Set([...store.conversations.keys(), ...noted.map((key) => key.slice('session '.length))])
  return Array.from(ids, (id) => findShownSession(store, id))
    .filter((shown) => shown !== null)
    .sort((a, b) => b.updateTime - a.updateTime)
}

function presentShown(context: SessionContext, { id, updateTime, conversation }: ShownSession): NimSession {
  if (conversation) return presentSession(conversation, context)
  const { localCustom } = context.store.localFields.get(`session ${id}`) ?? {}
  const receipts = { msgReceiptTime: 0, msgReceiptSendTime: 0, msgReceiptServerTime: 0 }
  return { id, ...targetOfSession(id), unread: 0, ack: 0, ...receipts, updateTime, ...omitUndefined({ localCustom }) }
}

export function findSession(context: SessionContext, id: string): NimSession | null {
  const shown = findShownSession(context.store, id)
  return shown && presentShown(context, shown)
}

/** Ids of sessions, latest first: a page of them need not present the others. */
export const listSessionIds = ({ store }: SessionContext): string[] => listShown(store).map(({ id }) => id)

/** Sessions, latest first. Includes those that the page inserted on this device, but not hidden ones. */
export const listSessions = (context: SessionContext): NimSession[] =>
  listShown(context.store).map((shown) => presentShown(context, shown))
