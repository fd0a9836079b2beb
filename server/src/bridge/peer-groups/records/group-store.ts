// SQL of peer groups and applications. An accepted application is a membership while its account is in the team.
import { type PeerApplicationState, type PeerGroupKind, type PeerGroupState } from '@xinqiao/contract/peer-groups.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'
import { selectFormerNick } from './former-store.ts'
import { askedCoLeader, canLead, currentCoLeader, hasUnableLeader } from './leader-conditions.ts'
import { selectChosenNickname } from '../../nickname-store.ts'

export type PeerGroupRow = Omit<Rows['peer_group'], 'state' | 'kind'> & {
  state: PeerGroupState
  kind: PeerGroupKind
}
export type PeerApplicationRow = Omit<Rows['peer_application'], 'state'> & { state: PeerApplicationState }
export type LeaderRow = {
  account_id: number
  username: string
  nickname: string
  avatar: string
  /** Name of a listed counsellor; empty for others. */
  counsellor_name: string
  professional_title: string
  counsellor_id: number | null
}
/** `member_count` leaves out the leaders. `asked_co_leader_id`: a co-leader who has not agreed. */
export type CountedGroup = PeerGroupRow & { member_count: number; asked_co_leader_id: number | null }

const groupColumns = (db: Db) => db`
  g.*,
  (select count(*) from im_team_member m where m.team_id = g.team_id and m.is_valid and m.role = 0) as member_count,
  ${currentCoLeader(db)} as co_leader_id, ${askedCoLeader(db)} as asked_co_leader_id`

/** Groups that visitors see: those that accept applications first, then the newest. */
export const selectPublicGroups = (db: Db, { limit, offset }: PageLimits) =>
  readPage(
    db<CountedGroup[]>`
      select ${groupColumns(db)} from peer_group g where g.state in ('open', 'closed')
      order by g.state desc, g.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) as count from peer_group where state in ('open', 'closed')`,
  )

export const selectPublicGroup = (db: Db, id: number) =>
  firstRow(db<CountedGroup[]>`
    select ${groupColumns(db)} from peer_group g where g.id = ${id} and g.state in ('open', 'closed')`)

/** Groups that this account leads, co-leads or is asked to co-lead, in every state, the newest first. */
export const selectLedGroups = (db: Db, accountId: number) =>
  db<StaffGroupRow[]>`
    select ${staffColumns(db)} from peer_group g
    where g.kind = 'led' and (
      g.leader_id = ${accountId} or ${accountId} in (${currentCoLeader(db)}, ${askedCoLeader(db)}))
    order by g.id desc limit 100`

type StaffGroupRow = CountedGroup & { waiting: number; open_reports: number; lacks_leader: boolean }
const staffColumns = (db: Db) => db`
  ${groupColumns(db)},
  (select count(*) from peer_application a where a.group_id = g.id and a.state = 'waiting') as waiting,
  (select count(*) from peer_report r where r.group_id = g.id and r.state = 'open') as open_reports,
  ${hasUnableLeader(db)} as lacks_leader`

export function selectStaffGroups(db: Db, state: PeerGroupState | undefined, { limit, offset }: PageLimits) {
  const where = state ? db`where g.state = ${state}` : db``
  return readPage(
    db<StaffGroupRow[]>`
      select ${staffColumns(db)} from peer_group g ${where} order by g.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) as count from peer_group g ${where}`,
  )
}

export const selectStaffGroup = (db: Db, id: number) =>
  firstRow(db<StaffGroupRow[]>`select ${staffColumns(db)} from peer_group g where g.id = ${id}`)

/** Locks the group, so that its places are assigned one after the other. */
export async function lockGroup(tx: Tx, id: number): Promise<CountedGroup | null> {
  await tx`select id from peer_group where id = ${id} for no key update`
  return firstRow(tx<CountedGroup[]>`select ${groupColumns(tx)} from peer_group g where g.id = ${id}`)
}

const leaderColumns = (db: Db) => db`
  a.id as account_id, a.username, coalesce(${selectChosenNickname(db)}, '') as nickname, a.avatar,
  coalesce(c.name, '') as counsellor_name, coalesce(c.professional_title, '') as professional_title, c.id as counsellor_id`

/** Leaders by account. A counsellor who is not listed has no public page. */
export const selectLeaders = (db: Db, accountIds: readonly number[]) =>
  db<LeaderRow[]>`
    select ${leaderColumns(db)} from account a left join counsellor c on c.account_id = a.id and c.is_listed
    where a.id = any(${accountIds as number[]}::bigint[])`

