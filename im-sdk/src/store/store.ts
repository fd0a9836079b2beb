// What a device remembers of its conversations. The memory one lives as long as the page (`db: false`).
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'

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
  /** Whether a first sync ever ended: only that one may start conversations at their last message. */
  hasSynced: boolean
  conversations: Map<string, Conversation>
}

export const makeMemoryStore = (): Store => ({ mark: 0, hasSynced: false, conversations: new Map() })
