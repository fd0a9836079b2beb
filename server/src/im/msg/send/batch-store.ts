// SQL of `write-numbered.ts`: one statement for a batch of messages.
import type { Rows } from '../../../../db/rows.ts'
import type { Tx } from '../../../kit/db/db.ts'
import type { NewMessage } from '../../conversations/message-store.ts'

export type NumberedRow = Omit<NewMessage, 'readable' | 'sender_readable'>
/** `unread`: number that the batch adds to the unread count of this account's session. */
export type SessionIncrease = Pick<Rows['im_session'], 'im_account_id' | 'conversation_id' | 'version' | 'unread'>

type StoredMessagePosition = Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq'>
export type StoredSession = Omit<Rows['im_session'], 'is_deleted'>
export type StoredBatch = { messages: StoredMessagePosition[]; sessions: StoredSession[] }

const toHex = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex')
// PostgreSQL's text form of arrays, because the driver's own conversion takes a tenth of a message's time
const toArray = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
const toTextArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
const toBytesArray = (list: readonly Uint8Array[]): string =>
  `{${list.map((bytes) => `"\\\\x${toHex(bytes)}"`).join(',')}}`

/**
 * Stores numbered messages under the locks of all accounts of their conversations.
 * @param increases one for each session of these conversations
 */
export const insertBatch = (tx: Tx, messages: readonly NumberedRow[], increases: readonly SessionIncrease[]) =>
  tx<[{ stored: StoredBatch }]>`
    select im_write_batch(
      ${toArray(messages.map((row) => row.conversation_id))}::bigint[],
      ${toArray(messages.map((row) => row.seq))}::bigint[],
      ${toArray(messages.map((row) => row.sender_id))}::bigint[],
      ${toTextArray(messages.map((row) => row.id_client))}::text[],
      ${toArray(messages.map((row) => row.type))}::smallint[],
      ${toArray(messages.map((row) => row.is_unreadable))}::boolean[],
      ${toArray(messages.map((row) => row.client_type))}::smallint[],
      ${toTextArray(messages.map((row) => row.device_id))}::text[],
      ${toArray(messages.map((row) => row.time))}::bigint[],
      ${toBytesArray(messages.map((row) => row.body))}::bytea[],
      ${toArray(messages.map((row) => row.thread_id ?? null))}::bigint[],
      ${toArray(messages.map((row) => row.is_pushable ?? true))}::boolean[],
      ${toArray(increases.map((row) => row.im_account_id))}::bigint[],
      ${toArray(increases.map((row) => row.conversation_id))}::bigint[],
      ${toArray(increases.map((row) => row.version))}::bigint[],
      ${toArray(increases.map((row) => row.unread))}::integer[]
    ) as stored`
