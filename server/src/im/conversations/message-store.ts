// SQL that inserts messages. A member of a team sees those after `cleared_time`, which begins at the moment of joining.
import type { StoredContent } from '@xinqiao/contract/im/messages/messages.ts'
import { notice } from '@xinqiao/contract/im/accounts/notify.ts'
import type { Rows } from '../../../db/rows.ts'
import { bytesList, type Tx } from '../../kit/db/db.ts'

type OptionalColumn = 'readable' | 'sender_readable' | 'thread_id' | 'is_pushable'
/** `readable` and `sender_readable` number the messages of a team that count as unread. */
export type NewMessage = Omit<Rows['im_message'], 'id' | 'modified_time' | OptionalColumn> &
  Partial<Pick<Rows['im_message'], OptionalColumn>>

/** The message that began the thread of a reply; null for other messages. */
export function threadIdOf({ reply, thread = reply }: StoredContent): number | null {
  const id = notice.IdServer.safeParse(thread?.idServer)
  return id.success ? Number(id.data) : null
}

export const insertMessages = (tx: Tx, rows: readonly NewMessage[]) =>
  tx<Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq'>[]>`
    insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type,
      device_id, time, readable, sender_readable, thread_id, is_pushable)
    select conversation_id, seq, sender_id, id_client, type, is_unreadable = 1, body, client_type, device_id, time,
      readable, sender_readable, thread_id, is_pushable = 1
    from unnest(
      ${rows.map((row) => row.conversation_id)}::bigint[], ${rows.map((row) => row.seq)}::bigint[],
      ${rows.map((row) => row.sender_id)}::bigint[], ${rows.map((row) => row.id_client)}::text[],
      ${rows.map((row) => row.type)}::smallint[], ${rows.map((row) => (row.is_unreadable ? 1 : 0))}::smallint[],
      ${bytesList(
        tx,
        rows.map((row) => row.body),
      )}::bytea[], ${rows.map((row) => row.client_type)}::smallint[],
      ${rows.map((row) => row.device_id)}::text[], ${rows.map((row) => row.time)}::bigint[],
      ${rows.map((row) => row.readable ?? null)}::bigint[], ${rows.map((row) => row.sender_readable ?? null)}::bigint[],
      ${rows.map((row) => row.thread_id ?? null)}::bigint[],
      ${rows.map(({ is_pushable: isPushable = true }) => (isPushable ? 1 : 0))}::smallint[])
      as w(conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type, device_id, time,
        readable, sender_readable, thread_id, is_pushable)
    returning id, conversation_id, seq`
