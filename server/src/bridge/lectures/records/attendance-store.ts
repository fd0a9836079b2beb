// SQL of attendance: time watched, raised hands and reminders, one row for each account and lecture.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'

export type AttendanceRow = Rows['lecture_attendance'] & {
  is_credited: boolean
  is_hand_raised: boolean
  is_called: boolean
}

const isCredited = (db: Db) => db`exists (
  select 1 from credit_entry c
  where c.lecture_id = a.lecture_id and c.account_id = a.account_id and c.voided_at is null)`

/** A raised hand of a row `a`. The end of the lecture lowers it; it may be raised again while the room is open. */
const isHandRaised = (db: Db) => db`exists (
  select 1 from lecture l
  where l.id = a.lecture_id and (a.hand_raised_at >= l.ends_at or (a.hand_raised_at is not null and l.ends_at > now())))`

/** A moderator has called on the hand of a row `a` since it was raised. */
const isHandCalled = (db: Db) => db`coalesce(a.hand_called_at >= a.hand_raised_at, false) and ${isHandRaised(db)}`

export const selectAttendance = (db: Db, lectureId: number, accountId: number) =>
  firstRow(db<AttendanceRow[]>`
    select a.*, ${isCredited(db)} as is_credited, ${isHandRaised(db)} as is_hand_raised, ${isHandCalled(db)} as is_called
    from lecture_attendance a
    where a.lecture_id = ${lectureId} and a.account_id = ${accountId}`)

export const upsertReminder = (db: Db, lectureId: number, accountId: number, wantsReminder: boolean) => db`
  insert into lecture_attendance (lecture_id, account_id, wants_reminder)
  values (${lectureId}, ${accountId}, ${wantsReminder})
  on conflict (lecture_id, account_id) do update set wants_reminder = excluded.wants_reminder`

/** Raises or lowers a hand. One that is raised already keeps its place. */
export const upsertHand = (db: Db, lectureId: number, accountId: number, isRaised: boolean) => db`
  insert into lecture_attendance as a (lecture_id, account_id, hand_raised_at, beat_at)
  values (${lectureId}, ${accountId}, case when ${isRaised} then now() end, null)
  on conflict (lecture_id, account_id) do update
  set hand_raised_at = case when ${isRaised} then case when ${isHandRaised(db)} then a.hand_raised_at else now() end end`

/** Raised hands, in the order of raising. */
export const selectHands = (db: Db, lectureId: number) =>
  db<{ im_id: number; accid: string; hand_raised_at: Date; is_called: boolean }[]>`
    select i.id as im_id, i.accid, a.hand_raised_at, ${isHandCalled(db)} as is_called
    from lecture_attendance a join im_account i on i.account_id = a.account_id
    where a.lecture_id = ${lectureId} and ${isHandRaised(db)} order by a.hand_raised_at limit 200`

export const updateHandLowered = (db: Db, lectureId: number, accid: string) => db`
  update lecture_attendance a set hand_raised_at = null from im_account i
  where a.lecture_id = ${lectureId} and i.account_id = a.account_id and i.accid = ${accid}`

/** Lowers the hand of a chat account in the lecture of a room. */
export async function updateHandInRoom(tx: Tx, { roomId, imId }: { roomId: number; imId: number }): Promise<void> {
  await tx`
    update lecture_attendance a set hand_raised_at = null from im_account i, lecture l
    where i.id = ${imId} and i.account_id = a.account_id and l.room_id = ${roomId} and l.id = a.lecture_id`
}

export const updateHandCalled = (db: Db, lectureId: number, accid: string) => db`
  update lecture_attendance a set hand_called_at = now() from im_account i
  where a.lecture_id = ${lectureId} and i.account_id = a.account_id and i.accid = ${accid} and ${isHandRaised(db)}`

/**
 * Adds the time since the account's last beat. It counts when that beat was of the same lecture, within the gap.
 * @returns the seconds so far; `is_elsewhere` when the account has just watched another lecture
 */
export const upsertBeat = (tx: Tx, lectureId: number, accountId: number, maxGapSeconds: number) =>
  onlyRow(tx<{ seconds: number; is_elsewhere: boolean }[]>`
    with latest as (
      select lecture_id, extract(epoch from clock_timestamp() - beat_at) as gap from lecture_attendance
      where account_id = ${accountId} and beat_at is not null order by beat_at desc limit 1
    ), counted as (
      select (select floor(gap)::integer from latest where lecture_id = ${lectureId} and gap <= ${maxGapSeconds}) as seconds,
        exists (select 1 from latest where lecture_id <> ${lectureId} and gap <= ${maxGapSeconds}) as is_elsewhere
    )
    insert into lecture_attendance as a (lecture_id, account_id, beat_at)
    values (${lectureId}, ${accountId}, clock_timestamp())
    on conflict (lecture_id, account_id) do update
    set seconds = a.seconds + coalesce((select seconds from counted), 0),
      -- the rest of a second counts with the next beat
      beat_at = coalesce(a.beat_at + make_interval(secs => (select seconds from counted)), clock_timestamp())
    returning a.seconds, (select is_elsewhere from counted)`)

/** Accounts that have watched for at least this long and have no credit yet, not even a withdrawn one. */
export async function selectEarners(db: Db, lectureId: number, seconds: number): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    select account_id from lecture_attendance a
    where lecture_id = ${lectureId} and seconds >= ${seconds} and not exists (
      select 1 from credit_entry c where c.lecture_id = a.lecture_id and c.account_id = a.account_id)
    order by account_id`
  return rows.map(({ account_id }) => account_id)
}

/** Accounts to notify of a change: those that want a reminder. */
export async function selectAccountsToRemind(db: Db, lectureId: number): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    select account_id from lecture_attendance where lecture_id = ${lectureId} and wants_reminder order by account_id`
  return rows.map(({ account_id }) => account_id)
}

type StaffAttendanceRow = Omit<AttendanceRow, 'is_hand_raised' | 'is_called'> &
  Pick<Rows['account'], 'username' | 'nickname'>

/** Accounts that have watched, the longest first. */
export const selectWatchers = (db: Db, lectureId: number, { limit, offset }: PageLimits) =>
  readPage(
    db<StaffAttendanceRow[]>`
      select a.*, ${isCredited(db)} as is_credited, account.username, account.nickname
      from lecture_attendance a join account on account.id = a.account_id
      where a.lecture_id = ${lectureId} and (a.seconds > 0 or a.beat_at is not null or ${isCredited(db)})
      order by a.seconds desc, a.account_id limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`
      select count(*) as count from lecture_attendance a
      where a.lecture_id = ${lectureId} and (a.seconds > 0 or a.beat_at is not null or ${isCredited(db)})`,
  )
