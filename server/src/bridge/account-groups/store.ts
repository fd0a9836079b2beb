// SQL of the groups that accounts of the site created in the chat.
import type { AccountGroupMember } from '@xinqiao/contract/http/account-groups.ts'
import { memberRoles } from '@xinqiao/contract/im/team/team-model.ts'
import type { Db } from '../../kit/db/db.ts'
import { findIds, idsWithPositions, limitTo, type PageLimits, type PageOfIds } from '../../kit/db/lists.ts'
import { firstRow, readPage } from '../../kit/db/results.ts'
import { selectShownName } from '../nickname-store.ts'

/**
 * Groups that accounts created. The condition equals that of the index `im_team_of_accounts`, so that queries can use
 * it.
 */
const isListed = (db: Db) => db`t.app_id = im_site_app() and t.is_valid and not t.is_managed`

/**
 * Ids of the groups that accounts have created and that still exist, newest first.
 * @param key part of the name, or the number of the group
 */
export function selectAccountGroupIds(db: Db, key: string | undefined, page: PageLimits): Promise<PageOfIds> {
  const number = key && /^\d{1,15}$/.test(key) ? Number(key) : 0
  const matches = key ? db`and (t.id = ${number} or position(lower(${key}) in lower(t.name)) > 0)` : db``
  return findIds(
    db,
    db`select t.id from im_team t where ${isListed(db)} ${matches} order by t.id desc ${limitTo(db, page)}`,
    db`select count(*) from im_team t where ${isListed(db)} ${matches}`,
  )
}

export type AccountGroupRow = {
  id: number
  name: string
  intro: string
  is_valid: boolean
  is_silenced: boolean
  member_count: number
  create_time: number
  owner_name: string
  open_reports: number
}

const groupColumns = (db: Db) => db`
  t.id, t.name, t.intro, t.is_valid, t.is_silenced, t.member_count, t.create_time, ${selectShownName(db)} as owner_name,
  (select count(*) from peer_report r where r.team_id = t.id and r.state = 'open') as open_reports`
const joinOwner = (db: Db) => db`
  join im_account i on i.id = t.owner_id
  left join im_team_member m on m.team_id = t.id and m.im_account_id = t.owner_id`

export const selectAccountGroups = (db: Db, ids: readonly number[]) =>
  db<AccountGroupRow[]>`
    select ${groupColumns(db)} from ${idsWithPositions(db, ids)} join im_team t on t.id = page.id ${joinOwner(db)}
    order by page.position`

/** @returns null for a group of the association, and for a team of another app */
export const selectAccountGroup = (db: Db, id: number) =>
  firstRow(db<AccountGroupRow[]>`
    select ${groupColumns(db)} from im_team t ${joinOwner(db)}
    where t.id = ${id} and t.app_id = im_site_app() and not t.is_managed`)

export type AccountGroupMemberRow = { id: number; name: string; role: number; join_time: number; is_muted: boolean }

/** Present members, in the order of joining. */
export function selectAccountGroupMembers(
  db: Db,
  teamId: number,
  key: string | undefined,
  { limit, offset }: PageLimits,
) {
  const from = db`
    from im_team_member m join im_account i on i.id = m.im_account_id where m.team_id = ${teamId} and m.is_valid
      ${key ? db`and position(lower(${key}) in lower(${selectShownName(db)})) > 0` : db``}`
  return readPage(
    db<AccountGroupMemberRow[]>`
      select i.id, ${selectShownName(db)} as name, m.role, m.join_time, m.is_muted ${from}
      order by m.join_time, m.im_account_id limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) as count ${from}`,
  )
}

type MemberAccountRow = { id: number; accid: string; account_id: number | null }

/** The chat account of a present member. */
export const selectMemberAccount = (db: Db, teamId: number, imId: number) =>
  firstRow(db<MemberAccountRow[]>`
    select i.id, i.accid, i.account_id from im_team_member m join im_account i on i.id = m.im_account_id
    where m.team_id = ${teamId} and m.im_account_id = ${imId} and m.is_valid`)

/** Accounts of the site among the present members. */
export async function selectMemberAccountIds(db: Db, teamId: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select i.account_id as id from im_team_member m join im_account i on i.id = m.im_account_id
    where m.team_id = ${teamId} and m.is_valid and i.account_id is not null`
  return rows.map(({ id }) => id)
}

type TeamNoticeReceiversRow = { name: string; account_ids: number[]; group_id: number | null }

/** The team and, of these members, those with an account of the site, who receive a notice. */
export const selectNotifiedPeople = (db: Db, teamId: number, imIds: readonly number[]) =>
  firstRow(db<TeamNoticeReceiversRow[]>`
    select t.name, g.id as group_id, array(
      select i.account_id from im_account i
      where i.id = any(${imIds as number[]}::bigint[]) and i.account_id is not null order by i.id) as account_ids
    from im_team t left join peer_group g on g.team_id = t.id where t.id = ${teamId}`)

const roleNames = Object.entries(memberRoles) as [AccountGroupMember['role'], number][]
export const nameRole = (role: number): AccountGroupMember['role'] =>
  roleNames.find(([, code]) => code === role)?.[0] ?? 'normal'
