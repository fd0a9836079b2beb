// Peer groups in their states: draft, open, closed, dissolved. Publishing creates the chat team, whose owner is the
// leader.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import type { StaffPeerGroup, StaffPeerGroupRow } from '@xinqiao/contract/http/peer-groups/staff.ts'
import type { PeerGroupKind, PeerGroupState } from '@xinqiao/contract/peer-groups.ts'
import { createManagedTeam, dismissManagedTeam, updateManagedTeam } from '../../im/chat.ts'
import { viewerIdOf, type Ctx, type TransactionScope } from '../../kit/ctx.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { Page } from '../../kit/db/lists.ts'
import { changePublishedLeaders, requireAbleLeader, toTeamMember } from './leaders.ts'
import { isInvited, markAllConsentsWithdrawn } from './led-store.ts'
import { notifyDeclined, notifyDissolved, notifyPublished, notifyRefused } from './notices.ts'
import { isPastEnd, nameOfLeader, presentGroups, presentLeader } from './present.ts'
import * as store from './store.ts'

export async function listGroups(ctx: Ctx, page: Page) {
  const { sql } = ctx.kit
  const { rows, total } = await store.selectPublicGroups(sql, page)
  return { content: await presentGroups(sql, rows, viewerIdOf(ctx)), totalElements: total }
}

export async function getGroup(ctx: Ctx, id: number): Promise<PeerGroupDetail> {
  const { sql } = ctx.kit
  const viewerId = viewerIdOf(ctx)
  const publicGroup = await store.selectPublicGroup(sql, id)
  const row = orNotFound(publicGroup ?? (await store.selectDissolvedGroup(sql, id, viewerId)))
  const [card] = await presentGroups(sql, [row], viewerId)
  const [coLeader] = row.co_leader_id === null ? [] : await store.selectLeaders(sql, [row.co_leader_id])
  return {
    ...card!,
    description: row.description,
    rules: row.rules,
    coLeader: coLeader ? presentLeader(coLeader) : null,
    isInvited: await isInvited(sql, id, viewerId),
  }
}

type StaffRow = Awaited<ReturnType<typeof store.selectStaffGroups>>['rows'][number]
const presentStaffRow = (row: StaffRow, leaders: readonly store.LeaderRow[]): StaffPeerGroupRow => ({
  ...{ id: row.id, kind: row.kind, title: row.title, state: row.state },
  leaderName: nameOfLeader(leaders.find(({ account_id }) => account_id === row.leader_id)!),
  capacity: row.capacity,
  members: row.member_count,
  waiting: row.waiting,
  openReports: row.open_reports,
  needsLeader: row.lacks_leader,
})

export async function listGroupsForStaff(db: Db, state: PeerGroupState | undefined, page: Page) {
  const { rows, total } = await store.selectStaffGroups(db, state, page)
  const leaders = await store.selectLeaders(
    db,
    rows.map((row) => row.leader_id),
  )
  return { content: rows.map((row) => presentStaffRow(row, leaders)), totalElements: total }
}

export async function getGroupForStaff(db: Db, id: number): Promise<StaffPeerGroup> {
  const row = orNotFound(await store.selectStaffGroup(db, id))
  const leaders = await store.selectLeaders(db, [row.leader_id, ...(row.co_leader_id ? [row.co_leader_id] : [])])
  const usernameOf = (accountId: number | null) =>
    leaders.find(({ account_id }) => account_id === accountId)?.username ?? ''
  return {
    ...presentStaffRow(row, leaders),
    summary: row.summary,
    description: row.description,
    rules: row.rules,
    ...{ startsOn: row.starts_on ?? '', endsOn: row.ends_on ?? '' },
    leader: usernameOf(row.leader_id),
    coLeader: usernameOf(row.co_leader_id),
  }
}

export type GroupInput = Pick<StaffPeerGroup, 'title' | 'summary' | 'description' | 'rules' | 'capacity'> & {
  startsOn?: string | undefined
  endsOn?: string | undefined
  leader: string
  coLeader: string
}

/** @throws Failure invalid, with the form field */
async function requireLeaderId(
  tx: Tx,
  field: 'leader' | 'coLeader',
  username: string,
  kind: PeerGroupKind,
): Promise<number> {
  const row = await store.selectLeaderByName(tx, username, kind)
  if (row) return row.account_id
  throw failField(
    field,
    kind === 'led'
      ? '没有这个账号，或它不是咨询师（团体辅导的带领者须是咨询师）'
      : '没有这个账号，或它不能使用聊天（带领者须是咨询师或用户）',
  )
}

