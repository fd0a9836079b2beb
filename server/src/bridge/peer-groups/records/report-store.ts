// SQL of reports by members of peer groups.
import type { PeerReportReason, PeerReportState } from '@xinqiao/contract/peer-groups.ts'
import { memberRoles } from '@xinqiao/contract/im/team/team-model.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'
import { selectShownName } from '../../nickname-store.ts'

export type PeerReportRow = Omit<Rows['peer_report'], 'state' | 'reason'> & {
  state: PeerReportState
  reason: PeerReportReason
}

/** An account in the team: its chat account, and the name that staff read. */
export type TeamPersonRow = { account_id: number; im_account_id: number; accid: string; nick: string }

export const selectTeamPerson = (db: Db, teamId: number, by: { accountId: number } | { accid: string }) =>
  firstRow(db<TeamPersonRow[]>`
    select i.account_id, i.id as im_account_id, i.accid, ${selectShownName(db)} as nick
    from im_team_member m join im_account i on i.id = m.im_account_id
    where m.team_id = ${teamId} and m.is_valid
      and ${'accountId' in by ? db`i.account_id = ${by.accountId}` : db`i.accid = ${by.accid}`}`)

/** Names in the team of accounts that may have left. */
export const selectSenderName = (db: Db, teamId: number, accid: string) =>
  firstRow(db<TeamPersonRow[]>`
    select i.account_id, i.id as im_account_id, i.accid, ${selectShownName(db)} as nick
    from im_account i left join im_team_member m on m.im_account_id = i.id and m.team_id = ${teamId}
    where i.accid = ${accid} and i.account_id is not null`)

/** The chat account of this account on the site, with the name that others read outside of groups. */
export const selectSitePerson = (db: Db, accountId: number) =>
  firstRow(db<TeamPersonRow[]>`
    select i.account_id, i.id as im_account_id, i.accid, ${selectShownName(db)} as nick
    from im_account i left join im_team_member m on false
    where i.account_id = ${accountId} and i.app_id = im_site_app()`)

/** The friend of this chat account under the name that it gave, also after the friendship ended. */
export const selectFriend = (db: Db, imId: number, accid: string) =>
  firstRow(db<TeamPersonRow[]>`
    select i.account_id, i.id as im_account_id, i.accid, coalesce(nullif(f.alias, ''), ${selectShownName(db)}) as nick
    from im_friend f join im_account i on i.id = f.peer_id left join im_team_member m on false
    where f.im_account_id = ${imId} and i.accid = ${accid} and i.account_id is not null`)

/** Names in their teams of accounts that may have left. */
export const selectShownNames = (db: Db, people: readonly { teamId: number; accid: string }[]) =>
  db<{ team_id: number; accid: string; nick: string }[]>`
    select w.team_id, i.accid, ${selectShownName(db)} as nick
    from unnest(${people.map(({ teamId }) => teamId)}::bigint[], ${people.map(({ accid }) => accid)}::text[])
      as w(team_id, accid)
    join im_team t on t.id = w.team_id join im_account i on i.accid = w.accid and i.app_id = t.app_id
    left join im_team_member m on m.im_account_id = i.id and m.team_id = w.team_id`

