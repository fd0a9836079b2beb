// Writing of a batch of messages by one statement, `im_write_known`: seqs, rows, unread counts and new versions.
// - fast path: the statement alone, when this process has just written all conversations of the batch. The cache holds
//   the last `seq` and the key of a conversation, so bodies are numbered and sealed in advance.
// - otherwise (`write.ts`): in a transaction that locks the accounts and reads both values first.
// The statement takes the same locks and compares both values. If one differs, or the batch holds a duplicate or a blocked
// message, it stores no message, the entries are evicted, and the batch is written by the transaction. The versions of the
// accounts have risen in vain, which no device notices.
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import { sessionIdOf, type Target } from '@xinqiao/contract/im/scene.ts'
import type { Bodies } from '../../../kit/chat/bodies.ts'
import type { Db, Sql } from '../../../kit/db/db.ts'
import { insertBatch, type MessageBatch, type StoredBatch } from './batch-store.ts'
import { otherSideOf, participantIdsOf, targetFor, type KnownConversation } from './known-conversation.ts'
import { numberMessages, type NumberedMessage } from './number-messages.ts'
import { toWireMessage } from '../../conversations/present-message.ts'
import { addressOf, type SendResult, type OutgoingMessage } from './outgoing-message.ts'

const maxCachedConversations = 20_000

/** Cache of conversations by account and the session id that it uses. */
export function createConversationCache() {
  const byAddress = new Map<string, KnownConversation>()
  const addressKey = (imId: number, target: Target) => `${imId} ${sessionIdOf(target)}`
  const addressKeys = (conversation: KnownConversation) =>
    participantIdsOf(conversation).map((imId) => addressKey(imId, targetFor(conversation, imId)))
  return {
    find: ({ viewer, draft }: OutgoingMessage): KnownConversation | undefined =>
      byAddress.get(addressKey(viewer.imId, draft)),
    remember(conversations: readonly KnownConversation[]): void {
      // clears everything: an uncached conversation costs a few more statements once
      if (byAddress.size > maxCachedConversations * 2) byAddress.clear()
      for (const conversation of conversations)
        for (const key of addressKeys(conversation)) byAddress.set(key, conversation)
    },
    evict(conversations: readonly KnownConversation[]): void {
      for (const conversation of conversations) for (const key of addressKeys(conversation)) byAddress.delete(key)
    },
  }
}
export type ConversationCache = ReturnType<typeof createConversationCache>

/** The statement's input. A pair of sender and receiver is listed once, to check for a block. */
function toStatementInput(numbered: readonly NumberedMessage[], sessions: MessageBatch['sessions']): MessageBatch {
  const pairs = new Map<string, MessageBatch['pairs'][number]>()
  const newMessages = new Map<KnownConversation, number>()
  for (const { conversation, row } of numbered) {
    const [senderId, receiverId] = [row.sender_id, otherSideOf(conversation, row.sender_id).id]
    if (receiverId !== senderId) pairs.set(`${senderId} ${receiverId}`, { senderId, receiverId })
    newMessages.set(conversation, (newMessages.get(conversation) ?? 0) + 1)
  }
  return {
    accountIds: [...new Set(sessions.map(({ imId }) => imId))],
    conversations: Array.from(newMessages, ([{ id, lastSeq, sealedKey }, count]) => ({
      id,
      lastSeq: lastSeq - count,
      sealedKey,
      newMessages: count,
    })),
    pairs: [...pairs.values()],
    sessions,
    messages: numbered.map(({ row }) => row),
  }
}

type LastMessagePlace = { seq: number; time: number }

/** Each participant's view of the conversation. */
function presentSessions(
  conversation: KnownConversation,
  values: StoredBatch['sessions'],
  last: LastMessagePlace,
): SendResult['sessions'] {
  return values.map(([imId, , version, unread, ack, , clearTime, ext]) => {
    const { id: peerId } = otherSideOf(conversation, imId)
    const [, , , , , peerReceipt] = values.find(([id]) => id === peerId)!
    const session: SessionState = {
      ...targetFor(conversation, imId),
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

/** @returns null when the batch must be written by the transaction; then no message was written */
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
  let written: SendResult[] | null = null
  try {
    written = await writeNumbered(sql, bodies, items, cached)
  } finally {
    // the cache was stale, or the result of the write is unknown
    if (!written) cache.evict(cached)
  }
  return written
}

/**
 * @param conversations the conversation of each item, as last read
 * @returns null when one has changed, or a message is a duplicate or blocked; then no message was written
 */
export async function writeNumbered(
  db: Db,
  bodies: Bodies,
  items: readonly OutgoingMessage[],
  conversations: readonly KnownConversation[],
): Promise<SendResult[] | null> {
  const { numbered, sessions } = numberMessages(bodies, items, conversations)
  const stored = await insertBatch(db, toStatementInput(numbered, sessions))
  return stored && presentResults(numbered, [...new Set(conversations)], stored)
}

function presentResults(
  numbered: readonly NumberedMessage[],
  conversations: readonly KnownConversation[],
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
  return numbered.map(({ item, conversation, row }) => {
    const place = placesBySeq.get(`${row.conversation_id} ${row.seq}`)!
    const msg = toWireMessage({ ...row, ...place, ...addressOf(item) }, item.draft.content)
    return { msg, sessions: sessionsOf.get(conversation)!, isRepeat: false }
  })
}
