// Teams for benchmarks, whose members are inserted directly into the table.
import type { ChatPerson } from '../../server/db/fixtures/chat-people.ts'
import type { Sql } from '../../server/src/kit/db/db.ts'
import type { LightDevice } from './im-client.ts'

/** Adds members without notices. */
export async function fillTeam(sql: Sql, teamId: number, imIds: readonly number[]): Promise<void> {
  await sql`
    insert into im_team_member (team_id, im_account_id, role, ack, ack_readable, ack_own_readable, join_seq,
      cleared_time, join_time, update_time)
    select ${teamId}, id, 0, 0, 0, 0, 0, 0, 1000 + id, 1000 + id from unnest(${imIds as number[]}::bigint[]) id`
  await sql`update im_team set member_count = ${imIds.length + 1} where id = ${teamId}`
}

/** Creates a super team, which devices cannot. */
export async function createTeam(sql: Sql, owner: LightDevice, name: string): Promise<string> {
  const reply = await owner.request('team.createTeam', { type: 'advanced', name })
  const { teamId } = (reply as { state: { team: { teamId: string } } }).state.team
  await sql`update im_team set scene = 'superTeam' where id = ${Number(teamId)}`
  await sql`
    update im_conversation set scene = 'superTeam'
    where id = (select conversation_id from im_team where id = ${Number(teamId)})`
  return teamId
}

/**
 * @param owner device of the first of `people`
 * @returns the id of a super team with these members
 */
export async function createTeamOf(sql: Sql, owner: LightDevice, people: readonly ChatPerson[]): Promise<string> {
  const teamId = await createTeam(sql, owner, `${people.length} members`)
  await fillTeam(
    sql,
    Number(teamId),
    people.slice(1).map(({ id }) => id),
  )
  await sql`vacuum analyze im_team_member`
  await sql`checkpoint`
  return teamId
}
