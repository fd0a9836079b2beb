// Local messages of this device and their database. Without a database, each method fails with "db is disable"
// (messaging.md 8).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { messageTypes, type MessageType } from '@xinqiao/contract/im/messages.ts'
import { peerOfSession, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import { normaliseText } from '@xinqiao/contract/im/search.ts'
import { localKey, type KeepStatus } from '../store/kept.ts'
import { touch } from '../store/store.ts'
import type { MessageRow, Span } from '../store/tables.ts'
import { present, tell, type Draft } from './core.ts'
import type { Done, SendOptions } from './options.ts'
import type { NimMessage } from './present.ts'
import { NimStickTops } from './stick-top.ts'

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
type LocalMsgs = { sessionId?: string; msgs: NimMessage[] }
type Deleted = { deletedMsgCount: number; sessionUpdateCount: number }

const maxBatchSize = 100 // messaging.md 5

function checkQuery({ start = 0, end = Infinity, limit = maxBatchSize }: LocalQuery): void {
  if (!Number.isInteger(limit) || limit < 1) throw imFail('invalid', 'limit不能小于1')
  if (limit > maxBatchSize) throw imFail('invalid', `limit不能超过${maxBatchSize}`)
  if (end <= start) throw imFail('invalid', 'end必须晚于start')
}

const wordsOf = ({ text, tip, content, geo, file }: Partial<NimMessage>): string =>
  [text, tip, content, geo?.title, file?.name].filter((word) => word !== undefined).join(' ')

/** messaging.md 3: content that may be sent, resent and forwarded. */
function contentOf(msg: NimMessage): Draft['content'] {
  const type = messageTypes[msg.type as MessageType]
  const { text, tip, content, geo, file, custom, subType } = structuredClone(msg)
  const parts = Object.entries({ text, tip, content, geo, file, custom, subType })
  return Object.fromEntries([['type', type], ...parts.filter(([, value]) => value !== undefined)]) as Draft['content']
}

export class NimLocalMessages extends NimStickTops {
  /** messaging.md 4: a forwarded message is a new message. */
  forwardMsg({ msg, scene, to, done }: ForwardOptions): NimMessage {
    return this.send({ scene, to, ...(done && { done }) }, contentOf(msg))
  }

  // ---- the database

  getDBStatus(): KeepStatus {
    return this.kept.status()
  }
  getDBLastOpenError(): Error | null {
    return this.kept.lastError()
  }
  reinitDB({ done }: { done?: Done<null> } = {}): void {
    const work = async () => {
      if (this.kept.status() === 'off') throw new Error('db is disable')
      this.kept.close()
      await this.kept.open()
      if (this.kept.status() !== 'open') throw this.kept.lastError() ?? new Error('no db server')
      return null
    }
    tell(work(), done)
  }

  // ---- reading

  getLocalMsgs({ done, ...query }: LocalQuery & { done?: Done<LocalMsgs> }): void {
    const work = async () => {
      checkQuery(query)
      const { sessionId, start = 0, end = Infinity, desc = true, limit = maxBatchSize } = query
      const isWanted = this.filterOf(query)
      const peer = sessionId === undefined ? undefined : peerOfSession(sessionId)
      const rows = await this.rows({
        ...(peer !== undefined && { peer }),
        start: Math.max(start, peer === undefined ? 0 : this.clearTimeOf(peer)),
        end,
        isNewestFirst: desc,
        limit,
        fits: (row) => !this.isHidden(row.idClient!) && isWanted(this.presentRow(row)),
      })
      const unsent = this.listUnsent().filter(
        (msg) => (peer === undefined || msg.target === peer) && msg.time > start && msg.time < end && isWanted(msg),
      )
      const msgs = [...rows.map((row) => this.presentRow(row)), ...unsent]
        .sort((a, b) => (desc ? b.time - a.time : a.time - b.time))
        .slice(0, limit)
      return { ...(sessionId !== undefined && { sessionId }), msgs }
    }
    tell(work(), done)
  }
  getLocalMsgsByIdClients({ idClients, done }: { idClients: string[]; done?: Done<NimMessage[]> }): void {
    tell(this.findByIdClients(idClients), done)
  }
  getLocalMsgByIdClient({ idClient, done }: { idClient: string; done?: Done<NimMessage | null> }): void {
    tell(
      this.findByIdClients([idClient]).then(([msg]) => msg ?? null),
      done,
    )
  }

  // ---- changing, on this device only

  updateLocalMsg(options: { idClient: string; localCustom: string; done?: Done<NimMessage | null> }): void {
    const { idClient, localCustom, done } = options
    const work = async () => {
      this.kept.shelf()
      const { notes } = this.client.store
      notes.set(`msg ${idClient}`, { ...notes.get(`msg ${idClient}`), localCustom })
      return (await this.findByIdClients([idClient]))[0] ?? null
    }
    tell(work(), done)
  }
  /** Stores results of `getHistoryMsgs` for offline use. */
  saveMsgsToLocal({ msgs, done }: { msgs: NimMessage[]; done?: Done<null> }): void {
    const work = async () => {
      const { gone, notes } = this.client.store
      const kept = msgs.filter(({ idServer }) => idServer === undefined || !gone.has(idServer))
      await this.kept.keepShown(kept)
      // hidden messages become visible again
      for (const { idClient } of kept) {
        const note = notes.get(`msg ${idClient}`)
        if (note?.isDeleted) notes.set(`msg ${idClient}`, { ...note, isDeleted: false })
      }
      return null
    }
    tell(work(), done)
  }
  deleteLocalMsg({ msg, done }: { msg: NimMessage; done?: Done<null> }): void {
    const work = async () => {
      await this.kept.flush()
      await this.kept.shelf().write([{ table: 'msg', remove: msg.idServer ?? localKey(msg.idClient) }])
      this.hide([msg.idClient])
      await this.kept.mend([msg.target])
      return null
    }
    tell(work(), done)
  }
  /** Bounds are inclusive. */
  deleteLocalMsgs(options: { sessionId: string; start?: number; end?: number; done?: Done<null> }): void {
    const { sessionId, start = 0, end = Infinity, done } = options
    tell(
      this.remove({ peer: peerOfSession(sessionId), start, end }).then(() => null),
      done,
    )
  }
  deleteLocalMsgsBySession(options: {
    scene: string
    to: string
    delLastMsg?: boolean
    isTag?: boolean
    done?: Done<null>
  }): void {
    const { to, delLastMsg = false, done } = options
    const work = async () => {
      await this.remove({ peer: to, start: 0, end: Infinity })
      const conversation = this.client.store.conversations.get(to)
      if (!delLastMsg || !conversation) return null
      conversation.lastMsg = null
      touch(this.client.store, to)
      return null
    }
    tell(work(), done)
  }
  async deleteLocalMsgsByTime(options: {
    start?: number
    end?: number
    deletedone?: (data: { deletedMsgCount: number }) => void
    done?: Done<Deleted>
  }): Promise<void> {
    const { start = 0, end = Infinity, deletedone, done } = options
    const work = this.remove({ start, end })
    tell(work, done)
    const { deletedMsgCount } = await work.catch(() => ({ deletedMsgCount: 0 }))
    deletedone?.({ deletedMsgCount })
  }
  deleteAllLocalMsgs({ done }: { done?: Done<null> } = {}): void {
    tell(
      this.remove({ start: 0, end: Infinity }).then(() => null),
      done,
    )
  }

  // ---- as text

  messageSerialization(msg: NimMessage): string | null {
    return msg?.idClient ? JSON.stringify(msg) : null
  }
  messageDeserialization(text: string): NimMessage | null {
    try {
      const msg = JSON.parse(text) as NimMessage | null
      return msg?.idClient ? msg : null
    } catch {
      return null
    }
  }

  private async rows(query: Parameters<ReturnType<NimLocalMessages['kept']['shelf']>['findMessages']>[0]) {
    await this.kept.flush()
    return this.kept.shelf().findMessages(query)
  }
  private clearTimeOf(peer: string): number {
    return this.client.store.conversations.get(peer)?.session.clearTime ?? 0
  }
  private presentRow({ msg, shown }: MessageRow): NimMessage {
    if (msg) return present(this, msg)
    const found = structuredClone(shown as NimMessage)
    const { localCustom } = this.client.store.notes.get(`msg ${found.idClient}`) ?? {}
    return { ...found, ...(localCustom !== undefined && { localCustom }) }
  }
  private isHidden(idClient: string): boolean {
    return this.client.store.notes.get(`msg ${idClient}`)?.isDeleted === true
  }
  /** Marks messages in memory as hidden, so that none of them is shown as a session's last one. */
  private hide(ids: readonly string[]): void {
    const { notes, unsent } = this.client.store
    for (const id of ids) {
      this.failed.delete(id)
      if (!unsent.delete(id)) notes.set(`msg ${id}`, { ...notes.get(`msg ${id}`), isDeleted: true })
    }
  }
  private filterOf({ types, subTypes, keyword }: LocalQuery): (msg: NimMessage) => boolean {
    const unknown = types?.find((type) => !(type in messageTypes))
    if (unknown !== undefined) throw imFail('invalid', '消息类型不正确')
    const word = keyword === undefined ? undefined : normaliseText(keyword)
    return (msg) =>
      (types?.includes(msg.type) ?? true) &&
      (subTypes?.includes(msg.subType as number) ?? true) &&
      (word === undefined || normaliseText(wordsOf(msg)).includes(word))
  }
  private async findByIdClients(ids: string[]): Promise<NimMessage[]> {
    if (ids.length === 0 || ids.length > maxBatchSize) throw imFail('invalid', `idClients需要1至${maxBatchSize}个`)
    await this.kept.flush()
    const rows = await this.kept.shelf().findByIdClients(ids)
    const unsent = this.listUnsent().filter(({ idClient }) => ids.includes(idClient))
    return [...rows.map((row) => this.presentRow(row)), ...unsent]
  }
  private async remove(span: Span): Promise<Deleted> {
    await this.kept.flush()
    const { count, peers } = await this.kept.shelf().countMessages(span)
    await this.kept.shelf().write([{ removeMessages: span }])
    const { conversations, unsent } = this.client.store
    const isIn = (peer: string, time: number) =>
      (span.peer === undefined || peer === span.peer) && time >= span.start && time <= span.end
    const held = [...conversations].flatMap(([peer, { msgs }]) => msgs.filter(({ time }) => isIn(peer, time)))
    const waiting = [...unsent].filter(([, { draft, time }]) => isIn(draft.to, time)).map(([idClient]) => idClient)
    this.hide([...held.map(({ idClient }) => idClient), ...waiting])
    await this.kept.mend(peers)
    return { deletedMsgCount: count, sessionUpdateCount: peers.map(sessionIdOf).length }
  }
}
