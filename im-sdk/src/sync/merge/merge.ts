// Merges arriving data, in any order and with repetitions. Changes the store and returns the news.
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import { sessionIdOf, type Target } from '@xinqiao/contract/im/messages/scene.ts'
import { touchConversation, updateLocalFields, type Conversation, type Store } from '../../store/store.ts'

function findOrCreateConversation(store: Store, session: SessionState): Conversation {
  const sessionId = sessionIdOf(session)
  const conversation = store.conversations.get(sessionId)
  if (conversation) return conversation
  const time = store.resumeTimes.get(sessionId) ?? 0
  const newConversation: Conversation = { session, lastMsg: null, from: 1, seq: 0, time, msgs: [] }
  store.conversations.set(sessionId, newConversation)
  return newConversation
}

/**
 * Merges the last message of a session state. It has a version of its own, because the replies to commands bring newer
 * states without it.
 * @returns whether the last message changed
 */
function mergeLastMessage(conversation: Conversation, session: SessionState, lastMsg: WireMessage | null): boolean {
  if (session.version < (conversation.lastMsgVersion ?? 0)) return false
  // the message still has to arrive
  if (lastMsg && lastMsg.seq > conversation.seq) return false
  // messages after this state are newer than its last one
  const last = conversation.msgs.findLast(({ seq }) => seq > session.lastSeq) ?? lastMsg
  const hasChanged = last?.idServer !== conversation.lastMsg?.idServer
  conversation.lastMsg = last
  conversation.lastMsgVersion = session.version
  return hasChanged
}

/**
 * The state with the higher version wins.
 * @param lastMsg the last message according to the server; if the device does not hold it, it still arrives
 * @returns whether anything changed
 */
export function mergeSession(store: Store, session: SessionState, lastMsg?: WireMessage | null): boolean {
  const sessionId = sessionIdOf(session)
  const isNew = !store.conversations.has(sessionId)
  const conversation = findOrCreateConversation(store, session)
  const currentVersion = conversation.session.version
  const hasNewLast = lastMsg !== undefined && mergeLastMessage(conversation, session, lastMsg)
  if (hasNewLast || session.version >= currentVersion) touchConversation(store, sessionId)
  if (!isNew && session.version <= currentVersion) return hasNewLast
  if (session.clearTime > conversation.session.clearTime) {
    store.touched?.cleared.set(sessionId, session.clearTime)
    conversation.msgs = conversation.msgs.filter(({ time }) => time > session.clearTime)
  }
  conversation.session = session
  return true
}

/** Makes the last message the first one held of a conversation. Older messages are fetched as history. */
export function startConversationAt(store: Store, session: SessionState, lastMsg: WireMessage | null): void {
  mergeSession(store, session, lastMsg)
  const conversation = findOrCreateConversation(store, session)
  if (!lastMsg || conversation.seq >= lastMsg.seq) return
  conversation.from = lastMsg.seq
  conversation.seq = lastMsg.seq
  conversation.time = lastMsg.time
  conversation.lastMsg = lastMsg
  const sessionId = sessionIdOf(session)
  touchConversation(store, sessionId)
  store.touched?.msgs.set(lastMsg.idServer, { sessionId, msg: lastMsg })
  conversation.msgs = [lastMsg]
}

/**
 * Puts the messages that directly precede those held before them.
 * @returns the same messages
 */
export function addEarlier(store: Store, sessionId: string, msgs: readonly WireMessage[]): readonly WireMessage[] {
  const conversation = store.conversations.get(sessionId)!
  conversation.from = msgs[0]?.seq ?? conversation.from
  conversation.msgs.unshift(...msgs)
  touchConversation(store, sessionId)
  for (const msg of msgs) store.touched?.msgs.set(msg.idServer, { sessionId, msg })
  return msgs
}

export type MergeResult = 'added' | 'known' | 'gap'
type TimedPosition = { seq: number; time: number }

/**
 * Accepts a position only if it is the next one of its conversation. `gap`: earlier ones are missing and must be
 * fetched.
 */
function mergePosition(conversation: Conversation | undefined, { seq, time }: TimedPosition): MergeResult {
  if (!conversation) return 'gap'
  if (seq <= conversation.seq) return 'known'
  if (seq > conversation.seq + 1) return 'gap'
  conversation.seq = seq
  conversation.time = time
  return 'added'
}

/** Maximum number of messages of a conversation in memory. Earlier ones are in the local database. */
const maxHeldMessages = 1_000

