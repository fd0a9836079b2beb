// SQL of lists of appointments.
import type { BookingState } from '@xinqiao/contract/counselling.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { readPage } from '../../../kit/db/results.ts'
import { selectBookingRows, type BookingRow } from './store.ts'

/** The nearest coming appointment first, then the past and cancelled ones, newest first. */
const nearestFirst = (db: Db) => {
  const isComing = db`(b.state in ('held', 'booked') and b.ends_at > now() - ${limits.callGraceMinutes} * interval '1 minute')`
  return db`${isComing} desc, case when ${isComing} then b.start_minute end, b.start_minute desc, b.id desc`
}

export function selectOwnBookings(db: Db, accountId: number, { limit, offset }: PageLimits) {
  return readPage(
    db<BookingRow[]>`
      ${selectBookingRows(db)} where b.account_id = ${accountId}
      order by ${nearestFirst(db)} limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from booking where account_id = ${accountId}`,
  )
}

/** Bookings of a counsellor's clients, without names, because counsellors do not see them. */
export function selectBookingsOfCounsellor(db: Db, accountId: number, { limit, offset }: PageLimits) {
  const where = db`
    b.counsellor_id = (select id from counsellor where account_id = ${accountId}) and b.state not in ('held', 'lapsed')`
  return readPage(
    db<BookingRow[]>`
      ${selectBookingRows(db)} where ${where} order by ${nearestFirst(db)} limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from booking b where ${where}`,
  )
}

export function selectAllBookings(db: Db, state: BookingState | undefined, { limit, offset }: PageLimits) {
  const where = state === undefined ? db`` : db`where b.state = ${state}`
  return readPage(
    db<BookingRow[]>`${selectBookingRows(db)} ${where} order by b.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from booking b ${where}`,
  )
}
