// SQL of read receipts in teams. A member's receipt is a time: all earlier messages count as read.
import type { Db, Tx } from '../../../kit/db/db.ts'
import { joinMessageAddress } from '../../conversations/addresses.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../../conversations/message-columns.ts'
import type { TeamMemberRow } from '../../conversations/teams/team-store.ts'
import { writtenCondition } from '../../conversations/visibility.ts'

/** @returns false when the member has read as far before */
export async function updateMemberReadReceipt(
  tx: Tx,
  { team_id, im_account_id }: Pick<TeamMemberRow, 'team_id' | 'im_account_id'>,
  time: number,
): Promise<boolean> {
  const result = await tx`
    update im_team_member set receipt = ${time}
    where team_id = ${team_id} and im_account_id = ${im_account_id} and receipt < ${time}`
  return result.count === 1
}

export type ReadReceiptPeriod = { after: number; upTo: number }

/** The latest messages of the team in this period that members wrote. */
export const selectMessagesInPeriod = (db: Db, teamId: number, { after, upTo }: ReadReceiptPeriod, limit: number) =>
  db<MessageRow[]>`
    select ${messageColumns(db)}, ${conversationColumns(db)}
    from im_team team join im_message m on m.conversation_id = team.conversation_id
    join im_conversation c on c.id = m.conversation_id ${joinMessageAddress(db)}
    where team.id = ${teamId} and team.is_valid and m.time > ${after} and m.time <= ${upTo}
      and ${writtenCondition(db)}
    order by m.time desc limit ${limit}`

/** The position of a message in the team, and its sender, who is not one of its readers. */
export type ReceiptMessageRow = Pick<MessageRow, 'seq' | 'time' | 'sender_id'>

/** Joins `s`: the members who saw message `w`. A member of today who joined later did not see it. */
const joinReaders = (db: Db, teamId: number) => db`
  join im_team_member s on s.team_id = ${teamId} and s.is_valid and s.join_seq < w.seq
    and s.im_account_id <> w.sender_id`

/** Numbers of the members who have read each of these messages, and who have not. */
export const countReaders = (db: Db, teamId: number, messages: readonly ReceiptMessageRow[]) =>
  db<{ seq: number; read: number; unread: number }[]>`
    select w.seq, count(*) filter (where s.receipt >= w.time) as read,
      count(*) filter (where s.receipt < w.time) as unread
    from unnest(${messages.map(({ seq }) => seq)}::bigint[], ${messages.map(({ time }) => time)}::bigint[],
      ${messages.map((message) => message.sender_id)}::bigint[]) as w(seq, time, sender_id)
    ${joinReaders(db, teamId)} group by w.seq`

/** The members who saw the message, in the order of joining. */
export const selectReaders = (db: Db, teamId: number, { seq, time, sender_id }: ReceiptMessageRow) =>
  db<{ accid: string; has_read: boolean }[]>`
    select a.accid, s.receipt >= w.time as has_read
    from (select ${seq}::bigint as seq, ${time}::bigint as time, ${sender_id}::bigint as sender_id) w
    ${joinReaders(db, teamId)} join im_account a on a.id = s.im_account_id order by s.join_time, s.im_account_id`

/** Numbers of members of these teams, dismissed ones included. */
export const selectMemberCounts = (db: Db, teamIds: readonly number[]) =>
  db<{ id: number; member_count: number }[]>`
    select id, member_count from im_team where id = any(${teamIds as number[]}::bigint[])`
