// On which days a door may let people in, and which moment counts when the clock of a door that was offline cannot be
// right. Pure: the moments are given.
import { addDays, chinaDay, parseTime } from '../../kit/time.ts'

type Days = { starts_at: Date; ends_at: Date }
export type CheckInDays = { from: Date; until: Date }

const midnight = (day: string) => parseTime(`${day} 00:00:00`)

/** Whole days in China: from the day before the meeting begins to the end of its last day. */
export const checkInDays = ({ starts_at: starts, ends_at: ends }: Days): CheckInDays => ({
  from: midnight(addDays(chinaDay(starts), -1)),
  until: midnight(addDays(chinaDay(ends), 1)),
})

/** Where `now` lies: a door is open on the days alone. */
export const doorStateAt = ({ from, until }: CheckInDays, now: Date): 'early' | 'open' | 'over' =>
  now < from ? 'early' : now < until ? 'open' : 'over'

const reportedWithinMs = 30 * 86_400_000

type Told = { at: Date; now: Date; registeredAt: Date; days: CheckInDays }

/**
 * Nobody came later than now, before they were registered, or on another day than those of the door. A clock that says so
 * tells nothing of when they came: what is certain is that they were there by the moment we heard of it, so that counts.
 * Every time kept is then one by which they had come, and the earliest of them is right in whatever order they are told.
 * After the days only a moment of the days is taken, for a month.
 */
export function believe({ at, now, registeredAt, days }: Told): Date | 'early' | 'over' {
  const state = doorStateAt(days, now)
  if (state === 'early') return 'early'
  const isLate = state === 'over'
  const last = isLate ? new Date(days.until.getTime() - 1) : now
  if (isLate && (at < days.from || at > last || registeredAt > last)) return 'over'
  if (isLate && now.getTime() >= days.until.getTime() + reportedWithinMs) return 'over'
  return at < days.from || at < registeredAt || at > last ? last : at
}