export async function countOpenReports(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*) as count from peer_report where state = 'open'`
  return row!.count
}

type ReportedGroupColumn = 'group_id' | 'roster_group_id' | 'team_id'
/** The group of a report: one of the association, or another team. The report of a friend has none. */
export type ReportedGroup = Pick<PeerReportRow, ReportedGroupColumn>
export type NewReport = Pick<
  PeerReportRow,
  'id' | ReportedGroupColumn | 'reporter_id' | 'reported_id' | 'message_id' | 'reason' | 'texts_sealed'
>

export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx`insert into peer_report ${valuesWithId(tx, report)}`
}

/** The team of report `r`, with its peer group `g` or roster group `o`. */
const teamOf = (db: Db) => db`coalesce(g.team_id, o.team_id, r.team_id)`

/** The reported member, if staff may mute them: an ordinary member, or a manager of a group that accounts created. */
const reportedMember = (db: Db) => db`
  select m.team_id, m.is_muted, i.id, i.accid, t.is_managed
  from im_team t join im_team_member m on m.team_id = t.id and m.is_valid
    and (m.role = ${memberRoles.normal} or (not t.is_managed and m.role = ${memberRoles.manager}))
  join im_account i on i.id = m.im_account_id
  where t.id = ${teamOf(db)} and t.is_valid and i.account_id = r.reported_id`

type ReportedMemberRow = { team_id: number; is_muted: boolean; id: number; accid: string; is_managed: boolean }

/** The member whom this report names; null for others. */
export const selectReportedMember = (db: Db, reportId: number) =>
  firstRow(db<ReportedMemberRow[]>`
    select member.* from peer_report r
    left join peer_group g on g.id = r.group_id left join roster_group o on o.id = r.roster_group_id
    cross join lateral (${reportedMember(db)}) member where r.id = ${reportId}`)

export type ReportedFriendRow = { id: number; account_id: number; is_muted: boolean; accid: string }

/** The chat account of the person whom the report `r` of a friend names. */
const reportedFriend = (db: Db) => db`
  select i.id, i.account_id, i.is_muted, i.accid from im_account i
  where i.account_id = r.reported_id and i.app_id = im_site_app()
    and num_nonnulls(r.group_id, r.roster_group_id, r.team_id) = 0`

/** The chat account of the friend whom this report names; null for the report of a group. */
export const selectReportedFriend = (db: Db, reportId: number) =>
  firstRow(db<ReportedFriendRow[]>`
    select friend.* from peer_report r cross join lateral (${reportedFriend(db)}) friend where r.id = ${reportId}`)

export type ReportedMessage = {
  team_id: number
  message_id: number
  sender_id: number | null
  group_title: string
  /** Null for another kind of group, like `roster_group_id`. */
  peer_group_id: number | null
  roster_group_id: number | null
}

/** The reported message: its team and sender, and its group. Null for a report without a message. */
export const selectReportedMessage = (db: Db, reportId: number) =>
  firstRow(db<ReportedMessage[]>`
    select t.id as team_id, r.message_id, r.reported_id as sender_id, t.name as group_title,
      g.id as peer_group_id, o.id as roster_group_id
    from peer_report r left join peer_group g on g.id = r.group_id left join roster_group o on o.id = r.roster_group_id
    join im_team t on t.id = ${teamOf(db)} where r.id = ${reportId} and r.message_id <> 0`)

/** `group_title`: null for the report of a friend. */
export type ListedReport = PeerReportRow & {
  group_title: string | null
  is_muted: boolean | null
  has_message: boolean
  /** Chat accounts of both sides in the report of a friend; null in others. */
  reporter_accid: string | null
  reported_accid: string | null
}

export function selectReports(db: Db, state: PeerReportState | undefined, { limit, offset }: PageLimits) {
  const where = state ? db`where r.state = ${state}` : db``
  return readPage(
    db<ListedReport[]>`
      select r.*, coalesce(g.title, c.name, t.title, other.name) as group_title,
        coalesce(member.is_muted, friend.is_muted) as is_muted, friend.accid as reported_accid,
        (select i.accid from im_account i where friend.id is not null and i.account_id = r.reporter_id
          and i.app_id = im_site_app()) as reporter_accid,
        exists (select from im_message where id = r.message_id and length(body) > 0) as has_message
      from peer_report r
      left join peer_group g on g.id = r.group_id left join roster_group o on o.id = r.roster_group_id
      left join special_committee c on c.id = o.committee_id left join meeting t on t.id = o.meeting_id
      left join im_team other on other.id = r.team_id
      left join lateral (${reportedMember(db)}) member on true
      left join lateral (${reportedFriend(db)}) friend on true ${where}
      order by r.state desc, r.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) as count from peer_report r ${where}`,
  )
}

/** Locks the team, so that it cannot end before the transaction does. */
export const lockRunningTeam = (tx: Tx, teamId: number) =>
  firstRow(tx<{ id: number }[]>`select id from im_team where id = ${teamId} and is_valid for share`)

/** The group of the association that has this team, or the team itself. */
export const selectReportedGroup = (db: Db, teamId: number) =>
  firstRow(db<ReportedGroup[]>`
    select g.id as group_id, o.id as roster_group_id, case when g.id is null and o.id is null then t.id end as team_id
    from im_team t left join peer_group g on g.team_id = t.id left join roster_group o on o.team_id = t.id
    where t.id = ${teamId} and t.is_valid and t.app_id = im_site_app()`)
