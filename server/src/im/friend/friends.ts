// Friendships, which are mutual: both sides are added and removed together.
import { friendLimits, friendRequests, type Friend } from '@xinqiao/contract/im/accounts/friend.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ChangeReaders, ImCtx } from '../../kit/chat/im-ctx.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import type { FriendEvent } from '../../kit/site-port.ts'
import { associationAccid, selectBarriers } from '../changes/barrier-store.ts'
import { expectNoBarrier, failBarrier } from '../changes/barriers.ts'
import { changeAccounts, type ChangeScope } from '../changes/changes.ts'
import type { ChatAccountRow } from '../changes/store.ts'
import { expectNotBlocked, findNotice, listFriendNotices, notifyChatAccounts } from '../notify/notices.ts'
import { updateRequestState } from '../notify/store.ts'
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

async function befriend({ tx, now, me, recordChange }: ChangeScope, peer: ChatAccountRow): Promise<void> {
  for (const { id } of [me, peer]) {
    if ((await store.countFriends(tx, id)) >= friendLimits.friends)
      throw imFail('invalid', `好友最多${friendLimits.friends}人`)
  }
  if (await store.upsertFriend(tx, { imId: me.id, peerId: peer.id }, now)) recordChange(me, 'friend', peer.accid)
  if (await store.upsertFriend(tx, { imId: peer.id, peerId: me.id }, now)) recordChange(peer, 'friend', me.accid)
}

/** Notifies the other side beside the chat. */
export type NotifyOfFriend = (scope: Omit<TransactionScope, 'kit'>, event: FriendEvent) => Promise<void>

const isApplication = ({ attach }: Pick<SystemMessage, 'attach'>) => attach === `${friendRequests.applyFriend}`

/** messaging.md 4: a friend request is accepted or rejected, once. */
async function answerFriendRequest(
  scope: ChangeScope,
  secrets: Secrets,
  peer: ChatAccountRow,
  { idServer, state }: { idServer: string; state: 'passed' | 'rejected' },
): Promise<void> {
  if (idServer === '') throw imFail('invalid', '没有等待答复的好友申请；也可以用idServer指明', { field: 'idServer' })
  // answers have the same type, and are no applications
  const notice = await findNotice(scope.tx, secrets, Number(idServer))
  if (!notice || !isApplication(notice)) throw imFail('notFound', '没有待处理的好友申请')
  const request = { imId: scope.me.id, fromId: peer.id, id: Number(idServer), type: 'friendRequest' as const }
  if (!(await updateRequestState(scope.tx, request, state))) throw imFail('notFound', '没有待处理的好友申请')
  scope.recordChange(scope.me, 'sysMsg', idServer)
}

const applicationPause = 7 * 86_400_000

/**
 * Across a barrier, an application asks for consent only: it has no text, and the next one must wait.
 * @returns the name of the applicant in a group of both; absent without a barrier
 * @throws ImFailure 414 for a text, or within seven days of the last application
 */
async function checkApplication(
  { tx, now, me }: ChangeScope,
  secrets: Secrets,
  peer: ChatAccountRow,
  ps: string,
): Promise<string | undefined> {
  if ((await selectBarriers(tx, [me.id], [peer.accid])).length === 0) return undefined
  if (peer.accid === associationAccid) throw failBarrier()
  if (ps !== '') throw imFail('invalid', '对方不接收附言，请去掉附言后再申请')
  const notices = await listFriendNotices(tx, secrets, { imId: peer.id, fromId: me.id, after: now - applicationPause })
  if (notices.some(isApplication)) throw imFail('invalid', '七天内已经申请过，请等对方答复')
  return store.selectSharedNick(tx, { imId: me.id, peerId: peer.id })
}

export const requestFriend = (
  { account, type, ps, idServer = '' }: ParsedInput<'friend.friendRequest'>,
  ctx: ImCtx,
  notify: NotifyOfFriend,
): Promise<null> =>
  changeAccounts(ctx, { accids: [account] }, async (scope) => {
    const peer = scope.requireAccount(account)
    if (peer.id === scope.me.id) throw imFail('invalid', '不能添加自己为好友')
    if (type !== friendRequests.rejectFriendApply) await expectNotBlocked(scope.tx, peer.id, scope.me.id)
    if (type === friendRequests.addFriend) await expectNoBarrier(scope.tx, scope.me.id, [account])
    const isApplying = type === friendRequests.applyFriend
    const nickInTeam = isApplying ? await checkApplication(scope, ctx.secrets, peer, ps) : undefined
    // before the system messages, which name the friend
    if (type === friendRequests.addFriend || type === friendRequests.passFriendApply) await befriend(scope, peer)
    if (type === friendRequests.passFriendApply)
      await answerFriendRequest(scope, ctx.secrets, peer, { idServer, state: 'passed' })
    if (type === friendRequests.rejectFriendApply)
      await answerFriendRequest(scope, ctx.secrets, peer, { idServer, state: 'rejected' })
    await notifyChatAccounts(scope, ctx.secrets, { to: peer, type: 'friendRequest', ps, attach: `${type}`, nickInTeam })
    const sides = { imId: peer.id, fromId: scope.me.id, fromAccid: scope.me.accid }
    if (isApplying) await notify(scope, { kind: 'applied', ...sides })
    if (type === friendRequests.passFriendApply) await notify(scope, { kind: 'accepted', ...sides })
    return null
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

export const updateFriend = (
  { account, alias, custom }: ParsedInput<'friend.updateFriend'>,
  ctx: ImCtx,
): Promise<null> =>
  changeAccounts(ctx, { accids: [account] }, async ({ tx, now, me, requireAccount, recordChange }) => {
    const pair = { imId: me.id, peerId: requireAccount(account).id }
    if (!(await store.updateFriendRow(tx, pair, { alias, custom }, now))) throw imFail('notFound', '对方不是好友')
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
