// Friendships, which are mutual: both sides are added and removed together.
import { friendLimits, friendRequests, type Friend } from '@xinqiao/contract/im/accounts/friend.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import type { ChangeReaders, ImCtx } from '../../kit/chat/im-ctx.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { FriendEvent } from '../../kit/site-port.ts'
import { associationAccid, selectBarriers } from '../changes/barrier-store.ts'
import { expectNoBarrier, failBarrier } from '../changes/barriers.ts'
import { changeAccounts, type ChangeScope } from '../changes/changes.ts'
import type { ChatAccountRow } from '../changes/store.ts'
import { expectNotBlocked, findNotice, listFriendNotices, notifyChatAccounts } from '../notify/notices.ts'
import { updateRequestState } from '../notify/store.ts'
import type { Tx } from '../../kit/db/db.ts'
import * as store from './store.ts'

const presentFriend = (row: store.FriendRow): Friend => ({
  account: row.accid,
  alias: row.alias,
  custom: row.custom,
  serverex: '',
  valid: row.is_valid,
  createTime: row.create_time,
  updateTime: row.update_time,
})

/** @param teamId the team whose names become the aliases of both sides; null for none */
async function befriend(
  { tx, now, me, recordChange }: ChangeScope,
  peer: ChatAccountRow,
  teamId: number | null,
): Promise<void> {
  for (const { id } of [me, peer]) {
    if ((await store.countFriends(tx, id)) >= friendLimits.friends)
      throw imFail('invalid', `好友最多${friendLimits.friends}人`)
  }
  const sides = [
    [me, peer],
    [peer, me],
  ] as const
  await forEachInOrder(sides, async ([side, other]) => {
    const nick = teamId === null ? '' : await store.selectNickInTeam(tx, teamId, other.id)
    if (await store.upsertFriend(tx, { imId: side.id, peerId: other.id }, nick, now))
      recordChange(side, 'friend', other.accid)
  })
}

/** Notifies the other side beside the chat. */
export type NotifyOfFriend = (scope: Omit<TransactionScope, 'kit'>, event: FriendEvent) => Promise<void>

const isApplication = ({ attach }: Pick<SystemMessage, 'attach'>) => attach === `${friendRequests.applyFriend}`

/** @throws ImFailure 414 without an id; 404 when it is not an application */
async function requireApplication(tx: Tx, secrets: Secrets, idServer: string): Promise<SystemMessage> {
  if (idServer === '') throw imFail('invalid', '没有等待答复的好友申请；也可以用idServer指明', { field: 'idServer' })
  // an answer to an application is a notice of the same type
  const notice = await findNotice(tx, secrets, Number(idServer))
  if (!notice || !isApplication(notice)) throw imFail('notFound', '没有待处理的好友申请')
  return notice
}

/** messaging.md 4: a friend request is accepted or rejected, once. */
async function answerFriendRequest(
  scope: ChangeScope,
  peer: ChatAccountRow,
  { idServer, state }: { idServer: string; state: 'passed' | 'rejected' },
): Promise<void> {
  const request = { imId: scope.me.id, fromId: peer.id, id: Number(idServer), type: 'friendRequest' as const }
  if (!(await updateRequestState(scope.tx, request, state))) throw imFail('notFound', '没有待处理的好友申请')
  scope.recordChange(scope.me, 'sysMsg', idServer)
}

const applicationPause = 7 * dayMs

/** Applications from one side to the other that wait for an answer, newest first. */
async function listPendingApplications(
  tx: Tx,
  secrets: Secrets,
  { to, from }: { to: ChatAccountRow; from: ChatAccountRow },
): Promise<SystemMessage[]> {
  const notices = await listFriendNotices(tx, secrets, { imId: to.id, fromId: from.id, after: 0 })
  return notices.filter((notice) => isApplication(notice) && notice.state === 'init')
}

/** Marks all applications between two new friends as accepted, so that no page offers an answer any more. */
async function settleApplications(scope: ChangeScope, secrets: Secrets, peer: ChatAccountRow): Promise<void> {
  const { tx, me, recordChange } = scope
  const directions = [
    { to: me, from: peer },
    { to: peer, from: me },
  ]
  await forEachInOrder(directions, async ({ to, from }) =>
    forEachInOrder(await listPendingApplications(tx, secrets, { to, from }), async ({ idServer }) => {
      const request = { imId: to.id, fromId: from.id, id: Number(idServer), type: 'friendRequest' as const }
      await updateRequestState(tx, request, 'passed')
      recordChange(to, 'sysMsg', idServer)
    }),
  )
}

