// The calls of bookings, for counsellor and staff: times and figures of the line, without content.
import type { BookingCall } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import type { Db } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { selectCallsOfBookings } from '../records/call-store.ts'
import { secondsOf } from './calls.ts'

export async function listBookingCalls(db: Db, bookingIds: readonly number[]): Promise<Map<number, BookingCall[]>> {
  const rows = bookingIds.length > 0 ? await selectCallsOfBookings(db, bookingIds) : []
  const calls = new Map<number, BookingCall[]>()
  for (const row of rows) {
    const { sample_count: samples } = row
    const call = {
      beginTime: formatTime(new Date(row.ring_time)),
      outcome: row.outcome,
      seconds: secondsOf(row),
      route: row.route,
      rttMs: samples === 0 ? null : Math.round(row.rtt_sum / samples),
      poorPercent: samples === 0 ? null : Math.round((row.poor_count / samples) * 100),
    }
    calls.set(row.booking_id, [...(calls.get(row.booking_id) ?? []), call])
  }
  return calls
}
