// SQL of appointments.
import {
  consultationMinutes,
  type BookingMode,
  type BookingState,
  type SlotMode,
} from '@xinqiao/contract/counselling.ts'
import postgres from 'postgres'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../../kit/db/results.ts'

/** Minutes of a day in which a counsellor receives clients. */
export type OpenSpan = { from: number; to: number; mode: SlotMode }
export type WeeklyRule = OpenSpan & { weekday: number }
export type ScheduleException = OpenSpan & { day: string; open: boolean }
export type BusySpan = { start: number; end: number }

export type BookingRow = Omit<Rows['booking'], 'mode' | 'state' | 'place' | 'presence'> & {
  mode: BookingMode
  state: BookingState
  counsellor_name: string
  counsellor_account: number
  stars: number | null
  rating_sealed: Buffer | null
}

/** Rows of bookings with their counsellor and rating, as `b`. */
export const selectBookingRows = (db: Db) => db`
  select b.id, b.counsellor_id, b.account_id, b.mode, b.start_minute, b.minutes, b.buffer_minutes, b.starts_at, b.ends_at,
    b.state, b.hold_until, b.price_cents, b.order_no, b.consent_version, b.consent_hash, b.intake_sealed, b.is_minor,
    b.cancelled_by, b.cancel_reason, b.changed_times, b.reminded_at, b.created_at, c.name as counsellor_name,
    c.account_id as counsellor_account, r.stars, r.text_sealed as rating_sealed
  from booking b join counsellor c on c.id = b.counsellor_id left join booking_rating r on r.booking_id = b.id`

export const selectBooking = (db: Db, id: number) =>
  firstRow(db<BookingRow[]>`${selectBookingRows(db)} where b.id = ${id}`)

export const lockBooking = (tx: Tx, id: number) =>
  firstRow(tx<BookingRow[]>`${selectBookingRows(tx)} where b.id = ${id} for update of b`)

/** Display names of clients, for the secretariat only. */
export const selectAccountNames = (db: Db, accountIds: readonly number[]) =>
  db<{ id: number; nickname: string }[]>`
    select id, nickname from account where id = any(${accountIds as number[]}::bigint[])`

export const selectClientContact = (db: Db, bookingId: number) =>
  firstRow(db<Pick<Rows['account'], 'id' | 'nickname' | 'phone_sealed'>[]>`
    select a.id, a.nickname, a.phone_sealed from booking b join account a on a.id = b.account_id where b.id = ${bookingId}`)

// ---- hours

export type BookableCounsellorRow = Pick<Rows['counsellor'], 'id' | 'account_id' | 'name' | 'price_cents'>

export const selectBookableCounsellor = (db: Db, id: number) =>
  firstRow(db<BookableCounsellorRow[]>`
    select id, account_id, name, price_cents from counsellor where id = ${id} and is_listed`)