/** The team that a friendship begins in: the one of the application, or any that both are in. Apps have none. */
async function findTeamOfFriends(
  tx: Tx,
  { viewer }: ImCtx,
  sides: { imId: number; peerId: number },
  teamId: string | undefined,
): Promise<number | null> {
  if (viewer.roleId === null) return null
  return (await store.selectSharedTeam(tx, sides, teamId === undefined ? null : Number(teamId))) ?? null
}

/**
 * Across a barrier, an application asks for consent only: it has no text, and the next one must wait.
 * @throws ImFailure 414 for a text, or within seven days of the last application
 */
async function checkApplication(
  { tx, now, me }: ChangeScope,
  secrets: Secrets,
  peer: ChatAccountRow,
  ps: string,
): Promise<void> {
  if ((await selectBarriers(tx, [me.id], [peer.accid])).length === 0) return
  if (peer.accid === associationAccid) throw failBarrier()
  if (ps !== '') throw imFail('invalid', '对方不接收附言，请去掉附言后再申请')
  const notices = await listFriendNotices(tx, secrets, { imId: peer.id, fromId: me.id, after: now - applicationPause })
  if (notices.some(isApplication)) throw imFail('invalid', '七天内已经申请过，请等对方答复')
}

/** Checks an application, and finds the team in which both know each other, with the name of the applicant there. */
async function nameApplicant(
  scope: ChangeScope,
  ctx: ImCtx,
  peer: ChatAccountRow,
  { ps, teamId: givenId }: { ps: string; teamId: string | undefined },
): Promise<Pick<SystemMessage, 'teamId' | 'nickInTeam'>> {
  const { tx, me } = scope
  await checkApplication(scope, ctx.secrets, peer, ps)
  const teamId = await findTeamOfFriends(tx, ctx, { imId: me.id, peerId: peer.id }, givenId)
  if (teamId === null) return {}
  return { teamId: `${teamId}`, nickInTeam: await store.selectNickInTeam(tx, teamId, me.id) }
}

/** Applications from before they named their team take any team of both. */
const findTeamOfApplication = (
  { tx, me }: ChangeScope,
  ctx: ImCtx,
  peer: ChatAccountRow,
  { teamId }: SystemMessage,
): Promise<number | null> =>
  teamId === undefined
    ? findTeamOfFriends(tx, ctx, { imId: peer.id, peerId: me.id }, undefined)
    : Promise.resolve(Number(teamId))

/**
 * An application to an account that has applied itself accepts its application. Both accounts are locked, so that two
 * applications at the same moment make friends as well.
 */
async function answerCrossedApplication(
  scope: ChangeScope,
  secrets: Secrets,
  peer: ChatAccountRow,
  { type, idServer }: { type: number; idServer: string },
): Promise<{ type: number; idServer: string }> {
  if (type !== friendRequests.applyFriend) return { type, idServer }
  const [application] = await listPendingApplications(scope.tx, secrets, { to: scope.me, from: peer })
  return application ? { type: friendRequests.passFriendApply, idServer: application.idServer } : { type, idServer }
}

/** @returns the id of the application that the request accepted; null for other requests */
export const requestFriend = (
  { account, ps, idServer: givenId = '', type: givenType, teamId: givenTeamId }: ParsedInput<'friend.friendRequest'>,
  ctx: ImCtx,
  notify: NotifyOfFriend,
): Promise<{ acceptedId: string | null }> =>
  changeAccounts(ctx, { accids: [account] }, async (scope) => {
    const { secrets } = ctx
    const peer = scope.requireAccount(account)
    if (peer.id === scope.me.id) throw imFail('invalid', '不能添加自己为好友')
    if (givenType !== friendRequests.rejectFriendApply) await expectNotBlocked(scope.tx, peer.id, scope.me.id)
    const given = { type: givenType, idServer: givenId }
    const { type, idServer } = await answerCrossedApplication(scope, secrets, peer, given)
    if (type === friendRequests.addFriend) await expectNoBarrier(scope.tx, scope.me.id, [account])
    const isApplying = type === friendRequests.applyFriend
    const names = isApplying ? await nameApplicant(scope, ctx, peer, { ps, teamId: givenTeamId }) : {}
    // makes both friends before it writes the system messages, which name the friend
    if (type === friendRequests.addFriend) await befriend(scope, peer, null)
    if (type === friendRequests.passFriendApply) {
      const application = await requireApplication(scope.tx, secrets, idServer)
      await befriend(scope, peer, await findTeamOfApplication(scope, ctx, peer, application))
      await answerFriendRequest(scope, peer, { idServer, state: 'passed' })
    }
    if (type === friendRequests.rejectFriendApply) {
      await requireApplication(scope.tx, secrets, idServer)
      await answerFriendRequest(scope, peer, { idServer, state: 'rejected' })
    } else if (!isApplying) await settleApplications(scope, secrets, peer)
    await notifyChatAccounts(scope, secrets, { to: peer, type: 'friendRequest', ps, attach: `${type}`, ...names })
    const sides = { imId: peer.id, fromId: scope.me.id, fromAccid: scope.me.accid }
    if (isApplying) await notify(scope, { kind: 'applied', ...sides })
    if (type !== friendRequests.passFriendApply) return { acceptedId: null }
    await notify(scope, { kind: 'accepted', ...sides })
    return { acceptedId: idServer }
  })

