// Notices of groups: who was removed, and who was in a group that staff dissolved. An SMS or mail shows only the kind.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { SitePort } from '../../kit/site-port.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { selectRemovedPeople } from './store.ts'

/** Tells people whom a leader, owner or manager removed in the chat, which asks for no reason. */
export const notifyRemovedMembers: SitePort['notifyRemovedMembers'] = async (scope, { teamId, imIds }) => {
  const removal = await selectRemovedPeople(scope.tx, teamId, imIds)
  if (!removal) return
  const { name, account_ids: userIds, group_id: groupId } = removal
  // the page of a peer group offers a report after leaving
  const link = groupId === null ? routes.im : withQuery(routes.peerGroup, { id: groupId })
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title: `您已被移出小组“${name}”`, link })
}

export async function notifyRemovedByStaff(
  scope: TransactionScope,
  groupName: string,
  userIds: readonly number[],
  reason: string,
): Promise<void> {
  const title = `您已被协会移出小组“${groupName}”，原因：${reason}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link: routes.im })
}

export async function notifyDissolvedByStaff(
  scope: TransactionScope,
  groupName: string,
  userIds: readonly number[],
  reason: string,
): Promise<void> {
  const title = `小组“${groupName}”已被协会解散，原因：${reason}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link: routes.im })
}
