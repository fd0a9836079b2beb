// Conversations with more history on the server. A page may record how far it has read back.
import { peerOfSession } from '@xinqiao/contract/im/scene.ts'
import { updateNote } from '../store/store.ts'
import type { NimCore } from './core.ts'
import { moreOf, type MoreRoaming } from './more-roaming.ts'
import type { WithDone } from './options.ts'
import type { NimMessage } from './present.ts'

type RoamingDone = WithDone<MoreRoaming | null>

export function roamingApi(core: NimCore) {
  const { client } = core

  function getSessionsWithMoreRoaming({ id, done }: { id: string } & RoamingDone): void {
    const conversation = client.store.conversations.get(peerOfSession(id))
    done?.(null, conversation ? moreOf(client.store, conversation) : null)
  }

  return {
    getSessionsWithMoreRoaming,
    /** Records that the page has read back to this message. */
    updateSessionsWithMoreRoaming({ msg, done }: { msg: NimMessage } & RoamingDone): void {
      updateNote(client.store, `session ${msg.sessionId}`, { moreBefore: msg.time })
      getSessionsWithMoreRoaming({ id: msg.sessionId, ...(done && { done }) })
    },
    /** Records that the page has read the whole history. */
    deleteSessionsWithMoreRoaming({ id, done }: { id: string } & RoamingDone): void {
      updateNote(client.store, `session ${id}`, { moreBefore: 0 })
      done?.(null, null)
    },
  }
}
