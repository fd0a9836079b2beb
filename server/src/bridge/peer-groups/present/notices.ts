// Notices of peer groups. An SMS or mail shows only the name of the kind.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { peerGroupKinds } from '@xinqiao/contract/peer-groups.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import { notifyUsers } from '../../../portal/notify/notify.ts'
import type { PeerGroupRow } from '../records/group-store.ts'
import type { ReportedMessage } from '../records/report-store.ts'

type NamedGroup = Pick<PeerGroupRow, 'id' | 'title' | 'kind'>

const nameOf = ({ kind, title }: NamedGroup): string => `${peerGroupKinds[kind]}“${title}”`

async function notifyOfGroup(
  scope: TransactionScope,
  { id }: Pick<NamedGroup, 'id'>,
  userIds: readonly number[],
  title: string,
): Promise<void> {
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link: withQuery(routes.peerGroup, { id }) })
}

export const notifyApplied = (
  scope: TransactionScope,
  group: NamedGroup & Pick<PeerGroupRow, 'leader_id' | 'co_leader_id'>,
): Promise<void> => {
  const leaders = [group.leader_id, group.co_leader_id].filter((id) => id !== null)
  return notifyOfGroup(scope, group, leaders, `有人申请加入您带领的小组“${group.title}”`)
}

export const notifyAccepted = (scope: TransactionScope, group: NamedGroup, accountId: number): Promise<void> =>
  notifyOfGroup(scope, group, [accountId], `您已加入${nameOf(group)}，可以和大家交流了`)

export const notifyRefused = (
  scope: TransactionScope,
  group: NamedGroup,
  accountIds: readonly number[],
  reason: string,
): Promise<void> => notifyOfGroup(scope, group, accountIds, `您加入“${group.title}”的申请未通过，原因：${reason}`)

/** Leads to the other groups, because applicants cannot open the page of a dissolved one. */
export async function notifyRefusedByEnd(
  scope: TransactionScope,
  { title: group }: NamedGroup,
  userIds: readonly number[],
): Promise<void> {
  const title = `您加入“${group}”的申请未通过，原因：小组已解散`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link: routes.peerGroups })
}

export const notifyRemoved = (
  scope: TransactionScope,
  group: NamedGroup,
  accountId: number,
  reason: string,
): Promise<void> => notifyOfGroup(scope, group, [accountId], `您已被移出${nameOf(group)}，原因：${reason}`)

/** The notice links to the page of the group, where members may still report one another. */
export const notifyDissolved = (
  scope: TransactionScope,
  group: NamedGroup,
  userIds: readonly number[],
  reason: string,
): Promise<void> => notifyOfGroup(scope, group, userIds, `${nameOf(group)}已解散，原因：${reason}`)

/** Asks once for each version. Until the client agrees, the leader cannot accept the application. */
export async function notifyNewConsent(
  scope: TransactionScope,
  group: NamedGroup,
  userIds: readonly number[],
  version: string,
): Promise<void> {
  const title = `${nameOf(group)}的知情同意书有新版本，请打开小组页面阅读并确认`
  const link = withQuery(routes.peerGroup, { id: group.id })
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link, once: `consent ${group.id} ${version}` })
}

/** A client reads the name of the leader, whom they know from an appointment. */
export const notifyInvited = (
  scope: TransactionScope,
  group: NamedGroup,
  accountId: number,
  leaderName: string,
): Promise<void> =>
  notifyOfGroup(scope, group, [accountId], `${leaderName}邀请您参加${nameOf(group)}，请先看看介绍和同意书，再决定`)

export const notifyPublished = (
  scope: TransactionScope,
  group: NamedGroup & Pick<PeerGroupRow, 'leader_id' | 'co_leader_id'>,
): Promise<void> => {
  const leaders = [group.leader_id, group.co_leader_id].filter((id) => id !== null)
  return notifyOfGroup(scope, group, leaders, `您带领的${nameOf(group)}已发布，可以邀请来访者了`)
}

/** Tells members and the new leader, who leads from now on. */
export const notifyLeaderChanged = (
  scope: TransactionScope,
  group: NamedGroup,
  userIds: readonly number[],
  { leaderName, wasCoLeader }: { leaderName: string; wasCoLeader: boolean },
): Promise<void> => {
  const note = wasCoLeader ? '此前是协同带领者' : '看不到此前的内容'
  const title = `${nameOf(group)}从现在起由${leaderName}带领，${note}；如果您不愿意继续，可以随时离开`
  return notifyOfGroup(scope, group, userIds, title)
}

