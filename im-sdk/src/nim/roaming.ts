// Conversations of which the server has more than this device. A page may note how far it has read back itself.
import { peerOfSession, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Conversation, Store } from '../store/store.ts'
import type { Done } from './options.ts'
import type { NimMessage } from './present.ts'
import { NimSessions } from './sessions.ts'

/** There is more before `time`, in milliseconds. */
export type MoreRoaming = { id: string; scene: 'p2p'; to: string; time: number }

function moreOf(store: Store, { session, from, time, msgs }: Conversation): MoreRoaming | null {
  const id = sessionIdOf(session.to)
  const noted = store.notes.get(`session ${id}`)?.moreBefore
  const before = noted ?? (from > 1 ? (msgs[0]?.time ?? time) : 0)
  // what was cleared is no more for this account
  return before > session.clearTime ? { id, scene: 'p2p', to: session.to, time: before } : null
}

export const listMoreRoaming = (store: Store): MoreRoaming[] =>
  [...store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .flatMap((conversation) => moreOf(store, conversation) ?? [])

export class NimRoaming extends NimSessions {
  getSessionsWithMoreRoaming({ id, done }: { id: string; done?: Done<MoreRoaming | null> }): void {
    const { store } = this.client
    const conversation = store.conversations.get(peerOfSession(id))
    done?.(null, conversation ? moreOf(store, conversation) : null)
  }
  /** The page has read back to this message. */
  updateSessionsWithMoreRoaming({ msg, done }: { msg: NimMessage; done?: Done<MoreRoaming | null> }): void {
    this.note(msg.sessionId, { moreBefore: msg.time })
    this.getSessionsWithMoreRoaming({ id: msg.sessionId, ...(done && { done }) })
  }
  /** The page has read all there is. */
  deleteSessionsWithMoreRoaming({ id, done }: { id: string; done?: Done<MoreRoaming | null> }): void {
    this.note(id, { moreBefore: 0 })
    done?.(null, null)
  }
}
