// Lectures as visitors see them: lists, one lecture, its calendar entry, reminders, and the chat of a replay.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { Lecture, ReplayMessage } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { listRoomTexts } from '../../../im/chat.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { viewerIdOf, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { writeCalendarFile } from '../../../kit/documents/calendar-file.ts'
import * as attendanceStore from '../records/attendance-store.ts'
import { lectureLink, presentCard, presentLecture, presentOwn } from '../present/present.ts'
import { findMissingStep, readLectureRights, requireWatchableLecture } from '../rules/rights.ts'
import * as store from '../records/lecture-store.ts'

const maxRemindersPerHour = 60

export async function listLectures({ kit }: Ctx, isPast: boolean, page: PageLimits) {
  const { rows, total } = await store.selectPublicLectures(kit.sql, isPast, page)
  return { content: rows.map(presentCard), totalElements: total }
}

export async function getLecture(ctx: Ctx, id: number): Promise<Lecture> {
  const { sql } = ctx.kit
  const viewerId = viewerIdOf(ctx)
  const lecture = orNotFound(await store.selectPublicLecture(sql, id))
  const { isModerator } = await readLectureRights(sql, lecture, viewerId)
  const missing = isModerator ? null : await findMissingStep(sql, lecture.audience, viewerId)
  const own = viewerId === 0 ? null : presentOwn(await attendanceStore.selectAttendance(sql, id, viewerId))
  return presentLecture(lecture, { missing, isModerator, own })
}

export async function getLectureCalendar({ kit }: Ctx, id: number): Promise<Buffer> {
  const lecture = orNotFound(await store.selectPublicLecture(kit.sql, id))
  const { starts_at: startsAt, ends_at: endsAt, created_at: madeAt, now, title } = lecture
  const url = `${kit.config.publicUrl}${lectureLink(id)}`
  return writeCalendarFile({ name: `lecture-${id}`, title: `讲座：${title}`, startsAt, endsAt, madeAt, now, url })
}

export async function setLectureReminder(ctx: Ctx, id: number, wantsReminder: boolean): Promise<null> {
  const { sql } = ctx.kit
  const { id: accountId } = viewerOf(ctx)
  await limitHits(sql, `lectureRemind:${accountId}`, maxRemindersPerHour, hourSeconds)
  const lecture = orNotFound(await store.selectPublicLecture(sql, id))
  if (lecture.phase !== 'coming') throw fail('wrongState', '讲座已经开始，不用提醒了')
  if (wantsReminder && lecture.reminded_at !== null) throw fail('wrongState', '讲座马上开始，不用提醒了')
  await attendanceStore.upsertReminder(sql, id, accountId, wantsReminder)
  return null
}

/** Messages from before the beginning of the replay are left out. */
export async function listReplayMessages(
  ctx: Ctx,
  { id, from, to }: { id: number; from: number; to: number },
): Promise<{ content: ReplayMessage[] }> {
  const lecture = await requireWatchableLecture(ctx, id)
  if (lecture.phase !== 'over') return { content: [] }
  const begin = lecture.replay_from.getTime()
  const texts = await listRoomTexts(ctx.kit, {
    roomId: lecture.room_id,
    from: begin + from * 1000,
    to: begin + to * 1000,
    limit: lectureLimits.replayMessages,
  })
  return {
    content: texts.map(({ time, nick, text, isModerator }) => ({
      offset: (time - begin) / 1000,
      name: nick,
      text,
      isModerator,
    })),
  }
}
