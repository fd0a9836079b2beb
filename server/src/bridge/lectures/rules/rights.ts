// Rights to watch a lecture, to enter its room, and to moderate it.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { lectureHostAccount, type LectureAudience } from '@xinqiao/contract/lectures.ts'
import {
  chatRoles,
  ensureAccount,
  ensureRoomHost,
  isRoomModerator,
  isRoomWriterMuted,
  type RoomHost,
} from '../../../im/chat.ts'
import { viewerIdOf, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { isActiveMember } from '../../../portal/member-status/member-status.ts'
import * as store from '../records/lecture-store.ts'

export type ChatAccount = NonNullable<Awaited<ReturnType<typeof store.selectChatAccount>>>

export const selectHost = (db: Db): Promise<RoomHost> => ensureRoomHost(db, lectureHostAccount)

/**
 * What the account must do before it may watch; null when it may.
 * @param accountId 0 for a visitor
 */
export async function findMissingStep(
  db: Db,
  audience: LectureAudience,
  accountId: number,
): Promise<'signIn' | 'membership' | null> {
  if (audience === 'public') return null
  if (accountId === 0) return 'signIn'
  if (audience === 'signedIn') return null
  return (await isActiveMember(db, accountId)) ? null : 'membership'
}

const refusals = { signIn: '这场讲座登录后才能观看', membership: '这场讲座只对协会会员开放' } as const

/** The chat account of the caller, and whether it moderates this lecture. */
export async function readLectureRights(
  db: Db,
  { room_id: roomId }: Pick<store.LectureRow, 'room_id'>,
  accountId: number,
): Promise<{ chat: ChatAccount | null; isModerator: boolean }> {
  const chat = accountId === 0 ? null : await store.selectChatAccount(db, accountId)
  return { chat, isModerator: chat !== null && (await isRoomModerator(db, roomId, chat.id)) }
}

/** Returns the step that the caller lacks before watching; null for moderators. */
export async function findMissingStepOf(db: Db, lecture: store.LectureRow, accountId: number) {
  const { isModerator } = await readLectureRights(db, lecture, accountId)
  return isModerator ? null : findMissingStep(db, lecture.audience, accountId)
}

/**
 * A published lecture that the caller may watch.
 * @throws Failure notFound, forbidden
 */
export async function requireWatchableLecture(ctx: Ctx, id: number): Promise<store.LectureRow> {
  const { sql } = ctx.kit
  const lecture = orNotFound(await store.selectPublicLecture(sql, id))
  const missing = await findMissingStepOf(sql, lecture, viewerIdOf(ctx))
  if (missing) throw fail('forbidden', refusals[missing])
  return lecture
}

/**
 * A lecture that the caller moderates now.
 * @throws Failure notFound, notModerator
 */
export async function requireModerated(
  ctx: Ctx,
  id: number,
): Promise<{ lecture: store.LectureRow; chat: ChatAccount }> {
  const { sql } = ctx.kit
  const lecture = orNotFound(await store.selectPublicLecture(sql, id))
  const { chat, isModerator } = await readLectureRights(sql, lecture, viewerOf(ctx).id)
  if (!chat || !isModerator) throw fail('notModerator')
  return { lecture, chat }
}

/**
 * The chat account of the caller, created on first use.
 * @throws Failure forbidden for staff, who do not use the chat
 */
export async function requireChat(ctx: Ctx): Promise<ChatAccount> {
  const { id, roleId } = viewerOf(ctx)
  if (!chatRoles.includes(roleId)) throw fail('forbidden', '工作人员的账号不能提问或举手')
  await ensureAccount(ctx.kit.sql, id)
  return (await store.selectChatAccount(ctx.kit.sql, id))!
}

/** @throws Failure forbidden for an account that is muted by staff or in this room */
export async function expectMayWrite(
  db: Db,
  { room_id: roomId }: Pick<store.LectureRow, 'room_id'>,
  chat: Pick<ChatAccount, 'id' | 'is_muted' | 'is_blocked'>,
): Promise<void> {
  if (chat.is_blocked || chat.is_muted || (await isRoomWriterMuted(db, roomId, chat.id)))
    throw fail('forbidden', '您已被禁言，暂时不能提问或举手')
}

/** Why this chat account may not enter a room, for the chat; null for rooms that are not of a lecture. */
export async function findRoomRefusal(
  db: Db,
  { roomId, imId }: { roomId: number; imId: number },
): Promise<string | null> {
  const lecture = await store.selectLectureOfRoom(db, roomId, imId)
  if (!lecture || lecture.audience === 'public') return null
  if (imId !== 0 && (await isRoomModerator(db, roomId, imId))) return null
  const missing = await findMissingStep(db, lecture.audience, lecture.account_id ?? 0)
  return missing && refusals[missing]
}
