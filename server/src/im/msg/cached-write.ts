// Fast path of a batch of messages. Every batch can be written in two ways with the same result:
// - general (`write.ts`): nine statements in one transaction. They lock, look up, create conversations and number.
// - fast (this file): one statement, `im_write_known`, when this process has just written all its conversations.
// The cache holds the last `seq` and the key of a conversation, so bodies are numbered and sealed in advance. The
// statement takes the same locks and compares both values. If one differs, or the batch holds a duplicate or a blocked
// message, it writes nothing: the entries are evicted, and the batch takes the general way.
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Bodies } from '../../kit/chat/bodies.ts'
import type { Sql } from '../../kit/db/db.ts'
import { insertCachedBatch, type CachedBatch, type StoredBatch } from './cached-store.ts'
import { toWireMessage } from './present.ts'
import type { SendResult, OutgoingMessage } from './outgoing-message.ts'

type Participant = { id: number; accid: string }
/** A conversation as it was after its last batch. `low` is the participant with the lower id. */
export type CachedConversation = {
  id: number
  low: Participant
  high: Participant
  lastSeq: number
  sealedKey: Uint8Array
}

const maxCachedConversations = 20_000

/** Cache of conversations by sender id and the receiver's accid. */
export function createConversationCache() {
  const byPair = new Map<string, CachedConversation>()
  const pairKeys = ({ low, high }: CachedConversation) => [`${low.id} ${high.accid}`, `${high.id} ${low.accid}`]
  return {
    find: ({ viewer, draft }: OutgoingMessage): CachedConversation | undefined =>
      byPair.get(`${viewer.imId} ${draft.to}`),
    remember(conversations: readonly CachedConversation[]): void {
      // clears everything: an uncached conversation costs a few more statements once
      if (byPair.size > maxCachedConversations * 2) byPair.clear()
      for (const conversation of conversations) for (const key of pairKeys(conversation)) byPair.set(key, conversation)
    },
    evict(conversations: readonly CachedConversation[]): void {
      for (const conversation of conversations) for (const key of pairKeys(conversation)) byPair.delete(key)
    },
  }
}
export type ConversationCache = ReturnType<typeof createConversationCache>

type NumberedMessage = { item: OutgoingMessage; conversation: CachedConversation; row: CachedBatch['messages'][number] }

/** Assigns each message the next seq of its conversation, and collects the rows that the statement changes. */
function numberMessages(
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  conversations: readonly CachedConversation[],
) {
  const seqsBefore = new Map<CachedConversation, number>()
  const sessions = new Map<string, CachedBatch['sessions'][number]>()
  const pairs = new Map<string, CachedBatch['pairs'][number]>()
  const accountIds = new Set<number>()
  const numbered = items.map((item, i): NumberedMessage => {
    const { viewer, draft } = item
    const conversation = conversations[i]!
    if (!seqsBefore.has(conversation)) seqsBefore.set(conversation, conversation.lastSeq)
    const seq = (conversation.lastSeq += 1)
    const isUnreadable = draft.content.isUnreadable !== 0
    const { low, high } = conversation
    for (const { id: imId } of low.id === high.id ? [low] : [low, high]) {
      const key = `${imId} ${conversation.id}`
      const unread = imId !== viewer.imId && isUnreadable ? 1 : 0
      const session = sessions.get(key)
      if (session) session.unread += unread
      else sessions.set(key, { imId, conversationId: conversation.id, unread })
      accountIds.add(imId)
      if (imId !== viewer.imId) pairs.set(`${viewer.imId} ${imId}`, { senderId: viewer.imId, receiverId: imId })
    }
    const row = {
      conversation_id: conversation.id,
      seq,
      sender_id: viewer.imId,
      id_client: draft.idClient,
      type: draft.content.type,
      is_unreadable: isUnreadable,
      body: bodies.seal(conversation.sealedKey, { conversationId: conversation.id, seq }, draft.content),
      client_type: viewer.clientType,
      device_id: viewer.deviceId,
    }
    return { item, conversation, row }
  })
  const batch: CachedBatch = {
    accountIds: [...accountIds],
    conversations: Array.from(seqsBefore, ([{ id, lastSeq, sealedKey }, seqBefore]) => ({
      id,
      lastSeq: seqBefore,
      sealedKey,
      newMessages: lastSeq - seqBefore,
    })),
    pairs: [...pairs.values()],
    sessions: [...sessions.values()],
    messages: numbered.map(({ row }) => row),
  }
  return { numbered, batch, conversations: [...seqsBefore.keys()] }
}

type LastMessagePlace = { seq: number; time: number }

/** Each participant's view of the conversation. */
function presentSessions(
  conversation: CachedConversation,
  values: StoredBatch['sessions'],
  last: LastMessagePlace,
): SendResult['sessions'] {
  return values.map(([imId, , version, unread, ack, , clearTime, ext]) => {
    const peer = imId === conversation.low.id ? conversation.high : conversation.low
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

/** @returns null when the batch needs the general way; then no message was written */
export async function writeCached(
  sql: Sql,
  bodies: Bodies,
  cache: ConversationCache,
  items: readonly OutgoingMessage[],
): Promise<SendResult[] | null> {
  const cached = items.flatMap((item) => cache.find(item) ?? [])
  const idClients = new Set(items.map(({ viewer, draft }) => `${viewer.imId} ${draft.idClient}`))
  const hasUncached = cached.length < items.length
  const hasDuplicate = idClients.size < items.length
  if (hasUncached || hasDuplicate) return null
  const { numbered, batch, conversations } = numberMessages(bodies, items, cached)
  let stored: StoredBatch | null = null
  try {
    stored = await insertCachedBatch(sql, batch)
  } finally {
    // the cache was stale, or the result of the write is unknown
    if (!stored) cache.evict(conversations)
  }
  return stored && presentResults(numbered, conversations, stored)
}

function presentResults(
  numbered: readonly NumberedMessage[],
  conversations: readonly CachedConversation[],
  stored: StoredBatch,
): SendResult[] {
  const placesBySeq = new Map(
    stored.messages.map(([conversationId, seq, id, time]) => [`${conversationId} ${seq}`, { id, time }]),
  )
  const lastPlaces = new Map<number, LastMessagePlace>()
  for (const [conversationId, seq, , time] of stored.messages) {
    if (seq > (lastPlaces.get(conversationId)?.seq ?? 0)) lastPlaces.set(conversationId, { seq, time })
  }
  const values = Map.groupBy(stored.sessions, ([, conversationId]) => conversationId)
  const sessionsOf = new Map(
    conversations.map((conversation) => {
      const { id } = conversation
      return [conversation, presentSessions(conversation, values.get(id)!, lastPlaces.get(id)!)]
    }),
  )
  return numbered.map(({ item: { viewer, draft }, conversation, row }) => {
    const place = placesBySeq.get(`${row.conversation_id} ${row.seq}`)!
    const msg = toWireMessage({ ...row, ...place, from_accid: viewer.accid, to_accid: draft.to }, draft.content)
    return { msg, sessions: sessionsOf.get(conversation)!, isRepeat: false }
  })
}
