// SQL of the fast path: one statement for a batch whose conversations are cached (migration 0012).
import type { Sql } from '../../kit/db/db.ts'
import type { NewMessage } from './store.ts'

export type KnownGroup = {
  accountIds: number[]
  conversations: { id: number; lastSeq: number; sealedKey: Uint8Array; more: number }[]
  pairs: { senderId: number; receiverId: number }[]
  sessions: { imId: number; conversationId: number; unread: number }[]
  messages: Omit<NewMessage, 'time'>[]
}

type MessagePlace = [conversationId: number, seq: number, id: number, time: number]
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
export type Written = { messages: MessagePlace[]; sessions: SessionValues[] }

// PostgreSQL array literals: serialisation by the driver takes a tenth of the cost of a message.
const numbers = (list: readonly number[]): string => `{${list.join(',')}}`
const byteStrings = (list: readonly Uint8Array[]): string =>
  `{${list.map((bytes) => `"\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}"`).join(',')}}`
const texts = (list: readonly string[]): string =>
  `{${list.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

/** A single statement is its own transaction. @returns null when the cache of the batch is stale */
export async function writeKnown(
  sql: Sql,
  { accountIds, conversations, pairs, sessions, messages }: KnownGroup,
): Promise<Written | null> {
  const [row] = await sql<{ written: Written | null }[]>`
    select im_write_known(
      ${numbers(accountIds)}::bigint[],
      ${numbers(conversations.map((one) => one.id))}::bigint[],
      ${numbers(conversations.map((one) => one.lastSeq))}::bigint[],
      ${byteStrings(conversations.map((one) => one.sealedKey))}::bytea[],
      ${numbers(conversations.map((one) => one.more))}::bigint[],
      ${numbers(pairs.map((one) => one.senderId))}::bigint[],
      ${numbers(pairs.map((one) => one.receiverId))}::bigint[],
      ${numbers(sessions.map((one) => one.imId))}::bigint[],
      ${numbers(sessions.map((one) => one.conversationId))}::bigint[],
      ${numbers(sessions.map((one) => one.unread))}::integer[],
      ${numbers(messages.map((one) => one.conversation_id))}::bigint[],
      ${numbers(messages.map((one) => one.seq))}::bigint[],
      ${numbers(messages.map((one) => one.sender_id))}::bigint[],
      ${texts(messages.map((one) => one.id_client))}::text[],
      ${numbers(messages.map((one) => one.type))}::smallint[],
      ${numbers(messages.map((one) => (one.is_unreadable ? 1 : 0)))}::smallint[],
      ${numbers(messages.map((one) => one.client_type))}::smallint[],
      ${texts(messages.map((one) => one.device_id))}::text[],
      ${byteStrings(messages.map((one) => one.body))}::bytea[]
    ) as written`
  return row?.written ?? null
}
