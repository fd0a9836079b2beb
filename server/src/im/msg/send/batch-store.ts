// SQL of `write-numbered.ts`: one statement for a batch of messages.
import type { Tx } from '../../../kit/db/db.ts'
import type { SessionIncrease } from './number-messages.ts'
import type { NewMessage } from '../../conversations/message-store.ts'

export type MessageBatch = {
  accountIds: number[]
  /** Each conversation, with the number of messages that the batch adds. */
  conversations: { id: number; newMessages: number }[]
  sessions: SessionIncrease[]
  messages: Omit<NewMessage, 'time'>[]
}

type StoredMessage = { conversationId: number; seq: number; id: number; time: number }
export type StoredSession = {
  imId: number
  conversationId: number
  version: number
  unread: number
  ack: number
  receipt: number
  clearTime: number
  ext: string
}
export type StoredBatch = { messages: StoredMessage[]; sessions: StoredSession[] }

/** Result of `im_write_messages`: arrays of columns, to be read by `readStoredBatch` only. */
type WrittenBatch = {
  messages: [conversationId: number, seq: number, id: number, time: number][]
  sessions: [
    imId: number,
    conversationId: number,
    version: number,
    unread: number,
    ack: number,
    receipt: number,
    clearTime: number,
    ext: string,
  ][]
}

export const readStoredBatch = ({ messages, sessions }: WrittenBatch): StoredBatch => ({
  messages: messages.map(([conversationId, seq, id, time]) => ({ conversationId, seq, id, time })),
  sessions: sessions.map(([imId, conversationId, version, unread, ack, receipt, clearTime, ext]) => ({
    imId,
    conversationId,
    version,
    unread,
    ack,
    receipt,
    clearTime,
    ext,
  })),
})

// PostgreSQL array literals, because their serialisation by the driver would cost a tenth of a message's time.
const numberArray = (list: readonly number[]): string => `{${list.join(',')}}`
const bytesArray = (list: readonly Uint8Array[]): string =>
  `{${list.map((bytes) => `"\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}"`).join(',')}}`
const textArray = (list: readonly string[]): string =>
  `{${list.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

/**
 * Stores numbered messages under the locks of all accounts of their conversations. The parameters are columns: those
 * named `session_…` have a value per session, `message_…` one per message.
 */
export const insertBatch = (tx: Tx, { accountIds, conversations, sessions, messages }: MessageBatch) =>
  tx<[{ written: WrittenBatch }]>`
    select im_write_messages(
      account_ids => ${numberArray(accountIds)}::bigint[],
      conversation_ids => ${numberArray(conversations.map((row) => row.id))}::bigint[],
      new_counts => ${numberArray(conversations.map((row) => row.newMessages))}::bigint[],
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
