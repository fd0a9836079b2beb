// What a screen of conversations shows, as values that are never changed in place: a screen compares and draws.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import type { GoneMessage } from '@xinqiao/contract/im/gone.ts'
import { messageTypes, type MessageContent, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/scene.ts'
import type { Client } from '../client.ts'
import type { End } from '../connection/connection.ts'
import { thingOf } from '../sync/changes.ts'

/** One message on a screen, sent or about to be. */
export type Line = {
  /** Its idClient: the same before and after it was sent. */
  key: string
  /** Null until the server has it, and of what is no message. */
  idServer: string | null
  isOwn: boolean
  /** `sending` also while it waits for the network. */
  status: 'sending' | 'success' | 'fail'
  time: number
  content: MessageContent
  /** Its sender has changed it since. */
  isModified: boolean
  /** Written by the system in place of a message. A tip of another user is not: it shows as their words. */
  isNotice: boolean
  /** Of a picture on its way: 0 to 100. */
  percentage: number | null
  /** The picture as this device has it, before the server does. */
  localUrl: string | null
  /** Why it failed. */
  fault: string | null
}
export type Thread = {
  to: string
  lines: readonly Line[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
  /** The other side has read up to this time. */
  readTime: number
}
export type Talk = {
  to: string
  name: string
  avatar: string
  unread: number
  time: number
  isTop: boolean
  last: Line | null
}

export type DeskState = {
  link: 'connecting' | 'online' | 'waiting' | 'ended'
  end: End | null
  hasSynced: boolean
  talks: readonly Talk[]
  unread: number
  threads: ReadonlyMap<string, Thread>
  /** Who is writing to this account right now. */
  typing: ReadonlySet<string>
  /** Conversations in which what was written sounded like danger, until it is put aside. */
  care: ReadonlyMap<string, CrisisLevel>
}

/** What the desk keeps of a thread besides the client's store. */
export type Held = {
  /** Older than what the store holds, oldest first. */
  older: WireMessage[]
  pending: Line[]
  /** In the place of what was recalled while somebody looked. */
  recalled: Line[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
}

const known = new WeakMap<WireMessage, Line>()

/** The same message is the same line, so that a screen need not draw it again. */
export function lineOf(msg: WireMessage, account: string): Line {
  const found = known.get(msg)
  if (found) return found
  const { idClient, idServer, from, time, content, modifyTime, isErased = false } = msg
  const rest = {
    isModified: modifyTime !== undefined,
    isNotice: isErased,
    percentage: null,
    localUrl: null,
    fault: null,
  }
  const line: Line = { key: idClient, idServer, isOwn: from === account, status: 'success', time, content, ...rest }
  known.set(msg, line)
  return line
}

export function heldMessages({ store }: Client, to: string, held: Held | undefined): WireMessage[] {
  const { msgs: live = [], session } = store.conversations.get(to) ?? {}
  const first = live[0]?.seq ?? Infinity
  const cleared = session?.clearTime ?? 0
  const isThere = ({ seq, time, idServer }: WireMessage) => seq < first && time > cleared && !store.gone.has(idServer)
  const older = held?.older.filter((msg) => isThere(msg)) ?? []
  return [...older.map((msg) => store.modified.get(msg.idServer) ?? msg), ...live]
}

export function makeThread(client: Client, account: string, to: string, held: Held): Thread {
  const msgs = heldMessages(client, to, held)
  const stored = new Set(msgs.map(({ idClient }) => idClient))
  const said = [...msgs.map((msg) => lineOf(msg, account)), ...held.recalled].sort((a, b) => a.time - b.time)
  const lines = [...said, ...held.pending.filter(({ key }) => !stored.has(key))]
  const { hasOlder, isLoading, fault } = held
  const readTime = client.store.conversations.get(to)?.session.msgReceiptTime ?? 0
  return { to, lines, hasOlder, isLoading, fault, readTime }
}

/** What was taken back, in words, where it stood. */
export const recalledLine = ({ idServer, from, time }: GoneMessage, account: string): Line => ({
  key: `recall-${idServer}`,
  idServer: null,
  isOwn: from === account,
  status: 'success',
  time,
  content: { type: messageTypes.tip, tip: from === account ? '你撤回了一条消息' : '对方撤回了一条消息' },
  isModified: false,
  isNotice: true,
  percentage: null,
  localUrl: null,
  fault: null,
})

/** Those kept on top first, then the latest. */
export function makeTalks({ store }: Client, account: string): Talk[] {
  return [...store.conversations.values()]
    .filter(({ session }) => !session.isDeleted)
    .map(({ session, lastMsg }) => {
      const user = store.users.get(session.to)
      return {
        to: session.to,
        name: user?.nick ?? '',
        avatar: user?.avatar ?? '',
        unread: session.unread,
        time: lastMsg?.time ?? session.updateTime,
        isTop: thingOf(store, 'stickTop', sessionIdOf(session.to))?.isTop === true,
        last: lastMsg ? lineOf(lastMsg, account) : null,
      }
    })
    .sort((a, b) => Number(b.isTop) - Number(a.isTop) || b.time - a.time)
}
