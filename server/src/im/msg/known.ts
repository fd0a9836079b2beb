// Fast path of a batch of messages: if all conversations are cached, bodies are sealed in advance and one statement
// writes everything. The statement checks the cache under the locks; a stale entry leads to the slow path (`write.ts`).
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Bodies } from '../../kit/chat/bodies.ts'
import type { Sql } from '../../kit/db/db.ts'
import { writeKnown, type KnownGroup, type Written } from './known-store.ts'
import { wireOf } from './present.ts'
import type { Sent, ToSend } from './sending.ts'

type Side = { id: number; accid: string }
/** A cached conversation after its last batch. */
export type Known = { id: number; low: Side; high: Side; lastSeq: number; sealedKey: Uint8Array }

const maxKept = 20_000

export function makeKnownConversations() {
  const byWay = new Map<string, Known>()
  const ways = ({ low, high }: Known) => [`${low.id} ${high.accid}`, `${high.id} ${low.accid}`]
  return {
    find: ({ viewer, draft }: ToSend): Known | undefined => byWay.get(`${viewer.imId} ${draft.to}`),
    learn(list: readonly Known[]): void {
      // clears everything: an uncached conversation costs a few more statements once
      if (byWay.size > maxKept * 2) byWay.clear()
      for (const one of list) for (const way of ways(one)) byWay.set(way, one)
    },
    forget(list: readonly Known[]): void {
      for (const one of list) for (const way of ways(one)) byWay.delete(way)
    },
  }
}
export type KnownConversations = ReturnType<typeof makeKnownConversations>

type NumberedMessage = { item: ToSend; known: Known; row: KnownGroup['messages'][number] }

function placeKnown(bodies: Bodies, items: readonly ToSend[], conversations: readonly Known[]) {
  const firsts = new Map<Known, number>()
  const sessions = new Map<string, KnownGroup['sessions'][number]>()
  const pairs = new Map<string, KnownGroup['pairs'][number]>()
  const accountIds = new Set<number>()
  const placed = items.map((item, at): NumberedMessage => {
    const { viewer, draft } = item
    const known = conversations[at]!
    if (!firsts.has(known)) firsts.set(known, known.lastSeq)
    const seq = (known.lastSeq += 1)
    const isUnreadable = draft.content.isUnreadable !== 0
    for (const { id: imId } of known.low.id === known.high.id ? [known.low] : [known.low, known.high]) {
      const name = `${imId} ${known.id}`
      const unread = imId !== viewer.imId && isUnreadable ? 1 : 0
      const one = sessions.get(name)
      if (one) one.unread += unread
      else sessions.set(name, { imId, conversationId: known.id, unread })
      accountIds.add(imId)
      if (imId !== viewer.imId) pairs.set(`${viewer.imId} ${imId}`, { senderId: viewer.imId, receiverId: imId })
    }
    const row = {
      conversation_id: known.id,
      seq,
      sender_id: viewer.imId,
      id_client: draft.idClient,
      type: draft.content.type,
      is_unreadable: isUnreadable,
      body: bodies.seal(known.sealedKey, { conversationId: known.id, seq }, draft.content),
      client_type: viewer.clientType,
      device_id: viewer.deviceId,
    }
    return { item, known, row }
  })
  const group: KnownGroup = {
    accountIds: [...accountIds],
    conversations: Array.from(firsts, ([{ id, lastSeq, sealedKey }, first]) => ({
      id,
      lastSeq: first,
      sealedKey,
      more: lastSeq - first,
    })),
    pairs: [...pairs.values()],
    sessions: [...sessions.values()],
    messages: placed.map(({ row }) => row),
  }
  return { placed, group, used: [...firsts.keys()] }
}

type Last = { seq: number; time: number }

/** The view of each side of each conversation. */
function sessionsOf(known: Known, values: Written['sessions'], last: Last): Sent['sessions'] {
  return values.map(([imId, , version, unread, ack, , clearTime, ext]) => {
    const peer = imId === known.low.id ? known.high : known.low
    const [, , , , , peerReceipt] = values.find(([id]) => id === peer.id)!
    const session: SessionState = {
      scene: 'p2p',
      to: peer.accid,
      version,
      unread,
      ack,
      msgReceiptTime: peerReceipt,
      lastSeq: last.seq,
      updateTime: last.time,
      isDeleted: false,
      clearTime,
      ext,
    }
    return { imId, session }
  })
}

/** @returns null when the batch needs the slow path; then no message was written */
export async function sendKnown(
  sql: Sql,
  bodies: Bodies,
  known: KnownConversations,
  items: readonly ToSend[],
): Promise<Sent[] | null> {
  const conversations: Known[] = []
  const clients = new Set<string>()
  for (const item of items) {
    const one = known.find(item)
    if (one) conversations.push(one)
    clients.add(`${item.viewer.imId} ${item.draft.idClient}`)
  }
  // uncached, or twice in one batch
  if (conversations.length < items.length || clients.size < items.length) return null
  const { placed, group, used } = placeKnown(bodies, items, conversations)
  let written: Written | null = null
  try {
    written = await writeKnown(sql, group)
  } finally {
    // the cache was stale, or the result of the write is unknown
    if (!written) known.forget(used)
  }
  if (!written) return null
  const places = new Map(
    written.messages.map(([conversation, seq, id, time]) => [`${conversation} ${seq}`, { id, time }]),
  )
  const lasts = new Map<number, Last>()
  for (const [conversation, seq, , time] of written.messages) {
    if (seq > (lasts.get(conversation)?.seq ?? 0)) lasts.set(conversation, { seq, time })
  }
  const values = Map.groupBy(written.sessions, ([, conversationId]) => conversationId)
  const states = new Map(used.map((one) => [one, sessionsOf(one, values.get(one.id)!, lasts.get(one.id)!)]))
  return placed.map(({ item: { viewer, draft }, known: one, row }) => {
    const place = places.get(`${row.conversation_id} ${row.seq}`)!
    const msg = wireOf({ ...row, ...place, from_accid: viewer.accid, to_accid: draft.to }, draft.content)
    return { msg, sessions: states.get(one)!, isRepeat: false }
  })
}
