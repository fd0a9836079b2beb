// The one statement of a group whose conversations are known (migration 0012).
import { bytesList, type Sql } from '../../kit/db.ts'
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

/** One statement is a transaction of its own. @returns null when something is not as the group has it */
export async function writeKnown(
  sql: Sql,
  { accountIds, conversations, pairs, sessions, messages }: KnownGroup,
): Promise<Written | null> {
  const [row] = await sql<{ written: Written | null }[]>`
    select im_write_known(
      ${accountIds}::bigint[],
      ${conversations.map((one) => one.id)}::bigint[], ${conversations.map((one) => one.lastSeq)}::bigint[],
      ${bytesList(
        sql,
        conversations.map((one) => one.sealedKey),
      )}::bytea[], ${conversations.map((one) => one.more)}::bigint[],
      ${pairs.map((one) => one.senderId)}::bigint[], ${pairs.map((one) => one.receiverId)}::bigint[],
      ${sessions.map((one) => one.imId)}::bigint[], ${sessions.map((one) => one.conversationId)}::bigint[],
      ${sessions.map((one) => one.unread)}::integer[],
      ${messages.map((one) => one.conversation_id)}::bigint[], ${messages.map((one) => one.seq)}::bigint[],
      ${messages.map((one) => one.sender_id)}::bigint[], ${messages.map((one) => one.id_client)}::text[],
      ${messages.map((one) => one.type)}::smallint[],
      ${messages.map((one) => (one.is_unreadable ? 1 : 0))}::smallint[],
      ${messages.map((one) => one.client_type)}::smallint[], ${messages.map((one) => one.device_id)}::text[],
      ${bytesList(
        sql,
        messages.map((one) => one.body),
      )}::bytea[]
    ) as written`
  return row?.written ?? null
}
