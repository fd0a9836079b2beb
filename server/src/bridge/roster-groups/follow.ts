// Makes the members of roster groups equal to their lists. Each batch is one transaction that compares again, so that a
// node that dies leaves nothing half done, and a repeated run changes nothing.
import { daysOfMeetingGroup } from '@xinqiao/contract/roster-groups.ts'
import {
  admitManagedMembers,
  ensureAccount,
  removeManagedMembers,
  renameManagedMembers,
  updateManagedTeam,
  type ManagedMember,
} from '../../im/chat.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../kit/ctx.ts'
import { closeRosterGroup, dissolveRosterGroup, nameOfTeam } from './groups.ts'
import { inviteToRoster, notifyRosterJoined, notifyRosterRemoved, storedInvitationKey } from './notices.ts'
import * as store from './store.ts'

const batchSize = 100

/** Closes the group of a meeting that ended, and dissolves it once the personal data of the meeting is deleted. */
async function endMeetingGroup(scope: TransactionScope, group: store.RosterGroupRow): Promise<void> {
  if (group.meeting_id === null) return
  const end = await store.selectMeetingEnd(scope.tx, group.meeting_id, daysOfMeetingGroup)
  if (end.is_purged) await dissolveRosterGroup(scope, group, { actorId: null, reason: '会议的个人信息已按期删除' })
  else if (end.is_over && group.state === 'open') await closeRosterGroup(scope, group)
}

async function removeUnlisted(scope: TransactionScope, group: store.RosterGroupRow, title: string): Promise<number> {
  const members = await store.selectUnlisted(scope.tx, group, batchSize)
  if (members.length === 0) return 0
  const formerMembers = await removeManagedMembers(scope, group.team_id, members)
  const accountIds = formerMembers.map((row) => row.account_id)
  await notifyRosterRemoved(scope, title, accountIds)
  return members.length
}

async function admitMissing(scope: TransactionScope, group: store.RosterGroupRow, title: string): Promise<number> {
  const { tx } = scope
  const people = await store.selectMissing(tx, group, batchSize)
  const members: (ManagedMember & { accountId: number })[] = []
  for (const { account_id: accountId, name } of people) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    members.push({ ...(await ensureAccount(tx, accountId)), nick: name, accountId })
  }
  if (members.length === 0) return 0
  const admitted = new Set((await admitManagedMembers(scope, group.team_id, members)).map(({ id }) => id))
  const accountIds = members.filter(({ id }) => admitted.has(id)).map(({ accountId }) => accountId)
  await notifyRosterJoined(scope, { teamId: group.team_id, title }, accountIds)
  return admitted.size
}

/** @returns true when another batch may be due */
async function followBatch(scope: TransactionScope, groupId: number): Promise<boolean> {
  const { tx } = scope
  const group = await store.lockGroup(tx, groupId)
  if (!group || group.state === 'dissolved') return false
  await endMeetingGroup(scope, group)
  const current = await store.lockGroup(tx, groupId)
  const source = store.sourceOf(group)
  const { title } = (await store.selectSourceTitle(tx, source)) ?? { title: '' }
  if (current?.state === 'dissolved') return false
  const changes = (await removeUnlisted(scope, group, title)) + (await admitMissing(scope, group, title))
  const renamedMembers = await store.selectRenamed(tx, group, batchSize)
  if (renamedMembers.length > 0) await renameManagedMembers(scope, group.team_id, renamedMembers)
  const people = await store.selectUninvited(tx, group, storedInvitationKey(groupId), batchSize)
  await inviteToRoster(
    scope,
    { id: groupId, title },
    people.map((row) => row.account_id),
  )
  await updateManagedTeam(scope, group.team_id, { name: nameOfTeam(source, title) })
  return changes >= batchSize || Math.max(renamedMembers.length, people.length) === batchSize
}

async function followGroup(kit: Kit, id: number): Promise<void> {
  try {
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    while (await inTransaction(kit, (scope) => followBatch(scope, id)));
  } catch (error) {
    kit.log.error({ err: error, rosterGroup: id }, 'a group does not follow its list')
  }
}

/** Job: compares every group with its list. A group that fails does not delay the others. */
export async function followRosters(kit: Kit): Promise<void> {
  for (const id of await store.selectFollowingIds(kit.sql)) await followGroup(kit, id) // oxlint-disable-line no-await-in-loop -- few connections
}
