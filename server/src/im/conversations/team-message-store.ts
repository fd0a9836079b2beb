// All SQL of a team's messages. A member sees those after `cleared_time`, which begins at the moment of joining.
import type { Rows } from '../../../db/rows.ts'
import { bytesList, type Tx } from '../../kit/db/db.ts'

export type NewTeamMessage = Omit<Rows['im_message'], 'id' | 'modified_time' | 'readable' | 'sender_readable'> & {
  readable: number
  sender_readable: number
}

export const insertTeamMessages = (tx: Tx, rows: readonly NewTeamMessage[]) =>
  tx<Pick<Rows['im_message'], 'id' | 'conversation_id' | 'seq'>[]>`
    insert into im_message (conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type,
      device_id, time, readable, sender_readable)
    select conversation_id, seq, sender_id, id_client, type, is_unreadable = 1, body, client_type, device_id, time,
      readable, sender_readable
    from unnest(
      ${rows.map((row) => row.conversation_id)}::bigint[], ${rows.map((row) => row.seq)}::bigint[],
      ${rows.map((row) => row.sender_id)}::bigint[], ${rows.map((row) => row.id_client)}::text[],
      ${rows.map((row) => row.type)}::smallint[], ${rows.map((row) => (row.is_unreadable ? 1 : 0))}::smallint[],
      ${bytesList(
        tx,
        rows.map((row) => row.body),
      )}::bytea[], ${rows.map((row) => row.client_type)}::smallint[],
      ${rows.map((row) => row.device_id)}::text[], ${rows.map((row) => row.time)}::bigint[],
      ${rows.map((row) => row.readable)}::bigint[], ${rows.map((row) => row.sender_readable)}::bigint[])
      as w(conversation_id, seq, sender_id, id_client, type, is_unreadable, body, client_type, device_id, time,
        readable, sender_readable)
    returning id, conversation_id, seq`