export async function readDraft(tx: Tx, kind: PeerGroupKind, input: GroupInput) {
  const { leader, coLeader, startsOn = null, endsOn = null, ...texts } = input
  const leaderId = await requireLeaderId(tx, 'leader', leader, kind)
  const coLeaderId = coLeader === '' ? null : await requireLeaderId(tx, 'coLeader', coLeader, kind)
  if (coLeaderId === leaderId) throw failField('coLeader', '协同带领者不能与带领者相同')
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) throw failField('endsOn', '结束日期不能早于开始日期')
  return {
    ...{ title: texts.title, summary: texts.summary, description: texts.description, rules: texts.rules },
    ...{ capacity: texts.capacity, starts_on: startsOn, ends_on: endsOn },
    ...{ leader_id: leaderId, co_leader_id: coLeaderId },
  }
}

export async function addGroup(
  { tx }: TransactionScope,
  { kind, ...input }: GroupInput & { kind: PeerGroupKind },
): Promise<{ id: number }> {
  return { id: await store.insertGroup(tx, { ...(await readDraft(tx, kind, input)), kind }) }
}

export async function changeGroup(
  scope: TransactionScope,
  { id, ...input }: GroupInput & { id: number },
): Promise<null> {
  const { tx } = scope
  const group = orNotFound(await store.lockGroup(tx, id))
  if (group.state === 'dissolved') throw fail('wrongState')
  const draft = await readDraft(tx, group.kind, input)
  if (group.team_id !== null) await changePublishedLeaders(scope, group, draft)
  if (draft.capacity < group.member_count)
    throw failField('capacity', `小组已有${group.member_count}位成员，名额不能更少`)
  await store.updateGroup(tx, id, draft)
  if (group.team_id !== null) await updateManagedTeam(scope, group.team_id, { name: draft.title, intro: draft.summary })
  return null
}

async function publishGroup(scope: TransactionScope, group: store.PeerGroupRow): Promise<void> {
  const { tx } = scope
  const { leader_id, co_leader_id } = group
  await requireAbleLeader(tx, group)
  const leaders = await store.selectLeaders(tx, co_leader_id === null ? [leader_id] : [leader_id, co_leader_id])
  const leaderOf = (accountId: number) => leaders.find((row) => row.account_id === accountId)!
  const teamId = await createManagedTeam(scope, {
    name: group.title,
    intro: group.summary,
    owner: await toTeamMember(tx, leaderOf(leader_id)),
    manager: co_leader_id === null ? null : await toTeamMember(tx, leaderOf(co_leader_id)),
  })
  await store.updateGroup(tx, group.id, { state: 'open', team_id: teamId })
  if (group.state === 'proposed') await notifyPublished(scope, group)
}

async function dissolveGroup(scope: TransactionScope, group: store.PeerGroupRow, reason: string): Promise<void> {
  const { tx } = scope
  const members = await store.selectGroupMembers(tx, group.id)
  const leaders = [group.leader_id, group.co_leader_id].filter((id) => id !== null)
  await store.updateGroup(tx, group.id, { state: 'dissolved' })
  // the team before the consents, as in the chat
  if (group.team_id !== null) await dismissManagedTeam(scope, group.team_id)
  await markAllConsentsWithdrawn(tx, group.id)
  const applicants = await store.updateAllWaiting(tx, group.id, '小组已解散')
  if (group.team_id === null) {
    if (group.state === 'proposed') await notifyDeclined(scope, group, reason)
    return
  }
  await notifyDissolved(scope, group, [...leaders, ...members.map(({ account_id }) => account_id)], reason)
  const applicantIds = applicants.map(({ account_id }) => account_id)
  await notifyRefused(scope, group, applicantIds, '小组已解散')
}

const allowedStates: Record<PeerGroupState, readonly PeerGroupState[]> = {
  proposed: ['open', 'dissolved'],
  draft: ['open', 'dissolved'],
  open: ['closed', 'dissolved'],
  closed: ['open', 'dissolved'],
  dissolved: [],
}

export async function setGroupState(
  scope: TransactionScope,
  { id, state, reason }: { id: number; state: Exclude<PeerGroupState, 'draft' | 'proposed'>; reason: string },
  maySet: (group: store.PeerGroupRow) => boolean = () => true,
): Promise<null> {
  const group = orNotFound(await store.lockGroup(scope.tx, id))
  if (!maySet(group)) throw fail('notFound')
  if (!allowedStates[group.state].includes(state)) throw fail('wrongState')
  if (state === 'dissolved') await dissolveGroup(scope, group, reason)
  else if (state === 'open' && isPastEnd(group)) throw fail('wrongState', '结束日期已过，请先由秘书处修改结束日期')
  else if (group.team_id === null) await publishGroup(scope, group)
  else await store.updateGroup(scope.tx, id, { state })
  return null
}
