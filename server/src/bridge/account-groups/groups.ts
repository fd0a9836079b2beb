// Groups that accounts created in the chat: staff list and moderate them, and read no messages.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { AccountGroup, AccountGroupMember } from '@xinqiao/contract/http/account-groups.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { dissolveTeam, muteTeamMember, removeTeamMember, silenceTeam } from '../../im/chat.ts'
import type { AuditedCtx, TransactionScope } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { formatTime } from '../../kit/time.ts'
import { countMembersWithAlerts } from '../group-reports/alert-store.ts'
import { settleReportsOfDissolvedGroup } from '../group-reports/settle.ts'
import { notifyDissolvedByStaff, notifyMutedByStaff, notifyRemovedByStaff } from './notices.ts'
import * as store from './store.ts'

const presentGroup = (row: store.AccountGroupRow): AccountGroup => ({
  id: row.id,
  name: row.name,
  ownerName: row.owner_name,
  members: row.member_count,
  createTime: formatTime(new Date(row.create_time)),
  openReports: row.open_reports,
  isSilenced: row.is_silenced,
  care: detectCrisis({ title: row.name, text: row.intro }),
})

const presentMember = (row: store.AccountGroupMemberRow): AccountGroupMember => ({
  id: row.id,
  name: row.name,
  role: store.nameRole(row.role),
  isMuted: row.is_muted,
  joinTime: formatTime(new Date(row.join_time)),
})

export async function listAccountGroups(db: Db, key: string | undefined, page: PageLimits) {
  const { ids, total } = await store.selectAccountGroupIds(db, key, page)
  return { content: (await store.selectAccountGroups(db, ids)).map(presentGroup), totalElements: total }
}

export async function getAccountGroup(db: Db, id: number) {
  const row = orNotFound(await store.selectAccountGroup(db, id))
  const membersWithAlerts = await countMembersWithAlerts(db, id)
  return { ...presentGroup(row), intro: row.intro, isValid: row.is_valid, membersWithAlerts }
}

export async function listAccountGroupMembers(db: Db, id: number, key: string | undefined, page: PageLimits) {
  orNotFound(await store.selectAccountGroup(db, id))
  const { rows, total } = await store.selectAccountGroupMembers(db, id, key, page)
  return { content: rows.map(presentMember), totalElements: total }
}

/** @throws Failure notFound, or wrongState for a group that was dissolved */
async function requireRunningGroup({ tx }: TransactionScope, id: number): Promise<store.AccountGroupRow> {
  const group = orNotFound(await store.selectAccountGroup(tx, id))
  if (!group.is_valid) throw fail('wrongState', '这个小组已解散')
  return group
}

export async function silenceAccountGroup(
  scope: TransactionScope,
  { id, isSilenced }: { id: number; isSilenced: boolean },
): Promise<null> {
  await requireRunningGroup(scope, id)
  await silenceTeam(scope, id, isSilenced)
  return null
}

const notInGroup = '这位成员已不在小组中'
const ownerOrGone = '这位成员已不在小组中，或者是组长。组长只能由小组转让，也可以解散小组'

export async function muteAccountGroupMember(
  scope: TransactionScope,
  { id, memberId, isMuted, reason }: { id: number; memberId: number; isMuted: boolean; reason: string },
): Promise<null> {
  await requireRunningGroup(scope, id)
  const account = await store.selectMemberAccount(scope.tx, id, memberId)
  const muteReason = isMuted ? reason : null
  if (!account || !(await muteTeamMember(scope, id, account, muteReason))) throw fail('wrongState', notInGroup)
  await notifyMutedByStaff(scope, id, account.id, muteReason)
  return null
}

export async function removeAccountGroupMember(
  scope: TransactionScope,
  { id, memberId, reason }: { id: number; memberId: number; reason: string },
): Promise<null> {
  const { name } = await requireRunningGroup(scope, id)
  const account = await store.selectMemberAccount(scope.tx, id, memberId)
  if (!account || !(await removeTeamMember(scope, id, account))) throw fail('wrongState', ownerOrGone)
  if (account.account_id !== null) await notifyRemovedByStaff(scope, name, [account.account_id], reason)
  return null
}

export async function dissolveAccountGroup(
  scope: AuditedCtx,
  { id, reason }: { id: number; reason: string },
): Promise<null> {
  const { name } = await requireRunningGroup(scope, id)
  await dissolveTeam(scope, id)
  // reads the members under the lock of the team, so that none is missed
  const userIds = await store.selectMemberAccountIds(scope.tx, id)
  await notifyDissolvedByStaff(scope, name, userIds, reason)
  await settleReportsOfDissolvedGroup(scope, scope.viewer.id, { column: 'team_id', id }, reason)
  return null
}
