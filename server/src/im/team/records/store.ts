// SQL of teams and their members. Writers hold the lock of the team (`../conversations/teams/team-store.ts`).
import { memberRoles } from '@xinqiao/contract/im/team/team-model.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import { joinPeer } from '../../changes/peers.ts'
import type { NamedTeamMemberRow } from '../../conversations/teams/team-states.ts'
import type { TeamMemberRow, TeamRow, UnlockedTeamRow } from '../../conversations/teams/team-store.ts'

export type NewTeam = Pick<
  Rows['im_team'],
  | 'app_id'
  | 'owner_id'
  | 'scene'
  | 'type'
  | 'name'
  | 'avatar'
  | 'intro'
  | 'announcement'
  | 'custom'
  | 'join_mode'
  | 'be_invite_mode'
  | 'invite_mode'
  | 'update_mode'
  | 'update_custom_mode'
>

export async function insertConversation(tx: Tx, id: number, scene: string, sealedKey: Uint8Array): Promise<void> {
  await tx`
    insert into im_conversation (id, scene, sealed_key) overriding system value values (${id}, ${scene}, ${sealedKey})`
}

export async function insertTeam(tx: Tx, conversationId: number, team: NewTeam): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into im_team (conversation_id, app_id, owner_id, scene, type, name, avatar, intro, announcement, custom,
      join_mode, be_invite_mode, invite_mode, update_mode, update_custom_mode, create_time, update_time,
      member_update_time)
    select ${conversationId}, ${team.app_id}, ${team.owner_id}, ${team.scene}, ${team.type}, ${team.name},
      ${team.avatar}, ${team.intro}, ${team.announcement}, ${team.custom}, ${team.join_mode}, ${team.be_invite_mode},
      ${team.invite_mode}, ${team.update_mode}, ${team.update_custom_mode}, now, now, now
    from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) clock
    returning id`
  return row!.id
}

export type InvitableAccount = Pick<Rows['im_account'], 'id' | 'accid'> & { has_blocked: boolean }

/** The accounts with these names, in the app of this account. */
export const selectAccounts = (db: Db, imId: number, accids: readonly string[]) =>
  db<InvitableAccount[]>`
    select p.id, p.accid,
      exists (select 1 from im_relation r where r.im_account_id = p.id and r.peer_id = ${imId} and r.is_blacked)
        as has_blocked
    from unnest(${accids as string[]}::text[]) as w(accid) ${joinPeer(db, db`${imId}`, db`w.accid`)}`

/**
 * Locks the numbers of teams of these accounts until the transaction ends, lowest id first. Call it once, after all
 * locks of accounts and teams: an account joins without a lock of its row, which would stop its messages.
 */
export async function lockNumbersOfTeams(tx: Tx, imIds: readonly number[]): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended('teams of ' || id, 0))
    from (select distinct id from unnest(${imIds as number[]}::bigint[]) as w(id) order by id) account`
}

