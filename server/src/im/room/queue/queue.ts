// The queue of a chatroom, for example of questions or of raised hands.
import { queueLimits, type QueueElement } from '@xinqiao/contract/im/chatroom/chatroom-queue.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import { changeRoom, type RightsCheck, type RoomChangeScope } from '../changes/change.ts'
import { selectAccountOfApp } from '../records/member-store.ts'
import * as queueStore from './queue-store.ts'
import { findWriteRefusal, isModerator, requireRoom, type RoomCtx } from '../rules/rights.ts'
import { removeTransientElements } from './transient-elements.ts'

const managersOnly = 1

/**
 * The queue has a level of its own instead of the mute for all: visitors may raise their hands while they may not
 * write.
 * @throws ImFailure 403 when only the creator and the managers may change the queue, 13004 muted
 */
const createQueueCheck =
  (ctx: RoomCtx): RightsCheck =>
  (rights, room, now) => {
    const refusal = findWriteRefusal(ctx, { ...rights, is_muted: false }, now)
    if (refusal) throw refusal
    if (room.queue_level === managersOnly && !isModerator(rights))
      throw imFail('forbidden', '只有创建者与管理员可以修改队列')
  }

const changeQueue = <T>(ctx: RoomCtx, work: (change: RoomChangeScope) => Promise<T>): Promise<T> =>
  changeRoom(ctx, work, createQueueCheck(ctx))

const sealValue = (secrets: Secrets, roomId: number, key: string, value: string): Buffer =>
  secrets.seal(value, sealBindings.roomElement(`${roomId} ${key}`))

const presentElement = (secrets: Secrets, row: queueStore.ElementRow): QueueElement => ({
  elementKey: row.key,
  elementValue: secrets.open(row.value_sealed, sealBindings.roomElement(`${row.room_id} ${row.key}`)),
})

type ElementOwner = { id: number; accid: string; nick: string }

/** @throws ImFailure 403 for another account unless the caller is a moderator, 404 for an unknown one */
async function requireElementOwner(
  ctx: RoomCtx,
  { tx, room, rights }: RoomChangeScope,
  accid: string,
): Promise<ElementOwner> {
  const { visit } = requireRoom(ctx)
  if (accid === '' || accid === visit.account) return { id: ctx.viewer.imId, accid: visit.account, nick: visit.nick }
  if (!isModerator(rights)) throw imFail('forbidden', '只有创建者与管理员可以为他人添加元素')
  const account = await selectAccountOfApp(tx, room, accid)
  if (!account) throw imFail('notFound', '账号不存在')
  const [ownerVisit] = ctx.rooms.visitsOf(room.id, accid)
  return { ...account, nick: ownerVisit?.nick ?? accid }
}

async function expectSpace(tx: RoomChangeScope['tx'], roomId: number, key: string, ownerId: number): Promise<void> {
  const { total, owned } = await queueStore.countOtherElements(tx, { roomId, key, ownerId })
  if (total >= queueLimits.elements) throw imFail('invalid', `队列已满，最多${queueLimits.elements}个元素`)
  if (owned >= queueLimits.elementsOfOwner)
    throw imFail('invalid', `每个账号在队列里最多${queueLimits.elementsOfOwner}个元素`)
}

export async function offerElement(
  { elementKey, elementValue, transient, elementAccount }: ParsedInput<'chatroom.queueOffer'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.queueOffer'>> {
  const { roomId } = requireRoom(ctx)
  const hasLeft = (accid: string): boolean => ctx.rooms.visitsOf(roomId, accid).length === 0
  const owner = await changeQueue(ctx, async (change) => {
    const { tx, now } = change
    const account = await requireElementOwner(ctx, change, elementAccount)
    if (transient && hasLeft(account.accid)) throw imFail('notFound', '这位访客不在聊天室里')
    await expectSpace(tx, roomId, elementKey, account.id)
    await queueStore.upsertElement(tx, {
      room_id: roomId,
      key: elementKey,
      owner_id: account.id,
      is_transient: transient,
      update_time: now,
      value_sealed: sealValue(ctx.secrets, roomId, elementKey, elementValue),
    })
    const queueChange = { type: 'OFFER', elementKey, elementValue } as const
    await change.announce({ type: 'updateQueue', to: [account.accid], toNick: [account.nick], queueChange })
    return account
  })
  // the owner may have left before the commit, when the element was not visible
  if (transient && hasLeft(owner.accid)) {
    const actor = { account: owner.accid, nick: owner.nick }
    await removeTransientElements(ctx, { roomId, ownerId: owner.id, actor, until: Date.now() })
  }
  return { elementKey, elementValue, transient, elementAccount: owner.accid }
}

export const pollElement = (
  { elementKey }: ParsedInput<'chatroom.queuePoll'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.queuePoll'>> =>
  changeQueue(ctx, async ({ tx, room, announce }) => {
    const row = await (elementKey === ''
      ? queueStore.selectFirstElement(tx, room.id)
      : queueStore.selectElement(tx, room.id, elementKey))
    if (!row) throw imFail('notFound', elementKey === '' ? '队列是空的' : '队列里没有这个元素')
    await queueStore.deleteElement(tx, row.id)
    const element = presentElement(ctx.secrets, row)
    await announce({ type: 'updateQueue', queueChange: { type: 'POLL', ...element } })
    return element
  })

export async function listElements(_input: object, ctx: RoomCtx): Promise<CommandOutput<'chatroom.queueList'>> {
  const rows = await queueStore.selectElements(ctx.sql, requireRoom(ctx).roomId)
  return { queueList: rows.map((row) => presentElement(ctx.secrets, row)) }
}

export async function getFirstElement(_input: object, ctx: RoomCtx): Promise<CommandOutput<'chatroom.queuePeak'>> {
  const row = await queueStore.selectFirstElement(ctx.sql, requireRoom(ctx).roomId)
  if (!row) throw imFail('notFound', '队列是空的')
  return presentElement(ctx.secrets, row)
}

/** Visitors without a role may not remove the elements of all others at once. */
export const dropQueue = (_input: object, ctx: RoomCtx): Promise<null> =>
  changeQueue(ctx, async ({ tx, room, rights, announce }) => {
    if (!isModerator(rights) && rights.role !== 'common')
      throw imFail('forbidden', '只有创建者、管理员与固定成员可以清空队列')
    const count = await queueStore.deleteElements(tx, room.id)
    if (count > 0) await announce({ type: 'updateQueue', queueChange: { type: 'DROP' } })
    return null
  })

export const changeElements = (
  { elementMap, needNotify, notifyExt }: ParsedInput<'chatroom.queueChange'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.queueChange'>> =>
  changeQueue(ctx, async ({ tx, room, announce }) => {
    const entries = Object.entries(elementMap)
    const values = entries.map(([key, value]) => ({ key, value_sealed: sealValue(ctx.secrets, room.id, key, value) }))
    const changedKeys = await queueStore.updateElements(tx, room.id, values)
    const elementKv = Object.fromEntries(entries.filter(([key]) => changedKeys.has(key)))
    if (needNotify && changedKeys.size > 0) {
      const queueChange = { type: 'BATCH_UPDATE', elementKv } as const
      await announce({ type: 'batchUpdateQueue', custom: notifyExt, queueChange })
    }
    return { elementKeyArray: entries.map(([key]) => key).filter((key) => !changedKeys.has(key)) }
  })
