// Marks of conversations with more history on the server. A page may record how far back it has read. The code is
// loaded on the first use.
import { updateLocalFields } from '../../store/store.ts'
import type { NimCore } from '../core/core.ts'
import type { WithDone } from '../core/options.ts'
import type { NimMessage } from '../present/messages.ts'
import type { OlderMessagesMark } from '../present/sessions.ts'
import { findOlderMessagesMark } from '../present/unread-histories.ts'

type WithRoamingDone = WithDone<OlderMessagesMark | null>

export function createRoamingApi(core: Pick<NimCore, 'client'>) {
  const { client } = core

  function getSessionsWithMoreRoaming({ id, done }: { id: string } & WithRoamingDone): void {
    const conversation = client.store.conversations.get(id)
    done?.(null, conversation ? findOlderMessagesMark(client.store, conversation) : null)
  }

  return {
    getSessionsWithMoreRoaming,
    /** Records that the page has read back to this message. */
    updateSessionsWithMoreRoaming({ msg, done }: { msg: NimMessage } & WithRoamingDone): void {
      updateLocalFields(client.store, `session ${msg.sessionId}`, { moreBefore: msg.time })
      getSessionsWithMoreRoaming({ id: msg.sessionId, ...(done && { done }) })
    },
    /** Records that the page has read the whole history. */
    deleteSessionsWithMoreRoaming({ id, done }: { id: string } & WithRoamingDone): void {
      updateLocalFields(client.store, `session ${id}`, { moreBefore: 0 })
      done?.(null, null)
    },
  }
}