export async function selectCounsellorIdOf(db: Db, accountId: number): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from counsellor where account_id = ${accountId}`
  return row?.id ?? null
}

export const selectScheduleRules = (db: Db, counsellorId: number) =>
  db<WeeklyRule[]>`
    select weekday, from_minute as "from", to_minute as "to", mode from booking_rule
    where counsellor_id = ${counsellorId} order by weekday, from_minute`

export const selectScheduleExceptions = (db: Db, counsellorId: number) =>
  db<ScheduleException[]>`
    select day, is_open as open, from_minute as "from", to_minute as "to", mode from booking_exception
    where counsellor_id = ${counsellorId} order by day, from_minute`

/** Taken hours, including the pause after each consultation. Expired holds are free. */
export const selectTakenSpans = (db: Db, counsellorId: number, from: number) =>
  db<BusySpan[]>`
    select start_minute as start, start_minute + minutes + buffer_minutes as end from booking
    where counsellor_id = ${counsellorId} and start_minute > ${from - 1440}
      and (state = 'booked' or (state = 'held' and hold_until > now()))`

/** True when the account has another appointment at this hour. */
export async function hasOwnBookingAt(db: Db, accountId: number, start: number, movedStart: number | undefined) {
  const rows = await db`
    select 1 from booking
    where account_id = ${accountId} and start_minute < ${start + consultationMinutes}
      and start_minute + minutes > ${start}
      and (state = 'booked' or (state = 'held' and hold_until > now()))
      ${movedStart === undefined ? db`` : db`and start_minute <> ${movedStart}`} limit 1`
  return rows.length > 0
}

export const selectHeldBookings = (tx: Tx, accountId: number) =>
  tx<{ counsellor_id: number }[]>`
    select counsellor_id from booking where account_id = ${accountId} and state = 'held' and hold_until > now()`

type ScheduleRuleValues = { weekday: number; from: number; to: number; mode: SlotMode }
type ScheduleExceptionValues = { day: string; open: boolean; from: number; to: number; mode: SlotMode }

export async function replaceSchedule(
  tx: Tx,
  counsellorId: number,
  { rules, exceptions }: { rules: readonly ScheduleRuleValues[]; exceptions: readonly ScheduleExceptionValues[] },
): Promise<void> {
  await tx`delete from booking_rule where counsellor_id = ${counsellorId}`
  await tx`delete from booking_exception where counsellor_id = ${counsellorId}`
  for (const { weekday, from, to, mode } of rules)
    await tx`
      insert into booking_rule (counsellor_id, weekday, from_minute, to_minute, mode)
      values (${counsellorId}, ${weekday}, ${from}, ${to}, ${mode})`
  for (const { day, open, from, to, mode } of exceptions)
    await tx`
      insert into booking_exception (counsellor_id, day, is_open, from_minute, to_minute, mode)
      values (${counsellorId}, ${day}, ${open}, ${from}, ${to}, ${mode})`
}

// ---- writing

export type NewBooking = Pick<
  Rows['booking'],
  | 'id'
  | 'counsellor_id'
  | 'account_id'
  | 'start_minute'
  | 'minutes'
  | 'buffer_minutes'
  | 'starts_at'
  | 'ends_at'
  | 'price_cents'
  | 'consent_version'
  | 'consent_hash'
  | 'is_minor'
  | 'hold_until'
> & { mode: BookingMode; state: 'held' | 'booked'; intake_sealed: Buffer }

/** @throws PostgresError when the time is taken; `overlapSideOf` returns the side that is busy */
export async function insertBooking(tx: Tx, values: NewBooking): Promise<void> {
  await tx`insert into booking ${valuesWithId(tx, values)}`
}

type BookingChange = Partial<
  Pick<
    Rows['booking'],
    | 'start_minute'
    | 'starts_at'
    | 'ends_at'
    | 'hold_until'
    | 'order_no'
    | 'cancelled_by'
    | 'cancel_reason'
    | 'changed_times'
    | 'reminded_at'
  >
> & { state?: BookingState }

/** @throws PostgresError when the time is taken; `overlapSideOf` returns the side that is busy */
export async function updateBooking(tx: Tx, id: number, change: BookingChange): Promise<void> {
  await tx`update booking set ${tx(change)} where id = ${id}`
}

/** The side whose bookings would overlap, if the error is a violation of an exclusion constraint. */
export function overlapSideOf(error: unknown): 'counsellor' | 'client' | null {
  if (!(error instanceof postgres.PostgresError) || error.code !== '23P01') return null
  return error.constraint_name === 'booking_one_place' ? 'client' : 'counsellor'
}

/** Releases expired holds. Skips locked rows, which are being paid at this moment; the next run handles them. */
export async function markExpiredHoldsLapsed(db: Db): Promise<void> {
  await db`
    update booking set state = 'lapsed', hold_until = null
    where id in (
      select id from booking where state = 'held' and hold_until < now() for update skip locked)`
}

export const lockBookingsToRemind = (tx: Tx, limit: number) =>
  tx<BookingRow[]>`
    ${selectBookingRows(tx)} where b.state = 'booked' and b.reminded_at is null and b.starts_at < now() + interval '24 hours'
      and b.starts_at > now()
    order by b.starts_at limit ${limit} for update of b skip locked`

/** Records consultations without an outcome as held after two days. */
export async function markPastBookingsDone(db: Db): Promise<void> {
  await db`update booking set state = 'done' where state = 'booked' and ends_at < now() - interval '2 days'`
}

// ---- waiting room

/** Times at which client and counsellor had the waiting room open; null before. */
export type WaitingRoomPresenceRow = Rows['booking_presence']

/** Records that the counsellor is in the waiting room now. */
export const upsertCounsellorPresence = (db: Db, bookingId: number) =>
  onlyRow(db<WaitingRoomPresenceRow[]>`
    insert into booking_presence (booking_id, counsellor_seen_at) values (${bookingId}, now())
    on conflict (booking_id) do update set counsellor_seen_at = now() returning *`)

/** Records that the client is in the waiting room now, and whether the microphone is open. */
export const upsertClientPresence = (db: Db, bookingId: number, isReady: boolean) =>
  onlyRow(db<WaitingRoomPresenceRow[]>`
    insert into booking_presence (booking_id, client_seen_at, is_client_ready) values (${bookingId}, now(), ${isReady})
    on conflict (booking_id) do update set client_seen_at = now(), is_client_ready = excluded.is_client_ready
    returning *`)

export const selectPresence = (db: Db, bookingId: number) =>
  firstRow(db<WaitingRoomPresenceRow[]>`select * from booking_presence where booking_id = ${bookingId}`)

// ---- after a consultation

export type BookingNoteRow = Pick<Rows['booking_note'], 'id' | 'text_sealed' | 'created_at'> & {
  kind: 'note' | 'referral'
}

export const selectBookingNotes = (db: Db, bookingId: number) =>
  db<BookingNoteRow[]>`
    select id, kind, text_sealed, created_at from booking_note where booking_id = ${bookingId} order by id desc limit 200`

type NewBookingNote = Pick<Rows['booking_note'], 'id' | 'booking_id' | 'author_id' | 'text_sealed'> &
  Pick<BookingNoteRow, 'kind'>

export const insertBookingNote = (db: Db, note: NewBookingNote) =>
  onlyRow(db<BookingNoteRow[]>`
    insert into booking_note ${valuesWithId(db, note)}
    returning id, kind, text_sealed, created_at`)

/** @param sealed null for a rating without text */
export async function upsertRating(db: Db, bookingId: number, stars: number, sealed: Buffer | null): Promise<void> {
  await db`
    insert into booking_rating (booking_id, stars, text_sealed) values (${bookingId}, ${stars}, ${sealed})
    on conflict (booking_id) do update set stars = excluded.stars, text_sealed = excluded.text_sealed`
}

/**
 * Stores a complaint.
 * @returns false when one is already open for the consultation
 */
export async function insertComplaint(
  db: Db,
  complaint: Pick<Rows['booking_complaint'], 'id' | 'booking_id' | 'text_sealed'>,
): Promise<boolean> {
  const result = await db`insert into booking_complaint ${valuesWithId(db, complaint)} on conflict do nothing`
  return result.count === 1
}

export type ComplaintRow = Omit<Rows['booking_complaint'], 'state'> & {
  state: 'open' | 'handled'
  counsellor_name: string
  account_id: number
  starts_at: Date
}

const complaintRows = (db: Db) => db`
  select k.*, c.name as counsellor_name, b.account_id, b.starts_at
  from booking_complaint k join booking b on b.id = k.booking_id join counsellor c on c.id = b.counsellor_id`

export function selectComplaints(db: Db, { limit, offset }: PageLimits) {
  return readPage(
    db<ComplaintRow[]>`${complaintRows(db)} order by k.state desc, k.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from booking_complaint`,
  )
}

export const lockComplaint = (tx: Tx, id: number) =>
  firstRow(tx<ComplaintRow[]>`${complaintRows(tx)} where k.id = ${id} for update of k`)

export async function markComplaintHandled(tx: Tx, id: number, answer: string, by: number): Promise<void> {
  await tx`
    update booking_complaint set state = 'handled', answer = ${answer}, handled_by = ${by}, handled_at = now()
    where id = ${id}`
}

export const selectLatestIntakes = (db: Db, accountId: number, limit: number) =>
  db<Pick<Rows['booking'], 'id' | 'intake_sealed' | 'created_at'>[]>`
    select id, intake_sealed, created_at from booking
    where account_id = ${accountId} order by start_minute desc limit ${limit}`
