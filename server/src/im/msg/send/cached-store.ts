// SQL of the fast path (`cached-write.ts`): one statement for a batch whose conversations are cached.
import type { Sql } from '../../../kit/db/db.ts'
import type { SessionIncrease } from './number-messages.ts'
import type { NewMessage } from '../records/store.ts'

export type CachedBatch = {
  accountIds: number[]
  /** A cached conversation, with the number of messages that the batch adds. */
  conversations: { id: number; lastSeq: number; sealedKey: Uint8Array; newMessages: number }[]
  /** Sender and receiver of each message, to check for blocks. */
  pairs: { senderId: number; receiverId: number }[]
  sessions: SessionIncrease[]
  messages: Omit<NewMessage, 'time'>[]
}

type StoredMessage = [conversationId: number, seq: number, id: number, time: number]
type SessionValues = [
  imId: number,
  conversationId: number,
  version: number,
  unread: number,
  ack: number,
  receipt: number,
  clearedTime: number,
  ext: string,
]
export type StoredBatch = { messages: StoredMessage[]; sessions: SessionValues[] }

// PostgreSQL array literals: serialisation by the driver takes a tenth of the cost of a message.
const numberArray = (list: readonly number[]): string => `{${list.join(',')}}`
const bytesArray = (list: readonly Uint8Array[]): string =>
  `{${list.map((bytes) => `"\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}"`).join(',')}}`
const textArray = (list: readonly string[]): string =>
  `{${list.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

/** A single statement is its own transaction. @returns null when the cache of the batch is stale */
export async function insertCachedBatch(
  sql: Sql,
  { accountIds, conversations, pairs, sessions, messages }: CachedBatch,
): Promise<StoredBatch | null> {
  const [reply] = await sql<{ written: StoredBatch | null }[]>`
    select im_write_known(
      ${numberArray(accountIds)}::bigint[],
      ${numberArray(conversations.map((row) => row.id))}::bigint[],
      ${numberArray(conversations.map((row) => row.lastSeq))}::bigint[],
      ${bytesArray(conversations.map((row) => row.sealedKey))}::bytea[],
      ${numberArray(conversations.map((row) => row.newMessages))}::bigint[],
      ${numberArray(pairs.map((row) => row.senderId))}::bigint[],
      ${numberArray(pairs.map((row) => row.receiverId))}::bigint[],
      ${numberArray(sessions.map((row) => row.imId))}::bigint[],
      ${numberArray(sessions.map((row) => row.conversationId))}::bigint[],
      ${numberArray(sessions.map((row) => row.unread))}::integer[],
      ${numberArray(messages.map((row) => row.conversation_id))}::bigint[],
      ${numberArray(messages.map((row) => row.seq))}::bigint[],
      ${numberArray(messages.map((row) => row.sender_id))}::bigint[],
      ${textArray(messages.map((row) => row.id_client))}::text[],
      ${numberArray(messages.map((row) => row.type))}::smallint[],
      ${numberArray(messages.map((row) => (row.is_unreadable ? 1 : 0)))}::smallint[],
      ${numberArray(messages.map((row) => row.client_type))}::smallint[],
      ${textArray(messages.map((row) => row.device_id))}::text[],
      ${bytesArray(messages.map((row) => row.body))}::bytea[]
    ) as written`
  return reply?.written ?? null
}
