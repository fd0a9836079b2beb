// Local messages of this device and their database. Without a database, each method fails with "db is disable"
// (messaging.md 8).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageDraft, type MessageType } from '@xinqiao/contract/im/messages.ts'
import { peerOfSession, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import { normaliseText } from '@xinqiao/contract/im/search.ts'
import { localKey, type DatabaseStatus } from '../store/persistence.ts'
import { touchConversation, updateNote } from '../store/store.ts'
import type { MessageRow, Database, MessageSpan } from '../store/tables.ts'
import { callDone, presentToPage, type NimCore } from './core.ts'
import type { WithDone, SendOptions } from './options.ts'
import type { NimMessage } from './present.ts'
import { listUnsent, sendContent } from './sender.ts'

type LocalQuery = {
  sessionId?: string
  /** Milliseconds; bounds are exclusive. */
  start?: number
  end?: number
  desc?: boolean
  limit?: number
  types?: string[]
  subTypes?: number[]
  keyword?: string
}
type ForwardOptions = { msg: NimMessage; scene: string; to: string; done?: SendOptions['done'] }
type LocalMessages = { sessionId?: string; msgs: NimMessage[] }
type DeletionCounts = { deletedMsgCount: number; sessionUpdateCount: number }

const maxBatchSize = 100 // messaging.md 5

function checkQuery({ start = 0, end = Infinity, limit = maxBatchSize }: LocalQuery): void {
  if (!Number.isInteger(limit) || limit < 1) throw imFail('invalid', 'limit不能小于1')
  if (limit > maxBatchSize) throw imFail('invalid', `limit不能超过${maxBatchSize}`)
  if (end <= start) throw imFail('invalid', 'end必须晚于start')
}

const searchableTextOf = ({ text, tip, content, geo, file }: Partial<NimMessage>): string =>
  [text, tip, content, geo?.title, file?.name].filter((word) => word !== undefined).join(' ')

/** messaging.md 3: content that may be sent, resent and forwarded. */
function contentToForward(msg: NimMessage): MessageDraft['content'] {
  const type = messageTypes[msg.type as MessageType]
  const { text, tip, content, geo, file, custom, subType } = structuredClone(msg)
  const parts = Object.entries({ text, tip, content, geo, file, custom, subType })
  return Object.fromEntries([
    ['type', type],
    ...parts.filter(([, value]) => value !== undefined),
  ]) as MessageDraft['content']
}

export function localApi(core: NimCore) {
  const { client } = core

  /** The database, after all earlier changes are written. */
  async function openDatabase(): Promise<Database> {
    await core.persistence.flush()
    return core.persistence.database()
  }

  function clearTimeOf(peer: string): number {
    return client.store.conversations.get(peer)?.session.clearTime ?? 0
  }

  function presentRow({ msg, shown }: MessageRow): NimMessage {
    if (msg) return presentToPage(core, msg)
    const pageMsg = structuredClone(shown as NimMessage)
    const { localCustom } = client.store.notes.get(`msg ${pageMsg.idClient}`) ?? {}
    return { ...pageMsg, ...(localCustom !== undefined && { localCustom }) }
  }

  function isHidden(idClient: string): boolean {
    return client.store.notes.get(`msg ${idClient}`)?.isDeleted === true
  }

  /** Marks messages in memory as hidden, so that none of them is shown as a session's last one. */
  function hide(ids: readonly string[]): void {
    for (const id of ids) {
      core.failed.delete(id)
      if (!client.store.unsent.delete(id)) updateNote(client.store, `msg ${id}`, { isDeleted: true })
    }
  }

  function createMessageFilter({ types, subTypes, keyword }: LocalQuery): (msg: NimMessage) => boolean {
    const unknown = types?.find((type) => !(type in messageTypes))
    if (unknown !== undefined) throw imFail('invalid', '消息类型不正确')
    const word = keyword === undefined ? undefined : normaliseText(keyword)
    return (msg) =>
      (types?.includes(msg.type) ?? true) &&
      (subTypes?.includes(msg.subType as number) ?? true) &&
      (word === undefined || normaliseText(searchableTextOf(msg)).includes(word))
  }

  async function findByIdClients(ids: string[]): Promise<NimMessage[]> {
    if (ids.length === 0 || ids.length > maxBatchSize) throw imFail('invalid', `idClients需要1至${maxBatchSize}个`)
    const database = await openDatabase()
    const rows = await database.findByIdClients(ids)
    const unsent = listUnsent(core).filter(({ idClient }) => ids.includes(idClient))
    return [...rows.map((row) => presentRow(row)), ...unsent]
  }

  async function removeMessages(span: MessageSpan): Promise<DeletionCounts> {
    const database = await openDatabase()
    const { count, peers } = await database.countMessages(span)
    await database.write([{ removeMessages: span }])
    const { conversations, unsent } = client.store
    const isIn = (peer: string, time: number) =>
      (span.peer === undefined || peer === span.peer) && time >= span.start && time <= span.end
    const held = [...conversations].flatMap(([peer, { msgs }]) => msgs.filter(({ time }) => isIn(peer, time)))
    const waiting = [...unsent].filter(([, { draft, time }]) => isIn(draft.to, time)).map(([idClient]) => idClient)
    hide([...held.map(({ idClient }) => idClient), ...waiting])
    await core.persistence.repairLastMessages(peers)
    return { deletedMsgCount: count, sessionUpdateCount: peers.map(sessionIdOf).length }
  }

  return {
    /** messaging.md 4: a forwarded message is a new message. */
    forwardMsg({ msg, scene, to, done }: ForwardOptions): NimMessage {
      return sendContent(core, { scene, to, ...(done && { done }) }, contentToForward(msg))
    },

    // ---- the database

    getDBStatus(): DatabaseStatus {
      return core.persistence.status()
    },
    getDBLastOpenError(): Error | null {
      return core.persistence.lastError()
    },
    reinitDB({ done }: WithDone<null> = {}): void {
      callDone(done, async () => {
        if (core.persistence.status() === 'off') throw new Error('db is disable')
        core.persistence.close()
        await core.persistence.open()
        if (core.persistence.status() !== 'open') throw core.persistence.lastError() ?? new Error('no db server')
        return null
      })
    },

    // ---- reading

    getLocalMsgs({ done, ...query }: LocalQuery & WithDone<LocalMessages>): void {
      callDone(done, async () => {
        checkQuery(query)
        const { sessionId, start = 0, end = Infinity, desc = true, limit = maxBatchSize } = query
        const isWanted = createMessageFilter(query)
        const peer = sessionId === undefined ? undefined : peerOfSession(sessionId)
        const database = await openDatabase()
        const rows = await database.findMessages({
          ...(peer !== undefined && { peer }),
          start: Math.max(start, peer === undefined ? 0 : clearTimeOf(peer)),
          end,
          isNewestFirst: desc,
          limit,
          isMatch: (row) => !isHidden(row.idClient!) && isWanted(presentRow(row)),
        })
        const unsent = listUnsent(core).filter(
          (msg) => (peer === undefined || msg.target === peer) && msg.time > start && msg.time < end && isWanted(msg),
        )
        const msgs = [...rows.map((row) => presentRow(row)), ...unsent]
          .sort((a, b) => (desc ? b.time - a.time : a.time - b.time))
          .slice(0, limit)
        return { ...(sessionId !== undefined && { sessionId }), msgs }
      })
    },
    getLocalMsgsByIdClients({ idClients, done }: { idClients: string[] } & WithDone<NimMessage[]>): void {
      callDone(done, () => findByIdClients(idClients))
    },
    getLocalMsgByIdClient({ idClient, done }: { idClient: string } & WithDone<NimMessage | null>): void {
      callDone(done, () => findByIdClients([idClient]).then(([msg]) => msg ?? null))
    },

    // ---- changing, on this device only

    updateLocalMsg(options: { idClient: string; localCustom: string } & WithDone<NimMessage | null>): void {
      const { idClient, localCustom, done } = options
      callDone(done, async () => {
        core.persistence.database()
        updateNote(client.store, `msg ${idClient}`, { localCustom })
        return (await findByIdClients([idClient]))[0] ?? null
      })
    },
    /** Stores results of `getHistoryMsgs` for offline use. */
    saveMsgsToLocal({ msgs, done }: { msgs: NimMessage[] } & WithDone<null>): void {
      callDone(done, async () => {
        const { removedIds, notes } = client.store
        const savedMsgs = msgs.filter(({ idServer }) => idServer === undefined || !removedIds.has(idServer))
        await core.persistence.savePageMessages(savedMsgs)
        // hidden messages become visible again
        for (const { idClient } of savedMsgs) {
          if (notes.get(`msg ${idClient}`)?.isDeleted) updateNote(client.store, `msg ${idClient}`, { isDeleted: false })
        }
        return null
      })
    },
    deleteLocalMsg({ msg, done }: { msg: NimMessage } & WithDone<null>): void {
      callDone(done, async () => {
        const database = await openDatabase()
        await database.write([{ table: 'msg', remove: msg.idServer ?? localKey(msg.idClient) }])
        hide([msg.idClient])
        await core.persistence.repairLastMessages([msg.target])
        return null
      })
    },
    /** Bounds are inclusive. */
    deleteLocalMsgs(options: { sessionId: string; start?: number; end?: number } & WithDone<null>): void {
      const { sessionId, start = 0, end = Infinity, done } = options
      callDone(done, () => removeMessages({ peer: peerOfSession(sessionId), start, end }).then(() => null))
    },
    deleteLocalMsgsBySession(
      options: { scene: string; to: string; delLastMsg?: boolean; isTag?: boolean } & WithDone<null>,
    ): void {
      const { to, delLastMsg = false, done } = options
      callDone(done, async () => {
        await removeMessages({ peer: to, start: 0, end: Infinity })
        const conversation = client.store.conversations.get(to)
        if (!delLastMsg || !conversation) return null
        conversation.lastMsg = null
        touchConversation(client.store, to)
        return null
      })
    },
    async deleteLocalMsgsByTime(
      options: {
        start?: number
        end?: number
        deletedone?: (data: { deletedMsgCount: number }) => void
      } & WithDone<DeletionCounts>,
    ): Promise<void> {
      const { start = 0, end = Infinity, deletedone, done } = options
      const work = removeMessages({ start, end })
      callDone(done, () => work)
      const { deletedMsgCount } = await work.catch(() => ({ deletedMsgCount: 0 }))
      deletedone?.({ deletedMsgCount })
    },
    deleteAllLocalMsgs({ done }: WithDone<null> = {}): void {
      callDone(done, () => removeMessages({ start: 0, end: Infinity }).then(() => null))
    },

    // ---- as text

    messageSerialization(msg: NimMessage): string | null {
      return msg?.idClient ? JSON.stringify(msg) : null
    },
    messageDeserialization(text: string): NimMessage | null {
      try {
        const msg = JSON.parse(text) as NimMessage | null
        return msg?.idClient ? msg : null
      } catch {
        return null
      }
    },
  }
}
