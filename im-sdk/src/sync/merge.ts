// Puts what arrives, in whatever order and however often, where it belongs. Pure: the store in, what is new out.
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Conversation, Store } from '../store/store.ts'

function open(store: Store, session: SessionState): Conversation {
  const found = store.conversations.get(session.to)
  if (found) return found
  const made: Conversation = { session, lastMsg: null, seq: 0, time: 0, msgs: [] }
  store.conversations.set(session.to, made)
  return made
}

/** The higher version is the newer state. @returns whether anything changed */
export function mergeSession(store: Store, session: SessionState): boolean {
  const isNew = !store.conversations.has(session.to)
  const conversation = open(store, session)
  if (!isNew && session.version <= conversation.session.version) return false
  conversation.session = session
  return true
}

/** A device that sees a conversation for the first time starts at its last message; what is older is history. */
export function startAt(store: Store, session: SessionState, lastMsg: WireMessage | null): void {
  mergeSession(store, session)
  const conversation = open(store, session)
  if (!lastMsg || conversation.seq >= lastMsg.seq) return
  conversation.seq = lastMsg.seq
  conversation.time = lastMsg.time
  conversation.lastMsg = lastMsg
  conversation.msgs = [lastMsg]
}

export type Merged = 'added' | 'known' | 'gap'

/** Takes a message only as the next one of its conversation. `gap`: earlier ones are missing and must be fetched. */
export function mergeMessage(store: Store, peer: string, msg: WireMessage): Merged {
  const conversation = store.conversations.get(peer)
  if (!conversation) return 'gap'
  if (msg.seq <= conversation.seq) return 'known'
  if (msg.seq > conversation.seq + 1) return 'gap'
  conversation.seq = msg.seq
  conversation.time = msg.time
  conversation.lastMsg = msg
  conversation.msgs.push(msg)
  return 'added'
}

/** The conversations of which the server has more than this device. */
export const listBehind = (store: Store): { to: string; time: number }[] =>
  [...store.conversations]
    .filter(([, { session, seq }]) => session.lastSeq > seq)
    .map(([to, { time }]) => ({ to, time }))
