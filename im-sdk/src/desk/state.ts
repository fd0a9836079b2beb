// What a screen of conversations shows, as values that are never changed in place: a screen compares and draws.
import type { MessageContent, WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { Client } from '../client.ts'
import type { End } from '../connection/connection.ts'

/** One message on a screen, sent or about to be. */
export type Line = {
  /** Its idClient: the same before and after it was sent. */
  key: string
  isOwn: boolean
  /** `sending` also while it waits for the network. */
  status: 'sending' | 'success' | 'fail'
  time: number
  content: MessageContent
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
export type Talk = { to: string; name: string; avatar: string; unread: number; time: number; last: Line | null }

export type DeskState = {
  link: 'connecting' | 'online' | 'waiting' | 'ended'
  end: End | null
  hasSynced: boolean
  talks: readonly Talk[]
  unread: number
  threads: ReadonlyMap<string, Thread>
}

/** What the desk keeps of a thread besides the client's store. */
export type Held = {
  /** Older than what the store holds, oldest first. */
  older: WireMessage[]
  pending: Line[]
  hasOlder: boolean
  isLoading: boolean
  fault: string | null
}

const known = new WeakMap<WireMessage, Line>()

/** The same message is the same line, so that a screen need not draw it again. */
export function lineOf(msg: WireMessage, account: string): Line {
  const found = known.get(msg)
  if (found) return found
  const { idClient, from, time, content } = msg
  const rest = { percentage: null, localUrl: null, fault: null }
  const line: Line = { key: idClient, isOwn: from === account, status: 'success', time, content, ...rest }
  known.set(msg, line)
  return line
}

export function heldMessages({ store }: Client, to: string, held: Held | undefined): WireMessage[] {
  const { msgs: live = [], session } = store.conversations.get(to) ?? {}
  const first = live[0]?.seq ?? Infinity
  const cleared = session?.clearTime ?? 0
  const isThere = ({ seq, time, idServer }: WireMessage) => seq < first && time > cleared && !store.gone.has(idServer)
  return [...(held?.older.filter((msg) => isThere(msg)) ?? []), ...live]
}

export function makeThread(client: Client, account: string, to: string, held: Held): Thread {
  const msgs = heldMessages(client, to, held)
  const stored = new Set(msgs.map(({ idClient }) => idClient))
  const lines = [...msgs.map((msg) => lineOf(msg, account)), ...held.pending.filter(({ key }) => !stored.has(key))]
  const { hasOlder, isLoading, fault } = held
  const readTime = client.store.conversations.get(to)?.session.msgReceiptTime ?? 0
  return { to, lines, hasOlder, isLoading, fault, readTime }
}

/** Latest first. */
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
        time: session.updateTime,
        last: lastMsg ? lineOf(lastMsg, account) : null,
      }
    })
    .sort((a, b) => b.time - a.time)
}
