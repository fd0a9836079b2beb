// Conversations with older messages on the server than on this device.
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Conversation, Store } from '../store/store.ts'

/** The server has messages before `time`, in milliseconds. */
export type MoreRoaming = { id: string; scene: 'p2p'; to: string; time: number }

export function moreOf(store: Store, { session, from, time, msgs }: Conversation): MoreRoaming | null {
  const id = sessionIdOf(session.to)
  const noted = store.notes.get(`session ${id}`)?.moreBefore
  const before = noted ?? (from > 1 ? (msgs[0]?.time ?? time) : 0)
  // cleared messages no longer exist for this account
  return before > session.clearTime ? { id, scene: 'p2p', to: session.to, time: before } : null
}

export const listMoreRoaming = (store: Store): MoreRoaming[] =>
  [...store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .flatMap((conversation) => moreOf(store, conversation) ?? [])