/** Members and applicants consented to the former leaders, so they learn of a new co-leader and may leave. */
export const notifyCoLeaderAdded = (
  scope: TransactionScope,
  group: NamedGroup,
  userIds: readonly number[],
  coLeaderName: string,
): Promise<void> =>
  notifyOfGroup(
    ...([scope, group, userIds] as const),
    `${nameOf(group)}从现在起由${coLeaderName}协同带领，对方看不到此前的聊天内容；如果您不愿意继续，可以随时离开`,
  )

/** Tells leader, members and applicants of a co-leader who has left. The secretariat may name another one. */
export async function notifyCoLeaderLeft(
  scope: TransactionScope,
  group: NamedGroup,
  userIds: readonly number[],
  secretariatIds: readonly number[],
  coLeaderName: string,
): Promise<void> {
  const title = `${coLeaderName}不再协同带领${nameOf(group)}`
  await notifyOfGroup(scope, group, userIds, `${title}；如果您不愿意继续，可以随时离开`)
  const link = `/admin/peer-groups/${group.id}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: secretariatIds, title: `${title}，可以指定他人`, link })
}

/** Tells the secretariat once for each pair of leaders. */
export async function notifyLeaderLacks(
  scope: TransactionScope,
  group: NamedGroup & Pick<PeerGroupRow, 'leader_id' | 'co_leader_id'>,
  userIds: readonly number[],
): Promise<void> {
  const title = `${nameOf(group)}的带领者或协同带领者不能再带领，请到管理后台指定他人`
  const once = `leader ${group.id} ${group.leader_id} ${group.co_leader_id ?? 0}`
  const link = `/admin/peer-groups/${group.id}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title, link, once })
}

/** Asks leaders and the secretariat to end a group after its last day. */
export async function notifyPastEnd(
  scope: TransactionScope,
  group: NamedGroup & Pick<PeerGroupRow, 'leader_id' | 'co_leader_id'>,
  secretariatIds: readonly number[],
): Promise<void> {
  const title = `${nameOf(group)}的结束日期已过，已停止招募，请与组员道别后结束小组`
  const leaderIds = [group.leader_id, group.co_leader_id].filter((id) => id !== null)
  await notifyOfGroup(scope, group, leaderIds, title)
  const link = `/admin/peer-groups/${group.id}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: secretariatIds, title, link })
}

/** Asks a counsellor to agree before their name is public. */
export async function notifyCoLeaderAsked(
  scope: TransactionScope,
  group: NamedGroup,
  { coLeaderId, leaderName, isPublished }: { coLeaderId: number; leaderName: string; isPublished: boolean },
): Promise<void> {
  const title = isPublished
    ? `协会请您与${leaderName}一起带领${nameOf(group)}，请同意或谢绝；您同意后才加入小组、公开姓名`
    : `${leaderName}请您协同带领${nameOf(group)}，请同意或谢绝；您同意后才能发布`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [coLeaderId], title, link: routes.ledGroups })
}

export async function notifyCoLeaderAnswer(
  scope: TransactionScope,
  group: NamedGroup & Pick<PeerGroupRow, 'leader_id'>,
  { coLeaderName, isAgreed, staffIds }: { coLeaderName: string; isAgreed: boolean; staffIds: readonly number[] },
): Promise<void> {
  const title = `${coLeaderName}${isAgreed ? '同意' : '谢绝'}协同带领${nameOf(group)}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [group.leader_id], title, link: routes.ledGroups })
  const link = `/admin/peer-groups/${group.id}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: staffIds, title, link })
}

export async function notifyDeclined(
  scope: TransactionScope,
  group: NamedGroup & Pick<PeerGroupRow, 'leader_id'>,
  reason: string,
): Promise<void> {
  const title = `您提议的${nameOf(group)}未通过，原因：${reason}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [group.leader_id], title, link: routes.ledGroups })
}

/** Tells the sender of a reported message why it was removed. The notice leads to the group. */
export async function notifyMessageRemoved(
  scope: TransactionScope,
  reported: ReportedMessage,
  reason: string,
): Promise<void> {
  const { sender_id: senderId, group_title: group, peer_group_id: id, roster_group_id: rosterId } = reported
  if (senderId === null) return
  const title = `您在“${group}”中的一条消息已被协会删除，原因：${reason}`
  const other = rosterId === null ? withQuery(routes.im, { team: reported.team_id }) : routes.rosterGroups
  const link = id === null ? other : withQuery(routes.peerGroup, { id })
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [senderId], title, link })
}