export const deleteFriend = ({ account, delAlias }: ParsedInput<'friend.deleteFriend'>, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, { accids: [account] }, async (scope) => {
    const { tx, now, me, requireAccount, recordChange } = scope
    const peer = requireAccount(account)
    if (!(await store.markFriendRemoved(tx, { imId: me.id, peerId: peer.id }, delAlias, now)))
      throw imFail('notFound', '对方不是好友')
    recordChange(me, 'friend', peer.accid)
    if (await store.markFriendRemoved(tx, { imId: peer.id, peerId: me.id }, false, now))
      recordChange(peer, 'friend', me.accid)
    await notifyChatAccounts(scope, ctx.secrets, { to: peer, type: 'deleteFriend' })
    return null
  })

/**
 * The name by which the account met a friend: the one in the team of their application, or in any team of both. Empty
 * without a team.
 */
async function findFirstName({ tx, me }: ChangeScope, ctx: ImCtx, peer: ChatAccountRow): Promise<string> {
  const pair = { imId: me.id, peerId: peer.id }
  const applications = [
    ...(await listFriendNotices(tx, ctx.secrets, { imId: me.id, fromId: peer.id, after: 0 })),
    ...(await listFriendNotices(tx, ctx.secrets, { imId: peer.id, fromId: me.id, after: 0 })),
  ].filter((notice) => isApplication(notice) && notice.state === 'passed')
  const { teamId } = applications.toSorted((a, b) => b.time - a.time)[0] ?? {}
  const metIn = teamId === undefined ? await findTeamOfFriends(tx, ctx, pair, undefined) : Number(teamId)
  return metIn === null ? '' : store.selectNickInTeam(tx, metIn, peer.id)
}

/** On the site, an empty alias restores the name by which the account met the friend. */
export const updateFriend = (
  { account, alias: givenAlias, custom }: ParsedInput<'friend.updateFriend'>,
  ctx: ImCtx,
): Promise<null> =>
  changeAccounts(ctx, { accids: [account] }, async (scope) => {
    const { tx, now, me, requireAccount, recordChange } = scope
    const peer = requireAccount(account)
    const isRestored = givenAlias === '' && ctx.viewer.roleId !== null
    const alias = isRestored ? await findFirstName(scope, ctx, peer) : givenAlias
    if (!(await store.updateFriendRow(tx, { imId: me.id, peerId: peer.id }, { alias, custom }, now)))
      throw imFail('notFound', '对方不是好友')
    recordChange(me, 'friend', account)
    return null
  })

export async function getFriends(
  { timetag }: ParsedInput<'friend.getFriends'>,
  { sql, viewer }: ImCtx,
): Promise<CommandOutput<'friend.getFriends'>> {
  const page = await store.selectFriends(sql, viewer.imId, timetag, friendLimits.page + 1)
  // rows with the same time stay on one page, because a page starts after a given time
  const cutTime = page[friendLimits.page]?.update_time
  const rows = page.filter((row) => row.update_time !== cutTime)
  return { friends: rows.map(presentFriend), timetag: rows.at(-1)?.update_time ?? timetag }
}

export const friendReaders: Pick<ChangeReaders, 'friend'> = {
  async friend(db, changeKeys) {
    const rows = await store.selectFriendsOf(db, changeKeys)
    return rows.map((row) => ({ imId: row.im_account_id, key: row.accid, state: presentFriend(row) }))
  },
}