/** Accounts among these that are members of at least this many teams. Call it after `lockNumbersOfTeams`. */
export async function selectMembersOfManyTeams(tx: Tx, imIds: readonly number[], teams: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select m.im_account_id as id from im_team_member m join im_team t on t.id = m.team_id and t.is_valid
    where m.im_account_id = any(${imIds as number[]}::bigint[]) and m.is_valid
    group by m.im_account_id having count(*) >= ${teams}`
  return rows.map(({ id }) => id)
}

export type NewTeamMember = Pick<TeamMemberRow, 'im_account_id' | 'role' | 'inviter_id' | 'nick'>

/**
 * A new member sees only messages after the current last one. So does a member who returns, and who stays muted in a
 * managed team, or by staff.
 */
export const insertMembers = (tx: Tx, team: TeamRow, members: readonly NewTeamMember[]) =>
  tx`
    insert into im_team_member (team_id, im_account_id, role, inviter_id, ack, ack_readable, ack_own_readable, join_seq,
      cleared_time, join_time, update_time, nick)
    select ${team.id}, w.im_id, w.role, w.inviter, ${team.last_time}, ${team.last_readable}, 0, ${team.last_seq},
      ${team.last_time}, ${team.now}, ${team.now}, w.nick
    from unnest(${members.map((row) => row.im_account_id)}::bigint[], ${members.map((row) => row.role)}::smallint[],
      ${members.map((row) => row.inviter_id)}::bigint[], ${members.map((row) => row.nick)}::text[])
      as w(im_id, role, inviter, nick)
    on conflict (team_id, im_account_id) do update
    set version = im_team_member.version + 1, role = excluded.role, inviter_id = excluded.inviter_id, is_valid = true,
      is_muted = im_team_member.is_muted and (${team.is_managed} or im_team_member.staff_mute_reason is not null), is_deleted = false, nick = excluded.nick, custom = '', ext = '', notify_type = 0, followed = '{}',
      deleted_seq = 0, ack = excluded.ack, ack_readable = excluded.ack_readable, ack_own_readable = im_team_member.own_readable,
      hidden_times = '{}', cleared_seq = 0, join_seq = excluded.join_seq, cleared_time = excluded.cleared_time,
      join_time = excluded.join_time, update_time = excluded.update_time
    where not im_team_member.is_valid`

export const markMembersRemoved = (tx: Tx, teamId: number, imIds: readonly number[], now: number) =>
  tx`
    update im_team_member set is_valid = false, version = version + 1, update_time = ${now}, removed_time = ${now}
    where team_id = ${teamId} and im_account_id = any(${imIds as number[]}::bigint[]) and is_valid`

/** True for an account that a manager has removed from the team after this time, in milliseconds. */
export async function hasBeenRemovedSince(
  db: Db,
  team: Pick<TeamRow, 'id'>,
  imId: number,
  time: number,
): Promise<boolean> {
  const rows = await db`
    select 1 from im_team_member where team_id = ${team.id} and im_account_id = ${imId} and removed_time >= ${time}`
  return rows.length > 0
}

export const markMemberLeft = (tx: Tx, teamId: number, imId: number, now: number) =>
  tx`
    update im_team_member set is_valid = false, version = version + 1, update_time = ${now}
    where team_id = ${teamId} and im_account_id = ${imId} and is_valid`

/** Updates the number of members after some joined or left. */
export async function updateMemberCount(tx: Tx, team: TeamRow, difference: number): Promise<void> {
  team.member_count += difference
  team.member_update_time = team.now
  await tx`
    update im_team set member_count = ${team.member_count}, member_update_time = ${team.now} where id = ${team.id}`
}

export async function markTeamManaged(tx: Tx, team: TeamRow): Promise<void> {
  team.is_managed = true
  await tx`update im_team set is_managed = true where id = ${team.id}`
}

export async function markTeamInvalid(tx: Tx, team: TeamRow): Promise<void> {
  team.is_valid = false
  team.update_time = team.now
  await tx`update im_team set is_valid = false, update_time = ${team.now} where id = ${team.id}`
}

type MemberPageCursor = { after: { joinTime: number; imId: number } | null; limit: number }

export const selectMembersById = (db: Db, teamId: number, imIds: readonly number[]) =>
  db<NamedTeamMemberRow[]>`
    select m.*, a.accid, i.accid as inviter
    from im_team_member m join im_account a on a.id = m.im_account_id left join im_account i on i.id = m.inviter_id
    where m.team_id = ${teamId} and m.im_account_id = any(${imIds as number[]}::bigint[]) and m.is_valid`

/** Members, oldest first. */
export const selectMembers = (db: Db, teamId: number, { after, limit }: MemberPageCursor) =>
  db<NamedTeamMemberRow[]>`
    select m.*, a.accid, i.accid as inviter
    from im_team_member m join im_account a on a.id = m.im_account_id left join im_account i on i.id = m.inviter_id
    where m.team_id = ${teamId} and m.is_valid
      ${after ? db`and (m.join_time, m.im_account_id) > (${after.joinTime}::bigint, ${after.imId}::bigint)` : db``}
    order by m.join_time, m.im_account_id limit ${limit}`

type JoinTimePage = { joinTime: number; limit: number; reverse: boolean; isMutedOnly: boolean }

/** Members in the order of joining. Those who joined at the same time are never split between two pages. */
export const selectMembersByJoinTime = (
  db: Db,
  teamId: number,
  { joinTime, limit, reverse, isMutedOnly }: JoinTimePage,
) =>
  db<NamedTeamMemberRow[]>`
    select m.*, a.accid, i.accid as inviter
    from (
      select * from im_team_member
      where team_id = ${teamId} and is_valid ${isMutedOnly ? db`and is_muted` : db``}
        ${joinTime === 0 ? db`` : reverse ? db`and join_time < ${joinTime}` : db`and join_time > ${joinTime}`}
      order by join_time ${reverse ? db`desc` : db``} fetch first ${limit} rows with ties
    ) m
    join im_account a on a.id = m.im_account_id left join im_account i on i.id = m.inviter_id
    order by m.join_time ${reverse ? db`desc` : db``}, m.im_account_id`

/** The team with this id in this app. */
export const selectTeam = (db: Db, appId: number, id: number, scene: string) =>
  firstRow(db<UnlockedTeamRow[]>`
    select t.*, o.accid as owner from im_team t join im_account o on o.id = t.owner_id
    where t.id = ${id} and t.app_id = ${appId} and t.scene = ${scene} and t.is_valid`)

export const selectTeamsOf = (db: Db, imId: number, scene: string) =>
  db<UnlockedTeamRow[]>`
    select t.*, o.accid as owner from im_team_member m join im_team t on t.id = m.team_id and t.is_valid
    join im_account o on o.id = t.owner_id
    where m.im_account_id = ${imId} and m.is_valid and t.scene = ${scene} order by t.id`

export const selectTeamsById = (db: Db, appId: number, ids: readonly number[], scene: string) =>
  db<UnlockedTeamRow[]>`
    select t.*, o.accid as owner from im_team t join im_account o on o.id = t.owner_id
    where t.id = any(${ids as number[]}::bigint[]) and t.app_id = ${appId} and t.scene = ${scene} and t.is_valid
    order by t.id`

export const selectMutedMembers = (db: Db, teamId: number) =>
  db<NamedTeamMemberRow[]>`
    select m.*, a.accid, i.accid as inviter
    from im_team_member m join im_account a on a.id = m.im_account_id left join im_account i on i.id = m.inviter_id
    where m.team_id = ${teamId} and m.is_valid and m.is_muted order by m.join_time, m.im_account_id limit 1000`

export const selectOwnMembers = (db: Db, imId: number, teamIds: readonly number[], scene: string) =>
  db<NamedTeamMemberRow[]>`
    select m.*, a.accid, i.accid as inviter
    from im_team_member m join im_team t on t.id = m.team_id and t.is_valid and t.scene = ${scene}
    join im_account a on a.id = m.im_account_id left join im_account i on i.id = m.inviter_id
    where m.im_account_id = ${imId} and m.team_id = any(${teamIds as number[]}::bigint[]) and m.is_valid
    order by m.team_id`

/** Accounts of all members of the team. */
export async function selectMemberIds(db: Db, teamId: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select im_account_id as id from im_team_member where team_id = ${teamId} and is_valid`
  return rows.map(({ id }) => id)
}

