// SQL of recalled and edited messages of teams.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinMessageAddress } from '../addresses.ts'
import { conversationColumns, messageColumns, type MessageRow } from '../message-columns.ts'
import type { TeamSyncMark } from './team-state-store.ts'

export type TeamChangeRow = Rows['im_team_change']

/** A later change of the same message replaces the earlier one. */
export async function upsertTeamChange(tx: Tx, row: TeamChangeRow): Promise<void> {
  await tx`
    insert into im_team_change ${tx(row)}
    on conflict (message_id) do update set version = excluded.version, is_recalled = excluded.is_recalled,
      operator_id = excluded.operator_id, time = excluded.time, ps = excluded.ps, attach = excluded.attach`
}

/** Records these messages as recalled by no account. The devices of members drop them. */
export async function upsertErasures(
  tx: Tx,
  { teamId, version, time }: { teamId: number; version: number; time: number },
  messageIds: readonly number[],
): Promise<void> {
  await tx`
    insert into im_team_change (message_id, team_id, version, is_recalled, message_time, time)
    select id, ${teamId}, ${version}, true, time, ${time} from im_message
    where id = any(${messageIds as number[]}::bigint[])
    on conflict (message_id) do update set version = excluded.version, is_recalled = true, operator_id = null,
      time = excluded.time, ps = '', attach = ''`
}

/** Clears what this account wrote when it recalled messages of the team. */
export async function clearRecallWords(tx: Tx, teamId: number, operatorId: number): Promise<void> {
  await tx`update im_team_change set ps = '', attach = '' where team_id = ${teamId} and operator_id = ${operatorId}`
}

/** True when a member joined after this message, and so does not see it. */
export async function hasLaterMembers(db: Db, teamId: number, messageSeq: number): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    select exists (
      select from im_team_member where team_id = ${teamId} and is_valid and join_seq >= ${messageSeq}
    ) as found`
  return row!.found
}

/** Columns of a message and of its change `g`, by the operator `op`. */
const changeColumns = (db: Db) => db`
  ${messageColumns(db)}, ${conversationColumns(db)}, m.is_unreadable, g.team_id, g.version, g.is_recalled,
  g.time as change_time, g.ps, g.attach, op.accid as operator`
const joinChange = (db: Db) => db`
  join im_message m on m.id = g.message_id join im_conversation c on c.id = m.conversation_id
  ${joinMessageAddress(db)} left join im_account op on op.id = g.operator_id`

export type ChangedMessageRow = MessageRow &
  Pick<Rows['im_message'], 'is_unreadable'> &
  Pick<TeamChangeRow, 'team_id' | 'version' | 'is_recalled' | 'ps' | 'attach'> & {
    change_time: number
    operator: string | null
  }

export const selectTeamChange = (db: Db, messageId: number) =>
  firstRow(db<ChangedMessageRow[]>`
    select ${changeColumns(db)} from im_team_change g ${joinChange(db)} where g.message_id = ${messageId}`)

/** Bounds of the times of messages; 0 as `before` means unlimited. */
export type RecallQuery = { after: number; before: number; limit: number }

/** Messages of the team that an account recalled, and that this member saw; latest first. */
export const selectTeamRecalls = (db: Db, imId: number, teamId: number, { after, before, limit }: RecallQuery) =>
  db<ChangedMessageRow[]>`
    select ${changeColumns(db)}
    from im_team_member s
    cross join lateral (
      select * from im_team_change
      where team_id = s.team_id and is_recalled and operator_id is not null
        and message_time > greatest(s.cleared_time, ${after}::bigint)
        ${before > 0 ? db`and message_time < ${before}` : db``}
      order by message_time desc limit ${limit}
    ) g ${joinChange(db)}
    where s.team_id = ${teamId} and s.im_account_id = ${imId} and s.is_valid
    order by g.message_time desc`

/**
 * Changes of each team after the version that the device has, on messages that this member sees or saw.
 * @param each maximum number per team; the latest ones are returned
 */
export const selectTeamChanges = (db: Db, imId: number, marks: readonly TeamSyncMark[], each: number) =>
  db<ChangedMessageRow[]>`
    select ${changeColumns(db)}
    from unnest(${marks.map(({ teamId }) => teamId)}::bigint[], ${marks.map(({ version }) => version)}::bigint[])
      as w(team_id, since)
    join im_team_member s on s.team_id = w.team_id and s.im_account_id = ${imId} and s.is_valid
    cross join lateral (
      select * from im_team_change
      where team_id = w.team_id and version > w.since and message_time > s.cleared_time
      order by version desc limit ${each}
    ) g ${joinChange(db)}
    order by g.team_id, g.version`
