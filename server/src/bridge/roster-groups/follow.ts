// Makes the members of roster groups equal to their lists. Each batch is one transaction that compares again, so that a
// node that dies leaves nothing half done, and a repeated run changes nothing.
import { setTimeout as wait } from 'node:timers/promises'
import { daysOfMeetingGroup, type RosterGroupState, type RosterKind } from '@xinqiao/contract/roster-groups.ts'
import {
  admitManagedMembers,
  ensureAccount,
  removeManagedMembers,
  renameManagedMembers,
  updateManagedTeam,
  type ManagedMember,
} from '../../im/chat.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db/db.ts'
import { closeRosterGroup, dissolveRosterGroup, nameOfTeam } from './groups.ts'
import { nameInGroup } from './names.ts'
import { inviteToRoster, notifyRosterJoined, notifyRosterRemoved, storedInvitationKey } from './notices.ts'
import * as store from './store.ts'

const batchSize = 100
/** Pause between batches of new names, which all members receive, so that chat messages pass in between. */
const pauseMs = 1_000

/** Closes the group of a meeting that ended, and dissolves it once the personal data of the meeting is deleted. */
async function endMeetingGroup(scope: TransactionScope, group: store.RosterGroupRow): Promise<void> {
  if (group.meeting_id === null) return
  const end = await store.selectMeetingEnd(scope.tx, group.meeting_id, daysOfMeetingGroup)
  if (end.is_purged) await dissolveRosterGroup(scope, group, { actorId: null, reason: '会议的个人信息已按期删除' })
  else if (end.is_over && group.state === 'open') await closeRosterGroup(scope, group)
}

async function removeUnlistedMembers(
  scope: TransactionScope,
  group: store.RosterGroupRow,
  title: string,
): Promise<number> {
  const members = await store.selectUnlistedMembers(scope.tx, group, batchSize)
  if (members.length === 0) return 0
  const formerMembers = await removeManagedMembers(scope, group.team_id, members)
  const accountIds = formerMembers.map((row) => row.account_id)
  await notifyRosterRemoved(scope, title, accountIds)
  return members.length
}

/** @returns the account after which the next page begins; null after the last one */
async function admitMissingMembers(
  scope: TransactionScope,
  group: store.RosterGroupRow,
  { kind, title, afterId }: { kind: RosterKind; title: string; afterId: number },
): Promise<number | null> {
  const { tx } = scope
  const people = await store.selectMissingMembers(tx, group, afterId, batchSize)
  const members: (ManagedMember & { accountId: number })[] = []
  await forEachInOrder(people, async ({ account_id: accountId, name }) =>
    members.push({ ...(await ensureAccount(tx, accountId)), nick: nameInGroup(name), accountId }),
  )
  if (members.length === 0) return null
  const admitted = new Set((await admitManagedMembers(scope, group.team_id, members)).map(({ id }) => id))
  const accountIds = members.filter(({ id }) => admitted.has(id)).map(({ accountId }) => accountId)
  await notifyRosterJoined(scope, { teamId: group.team_id, kind, title }, accountIds)
  return people.length === batchSize ? people.at(-1)!.account_id : null
}

/** The members of the next batch whose shown names change; skips batches whose names are all shown correctly. */
async function findNewNames(
  tx: Tx,
  group: store.RosterGroupRow,
  afterId = 0,
): Promise<{ members: (ManagedMember & { shown: string })[]; hasMore: boolean }> {
  const rows = await store.selectRenamedMembers(tx, group, afterId, batchSize)
  const hasMore = rows.length === batchSize
  const members = rows
    .map((row) => ({ ...row, nick: nameInGroup(row.nick) }))
    .filter(({ nick, shown }) => nick !== shown)
  return members.length > 0 || !hasMore ? { members, hasMore } : findNewNames(tx, group, rows.at(-1)!.id)
}

/**
 * Changes one batch of names.
 * @returns `hasMore`: true when there may be more
 */
async function renameMembers(
  scope: TransactionScope,
  group: store.RosterGroupRow,
): Promise<{ hasRenamed: boolean; hasMore: boolean }> {
  const { members, hasMore } = await findNewNames(scope.tx, group)
  if (members.length > 0) await renameManagedMembers(scope, group.team_id, members)
  return { hasRenamed: members.length > 0, hasMore }
}

/** `hasRenamed`: all members receive new names, so the next batch waits. */
type FollowBatchResult = { nextId: number | null; hasRenamed: boolean }
const lastBatch: FollowBatchResult = { nextId: null, hasRenamed: false }

/** @returns where the next batch begins among people to admit; null when none is due */
async function followBatch(scope: TransactionScope, groupId: number, afterId: number): Promise<FollowBatchResult> {
  const { tx } = scope
  const group = await store.lockGroup(tx, groupId)
  if (!group || group.state === 'dissolved') return lastBatch
  await endMeetingGroup(scope, group)
  const current = await store.lockGroup(tx, groupId)
  const source = store.sourceOf(group)
  const { title } = (await store.selectSourceTitle(tx, source)) ?? { title: '' }
  if (current?.state === 'dissolved') return lastBatch
  const removals = await removeUnlistedMembers(scope, group, title)
  const nextId = await admitMissingMembers(scope, group, { kind: source.kind, title, afterId })
  const { hasRenamed, hasMore: hasMoreNames } = await renameMembers(scope, group)
  const people = await store.selectUninvitedPeople(tx, group, storedInvitationKey(groupId), batchSize)
  await inviteToRoster(
    scope,
    { id: groupId, kind: source.kind, title },
    people.map((row) => row.account_id),
  )
  await updateManagedTeam(scope, group.team_id, { name: nameOfTeam(source, title) })
  const hasMore = hasMoreNames || Math.max(removals, people.length) === batchSize
  return { nextId: nextId ?? (hasMore ? afterId : null), hasRenamed }
}

async function followBatches(kit: Kit, id: number, afterId = 0): Promise<void> {
  const { nextId, hasRenamed } = await inTransaction(kit, (scope) => followBatch(scope, id, afterId))
  if (nextId === null) return
  if (hasRenamed) await wait(pauseMs)
  await followBatches(kit, id, nextId)
}

async function alignRosterGroup(kit: Kit, id: number): Promise<void> {
  try {
    await followBatches(kit, id)
  } catch (error) {
    kit.log.error({ err: error, rosterGroup: id }, 'a group does not follow its list')
  }
}

/** Job: compares groups in these states with their lists. A group that fails does not delay the others. */
export async function alignRosterGroups(
  kit: Kit,
  states: readonly RosterGroupState[] = ['open', 'closed'],
): Promise<void> {
  await forEachInOrder(await store.selectIdsInStates(kit.sql, states), (id) => alignRosterGroup(kit, id))
}