/** The names under which leaders are in the team. */
export async function selectLeaderNames(db: Db, teamId: number | null): Promise<string[]> {
  const rows = await db<{ nick: string }[]>`
    select nick from im_team_member where team_id = ${teamId} and is_valid and role <> 0`
  return rows.map(({ nick }) => nick)
}

/** @param presentIds leaders of the group now, who stay without a check */
export const selectLeaderByName = (db: Db, username: string, kind: PeerGroupKind, presentIds: readonly number[]) =>
  firstRow(db<LeaderRow[]>`
    select ${leaderColumns(db)} from account a left join counsellor c on c.account_id = a.id and c.is_listed
    where lower(a.username) = lower(${username})
      and (${canLead(db, db`${kind}::text`)} or a.id = any(${presentIds as number[]}::bigint[]))`)

export async function selectUsername(db: Db, accountId: number): Promise<string> {
  const row = await firstRow(db<{ username: string }[]>`select username from account where id = ${accountId}`)
  return row?.username ?? ''
}

type GroupDraft = Pick<
  PeerGroupRow,
  'title' | 'summary' | 'description' | 'rules' | 'capacity' | 'starts_on' | 'ends_on' | 'leader_id' | 'co_leader_id'
>

export async function insertGroup(
  tx: Tx,
  draft: GroupDraft & Partial<Pick<PeerGroupRow, 'kind' | 'state'>>,
): Promise<number> {
  const row = await onlyRow(tx<{ id: number }[]>`insert into peer_group ${tx(draft)} returning id`)
  return row.id
}

export async function updateGroup(
  tx: Tx,
  id: number,
  columns: Partial<Omit<PeerGroupRow, 'id' | 'created_at'>>,
): Promise<void> {
  await tx`update peer_group set ${tx(columns)} where id = ${id}`
}

export const selectFormerMember = (db: Db, groupId: number, accountId: number) =>
  firstRow(db<{ nick: string }[]>`
    select former.nick from peer_group g cross join lateral (${selectFormerNick(db, accountId)}) former
    where g.id = ${groupId}`)

/** A dissolved group, for a former member who may still report what happened in it. */
export const selectDissolvedGroup = (db: Db, id: number, accountId: number) =>
  firstRow(db<CountedGroup[]>`
    select ${groupColumns(db)} from peer_group g
    where g.id = ${id} and g.state = 'dissolved' and exists (${selectFormerNick(db, accountId)})`)

const isInTeam = (db: Db) => db`exists (
  select 1 from peer_group g join im_team t on t.id = g.team_id and t.is_valid
  join im_team_member m on m.team_id = t.id and m.is_valid
  join im_account i on i.id = m.im_account_id and i.account_id = a.account_id
  where g.id = a.group_id)`

type OwnApplicationRow = Pick<PeerApplicationRow, 'id' | 'group_id' | 'state' | 'alias' | 'reason'> & {
  can_report: boolean
}

/** The latest application of this account to each of these groups; an accepted one ends with leaving the team. */
export const selectOwnApplications = (db: Db, accountId: number, groupIds: readonly number[]) =>
  db<OwnApplicationRow[]>`
    select distinct on (a.group_id) a.id, a.group_id, a.alias, a.reason,
      exists (select 1 from peer_group g where g.id = a.group_id and exists (${selectFormerNick(db, accountId)}))
        as can_report,
      case when a.state = 'accepted' and not ${isInTeam(db)} then 'ended' else a.state end as state
    from peer_application a
    where a.account_id = ${accountId} and a.group_id = any(${groupIds as number[]}::bigint[])
    order by a.group_id, a.id desc`

/** Ends the membership of an account that has left the team, so that it can apply again. */
export async function markMembershipEnded(tx: Tx, groupId: number, accountId: number): Promise<void> {
  await tx`
    update peer_application a set state = 'ended'
    where a.group_id = ${groupId} and a.account_id = ${accountId} and a.state = 'accepted' and not ${isInTeam(tx)}`
}

type NewApplication = Pick<
  PeerApplicationRow,
  'id' | 'group_id' | 'account_id' | 'alias' | 'alias_folded' | 'note_sealed'
>

export async function insertApplication(tx: Tx, application: NewApplication): Promise<void> {
  await tx`insert into peer_application ${valuesWithId(tx, application)}`
}

