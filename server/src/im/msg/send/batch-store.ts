// SQL of `write-numbered.ts`: one statement for a batch of messages.
import type { Rows } from '../../../../db/rows.ts'
import { bytesArray, simpleArray, textArray } from '../../../kit/db/arrays.ts'
import type { Tx } from '../../../kit/db/db.ts'
import type { NewMessage } from '../../conversations/message-store.ts'

export type NumberedRow = Omit<NewMessage, 'readable' | 'sender_readable'>
/** `unread`: number that the batch adds to the unread count of this account's session. */
export type SessionIncrease = Pick<Rows['im_session'], 'im_account_id' | 'conversation_id' | 'version' | 'unread'>

type StoredMessagePosition = Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq'>
export type StoredSession = Omit<Rows['im_session'], 'is_deleted'>
export type StoredBatch = { messages: StoredMessagePosition[]; sessions: StoredSession[] }

/**
 * Stores numbered messages under the locks of all accounts of their conversations.
 * @param increases one for each session of these conversations
 */
export const insertBatch = (tx: Tx, messages: readonly NumberedRow[], increases: readonly SessionIncrease[]) =>
  tx<[{ stored: StoredBatch }]>`
    select im_write_batch(
      ${simpleArray(messages.map((row) => row.conversation_id))}::bigint[],
      ${simpleArray(messages.map((row) => row.seq))}::bigint[],
      ${simpleArray(messages.map((row) => row.sender_id))}::bigint[],
      ${textArray(messages.map((row) => row.id_client))}::text[],
      ${simpleArray(messages.map((row) => row.type))}::smallint[],
      ${simpleArray(messages.map((row) => row.is_unreadable))}::boolean[],
      ${simpleArray(messages.map((row) => row.client_type))}::smallint[],
      ${textArray(messages.map((row) => row.device_id))}::text[],
      ${simpleArray(messages.map((row) => row.time))}::bigint[],
      ${bytesArray(messages.map((row) => row.body))}::bytea[],
      ${simpleArray(messages.map((row) => row.thread_id ?? null))}::bigint[],
      ${simpleArray(messages.map((row) => row.is_pushable ?? true))}::boolean[],
      ${simpleArray(increases.map((row) => row.im_account_id))}::bigint[],
      ${simpleArray(increases.map((row) => row.conversation_id))}::bigint[],
      ${simpleArray(increases.map((row) => row.version))}::bigint[],
      ${simpleArray(increases.map((row) => row.unread))}::integer[]
    ) as stored`
