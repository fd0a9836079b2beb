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
 * Nobody came later than now, before they were registered, or before the days began: on the days themselves somebody is
 * standing there, so a wrong clock is set right. Afterwards only a moment of those days is believed, for a month.
 */
export function believe({ at, now, registeredAt, days }: Told): Date | 'early' | 'over' {
  const state = doorStateAt(days, now)
  if (state === 'early') return 'early'
  const isLate = state === 'over'
  if (isLate && (at < days.from || at >= days.until)) return 'over'
  if (isLate && now.getTime() >= days.until.getTime() + reportedWithinMs) return 'over'
  const earliest = Math.max(days.from.getTime(), registeredAt.getTime())
  if (isLate && earliest >= days.until.getTime()) return 'over'
  return new Date(Math.min(Math.max(at.getTime(), earliest), now.getTime()))
}
