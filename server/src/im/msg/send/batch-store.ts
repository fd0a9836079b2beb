// SQL of `write-numbered.ts`: one statement for a batch of messages.
import type { Rows } from '../../../../db/rows.ts'
import type { Tx } from '../../../kit/db/db.ts'
import type { NewMessage } from '../../conversations/message-store.ts'

export type NumberedRow = Omit<NewMessage, 'time' | 'readable' | 'sender_readable'>
/** `unread`: number that the batch adds to the unread count of this account's session. */
export type SessionIncrease = Pick<Rows['im_session'], 'im_account_id' | 'conversation_id' | 'unread'>

type StoredMessagePosition = Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq' | 'time'>
export type StoredSession = Omit<Rows['im_session'], 'is_deleted'>
export type StoredBatch = { messages: StoredMessagePosition[]; sessions: StoredSession[] }

/** PostgreSQL's text form of bytes. */
const toBytesText = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`

/**
 * Stores numbered messages under the locks of all accounts of their conversations.
 * @param increases one for each session of these conversations
 */
export function insertBatch(tx: Tx, messages: readonly NumberedRow[], increases: readonly SessionIncrease[]) {
  const rows = messages.map((row) => ({ ...row, body: toBytesText(row.body) }))
  return tx<[{ stored: StoredBatch }]>`
    select im_store_messages(${JSON.stringify(rows)}::text::json, ${JSON.stringify(increases)}::text::json) as stored`
}
