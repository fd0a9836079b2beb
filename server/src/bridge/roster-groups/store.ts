// SQL of roster groups. Only the team stores who is a member. The list of the committee or meeting says who should be.
import { roles } from '@xinqiao/contract/roles.ts'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { RosterGroupState, RosterKind } from '@xinqiao/contract/roster-groups.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { SqlPart } from '../../kit/db/lists.ts'
import { firstRow, onlyRow } from '../../kit/db/results.ts'
import { selectChosenNickname } from '../nickname-store.ts'
import { selectFormerNick } from '../peer-groups/peer-groups.ts'
import { foldedNameSql } from './names.ts'

export type RosterGroupRow = Omit<Rows['roster_group'], 'state'> & { state: RosterGroupState }
export type RosterSource = { kind: RosterKind; id: number }

/** The list of a group, or of a committee or meeting without one. */
export const sourceOf = ({ committee_id, meeting_id }: Pick<RosterGroupRow, 'committee_id' | 'meeting_id'>) =>
  committee_id === null
    ? ({ kind: 'meeting', id: meeting_id! } as const)
    : ({ kind: 'committee', id: committee_id } as const)

const canChat = (db: Db) => db`a.enabled and a.role_id in (${roles.counsellor}, ${roles.user})`

/** People on the list with an account. */
const listedAccounts = (db: Db, { kind, id }: RosterSource): SqlPart =>
  kind === 'committee'
    ? db`
      select a.id as account_id from special_committee_member s join account a on a.id = s.account_id
      where s.committee_id = ${id} and ${canChat(db)}`
    : db`
      select a.id as account_id from registration r join account a on a.id = r.account_id
      where r.meeting_id = ${id} and r.state = 'paid' and ${canChat(db)}`

/** Names of a committee: as counsellor or member, then the nickname; never the name for signing in. */
const namedMembers = (db: Db, committeeId: number) => db`
  select account_id, coalesce(record, nickname, '委员') as name, record is not null as is_trusted from (
    select a.id as account_id, ${selectChosenNickname(db)} as nickname, coalesce(
      (select nullif(name, '') from counsellor where account_id = a.id),
      (select nullif(name, '') from member
        where account_id = a.id and kind = 'individual' and state in ('active', 'grace') order by id desc limit 1)) as record
    from special_committee_member s join account a on a.id = s.account_id
    where s.committee_id = ${committeeId} and ${canChat(db)}) named`

/** The first text that says that the group shows the name. */
export const textWithGroup = '2026-12'

/** Names of participants. Only those who agreed to a text that names the group are public. */
const namedParticipants = (db: Db, meetingId: number) => db`
  select a.id as account_id, false as is_trusted, case when r.is_listed and exists (
    select 1 from consent c
    where c.account_id = a.id and c.purpose = 'participants' and c.withdrawn_at is null and c.version >= ${textWithGroup})
    then r.name else left(r.name, 1) || '**' end as name
  from registration r join account a on a.id = r.account_id
  where r.meeting_id = ${meetingId} and r.state = 'paid' and ${canChat(db)}`

/**
 * People on the list with the names that the group shows. A typed name that another person on the list has, too, shows
 * the family name only, because it may impersonate them. The default name of members may be equal.
 */
const listedPeople = (db: Db, { kind, id }: RosterSource): SqlPart => db`
  select account_id, case
    when is_trusted or name = '委员'
      or count(*) over (partition by ${foldedNameSql(db, db`name`)}) = 1
    then name else left(name, 1) || '**' end as name
  from (${kind === 'committee' ? namedMembers(db, id) : namedParticipants(db, id)}) typed`

/** Locks the committee or meeting, so that it gets one group only. */
export const lockSource = (tx: Tx, { kind, id }: RosterSource) =>
  firstRow(
    kind === 'committee'
      ? tx<{ title: string }[]>`select name as title from special_committee where id = ${id} for no key update`
      : tx<{ title: string }[]>`select title from meeting where id = ${id} for no key update`,
  )

export const selectSourceTitle = (db: Db, { kind, id }: RosterSource) =>
  firstRow(
    kind === 'committee'
      ? db<{ title: string }[]>`select name as title from special_committee where id = ${id}`
      : db<{ title: string }[]>`select title from meeting where id = ${id}`,
  )

const ofSource = (db: Db, { kind, id }: RosterSource) =>
  kind === 'committee' ? db`g.committee_id = ${id}` : db`g.meeting_id = ${id}`

/** The group of this list that was not dissolved. */
export const selectGroupOf = (db: Db, source: RosterSource) =>
  firstRow(db<RosterGroupRow[]>`
    select g.* from roster_group g where ${ofSource(db, source)} and g.state <> 'dissolved'`)

/** Locks the group, so that no two nodes compare it at the same time. */
export const lockGroup = (tx: Tx, id: number) =>
  firstRow(tx<RosterGroupRow[]>`select * from roster_group where id = ${id} for no key update`)

export type NewRosterGroup = Pick<RosterGroupRow, 'committee_id' | 'meeting_id' | 'team_id' | 'created_by'>

