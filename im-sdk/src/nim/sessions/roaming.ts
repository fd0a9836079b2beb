// Conversations with more history on the server. A page may record how far back it has read.
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import { updateLocalFields, type Conversation, type Store } from '../../store/store.ts'
import type { NimCore } from '../core/core.ts'
import type { WithDone } from '../core/options.ts'
import type { NimMessage } from '../present/messages.ts'
import type { EarlierHistoryMark } from '../present/sessions.ts'

type RoamingDone = WithDone<EarlierHistoryMark | null>

function findUnreadHistory(store: Store, { session, from, time, msgs }: Conversation): EarlierHistoryMark | null {
  const { scene, to } = session
  const id = sessionIdOf(session)
  const savedTime = store.localFields.get(`session ${id}`)?.moreBefore
  const before = savedTime ?? (from > 1 ? (msgs[0]?.time ?? time) : 0)
  // for this account, cleared messages no longer exist
  return before > session.clearTime ? { id, scene, to, time: before } : null
}

export const listUnreadHistories = (store: Store): EarlierHistoryMark[] =>
  [...store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .flatMap((conversation) => findUnreadHistory(store, conversation) ?? [])

export function createRoamingApi(core: Pick<NimCore, 'client'>) {
  const { client } = core

  function getSessionsWithMoreRoaming({ id, done }: { id: string } & RoamingDone): void {
    const conversation = client.store.conversations.get(id)
    done?.(null, conversation ? findUnreadHistory(client.store, conversation) : null)
  }

  return {
    getSessionsWithMoreRoaming,
    /** Records that the page has read back to this message. */
    updateSessionsWithMoreRoaming({ msg, done }: { msg: NimMessage } & RoamingDone): void {
      updateLocalFields(client.store, `session ${msg.sessionId}`, { moreBefore: msg.time })
      getSessionsWithMoreRoaming({ id: msg.sessionId, ...(done && { done }) })
    },
    /** Records that the page has read the whole history. */
    deleteSessionsWithMoreRoaming({ id, done }: { id: string } & RoamingDone): void {
      updateLocalFields(client.store, `session ${id}`, { moreBefore: 0 })
      done?.(null, null)
    },
  }
}
