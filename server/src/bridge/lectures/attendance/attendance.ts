// Attendance: pages that play report themselves, the server counts the time, and enough of it earns the credits once.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { minuteSeconds } from '@xinqiao/contract/time.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { lockAccountRow } from '../../../kit/db/account-lock.ts'
import { inTransaction, viewerOf, type Ctx, type TransactionScope } from '../../../kit/ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { chinaDay, formatTime } from '../../../kit/time.ts'
import { creditLecture, restoreLectureCredit, voidLectureCredit } from '../../../portal/conference/conference.ts'
import * as attendanceStore from '../records/attendance-store.ts'
import { presentOwn } from '../present/present.ts'
import { requireWatchableLecture } from '../rules/rights.ts'
import * as store from '../records/lecture-store.ts'

const maxBeatsPerMinute = 30

const creditOf = (lecture: store.LectureRow, earnedAt: Date) => ({
  lecture_id: lecture.id,
  title: lecture.title,
  tenths: lecture.credit_tenths,
  earned_on: chinaDay(earnedAt),
})
/** Staff credit a lecture to the day on which it took place. */
const lectureDayOf = ({ now, ends_at: end }: store.LectureRow): Date => (now < end ? now : end)

/**
 * Credits all who have watched long enough, after staff changed the credits or the minutes.
 * @returns the number of people
 */
export async function grantEarnedCredits(tx: Tx, lecture: store.LectureRow): Promise<number> {
  if (lecture.credit_tenths === 0) return 0
  const accountIds = await attendanceStore.selectEarners(tx, lecture.id, lecture.needed_minutes * minuteSeconds)
  return creditLecture(tx, creditOf(lecture, lectureDayOf(lecture)), accountIds)
}

/** The lecture plays: its stream while it is live, over time while its room is open, or from its replay. */
function isPlaying({ phase, stream_url, is_room_open, recording_key, replay_url }: store.LectureRow): boolean {
  if (phase === 'live') return stream_url !== ''
  return phase === 'over' && (recording_key !== null || replay_url !== '' || (stream_url !== '' && is_room_open))
}

/** Counts the time since the last beat of this account, during the lecture and its replay. */
export async function recordBeat(ctx: Ctx, id: number) {
  const { kit } = ctx
  const { id: accountId } = viewerOf(ctx)
  await limitHits(kit.sql, `lectureBeat:${accountId}`, maxBeatsPerMinute, minuteSeconds)
  const lecture = await requireWatchableLecture(ctx, id)
  if (!isPlaying(lecture)) throw fail('wrongState', '现在不计观看时间')
  return inTransaction(kit, async ({ tx }) => {
    // two pages of the account cannot count the same time
    await lockAccountRow(tx, accountId)
    const { seconds, is_elsewhere: isElsewhere } = await attendanceStore.upsertBeat(
      tx,
      id,
      accountId,
      lectureLimits.maxBeatGapSeconds,
    )
    const { minutes, isCredited } = presentOwn(await attendanceStore.selectAttendance(tx, id, accountId))
    const hasEarned = lecture.credit_tenths > 0 && seconds >= lecture.needed_minutes * minuteSeconds
    if (isCredited || !hasEarned) return { minutes, isCredited, isElsewhere }
    // an entry that staff withdrew stays withdrawn, because the insertion finds it
    const count = await creditLecture(tx, creditOf(lecture, lecture.now), [accountId])
    return { minutes, isCredited: count > 0, isElsewhere }
  })
}

export async function listAttendance(db: Db, id: number, page: PageLimits) {
  orNotFound(await store.selectLecture(db, id))
  const { rows, total } = await attendanceStore.selectWatchers(db, id, page)
  return {
    content: rows.map((row) => ({
      id: row.account_id,
      username: row.username,
      nickname: row.nickname,
      minutes: Math.floor(row.seconds / 60),
      isCredited: row.is_credited,
      lastTime: row.beat_at && formatTime(row.beat_at),
    })),
    totalElements: total,
  }
}

/** Staff give the credits to a watcher, or withdraw them. */
export async function correctCredit(
  { tx }: TransactionScope,
  { id, accountId, isCredited }: { id: number; accountId: number; isCredited: boolean },
): Promise<null> {
  const lecture = orNotFound(await store.lockLecture(tx, id))
  const attendance = orNotFound(await attendanceStore.selectAttendance(tx, id, accountId))
  if (attendance.is_credited === isCredited) throw fail('wrongState')
  if (!isCredited) await voidLectureCredit(tx, id, accountId)
  else if (lecture.credit_tenths === 0) throw fail('wrongState', '这场讲座没有设学分')
  else await restoreLectureCredit(tx, creditOf(lecture, lectureDayOf(lecture)), accountId)
  return null
}