export function mergeMessage(store: Store, sessionId: string, received: WireMessage): MergeResult {
  const conversation = store.conversations.get(sessionId)
  const mergeResult = mergePosition(conversation, received)
  const modifiedMessage = store.modified.get(received.idServer)
  const msg = modifiedMessage && isNewer(modifiedMessage, received) ? modifiedMessage : received
  if (mergeResult !== 'added' || !conversation) return mergeResult
  touchConversation(store, sessionId)
  // the message was recalled, or its conversation cleared, before it arrived
  if (store.removedIds.has(msg.idServer) || msg.time <= conversation.session.clearTime) return 'known'
  conversation.lastMsg = msg
  conversation.msgs.push(msg)
  // drops many messages at once, so that the list is copied rarely
  if (conversation.msgs.length > maxHeldMessages) conversation.msgs = conversation.msgs.slice(-maxHeldMessages / 2)
  store.touched?.msgs.set(msg.idServer, { sessionId, msg })
  return 'added'
}

const isNewer = (msg: WireMessage, other: WireMessage): boolean => (msg.modifyTime ?? 0) > (other.modifyTime ?? 0)

/**
 * Replaces the content of a message at its position, also for a message that still has to arrive.
 * @returns false when the content is known or outdated
 */
export function mergeModified(store: Store, sessionId: string, msg: WireMessage): boolean {
  const modifiedMessage = store.modified.get(msg.idServer)
  if (store.removedIds.has(msg.idServer) || (modifiedMessage && !isNewer(msg, modifiedMessage))) return false
  store.modified.set(msg.idServer, msg)
  const conversation = store.conversations.get(sessionId)
  // nothing to replace: older messages are fetched on demand
  if (!conversation || msg.seq < conversation.from || msg.seq > conversation.seq) return true
  const renewHeldMessage = (heldMsg: WireMessage) =>
    heldMsg.idServer === msg.idServer && isNewer(msg, heldMsg) ? msg : heldMsg
  conversation.msgs = conversation.msgs.map(renewHeldMessage)
  conversation.lastMsg &&= renewHeldMessage(conversation.lastMsg)
  touchConversation(store, sessionId)
  store.touched?.msgs.set(msg.idServer, { sessionId, msg })
  return true
}

/** Merges the position of a removed message. */
export function mergePositionOfRemoved(store: Store, sessionId: string, position: TimedPosition): MergeResult {
  touchConversation(store, sessionId)
  return mergePosition(store.conversations.get(sessionId), position)
}

/**
 * Merges the removal of a message.
 * @returns false when the device knew it
 */
export function mergeRemoval(store: Store, sessionId: string, { scene, idServer }: RemovedMessage): boolean {
  if (store.removedIds.has(idServer)) return false
  store.removedIds.add(idServer)
  store.touched?.msgs.delete(idServer)
  const conversation = store.conversations.get(sessionId)
  if (!conversation) return true
  conversation.msgs = conversation.msgs.filter((msg) => msg.idServer !== idServer)
  // in p2p, the change of the session brings the new last message
  if (scene !== 'p2p' && conversation.lastMsg?.idServer === idServer) {
    conversation.lastMsg = conversation.msgs.at(-1) ?? null
    touchConversation(store, sessionId)
  }
  return true
}

/**
 * Sets the next position. After starting over, that is the first one of a fetched list, because `seq` belonged to
 * another generation.
 */
export function setResumePosition(store: Store, sessionId: string, firstSeq: number): void {
  const conversation = store.conversations.get(sessionId)
  if (!conversation || conversation.seq > 0 || conversation.time === 0) return
  conversation.from = firstSeq
  conversation.seq = firstSeq - 1
}

/**
 * Continues a conversation at a later position. What was held before counts as history, and leaves the device, so that
 * the messages held have no gap.
 */
export function skipTo(store: Store, sessionId: string, { seq, time }: TimedPosition): void {
  const conversation = store.conversations.get(sessionId)!
  Object.assign(conversation, { from: seq, seq: seq - 1, time: time - 1, msgs: [] })
  touchConversation(store, sessionId)
  updateLocalFields(store, `session ${sessionId}`, { moreBefore: time })
  const { touched } = store
  if (!touched) return
  touched.cleared.set(sessionId, time - 1)
  for (const [key, message] of touched.msgs) if (message.sessionId === sessionId) touched.msgs.delete(key)
}

/** Moves over positions without a visible message. */
export function advancePosition(store: Store, sessionId: string, { seq, time }: TimedPosition): void {
  const conversation = store.conversations.get(sessionId)!
  if (seq > conversation.seq) Object.assign(conversation, { seq, time })
}

/** Conversations in which this device lacks more messages than `maxMissed`. */
export const listSessionIdsFarBehind = (store: Store, maxMissed: number): string[] =>
  [...store.conversations]
    // after starting over, `seq` does not tell how many messages are missing
    .filter(([id, { session, seq }]) => session.lastSeq - seq > maxMissed && (seq > 0 || !store.resumeTimes.has(id)))
    .map(([id]) => id)

/** Conversations with messages on the server that this device lacks. */
export const listConversationsBehind = (store: Store): (Target & { time: number })[] =>
  [...store.conversations.values()]
    .filter(({ session, seq }) => session.lastSeq > seq)
    .map(({ session: { scene, to }, time }) => ({ scene, to, time }))
