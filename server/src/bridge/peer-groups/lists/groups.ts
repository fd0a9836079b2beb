// Peer groups: the lists and pages of visitors and staff, and their texts, days and leaders.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import type { StaffPeerGroup, StaffPeerGroupRow } from '@xinqiao/contract/http/peer-groups/staff.ts'
import type { PeerGroupKind, PeerGroupState } from '@xinqiao/contract/peer-groups.ts'
import { updateManagedTeam } from '../../../im/chat.ts'
import { viewerIdOf, type Ctx, type TransactionScope } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { formatTime } from '../../../kit/time.ts'
import { countMembersWithAlerts } from '../../group-reports/alert-store.ts'
import { askCoLeader, changeDraft, editionOf, expectEdition, type GroupInput, readDraft } from '../leaders/drafts.ts'
import { changePublishedLeaders } from '../leaders/leaders.ts'
import { hasOutdatedConsent } from '../led/led-consents.ts'
import { isInvited } from '../records/led-store.ts'
import { isLeaderOf, nameOfLeader, presentGroups, presentLeader } from '../present/present.ts'
import * as store from '../records/group-store.ts'

export async function listGroups(ctx: Ctx, page: PageLimits) {
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
    needsConsent: await hasOutdatedConsent(sql, id, viewerId),
    isClosedByStaff: isLeaderOf(row, viewerId) && row.is_closed_by_staff,
  }
}

type StaffListGroupRow = Awaited<ReturnType<typeof store.selectStaffGroups>>['rows'][number]
const presentStaffRow = (row: StaffListGroupRow, leaders: readonly store.LeaderRow[]): StaffPeerGroupRow => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  leaderName: nameOfLeader(leaders.find(({ account_id }) => account_id === row.leader_id)!),
  capacity: row.capacity,
  members: row.member_count,
  waiting: row.waiting,
  openReports: row.open_reports,
  needsLeader: row.lacks_leader,
})

export async function listGroupsForStaff(db: Db, state: PeerGroupState | undefined, page: PageLimits) {
  const { rows, total } = await store.selectStaffGroups(db, state, page)
  const leaders = await store.selectLeaders(
    db,
    rows.map((row) => row.leader_id),
  )
  return { content: rows.map((row) => presentStaffRow(row, leaders)), totalElements: total }
}

export async function getGroupForStaff(db: Db, id: number): Promise<StaffPeerGroup> {
  const row = orNotFound(await store.selectStaffGroup(db, id))
  const coLeaderId = row.asked_co_leader_id ?? row.co_leader_id
  const leaders = await store.selectLeaders(db, coLeaderId === null ? [row.leader_id] : [row.leader_id, coLeaderId])
  const usernameOf = (accountId: number | null) =>
    leaders.find(({ account_id }) => account_id === accountId)?.username ?? ''
  return {
    ...presentStaffRow(row, leaders),
    summary: row.summary,
    description: row.description,
    rules: row.rules,
    startsOn: row.starts_on ?? '',
    endsOn: row.ends_on ?? '',
    leader: usernameOf(row.leader_id),
    coLeader: usernameOf(coLeaderId),
    edition: editionOf(row),
    hasCoLeaderAgreed: row.asked_co_leader_id === null,
    isClosedByStaff: row.is_closed_by_staff,
    membersWithAlerts: row.team_id === null ? 0 : await countMembersWithAlerts(db, row.team_id),
    end: row.ended_at && {
      time: formatTime(row.ended_at),
      reason: row.end_reason,
      by: row.ended_by === null ? '' : await store.selectUsername(db, row.ended_by),
    },
  }
}

export async function addGroup(
  scope: TransactionScope,
  { kind, ...input }: GroupInput & { kind: PeerGroupKind },
): Promise<{ id: number }> {
  const { tx } = scope
  const draft = await readDraft(tx, kind, input)
  const id = await store.insertGroup(tx, { ...draft, kind })
  await askCoLeader(scope, { id, kind, team_id: null, ...draft })
  return { id }
}

export async function changeGroup(
  scope: TransactionScope,
  { id, edition, ...input }: GroupInput & { id: number; edition: string },
): Promise<null> {
  const { tx } = scope
  const group = orNotFound(await store.lockGroup(tx, id))
  if (group.state === 'dissolved') throw fail('wrongState')
  expectEdition(group, edition)
  const presentIds = [group.leader_id, group.co_leader_id].filter((leaderId) => leaderId !== null)
  const draft = await readDraft(tx, group.kind, input, group.team_id === null ? [] : presentIds)
  if (group.team_id !== null) await changePublishedLeaders(scope, group, draft)
  if (draft.capacity < group.member_count)
    throw failField('capacity', `小组已有${group.member_count}位成员，名额不能更少`)
  await changeDraft(scope, group, draft)
  if (group.team_id !== null) await updateManagedTeam(scope, group.team_id, { name: draft.title, intro: draft.summary })
  return null
}
