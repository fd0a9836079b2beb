// Moderation of a lecture beside the commands of the chat: slow mode, messages, raised hands.
import { fail } from '@xinqiao/contract/errors.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { hourMs, minuteSeconds } from '@xinqiao/contract/time.ts'
import {
  deleteRoomMessage,
  upsertRoomName,
  listRoomDangers,
  listRoomMutes,
  requireManagedRoom,
  selectRoomNames,
  updateSiteRoom,
} from '../../../im/chat.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import * as attendanceStore from '../records/attendance-store.ts'
import type { LectureRow } from '../records/lecture-store.ts'
import { expectMayWrite, requireChat, requireModerated, requireWatchableLecture, selectHost } from '../rules/rights.ts'
import { listModeratorAccids, sendLectureEvent } from '../lifetime/rooms.ts'

const maxHandsPerMinute = 20
const maxChangesPerMinute = 20
const maxCallsPerMinute = 60

export async function setSlowMode(ctx: Ctx, id: number, seconds: number): Promise<null> {
  const { lecture, chat } = await requireModerated(ctx, id)
  // limited, because each change makes all pages read the lecture again
  await limitHits(ctx.kit.sql, `lectureSlow:${chat.id}`, maxChangesPerMinute, minuteSeconds)
  await inTransaction(ctx.kit, ({ tx }) => updateSiteRoom(tx, lecture.room_id, { slow_seconds: seconds }))
  await sendLectureEvent(ctx.kit, lecture, { event: 'lecture' })
  return null
}

/** @throws Failure notFound for a message that is not in the history any more */
export async function removeMessage(
  ctx: Ctx,
  { id, account, idClient }: { id: number; account: string; idClient: string },
): Promise<null> {
  const { lecture, chat } = await requireModerated(ctx, id)
  const host = await selectHost(ctx.kit.sql)
  try {
    await inTransaction(ctx.kit, async (scope) => {
      const room = await requireManagedRoom(scope.tx, host.appId, lecture.room_id)
      await deleteRoomMessage(scope, { room, operator: chat, sender: account, idClient, custom: '' })
    })
  } catch (error) {
    if (!(error instanceof ImFailure)) throw error
    // the role may have ended since the check above
    throw fail(error.code === 403 ? 'notModerator' : 'notFound')
  }
  return null
}

export async function setHand(ctx: Ctx, id: number, isRaised: boolean): Promise<null> {
  const { sql } = ctx.kit
  const { id: accountId } = viewerOf(ctx)
  await limitHits(sql, `lectureHand:${accountId}`, maxHandsPerMinute, minuteSeconds)
  const lecture = await requireWatchableLecture(ctx, id)
  if (isRaised) {
    if (!lecture.is_room_open) throw fail('wrongState', '现在不能举手')
    const chat = await requireChat(ctx)
    await expectMayWrite(sql, lecture, chat)
    await upsertRoomName(sql, { roomId: lecture.room_id, imId: chat.id })
  }
  await attendanceStore.upsertHand(sql, id, accountId, isRaised)
  await sendLectureEvent(ctx.kit, lecture, { event: 'hands' }, await listModeratorAccids(sql, lecture))
  return null
}

export async function listHands(ctx: Ctx, id: number) {
  const { sql } = ctx.kit
  const { lecture } = await requireModerated(ctx, id)
  const hands = await attendanceStore.selectHands(sql, id)
  const mutes = await listRoomMutes(sql, lecture.room_id)
  const accounts = [...hands.map(({ im_id, accid }) => ({ id: im_id, accid })), ...mutes]
  const names = await selectRoomNames(sql, lecture.room_id, accounts)
  return {
    content: hands.map(({ accid, hand_raised_at, is_called }) => ({
      account: accid,
      name: names.get(accid) ?? '',
      since: formatTime(hand_raised_at),
      isCalled: is_called,
    })),
    mutes: mutes.map(({ accid, until }) => ({ account: accid, name: names.get(accid) ?? '', until })),
  }
}

/** Messages of this many hours are read for signs of danger, at most this many of them. */
const [hoursOfDangers, maxReadTexts] = [24, 200]
const maxDangerReads = 60

export async function listDangers({ kit, ...ctx }: Ctx, id: number) {
  const { lecture, chat } = await requireModerated({ kit, ...ctx }, id)
  await limitHits(kit.sql, `lectureDangers:${chat.id}`, maxDangerReads, minuteSeconds)
  const since = Date.now() - hoursOfDangers * hourMs
  return { content: await listRoomDangers(kit, { roomId: lecture.room_id, since, limit: maxReadTexts }) }
}

/** Sends the change of a hand to the moderators and to the visitor who raised it. */
async function announceHand({ kit }: Ctx, lecture: LectureRow, account: string): Promise<null> {
  const moderators = await listModeratorAccids(kit.sql, lecture)
  await sendLectureEvent(kit, lecture, { event: 'hands' }, [...new Set([...moderators, account])])
  return null
}

/** @throws Failure wrongState for a hand that was lowered meanwhile */
export async function callHand(ctx: Ctx, id: number, account: string): Promise<null> {
  const { lecture, chat } = await requireModerated(ctx, id)
  await limitHits(ctx.kit.sql, `lectureCall:${chat.id}`, maxCallsPerMinute, minuteSeconds)
  const { count } = await attendanceStore.updateHandCalled(ctx.kit.sql, id, account)
  if (count === 0) throw fail('wrongState', '对方已经放下手了')
  return announceHand(ctx, lecture, account)
}

export async function lowerHand(ctx: Ctx, id: number, account: string): Promise<null> {
  const { lecture } = await requireModerated(ctx, id)
  await attendanceStore.updateHandLowered(ctx.kit.sql, id, account)
  return announceHand(ctx, lecture, account)
}

/** A visitor whom a moderator removes is no longer called, and no longer in the list of raised hands. */
export const lowerHandOfRemovedVisitor = (tx: Tx, visit: { roomId: number; imId: number }): Promise<void> =>
  attendanceStore.updateHandInRoom(tx, visit)
