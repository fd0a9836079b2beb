// Notices of roster groups. An SMS or mail shows only the name of the kind.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { RosterKind } from '@xinqiao/contract/roster-groups.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import { textWithGroup } from './store.ts'

const shownNames: Record<RosterKind, string> = {
  committee: '群里的人会看到您登记的姓名，没有登记时看到昵称',
  meeting: '群里的人会看到您同意公开的姓名，没有同意时只看到第一个字',
}

type Notify = (scope: TransactionScope, title: string, userIds: readonly number[]) => Promise<void>

/** Deduplication key of the invitation to a group. */
export const invitationKey = (groupId: number): string => `roster ${groupId}`
/** `invitationKey` as the column stores it, with the kind of the notice. */
export const storedInvitationKey = (groupId: number): string => `peerGroup ${invitationKey(groupId)}`

export async function notifyRosterJoined(
  scope: TransactionScope,
  { teamId, kind, title }: { teamId: number; kind: RosterKind; title: string },
  userIds: readonly number[],
): Promise<void> {
  const text = `您已在“${title}”的群里，${shownNames[kind]}。可以设为免打扰或退出`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title: text, link: withQuery(routes.im, { team: teamId }) })
}

/** Invites people whom only their own decision makes members. */
export async function inviteToRoster(
  scope: TransactionScope,
  { id, kind, title }: { id: number; kind: RosterKind; title: string },
  userIds: readonly number[],
): Promise<void> {
  const text = `“${title}”有了一个群。加入后，${shownNames[kind]}；是否加入由您决定，想加入请点开`
  const once = invitationKey(id)
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title: text, link: routes.rosterGroups, once })
}

/** Deduplication key of the question for the name, for the group `g` in SQL. */
export const storedNameKey = (db: Db) => db`'peerGroup name ' || g.id || ${` ${textWithGroup}`}`

/** Explains once to a participant why the group shortens the name, and where to agree. */
export async function notifyNameShortened(
  scope: TransactionScope,
  { id, title, registrationId }: { id: number; title: string; registrationId: number },
  accountId: number,
): Promise<void> {
  const text = `“${title}”的群里只显示您的姓：您同意列入参会者名单时，说明里还没有写到群。想显示姓名，请点开阅读新版并同意`
  const notice = { link: withQuery(routes.place, { id: registrationId }), once: `name ${id} ${textWithGroup}` }
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [accountId], title: text, ...notice })
}

export const notifyRosterRemoved: Notify = async (scope, title, userIds) => {
  const text = `您已不在“${title}”的名单中，因此已离开它的群`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title: text, link: routes.rosterGroups })
}

export async function notifyRosterDissolved(
  scope: TransactionScope,
  title: string,
  userIds: readonly number[],
  reason: string,
): Promise<void> {
  const text = `“${title}”的群已解散，原因：${reason}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds, title: text, link: routes.rosterGroups })
}
