// SQL of teams that writing messages needs: locks, members, and running counts. Order of locks: accounts, then teams,
// both by ascending id, then at most the members of these teams.
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'

export type TeamMemberRow = Rows['im_team_member']
/** A team with its conversation. `now`: the database's clock in milliseconds. */
export type TeamRow = Omit<Rows['im_team'], 'scene'> &
  Pick<Rows['im_conversation'], 'last_seq' | 'last_time' | 'sealed_key' | 'erased_seq'> & {
    scene: TeamScene
    owner: string
    now: number
  }

/** A team that was read without its lock and conversation. */
export type UnlockedTeamRow = Omit<TeamRow, 'now' | 'last_seq' | 'last_time' | 'sealed_key' | 'erased_seq'>

const teamColumns = (db: Db) => db`
  t.*, c.last_seq, c.last_time, c.sealed_key, c.erased_seq, o.accid as owner,
  (extract(epoch from clock_timestamp()) * 1000)::bigint as now`
const joinConversation = (db: Db) => db`
  join im_conversation c on c.id = t.conversation_id join im_account o on o.id = t.owner_id`

/** Locks teams until the transaction ends, lowest id first. */
export const lockTeams = (tx: Tx, ids: readonly number[]) =>
  tx<
    { id: number }[]
  >`select id from im_team where id = any(${ids as number[]}::bigint[]) order by id for no key update`

/** Locks those of the teams that no other transaction has locked. */
export const lockFreeTeams = (tx: Tx, ids: readonly number[]) =>
  tx<{ id: number }[]>`
    select id from im_team where id = any(${ids as number[]}::bigint[]) order by id for no key update skip locked`

/**
 * Reads teams after `lockTeams`. A separate statement, because only that one sees the commits that the lock waited for.
 */
export const selectTeams = (db: Db, ids: readonly number[]) =>
  db<TeamRow[]>`
    select ${teamColumns(db)} from im_team t ${joinConversation(db)} where t.id = any(${ids as number[]}::bigint[])`

/**
 * Locks a team.
 * @returns null when it does not exist or was dismissed
 */
export async function lockTeam(tx: Tx, id: number, scene: TeamScene): Promise<TeamRow | null> {
  await lockTeams(tx, [id])
  const [row] = await selectTeams(tx, [id])
  return row?.is_valid && row.scene === scene ? row : null
}

/** Current members among these accounts of these teams. */
export const selectMembers = (db: Db, memberships: readonly { teamId: number; imId: number }[]) =>
  db<TeamMemberRow[]>`
    select m.* from unnest(${memberships.map(({ teamId }) => teamId)}::bigint[], ${memberships.map(({ imId }) => imId)}::bigint[])
      as w(team_id, im_id)
    join im_team_member m on m.team_id = w.team_id and m.im_account_id = w.im_id where m.is_valid`

/** Stores the positions after the last messages, and raises the versions. */
export const updateTeamCounters = (tx: Tx, rows: readonly TeamRow[]) =>
  tx`
    with team as (
      update im_team t set version = w.version, last_readable = w.readable
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.version)}::bigint[],
        ${rows.map((row) => row.last_readable)}::bigint[]) as w(id, version, readable)
      where t.id = w.id
    )
    update im_conversation c set last_seq = w.seq, last_time = w.time
    from unnest(${rows.map((row) => row.conversation_id)}::bigint[], ${rows.map((row) => row.last_seq)}::bigint[],
      ${rows.map((row) => row.last_time)}::bigint[]) as w(id, seq, time)
    where c.id = w.id`

/** Adds to the senders' counts of their own messages. */
export const updateOwnReadable = (
  tx: Tx,
  rows: readonly Pick<TeamMemberRow, 'team_id' | 'im_account_id' | 'own_readable'>[],
) =>
  tx`
    update im_team_member m set own_readable = w.readable
    from unnest(${rows.map((row) => row.team_id)}::bigint[], ${rows.map((row) => row.im_account_id)}::bigint[],
      ${rows.map((row) => row.own_readable)}::bigint[]) as w(team_id, im_id, readable)
    where m.team_id = w.team_id and m.im_account_id = w.im_id`

/** The site's account of this chat account; null for one without. */
export async function selectSiteAccountId(db: Db, imId: number): Promise<number | null> {
  const [row] = await db<{ account_id: number | null }[]>`select account_id from im_account where id = ${imId}`
  return row?.account_id ?? null
}
