// SQL of `cached-write.ts`: one statement for a batch of messages.
import type { Db } from '../../../kit/db/db.ts'
import type { SessionIncrease } from './number-messages.ts'
import type { NewMessage } from '../../conversations/message-store.ts'

export type MessageBatch = {
  accountIds: number[]
  /** A conversation as last read, with the number of messages that the batch adds. */
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

// PostgreSQL array literals, because their serialisation by the driver would cost a tenth of a message's time.
const numberArray = (list: readonly number[]): string => `{${list.join(',')}}`
const bytesArray = (list: readonly Uint8Array[]): string =>
  `{${list.map((bytes) => `"\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}"`).join(',')}}`
const textArray = (list: readonly string[]): string =>
  `{${list.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

/** @returns null when a conversation has changed, or a message is a duplicate or blocked */
export async function insertBatch(
  db: Db,
  { accountIds, conversations, pairs, sessions, messages }: MessageBatch,
): Promise<StoredBatch | null> {
  const [reply] = await db<{ written: StoredBatch | null }[]>`
    select im_write_known(
      account_ids => ${numberArray(accountIds)}::bigint[],
      conversation_ids => ${numberArray(conversations.map((row) => row.id))}::bigint[],
      conversation_seqs => ${numberArray(conversations.map((row) => row.lastSeq))}::bigint[],
      conversation_keys => ${bytesArray(conversations.map((row) => row.sealedKey))}::bytea[],
      new_counts => ${numberArray(conversations.map((row) => row.newMessages))}::bigint[],
      sender_ids => ${numberArray(pairs.map((row) => row.senderId))}::bigint[],
      receiver_ids => ${numberArray(pairs.map((row) => row.receiverId))}::bigint[],
      session_accounts => ${numberArray(sessions.map((row) => row.imId))}::bigint[],
      session_conversations => ${numberArray(sessions.map((row) => row.conversationId))}::bigint[],
      session_unreads => ${numberArray(sessions.map((row) => row.unread))}::integer[],
      message_conversations => ${numberArray(messages.map((row) => row.conversation_id))}::bigint[],
      message_seqs => ${numberArray(messages.map((row) => row.seq))}::bigint[],
      message_senders => ${numberArray(messages.map((row) => row.sender_id))}::bigint[],
      message_clients => ${textArray(messages.map((row) => row.id_client))}::text[],
      message_types => ${numberArray(messages.map((row) => row.type))}::smallint[],
      message_unreadables => ${numberArray(messages.map((row) => (row.is_unreadable ? 1 : 0)))}::smallint[],
      message_client_types => ${numberArray(messages.map((row) => row.client_type))}::smallint[],
      message_devices => ${textArray(messages.map((row) => row.device_id))}::text[],
      message_bodies => ${bytesArray(messages.map((row) => row.body))}::bytea[]
    ) as written`
  return reply?.written ?? null
}
