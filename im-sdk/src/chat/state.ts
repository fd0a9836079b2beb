// State of the chat screens. Values are immutable, so that screens compare by identity.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { GoneMessage } from '@xinqiao/contract/im/gone.ts'
import { chatMessageTypes, type MessageContent, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { p2pIdOf, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import type { ConnectionEnd } from '../connection/options.ts'
import type { Conversation } from '../store/store.ts'
import { findState } from '../sync/changes.ts'

/** One message on a screen, sent or pending. */
export type ChatLine = {
  /** The idClient, which stays the same when the message is sent. */
  key: string
  /** Server id of the message; null until it is stored, and for lines that are not messages. */
  idServer: string | null
  isOwn: boolean
  /** `sending` includes waiting for the network. */
  status: 'sending' | 'success' | 'fail'
  time: number
  content: MessageContent
  /** True when the sender has edited the message. */
  isModified: boolean
  /** True for a system notice. A tip of another user is shown as that user's message. */
  isNotice: boolean
  /** Upload progress of a picture: 0 to 100. */
  percentage: number | null
  /** Local preview of a picture until its upload is done. */
  localUrl: string | null
  /** The error message of a failed send. */
  fault: string | null
}
export type Thread = {
  to: string
  lines: readonly ChatLine[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
  /** Time up to which the other side has read. */
  readTime: number
}
export type ChatConversation = {
  to: string
  name: string
  avatar: string
  unread: number
  time: number
  isTop: boolean
  last: ChatLine | null
}

export type ChatState = {
  link: 'connecting' | 'online' | 'waiting' | 'ended'
  end: ConnectionEnd | null
  hasSynced: boolean
  conversations: readonly ChatConversation[]
  unread: number
  threads: ReadonlyMap<string, Thread>
  /** Accounts that are typing a message to this one. */
  typing: ReadonlySet<string>
  /** Crisis level of conversations in which the user's own messages sounded dangerous, until dismissed. */
  crisisLevels: ReadonlyMap<string, CrisisLevel>
}

/** State of an open thread beyond the client's store. */
export type ThreadState = {
  /** Messages older than those in the store, oldest first. */
  older: WireMessage[]
  pending: ChatLine[]
  /** Notices of messages recalled while the thread was open. */
  recalled: ChatLine[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
}

/** Creates the line of a sent message; the given parts override its defaults. */
export const createLine = (
  line: Pick<ChatLine, 'key' | 'isOwn' | 'time' | 'content'> & Partial<ChatLine>,
): ChatLine => ({
  idServer: null,
  status: 'success',
  isModified: false,
  isNotice: false,
  percentage: null,
  localUrl: null,
  fault: null,
  ...line,
})

const linesByMessage = new WeakMap<WireMessage, ChatLine>()

/** Returns the same line for an unchanged message, so that a screen need not draw it again. */
export function toLine(msg: WireMessage, account: string): ChatLine {
  const cachedLine = linesByMessage.get(msg)
  if (cachedLine) return cachedLine
  const { idClient: key, idServer, from, time, modifyTime, isErased = false } = msg
  // only teams have notifications from the server
  const content = msg.content as MessageContent
  const isModified = modifyTime !== undefined
  const line = createLine({ key, idServer, isOwn: from === account, time, content, isModified, isNotice: isErased })
  linesByMessage.set(msg, line)
  return line
}

/** The p2p conversation with this account, as the device stores it. */
export const findP2pConversation = ({ store }: Client, to: string): Conversation | undefined =>
  store.conversations.get(p2pIdOf(to))

export function listMessages(client: Client, to: string, state: ThreadState | undefined): WireMessage[] {
  const { msgs: live = [], session } = findP2pConversation(client, to) ?? {}
  const { store } = client
  const first = live[0]?.seq ?? Infinity
  const cleared = session?.clearTime ?? 0
  const isVisible = ({ seq, time, idServer }: WireMessage) =>
    seq < first && time > cleared && !store.removedIds.has(idServer)
  const older = state?.older.filter((msg) => isVisible(msg)) ?? []
  return [...older.map((msg) => store.modified.get(msg.idServer) ?? msg), ...live]
}

export function createThread(client: Client, account: string, to: string, state: ThreadState): Thread {
  const msgs = listMessages(client, to, state)
  const storedIds = new Set(msgs.map(({ idClient }) => idClient))
  const messageLines = [...msgs.map((msg) => toLine(msg, account)), ...state.recalled].sort((a, b) => a.time - b.time)
  const lines = [...messageLines, ...state.pending.filter(({ key }) => !storedIds.has(key))]
  const { hasOlder, isLoading, fault } = state
  const readTime = findP2pConversation(client, to)?.session.msgReceiptTime ?? 0
  return { to, lines, hasOlder, isLoading, fault, readTime }
}

/** Notice that replaces a recalled message. */
export const createRecalledLine = ({ idServer, from, time }: GoneMessage, account: string): ChatLine =>
  createLine({
    key: `recall-${idServer}`,
    isOwn: from === account,
    time,
    content: { type: chatMessageTypes.tip, tip: from === account ? '你撤回了一条消息' : '对方撤回了一条消息' },
    isNotice: true,
  })

/** Pinned conversations first, then by the time of the last message. */
export function listConversations({ store }: Client, account: string): ChatConversation[] {
  return [...store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .map(({ session, lastMsg }) => {
      const user = store.users.get(session.to)
      return {
        to: session.to,
        name: user?.nick ?? '',
        avatar: user?.avatar ?? '',
        unread: session.unread,
        time: lastMsg?.time ?? session.updateTime,
        isTop: findState(store, 'stickTop', sessionIdOf(session))?.isTop === true,
        last: lastMsg ? toLine(lastMsg, account) : null,
      }
    })
    .sort((a, b) => Number(b.isTop) - Number(a.isTop) || b.time - a.time)
}
