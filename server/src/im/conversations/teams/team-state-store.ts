// SQL of teams as a member sees them.
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { TeamMemberRow, TeamRow } from './team-store.ts'
import { visibleCondition } from '../visibility.ts'

type LastTeamMessageColumns = Omit<Rows['im_message'], 'type' | 'is_unreadable' | 'is_pushable' | 'thread_id'> & {
  from_accid: string
}
/** `own_state` is the membership. Columns with the prefix `m_` are the last message that the member sees, or null. */
export type TeamStateRow = Omit<TeamRow, 'now'> & { own_state: TeamMemberRow; recalled_times: number[] } & {
  [K in keyof LastTeamMessageColumns as `m_${K}`]: LastTeamMessageColumns[K] | null
}

/** Versions of a team and of the membership that a device already has. */
export type TeamSyncMark = { teamId: number; version: number; ownVersion: number }

const stateColumns = (db: Db) => db`
  t.*, c.last_seq, c.last_time, c.sealed_key, c.erased_seq, o.accid as owner, to_json(s.*) as own_state,
  m.id as m_id, m.conversation_id as m_conversation_id, m.seq as m_seq, m.sender_id as m_sender_id,
  m.id_client as m_id_client, m.body as m_body, m.client_type as m_client_type, m.device_id as m_device_id,
  m.time as m_time, m.modified_time as m_modified_time, m.readable as m_readable,
  m.sender_readable as m_sender_readable, f.accid as m_from_accid,
  array(
    select g.message_time from im_team_change g join im_message r on r.id = g.message_id
    where g.team_id = t.id and g.is_recalled and g.message_time > greatest(s.ack, s.cleared_time)
      and r.sender_id <> s.im_account_id and r.is_unreadable
    order by g.message_time limit ${teamLimits.unread}) as recalled_times`
const joinState = (db: Db) => db`
  join im_team t on t.id = s.team_id and t.is_valid
  join im_conversation c on c.id = t.conversation_id join im_account o on o.id = t.owner_id
  left join lateral (
    select * from im_message m where m.conversation_id = c.id and ${visibleCondition(db)} order by m.time desc limit 1
  ) m on true
  left join im_account f on f.id = m.sender_id`

/** Teams of this account that changed since the device's marks, or have no mark. Leaves out dismissed teams. */
export const selectChangedTeams = (db: Db, imId: number, marks: readonly TeamSyncMark[]) =>
  db<TeamStateRow[]>`
    select ${stateColumns(db)} from im_team_member s ${joinState(db)}
    left join unnest(${marks.map(({ teamId }) => teamId)}::bigint[], ${marks.map(({ version }) => version)}::bigint[],
      ${marks.map(({ ownVersion }) => ownVersion)}::bigint[]) as w(team_id, version, own_version) on w.team_id = t.id
    where s.im_account_id = ${imId} and s.is_valid
      and (w.team_id is null or t.version > w.version or s.version > w.own_version)
    order by t.id`

/** The team from the view of each of these members. */
export const selectTeamStates = (db: Db, teamId: number, imIds: readonly number[]) =>
  db<TeamStateRow[]>`
    select ${stateColumns(db)} from im_team_member s ${joinState(db)}
    where s.team_id = ${teamId} and s.im_account_id = any(${imIds as number[]}::bigint[]) and s.is_valid`

/** Ids of the teams of this account. */
export async function selectTeamIds(db: Db, imId: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select t.id from im_team_member m join im_team t on t.id = m.team_id and t.is_valid
    where m.im_account_id = ${imId} and m.is_valid order by t.id`
  return rows.map(({ id }) => id)
}

/** Members who left a team, or were removed, within the last minutes. */
export const selectRecentLeavers = (db: Db, minutes: number) =>
  db<{ imId: number; teamId: number }[]>`
    select im_account_id as "imId", team_id as "teamId" from im_team_member
    where not is_valid and update_time > (extract(epoch from now() - make_interval(mins => ${minutes})) * 1000)::bigint`
