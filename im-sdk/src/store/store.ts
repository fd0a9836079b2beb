// What a device remembers of its conversations. The memory one lives as long as the page (`db: false`).
import type { Change } from '@xinqiao/contract/im/changes.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { User } from '@xinqiao/contract/im/user.ts'

/** A conversation on this device. All messages up to `seq` since the device first saw it are here, in order. */
export type Conversation = {
  session: SessionState
  lastMsg: WireMessage | null
  /** Place and time of the last message held without a gap before it. */
  seq: number
  time: number
  msgs: WireMessage[]
}

export type Store = {
  /** How far the sessions are known. */
  mark: number
  /** The last broadcast that this device has. */
  broadcastMark: number
  /** Whether a first sync ever ended: only that one may start conversations at their last message. */
  hasSynced: boolean
  conversations: Map<string, Conversation>
  users: Map<string, User>
  /** The last state of everything else, under its kind and key. */
  things: Map<string, Change>
  /** Server ids of messages that are no more, which a late push might bring back. */
  gone: Set<string>
  /** Messages of this device alone, by idClient. */
  kept: Map<string, Kept>
  /** What the page itself notes about a thing, under its kind and key; the server never hears of it. */
  notes: Map<string, Note>
}

export type Note = {
  localCustom?: string
  state?: string
  isDeleted?: boolean
  /** Of a session: made on this device before anything was said in it, and hidden until it goes on after this time. */
  insertedAt?: number
  hiddenAt?: number
}

/** A message as the face shows it, which the server does not have: failed, local only, or saved by the page. */
export type Kept = { idClient: string; sessionId: string; time: number; type: string; [part: string]: unknown }

export const makeMemoryStore = (): Store => ({
  mark: 0,
  broadcastMark: 0,
  hasSynced: false,
  conversations: new Map(),
  users: new Map(),
  things: new Map(),
  gone: new Set(),
  kept: new Map(),
  notes: new Map(),
})
