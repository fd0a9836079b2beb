// Conversations with more history on the server than this device holds.
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { Conversation, Store } from '../../store/store.ts'
import type { OlderMessagesMark } from './sessions.ts'

export function findOlderMessagesMark(
  store: Store,
  { session, from, time, msgs }: Conversation,
): OlderMessagesMark | null {
  const { scene, to } = session
  const id = sessionIdOf(session)
  const savedTime = store.localFields.get(`session ${id}`)?.moreBefore
  const before = savedTime ?? (from > 1 ? (msgs[0]?.time ?? time) : 0)
  // for this account, cleared messages no longer exist
  return before > session.clearTime ? { id, scene, to, time: before } : null
}

export const listOlderMessagesMarks = (store: Store): OlderMessagesMark[] =>
  [...store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .flatMap((conversation) => findOlderMessagesMark(store, conversation) ?? [])
