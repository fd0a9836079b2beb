// The days of check-in, and the time that counts when an offline device has a wrong clock. Pure functions.
import { dayMs } from '@xinqiao/contract/time.ts'
import { addDays, chinaDay, parseTime } from '../../../kit/time.ts'

type MeetingPeriod = { starts_at: Date; ends_at: Date }
export type CheckInDays = { from: Date; until: Date }

const chinaMidnight = (day: string) => parseTime(`${day} 00:00:00`)

/** Whole days in China: from the day before the meeting to the end of its last day. */
export const checkInDaysOf = ({ starts_at: starts, ends_at: ends }: MeetingPeriod): CheckInDays => ({
  from: chinaMidnight(addDays(chinaDay(starts), -1)),
  until: chinaMidnight(addDays(chinaDay(ends), 1)),
})

/** `early` before the days of check-in, `over` after them. */
export const checkInStateAt = ({ from, until }: CheckInDays, now: Date): 'early' | 'open' | 'over' =>
  now < from ? 'early' : now < until ? 'open' : 'over'

const maxReportDelayMs = 30 * dayMs

type ReportedCheckIn = { at: Date; now: Date; registeredAt: Date; days: CheckInDays }

/**
 * Returns the time of a check-in. A time in the future, before the registration, or outside the days of check-in comes
 * from a wrong clock; then the time of receipt counts. So no stored time is too early, and the earliest report is
 * right, whatever the order of reports. For a month after the meeting, only times within its days are accepted.
 */
export function acceptReportedTime({ at, now, registeredAt, days }: ReportedCheckIn): Date | 'early' | 'over' {
  const state = checkInStateAt(days, now)
  if (state === 'early') return 'early'
  const isLate = state === 'over'
  const last = isLate ? new Date(days.until.getTime() - 1) : now
  if (isLate && (at < days.from || at > last || registeredAt > last)) return 'over'
  if (isLate && now.getTime() >= days.until.getTime() + maxReportDelayMs) return 'over'
  return at < days.from || at < registeredAt || at > last ? last : at
}
