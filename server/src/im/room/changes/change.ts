// Changes of a chatroom: rights, the notice, and its delivery after the commit.
import type { RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { type AfterCommit, transaction, type Tx } from '../../../kit/db/db.ts'
import * as memberStore from '../records/member-store.ts'
import { storeMessage } from '../messages/messages.ts'
import { createNotice, toActor } from '../rules/notices.ts'
import { expectNotAnonymous, expectMayStay, isModerator, requireRoom, type RoomCtx } from '../rules/rights.ts'
import * as store from '../records/room-store.ts'

export type RoomChangeScope = {
  tx: Tx
  afterCommit: AfterCommit
  room: store.RoomRow
  /** Role, mutes and blocks of the caller. */
  rights: store.VisitorRights
  isOwner: boolean
  now: number
  /** Stores a notice, and delivers it after the commit. */
  announce: (notice: Omit<RoomNotice, 'from' | 'fromNick'>, notifyTargetTags?: string) => Promise<void>
}

/** Throws unless the caller may make the change. */
export type RightsCheck = (rights: store.VisitorRights, room: store.RoomRow, now: number) => void

const expectModerator: RightsCheck = (rights) => {
  if (!isModerator(rights)) throw imFail('forbidden', '只有创建者与管理员可以这样做')
}

/**
 * Runs `work` under the lock of the room, so that the role of the caller is valid until the commit.
 * @param checkRights by default, only the creator and the managers may make the change
 * @throws ImFailure 403 for other visitors
 */
export async function changeRoom<T>(
  ctx: RoomCtx,
  work: (change: RoomChangeScope) => Promise<T>,
  checkRights: RightsCheck = expectModerator,
): Promise<T> {
  expectNotAnonymous(ctx)
  const { roomId, visit } = requireRoom(ctx)
  const { imId } = ctx.viewer
  return transaction(ctx.sql, async (tx, afterCommit) => {
    const now = Date.now()
    const room = await store.lockRoom(tx, roomId)
    const rights = await store.selectVisitorRights(tx, { roomId, imId, tags: visit.tags }, now)
    if (!room) throw imFail('roomClosed')
    expectMayStay(rights)
    checkRights(rights, room, now)
    return work({
      tx,
      afterCommit,
      room,
      now,
      rights,
      isOwner: rights.is_owner,
      async announce(notice, notifyTargetTags) {
        const draft = createNotice(roomId, toActor(visit), notice, notifyTargetTags)
        // other visitors may change the queue only, and must not displace the messages of the room
        const priority = isModerator(rights) ? 'high' : 'normal'
        const { msg } = await storeMessage(tx, ctx.secrets, { roomId, senderId: imId, msg: draft, priority })
        afterCommit(() => ctx.rooms.deliver(roomId, { msg, priority }))
      },
    })
  })
}

export type RoomTargetAccount = {
  id: number
  accid: string
  row: memberStore.RoomMemberRow | null
  nick: string
  avatar: string
}

/**
 * The account that a moderator acts on.
 * @throws ImFailure 404 for an unknown account, 403 for the creator, and for a manager unless the caller is the creator
 */
export async function requireTarget(ctx: RoomCtx, change: RoomChangeScope, accid: string): Promise<RoomTargetAccount> {
  const { tx, room, isOwner } = change
  const account = await memberStore.selectAccountOfApp(tx, room, accid)
  if (!account) throw imFail('notFound', '账号不存在')
  if (account.id === room.creator_id) throw imFail('forbidden', '不能对创建者这样做')
  const row = await memberStore.selectMember(tx, room.id, account.id)
  if (row?.role === 'manager' && !isOwner) throw imFail('forbidden', '只有创建者可以对管理员这样做')
  const [visit] = ctx.rooms.visitsOf(room.id, accid)
  return { ...account, row, nick: visit?.nick ?? (row?.nick || account.nick || accid) }
}
