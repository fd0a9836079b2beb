// Messages of the local database: reads, changes and deletions on this device only.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { localKeyOf } from '../../store/page-messages.ts'
import * as tables from '../../store/tables.ts'
import { touchConversation, updateLocalFields } from '../../store/store.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { requireSessionId, readMessageTarget, readTarget } from '../core/targets.ts'
import type { NimMessage } from '../present/messages.ts'
import {
  deleteMessagesOf,
  findByIdClients,
  findLocalMessages,
  hideMessages,
  awaitFlushedDatabase,
  type DeletionCounts,
  type LocalMessageQuery,
} from './local-messages.ts'

type LocalMessagesResult = { sessionId?: string; msgs: NimMessage[] }

/** Pages of older SDKs read the messages from the fields of an object. */
type MessageList = NimMessage[] & { msgs: NimMessage[]; msg?: NimMessage }
const toMessageList = (msgs: NimMessage[]): MessageList =>
  Object.assign([...msgs], { msgs, ...omitUndefined({ msg: msgs[0] }) })

/** Changes the message on this device only. */
const createLocalMessagesApi = (core: NimCore) => ({
  getLocalMsgs({ done, ...query }: LocalMessageQuery & WithDone<LocalMessagesResult>): void {
    callDone(done, async () => {
      const msgs = await findLocalMessages(core, query)
      return { ...omitUndefined({ sessionId: query.sessionId }), msgs }
    })
  },
  /** Messages that the account has not read. */
  getLocalMsgsInUnread({ sessionId, done }: { sessionId: string } & WithDone<LocalMessagesResult>): void {
    callDone(done, async () => {
      const start = core.client.store.conversations.get(sessionId)?.session.ack ?? 0
      return {
        sessionId,
        msgs: await findLocalMessages(
          core,
          { sessionId, start },
          ({ flow, isUnreadable }) => flow === 'in' && isUnreadable !== false,
        ),
      }
    })
  },
  getLocalMsgsByIdClients({ idClients, done }: { idClients: string[] } & WithDone<MessageList>): void {
    callDone(done, async () => toMessageList(await findByIdClients(core, idClients)))
  },
  getLocalMsgByIdClient({
    idClient,
    done,
  }: { idClient: string } & WithDone<(NimMessage & { msg: NimMessage }) | null>): void {
    callDone(done, async () => {
      const [msg] = await findByIdClients(core, [idClient])
      return msg ? { ...msg, msg } : null
    })
  },
  /** Passes `done` the changed message in a list, which is empty for an unknown one. */
  updateLocalMsg(options: { idClient: string; localCustom: string } & WithDone<MessageList>): void {
    const { idClient, localCustom, done } = options
    callDone(done, async () => {
      core.persistence.database()
      updateLocalFields(core.client.store, `msg ${idClient}`, { localCustom })
      return toMessageList(await findByIdClients(core, [idClient]))
    })
  },
  /** Stores results of `getHistoryMsgs` for offline use. */
  saveMsgsToLocal({ msgs, done }: { msgs: NimMessage[] } & WithDone<null>): void {
    callDone(done, async () => {
      const { store } = core.client
      const savedMsgs = msgs.filter(({ idServer }) => idServer === undefined || !store.removedIds.has(idServer))
      await core.persistence.savePageMessages(savedMsgs)
      // hidden messages become visible again
      for (const { idClient } of savedMsgs) {
        if (store.localFields.get(`msg ${idClient}`)?.isDeleted)
          updateLocalFields(store, `msg ${idClient}`, { isDeleted: false })
      }
      return null
    })
  },
})

type TimeSpanOptions = { start?: number; end?: number }

/** Deletes on this device only. The bounds are inclusive. */
const createLocalDeletionApi = (core: Pick<NimCore, 'client' | 'failed' | 'persistence'>) => ({
  deleteLocalMsg({ msg, done }: { msg: NimMessage } & WithDone<null>): void {
    callDone(done, async () => {
      const database = await awaitFlushedDatabase(core)
      await database.write([{ table: tables.messages, remove: msg.idServer ?? localKeyOf(msg.idClient) }])
      hideMessages(core, [msg.idClient])
      await core.persistence.repairLastMessages([sessionIdOf(readMessageTarget(msg))])
      return null
    })
  },
  deleteLocalMsgs(options: { sessionId: string } & TimeSpanOptions & WithDone<null>): void {
    const { sessionId, start = 0, end = Infinity, done } = options
    callDone(done, () =>
      deleteMessagesOf(core, { sessionId: requireSessionId(sessionId), start, end }).then(() => null),
    )
  },
  deleteLocalMsgsBySession(
    options: { scene: string; to: string; delLastMsg?: boolean; isTag?: boolean } & WithDone<null>,
  ): void {
    const { scene, to, delLastMsg = false, done } = options
    const sessionId = sessionIdOf(readTarget({ scene, to }))
    callDone(done, async () => {
      await deleteMessagesOf(core, { sessionId, start: 0, end: Infinity })
      const { store } = core.client
      const conversation = store.conversations.get(sessionId)
      if (!delLastMsg || !conversation) return null
      conversation.lastMsg = null
      touchConversation(store, sessionId)
      return null
    })
  },
  async deleteLocalMsgsByTime(
    options: TimeSpanOptions & {
      deletedone?: (data: { deletedMsgCount: number }) => void
    } & WithDone<DeletionCounts> = {},
  ): Promise<void> {
    const { start = 0, end = Infinity, deletedone, done } = options
    const deletion = deleteMessagesOf(core, { start, end })
    callDone(done, () => deletion)
    const { deletedMsgCount } = await deletion.catch(() => ({ deletedMsgCount: 0 }))
    deletedone?.({ deletedMsgCount })
  },
  deleteAllLocalMsgs({ done }: WithDone<null> = {}): void {
    callDone(done, () => deleteMessagesOf(core, { start: 0, end: Infinity }).then(() => null))
  },
})

/** Closes or deletes the database until `reinitDB` or the next connection. */
function createDatabaseEndingApi({ persistence }: Pick<NimCore, 'persistence'>) {
  function removeDB({ done }: WithDone<null> = {}): void {
    callDone(done, async () => {
      if (persistence.status() === 'off') throw imFail('database', 'db is disable')
      await persistence.remove()
      return null
    })
  }
  return {
    closeDB({ done }: WithDone<null> = {}): void {
      callDone(done, async () => {
        await awaitFlushedDatabase({ persistence })
        persistence.close()
        return null
      })
    },
    clearDB: removeDB,
    removeDB,
  }
}

export const createLocalChangesApi = (core: NimCore) => ({
  ...createLocalMessagesApi(core),
  ...createDatabaseEndingApi(core),
  ...createLocalDeletionApi(core),
})
