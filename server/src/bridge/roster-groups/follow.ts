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
import { inTransaction, type Kit, type TransactionScope } from '../../kit/ctx.ts'
import { closeRosterGroup, dissolveRosterGroup, nameOfTeam } from './groups.ts'
import { nameInGroup } from './names.ts'
import { inviteToRoster, notifyRosterJoined, notifyRosterRemoved, storedInvitationKey } from './notices.ts'
import * as store from './store.ts'

const batchSize = 100
/** Each batch of names reaches every member. Their messages pass between the batches. */
const pauseMs = 1_000

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

/** @returns the account after which the next page begins; null after the last one */
async function admitMissing(
  scope: TransactionScope,
  group: store.RosterGroupRow,
  { kind, title, afterId }: { kind: RosterKind; title: string; afterId: number },
): Promise<number | null> {
  const { tx } = scope
  const people = await store.selectMissing(tx, group, afterId, batchSize)
  const members: (ManagedMember & { accountId: number })[] = []
  for (const { account_id: accountId, name } of people) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    members.push({ ...(await ensureAccount(tx, accountId)), nick: nameInGroup(name), accountId })
  }
  if (members.length === 0) return null
  const admitted = new Set((await admitManagedMembers(scope, group.team_id, members)).map(({ id }) => id))
  const accountIds = members.filter(({ id }) => admitted.has(id)).map(({ accountId }) => accountId)
  await notifyRosterJoined(scope, { teamId: group.team_id, kind, title }, accountIds)
  return people.length === batchSize ? people.at(-1)!.account_id : null
}

/**
 * Changes one batch of names. Skips names that the group shows already in part.
 * @returns `hasMore`: true when there may be more
 */
async function renameMembers(
  scope: TransactionScope,
  group: store.RosterGroupRow,
): Promise<{ hasRenamed: boolean; hasMore: boolean }> {
  for (let afterId = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other, until one has a name to change
    const rows = await store.selectRenamed(scope.tx, group, afterId, batchSize)
    const isFull = rows.length === batchSize
    const members = rows
      .map((row) => ({ ...row, nick: nameInGroup(row.nick) }))
      .filter(({ nick, shown }) => nick !== shown)
    if (members.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- the last step
      await renameManagedMembers(scope, group.team_id, members)
      return { hasRenamed: true, hasMore: isFull }
    }
    if (!isFull) return { hasRenamed: false, hasMore: false }
    afterId = rows.at(-1)!.id
  }
}

/** `hasRenamed`: all members receive the new names now. */
type Batch = { nextId: number | null; hasRenamed: boolean }
const lastBatch: Batch = { nextId: null, hasRenamed: false }

/** @returns where the next batch begins among people to admit; null when none is due */
async function followBatch(scope: TransactionScope, groupId: number, afterId: number): Promise<Batch> {
  const { tx } = scope
  const group = await store.lockGroup(tx, groupId)
  if (!group || group.state === 'dissolved') return lastBatch
  await endMeetingGroup(scope, group)
  const current = await store.lockGroup(tx, groupId)
  const source = store.sourceOf(group)
  const { title } = (await store.selectSourceTitle(tx, source)) ?? { title: '' }
  if (current?.state === 'dissolved') return lastBatch
  const removals = await removeUnlisted(scope, group, title)
  const nextId = await admitMissing(scope, group, { kind: source.kind, title, afterId })
  const { hasRenamed, hasMore: hasMoreNames } = await renameMembers(scope, group)
  const people = await store.selectUninvited(tx, group, storedInvitationKey(groupId), batchSize)
  await inviteToRoster(
    scope,
    { id: groupId, kind: source.kind, title },
    people.map((row) => row.account_id),
  )
  await updateManagedTeam(scope, group.team_id, { name: nameOfTeam(source, title) })
  const hasMore = hasMoreNames || Math.max(removals, people.length) === batchSize
  return { nextId: nextId ?? (hasMore ? afterId : null), hasRenamed }
}

async function followGroup(kit: Kit, id: number): Promise<void> {
  try {
    for (let afterId: number | null = 0; afterId !== null;) {
      const fromId: number = afterId
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const { nextId, hasRenamed }: Batch = await inTransaction(kit, (scope) => followBatch(scope, id, fromId))
      afterId = nextId
      // oxlint-disable-next-line no-await-in-loop -- between batches
      if (hasRenamed && afterId !== null) await wait(pauseMs)
    }
  } catch (error) {
    kit.log.error({ err: error, rosterGroup: id }, 'a group does not follow its list')
  }
}

/** Job: compares groups in these states with their lists. A group that fails does not delay the others. */
export async function followRosters(kit: Kit, states: readonly RosterGroupState[] = ['open', 'closed']): Promise<void> {
  for (const id of await store.selectFollowingIds(kit.sql, states)) await followGroup(kit, id) // oxlint-disable-line no-await-in-loop -- few connections
}
