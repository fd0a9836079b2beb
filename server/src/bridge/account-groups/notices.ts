// Notices of groups: who was removed, and who was in a group that staff dissolved. An SMS or mail shows only the kind.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { SitePort, TeamEvent } from '../../kit/site-port.ts'
import { chinaDay } from '../../kit/time.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { selectNotifiedPeople } from './store.ts'

const eventTitles: Record<TeamEvent['kind'], (name: string) => string> = {
  removed: (name) => `您已被移出小组“${name}”`,
  applied: (name) => `有人申请加入小组“${name}”，请打开小组信息同意或拒绝`,
  accepted: (name) => `您已加入小组“${name}”，可以和大家交流了`,
  dismissed: (name) => `小组“${name}”已被组长解散`,
  refused: (name) => `您加入小组“${name}”的申请未通过`,
}
/** Kinds of events whose notice opens the group in the chat. */
const openKinds: readonly TeamEvent['kind'][] = ['applied', 'accepted', 'dismissed']

export const notifyTeamEvent: SitePort['notifyTeamEvent'] = async (scope, { kind, teamId, imIds, applicantId }) => {
  const people = await selectNotifiedPeople(scope.tx, teamId, imIds)
  if (!people) return
  const { name, account_ids: userIds, group_id: groupId } = people
  // on the page of a peer group, former members can still report it
  const page = groupId === null ? routes.im : withQuery(routes.peerGroup, { id: groupId })
  const link = openKinds.includes(kind) ? withQuery(routes.im, { team: teamId }) : page
  const once = applicantId && `apply ${teamId} ${applicantId} ${chinaDay()}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title: eventTitles[kind](name), link, ...(once && { once }) })
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

/** @param reason null when the mute ends */
export async function notifyMutedByStaff(
  scope: TransactionScope,
  teamId: number,
  imId: number,
  reason: string | null,
): Promise<void> {
  const people = await selectNotifiedPeople(scope.tx, teamId, [imId])
  if (!people) return
  const { name, account_ids: userIds } = people
  const title = reason === null ? `协会已解除您在小组“${name}”的禁言` : `协会已在小组“${name}”将您禁言，原因：${reason}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link: withQuery(routes.im, { team: teamId }) })
}

/** @param reason null when the mute ends */
export async function notifyMutedInChat(
  scope: TransactionScope,
  accountId: number,
  reason: string | null,
): Promise<void> {
  const title = reason === null ? '协会已解除您在聊天中的禁言' : `协会已将您在聊天中禁言，原因：${reason}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [accountId], title, link: routes.im })
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