/** @returns true for an account that staff have blocked in the chat */
export async function isBlockedInChat(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db`select 1 from im_account where account_id = ${accountId} and is_blocked`
  return row !== undefined
}

/** True for an enabled account with the role user that staff have not blocked in the chat. */
export async function isAbleToJoin(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db`select 1 from account where id = ${accountId} and enabled and role_id = ${roles.user}`
  return row !== undefined && !(await isBlockedInChat(db, accountId))
}

export const selectApplication = (db: Db, id: number) =>
  firstRow(db<PeerApplicationRow[]>`select * from peer_application where id = ${id}`)

export const selectWaitingApplicationOf = (db: Db, groupId: number, accountId: number) =>
  firstRow(db<PeerApplicationRow[]>`
    select * from peer_application where group_id = ${groupId} and account_id = ${accountId} and state = 'waiting'`)

export type WaitingRow = PeerApplicationRow & { removed_time: number | null; removed_nick: string | null }

/** Waiting applications; of an applicant who was removed from the team before, with the time and the name there. */
export const selectWaitingApplications = (db: Db, groupId: number) =>
  db<WaitingRow[]>`
    select a.*, former.removed_time, former.nick as removed_nick
    from peer_application a
    left join lateral (
      select m.removed_time, m.nick from peer_group g
      join im_team_member m on m.team_id = g.team_id join im_account i on i.id = m.im_account_id
      where g.id = a.group_id and i.account_id = a.account_id and m.removed_time is not null) former on true
    where a.group_id = ${groupId} and a.state = 'waiting' order by a.id limit 200`

/** Numbers of waiting applications in the groups that this account leads; zero is left out. */
export const countWaitingByGroup = (db: Db, leader: { id: number; isCounsellor: boolean }) =>
  db<{ id: number; team_id: number; waiting: number }[]>`
    select g.id, g.team_id, count(*) as waiting
    from peer_group g join peer_application a on a.group_id = g.id and a.state = 'waiting'
    where g.state in ('open', 'closed') and g.team_id is not null and (g.kind = 'peer' or ${leader.isCounsellor})
      and (g.leader_id = ${leader.id} or g.co_leader_id = ${leader.id} and ${currentCoLeader(db)} = ${leader.id})
    group by g.id order by g.id limit 100`

type ApplicationDecision = Pick<PeerApplicationRow, 'state' | 'reason' | 'decided_by'>

/** @returns false when the application does not wait any more */
export async function updateWaitingApplication(
  tx: Tx,
  id: number,
  { state, reason, decided_by }: ApplicationDecision,
): Promise<boolean> {
  const result = await tx`
    update peer_application set state = ${state}, reason = ${reason}, decided_by = ${decided_by}, decided_at = now()
    where id = ${id} and state = 'waiting'`
  return result.count === 1
}

export async function updateApplicationState(tx: Tx, id: number, state: PeerApplicationState): Promise<void> {
  await tx`update peer_application set state = ${state} where id = ${id}`
}

/** Ends the waiting or accepted application of an account that withdraws its consent. */
export async function markLiveApplicationEnded(tx: Tx, groupId: number, accountId: number): Promise<void> {
  await tx`
    update peer_application set state = case state when 'waiting' then 'withdrawn' else 'ended' end
    where group_id = ${groupId} and account_id = ${accountId} and state in ('waiting', 'accepted')`
}

/** Refuses all waiting applications of a group that ends. */
export const markWaitingApplicationsRefused = (tx: Tx, groupId: number, reason: string) =>
  tx<Pick<PeerApplicationRow, 'account_id'>[]>`
    update peer_application set state = 'refused', reason = ${reason}, decided_at = now()
    where group_id = ${groupId} and state = 'waiting' returning account_id`

export type GroupMemberRow = {
  id: number
  account_id: number
  im_account_id: number
  accid: string
  alias: string
  join_time: number
  is_muted: boolean
}
/** The members of the team without its leaders. */
export const selectGroupMembers = (db: Db, groupId: number) =>
  db<GroupMemberRow[]>`
    select a.id, a.account_id, m.im_account_id, i.accid, a.alias, m.join_time, m.is_muted
    from peer_application a join peer_group g on g.id = a.group_id
    join im_account i on i.account_id = a.account_id
    join im_team_member m on m.team_id = g.team_id and m.im_account_id = i.id and m.is_valid
    where a.group_id = ${groupId} and a.state = 'accepted' order by m.join_time, a.id`