/** The owner and the managers of the team. */
export async function selectManagerIds(db: Db, teamId: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select im_account_id as id from im_team_member where team_id = ${teamId} and is_valid and role <> 0
    order by role, join_time limit 100`
  return rows.map(({ id }) => id)
}

/** Columns that `updateTeamRow` may set. */
export type TeamUpdate = Partial<
  Omit<NewTeam, 'app_id' | 'owner_id' | 'scene' | 'type'> & Pick<TeamRow, 'mute_type' | 'is_silenced'>
>

export async function updateTeamRow(tx: Tx, team: TeamRow, columns: TeamUpdate): Promise<void> {
  Object.assign(team, columns, { update_time: team.now })
  await tx`update im_team set ${tx({ ...columns, update_time: team.now })} where id = ${team.id}`
}

export async function updateOwner(tx: Tx, team: TeamRow, owner: { id: number; accid: string }): Promise<void> {
  Object.assign(team, { owner_id: owner.id, owner: owner.accid, update_time: team.now })
  await tx`update im_team set owner_id = ${owner.id}, update_time = ${team.now} where id = ${team.id}`
}

/** Marks lists of members as outdated. */
export async function updateMemberListTime(tx: Tx, team: TeamRow): Promise<void> {
  team.member_update_time = Math.max(team.now, team.member_update_time + 1)
  await tx`update im_team set member_update_time = ${team.member_update_time} where id = ${team.id}`
}

export type MemberUpdate = Partial<Pick<TeamMemberRow, 'nick' | 'custom' | 'notify_type'>>

export async function updateMember(tx: Tx, team: TeamRow, imId: number, columns: MemberUpdate): Promise<void> {
  await tx`
    update im_team_member set ${tx(columns)}, version = version + 1, update_time = ${team.now}
    where team_id = ${team.id} and im_account_id = ${imId}`
}

/** Changes the nicknames of these members with one statement. */
export async function updateNicks(
  tx: Tx,
  team: TeamRow,
  members: readonly Pick<TeamMemberRow, 'im_account_id' | 'nick'>[],
): Promise<void> {
  const ids = members.map((row) => row.im_account_id)
  const nicks = members.map((row) => row.nick)
  await tx`
    update im_team_member m set nick = n.nick, version = version + 1, update_time = ${team.now}
    from unnest(${ids}::bigint[], ${nicks}::text[]) n (id, nick)
    where m.team_id = ${team.id} and m.im_account_id = n.id`
}

export async function updateFollowedMembers(
  tx: Tx,
  team: TeamRow,
  imId: number,
  accids: readonly string[],
): Promise<void> {
  await tx`
    update im_team_member set followed = ${accids as string[]}::text[], version = version + 1, update_time = ${team.now}
    where team_id = ${team.id} and im_account_id = ${imId}`
}

/** Clears the mutes of new owners, which no other member could end. */
export async function updateRoles(tx: Tx, team: TeamRow, imIds: readonly number[], role: number): Promise<void> {
  await tx`
    update im_team_member set role = ${role}, is_muted = is_muted and ${role !== memberRoles.owner},
      staff_mute_reason = case when ${role !== memberRoles.owner} then staff_mute_reason end, version = version + 1, update_time = ${team.now}
    where team_id = ${team.id} and im_account_id = any(${imIds as number[]}::bigint[])`
  await updateMemberListTime(tx, team)
}

/** @param staffReason why staff mute these members; null for a mute by a leader, and when a mute ends */
export async function updateMutes(
  tx: Tx,
  team: TeamRow,
  imIds: readonly number[],
  isMuted: boolean,
  staffReason: string | null = null,
): Promise<void> {
  await tx`
    update im_team_member
    set is_muted = ${isMuted}, staff_mute_reason = ${staffReason}, update_time = ${team.now},
      version = version + (staff_mute_reason is distinct from ${staffReason})::integer
    where team_id = ${team.id} and im_account_id = any(${imIds as number[]}::bigint[])`
  await updateMemberListTime(tx, team)
}