export async function insertGroup(tx: Tx, group: NewRosterGroup): Promise<number> {
  const { id } = await onlyRow(tx<{ id: number }[]>`insert into roster_group ${tx(group)} returning id`)
  return id
}

type GroupChange = Partial<Pick<RosterGroupRow, 'state' | 'ended_by' | 'ended_at' | 'end_reason'>>

export async function updateGroup(tx: Tx, id: number, columns: GroupChange): Promise<void> {
  await tx`update roster_group set ${tx(columns)} where id = ${id}`
}

export async function selectIdsInStates(db: Db, states: readonly RosterGroupState[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from roster_group where state = any(${states as string[]}::text[]) order by id`
  return rows.map(({ id }) => id)
}

/** The chat account of the association, which owns the teams. */
export const selectAssociation = (db: Db) =>
  onlyRow(db<{ id: number; accid: string }[]>`
    select i.id, i.accid from im_account i join im_app p on p.id = i.app_id and p.is_site
    where i.accid = 'association'`)

/** True for a member who left; one whom the list removed has a `removed_time` after the last joining. */
const hasLeft = (db: Db) => db`not m.is_valid and (m.removed_time is null or m.removed_time < m.join_time)`

/** True for an account that no one knows by an alias: a counsellor's, which never had the role user. */
const isKnownByName = (db: Db) => db`exists (
  select 1 from account a where a.id = l.account_id and a.role_id = ${roles.counsellor} and not a.was_user)`

/** True for a chat account `i` that staff have not blocked. */
const isUnblocked = (db: Db) => db`i.is_blocked is not true`

type RosterPerson = { account_id: number; name: string }
type TeamGroup = Pick<RosterGroupRow, 'id' | 'team_id' | 'committee_id' | 'meeting_id'>

/**
 * People on the list who should be members and are not. Those who left do not return without asking. All others than
 * counsellors ask, because their chat account would connect the name with the alias that counsellors know.
 */
const missing = (db: Db, group: TeamGroup, people: SqlPart) => db`
  from (${people}) l
  left join im_account i on i.account_id = l.account_id
  left join im_team_member m on m.team_id = ${group.team_id} and m.im_account_id = i.id
  where ${isKnownByName(db)} and ${isUnblocked(db)}
    and (m.im_account_id is null or not m.is_valid and not (${hasLeft(db)}))`

/** @param afterId account after which the page begins, so that people who cannot be admitted delay no others */
export const selectMissingMembers = (db: Db, group: TeamGroup, afterId: number, limit: number) =>
  db<RosterPerson[]>`
    select l.account_id, l.name ${missing(db, group, listedPeople(db, sourceOf(group)))}
      and l.account_id > ${afterId}
    order by l.account_id limit ${limit}`

export async function countMissingMembers(db: Db, group: TeamGroup): Promise<number> {
  const row = await onlyRow(db<{ count: number }[]>`
    select count(*) as count ${missing(db, group, listedAccounts(db, sourceOf(group)))}`)
  return row.count
}

/** People on the list who become members only if they ask, and do not know it yet. */
export const selectUninvitedPeople = (db: Db, group: TeamGroup, onceKey: string, limit: number) =>
  db<{ account_id: number }[]>`
    select l.account_id from (${listedAccounts(db, sourceOf(group))}) l
    left join im_account i on i.account_id = l.account_id
    where not ${isKnownByName(db)} and ${isUnblocked(db)}
      and not exists (select 1 from im_team_member m where m.team_id = ${group.team_id} and m.im_account_id = i.id)
      and not exists (select 1 from message n where n.account_id = l.account_id and n.once_key = ${onceKey})
    order by l.account_id limit ${limit}`

export type RosterMemberRow = { id: number; accid: string; account_id: number }

const unlisted = (db: Db, group: TeamGroup) => db`
  from im_team_member m join im_account i on i.id = m.im_account_id
  where m.team_id = ${group.team_id} and m.is_valid and m.role = 0
    and not exists (
      select 1 from (${listedAccounts(db, sourceOf(group))}) l where l.account_id = i.account_id)`

/** Members who are not on the list any more. */
export const selectUnlistedMembers = (db: Db, group: TeamGroup, limit: number) =>
  db<RosterMemberRow[]>`select i.id, i.accid, i.account_id ${unlisted(db, group)} order by i.id limit ${limit}`

export async function countUnlistedMembers(db: Db, group: TeamGroup): Promise<number> {
  const row = await onlyRow(db<{ count: number }[]>`select count(*) as count ${unlisted(db, group)}`)
  return row.count
}

/** Members whose name on the list has changed. */
export const selectRenamedMembers = (db: Db, group: TeamGroup, afterId: number, limit: number) =>
  db<{ id: number; accid: string; nick: string; shown: string }[]>`
    select i.id, i.accid, l.name as nick, m.nick as shown from im_team_member m join im_account i on i.id = m.im_account_id
    join (${listedPeople(db, sourceOf(group))}) l on l.account_id = i.account_id
    where m.team_id = ${group.team_id} and m.is_valid and m.role = 0 and m.nick <> l.name
      and i.id > ${afterId} order by i.id limit ${limit}`

/** Accounts of the members without the association. */
export async function selectMemberAccountIds(db: Db, teamId: number): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    select i.account_id from im_team_member m join im_account i on i.id = m.im_account_id
    where m.team_id = ${teamId} and m.is_valid and m.role = 0 and i.account_id is not null`
  return rows.map((row) => row.account_id)
}

export async function countPeople(db: Db, source: RosterSource): Promise<{ listed: number; withoutAccount: number }> {
  const row = await onlyRow(db<{ listed: number; without_account: number }[]>`
    select (select count(*) from (${listedAccounts(db, source)}) l) as listed,
      (select count(*) from registration r
        where ${source.kind === 'meeting'} and r.meeting_id = ${source.id} and r.state = 'paid' and r.account_id is null)
        as without_account`)
  return { listed: row.listed, withoutAccount: row.without_account }
}

export async function selectTeamSize(db: Db, teamId: number): Promise<{ members: number; scene: TeamScene }> {
  return onlyRow(db<{ members: number; scene: TeamScene }[]>`
    select scene, (select count(*) from im_team_member m where m.team_id = t.id and m.is_valid and m.role = 0) as members
    from im_team t where t.id = ${teamId}`)
}

/** True when the chat account `imId` is in the team. */
export async function isMember(db: Db, teamId: number, imId: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_team_member where team_id = ${teamId} and im_account_id = ${imId} and is_valid`
  return rows.length > 0
}

/** True for an account that staff have blocked in the chat. */
export async function isBlocked(db: Db, accountId: number): Promise<boolean> {
  return (await db`select 1 from im_account where account_id = ${accountId} and is_blocked`).length > 0
}

/** The name of this account on the list. */
export const selectListedPerson = (db: Db, source: RosterSource, accountId: number) =>
  firstRow(db<RosterPerson[]>`
    select l.account_id, l.name from (${listedPeople(db, source)}) l where l.account_id = ${accountId}`)

type UnnamedParticipantRow = { id: number; title: string; account_id: number; registration_id: number }

/** Members of meetings' groups whose names are masked, because they agreed to a text that does not name the group. */
export const selectMaskedParticipants = (db: Db, storedKey: SqlPart) =>
  db<UnnamedParticipantRow[]>`
    select g.id, t.title, r.account_id, r.id as registration_id
    from roster_group g join meeting t on t.id = g.meeting_id
    join registration r on r.meeting_id = g.meeting_id and r.state = 'paid' and r.is_listed
    join consent c on c.account_id = r.account_id and c.purpose = 'participants' and c.withdrawn_at is null
      and c.version < ${textWithGroup}
    join im_account i on i.account_id = r.account_id
    join im_team_member m on m.team_id = g.team_id and m.im_account_id = i.id and m.is_valid
    where g.state = 'open'
      and not exists (select 1 from message n where n.account_id = r.account_id and n.once_key = ${storedKey})
    order by g.id, r.account_id limit 500`

type OwnGroupRow = RosterGroupRow & { title: string; is_member: boolean }

/** Groups of the lists that name this account. */
export const selectOwnGroups = (db: Db, accountId: number) =>
  db<OwnGroupRow[]>`
    select g.*, coalesce(c.name, t.title) as title, exists (
      select 1 from im_team_member m join im_account i on i.id = m.im_account_id
      where m.team_id = g.team_id and m.is_valid and i.account_id = ${accountId}) as is_member
    from roster_group g left join special_committee c on c.id = g.committee_id left join meeting t on t.id = g.meeting_id
    where g.state <> 'dissolved' and (
      g.committee_id in (select committee_id from special_committee_member where account_id = ${accountId})
      or g.meeting_id in (select meeting_id from registration where account_id = ${accountId} and state = 'paid'))
    order by g.id desc limit 100`

type FormerGroupRow = { id: number; title: string; nick: string }

/** Groups that this account left or lost not long ago, and whose members may still report. */
export const selectFormerGroups = (db: Db, accountId: number) =>
  db<FormerGroupRow[]>`
    select g.id, coalesce(c.name, t.title) as title, former.nick
    from im_account own join im_team_member own_member on own_member.im_account_id = own.id
    join roster_group g on g.team_id = own_member.team_id
    cross join lateral (${selectFormerNick(db, accountId)}) former
    left join special_committee c on c.id = g.committee_id left join meeting t on t.id = g.meeting_id
    where own.account_id = ${accountId} order by g.id desc limit 100`

/** Tells whether the meeting's time for messages is over, and whether its personal data was deleted. */
export const selectMeetingEnd = (db: Db, meetingId: number, days: number) =>
  onlyRow(db<{ is_over: boolean; is_purged: boolean }[]>`
    select ends_at + make_interval(days => ${days}) < now() as is_over, purged_at is not null as is_purged
    from meeting where id = ${meetingId}`)
