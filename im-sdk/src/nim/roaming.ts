// Conversations with more history on the server. A page may record how far it has read back.
import { peerOfSession } from '@xinqiao/contract/im/scene.ts'
import { moreOf, type MoreRoaming } from './more-roaming.ts'
import type { Done } from './options.ts'
import type { NimMessage } from './present.ts'
import { NimSessions } from './sessions.ts'

export class NimRoaming extends NimSessions {
  getSessionsWithMoreRoaming({ id, done }: { id: string; done?: Done<MoreRoaming | null> }): void {
    const { store } = this.client
    const conversation = store.conversations.get(peerOfSession(id))
    done?.(null, conversation ? moreOf(store, conversation) : null)
  }
  /** Records that the page has read back to this message. */
  updateSessionsWithMoreRoaming({ msg, done }: { msg: NimMessage; done?: Done<MoreRoaming | null> }): void {
    this.note(msg.sessionId, { moreBefore: msg.time })
    this.getSessionsWithMoreRoaming({ id: msg.sessionId, ...(done && { done }) })
  }
  /** Records that the page has read the whole history. */
  deleteSessionsWithMoreRoaming({ id, done }: { id: string; done?: Done<MoreRoaming | null> }): void {
    this.note(id, { moreBefore: 0 })
    done?.(null, null)
  }
}
