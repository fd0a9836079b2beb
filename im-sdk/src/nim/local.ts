// Messages on this device: those the server has as well, and those that are here alone. Nothing here asks the server.
import { messageTypes, type MessageType } from '@xinqiao/contract/im/messages.ts'
import { peerOfSession, sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import { normaliseText } from '@xinqiao/contract/im/search.ts'
import { present, type Draft } from './core.ts'
import type { Done, SendOptions } from './options.ts'
import type { NimMessage } from './present.ts'
import { NimStickTops } from './stick-top.ts'

type LocalQuery = {
  sessionId?: string
  start?: number
  end?: number
  desc?: boolean
  limit?: number
  types?: string[]
  subTypes?: number[]
  keyword?: string
}
type Span = { sessionId?: string; start?: number; end?: number }
type ForwardOptions = { msg: NimMessage; scene: string; to: string; done?: SendOptions['done'] }

const wordsOf = ({ text, tip, content, geo }: NimMessage): string => [text, tip, content, geo?.title].join('\n')

/** messaging.md 3: what may be sent, sent again and forwarded. */
function contentOf(msg: NimMessage): Draft['content'] {
  const type = messageTypes[msg.type as MessageType]
  const { text, tip, content, geo, file, custom, subType } = structuredClone(msg)
  const parts = Object.entries({ text, tip, content, geo, file, custom, subType })
  return Object.fromEntries([['type', type], ...parts.filter(([, value]) => value !== undefined)]) as Draft['content']
}

export class NimLocalMessages extends NimStickTops {
  /** messaging.md 4: forwarding makes a message of its own. */
  forwardMsg({ msg, scene, to, done }: ForwardOptions): NimMessage {
    return this.send({ scene, to, ...(done && { done }) }, contentOf(msg))
  }

  /** From newest to oldest unless `desc` is false. */
  getLocalMsgs({ done, ...query }: LocalQuery & { done?: Done<{ msgs: NimMessage[]; sessionId?: string }> }): void {
    const { sessionId, start = 0, end = Infinity, desc = true, limit = 100, types, subTypes, keyword } = query
    if (limit < 1) return done?.(new RangeError('limit不能小于1'))
    if (end <= start) return done?.(new RangeError('end必须晚于start'))
    const wanted = keyword === undefined ? null : normaliseText(keyword)
    const found = this.localMessages({ ...(sessionId !== undefined && { sessionId }), start, end }).filter(
      (msg) =>
        (types?.includes(msg.type) ?? true) &&
        (subTypes?.includes(Number(msg.subType ?? 0)) ?? true) &&
        (wanted === null || normaliseText(wordsOf(msg)).includes(wanted)),
    )
    const msgs = (desc ? found.toReversed() : found).slice(0, limit)
    done?.(null, { msgs, ...(sessionId !== undefined && { sessionId }) })
  }
  getLocalMsgByIdClient({ idClient, done }: { idClient: string; done?: Done<{ msg: NimMessage | undefined }> }): void {
    done?.(null, { msg: this.localMessages().find((msg) => msg.idClient === idClient) })
  }
  getLocalMsgsByIdClients({ idClients, done }: { idClients: string[]; done?: Done<{ msgs: NimMessage[] }> }): void {
    done?.(null, { msgs: this.localMessages().filter(({ idClient }) => idClients.includes(idClient)) })
  }
  updateLocalMsg({
    idClient,
    localCustom,
    done,
  }: {
    idClient: string
    localCustom: string
    done?: Done<NimMessage | undefined>
  }): void {
    const { notes, kept } = this.client.store
    const own = kept.get(idClient)
    if (own) kept.set(idClient, { ...own, localCustom })
    else notes.set(`msg ${idClient}`, { ...notes.get(`msg ${idClient}`), localCustom })
    done?.(
      null,
      this.localMessages().find((msg) => msg.idClient === idClient),
    )
  }
  saveMsgsToLocal({ msgs, done }: { msgs: NimMessage[]; done?: Done<null> }): void {
    const { kept, conversations } = this.client.store
    for (const msg of msgs) {
      const held = conversations.get(msg.target)?.msgs.some(({ idClient }) => idClient === msg.idClient)
      if (!held) kept.set(msg.idClient, structuredClone(msg))
    }
    done?.(null, null)
  }

  deleteLocalMsg({ msg, done }: { msg: NimMessage; done?: Done<null> }): void {
    this.hideMessages([msg])
    done?.(null, null)
  }
  deleteLocalMsgs({ done, ...span }: Span & { sessionId: string; done?: Done<null> }): void {
    this.hideMessages(this.localMessages(span))
    done?.(null, null)
  }
  deleteLocalMsgsBySession({ to, done }: { scene: string; to: string; done?: Done<null> }): void {
    this.deleteLocalMsgs({ sessionId: sessionIdOf(to), ...(done && { done }) })
  }
  deleteLocalMsgsByTime({
    deletedone,
    done,
    ...span
  }: Omit<Span, 'sessionId'> & {
    deletedone?: (data: { deletedMsgCount: number }) => void
    done?: Done<{ deletedMsgCount: number; sessionUpdateCount: number }>
  }): void {
    const msgs = this.localMessages(span)
    this.hideMessages(msgs)
    const deletedMsgCount = msgs.length
    deletedone?.({ deletedMsgCount })
    done?.(null, { deletedMsgCount, sessionUpdateCount: new Set(msgs.map(({ sessionId }) => sessionId)).size })
  }
  deleteAllLocalMsgs({ done }: { done?: Done<null> } = {}): void {
    this.hideMessages(this.localMessages())
    done?.(null, null)
  }

  messageSerialization(message: NimMessage): string | null {
    return message.idClient ? JSON.stringify(message) : null
  }
  messageDeserialization(message: string): NimMessage | null {
    try {
      const parsed = JSON.parse(message) as NimMessage
      return typeof parsed.idClient === 'string' ? parsed : null
    } catch {
      return null
    }
  }

  /** Oldest first. */
  private localMessages({ sessionId, start = 0, end = Infinity }: Span = {}): NimMessage[] {
    const { conversations, kept, notes } = this.client.store
    const peer = sessionId === undefined ? null : peerOfSession(sessionId)
    const stored = [...conversations.values()]
      .filter(({ session }) => peer === null || session.to === peer)
      .flatMap(({ msgs }) => msgs.map((msg) => present(this, msg)))
    const own = [...kept.values()].filter((msg) => sessionId === undefined || msg.sessionId === sessionId)
    return [...stored, ...(structuredClone(own) as NimMessage[])]
      .filter(({ time, idClient }) => time >= start && time <= end && !notes.get(`msg ${idClient}`)?.isDeleted)
      .sort((a, b) => a.time - b.time)
  }
  private hideMessages(msgs: readonly NimMessage[]): void {
    const { kept, notes } = this.client.store
    for (const { idClient } of msgs) {
      if (!kept.delete(idClient)) notes.set(`msg ${idClient}`, { ...notes.get(`msg ${idClient}`), isDeleted: true })
    }
  }
}
