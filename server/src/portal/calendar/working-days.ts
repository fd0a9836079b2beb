// Working days: Monday to Friday in China without holidays, and weekend days that are worked. Pure functions.
import { addDays, chinaDay } from '../../kit/time.ts'

/** Days as `2026-11-21`. A year without data has no holidays. */
export type DayOffCalendar = { off: ReadonlySet<string>; work: ReadonlySet<string> }

export function isWorkingDay(day: string, { off, work }: DayOffCalendar): boolean {
  if (work.has(day)) return true
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday >= 1 && weekday <= 5 && !off.has(day)
}

/** The n-th working day after this one. */
export function addWorkingDays(day: string, days: number, calendar: DayOffCalendar): string {
  let at = day
  for (let daysLeft = days; daysLeft > 0;) {
    at = addDays(at, 1)
    if (isWorkingDay(at, calendar)) daysLeft -= 1
  }
  return at
}

/** The last second of the n-th working day after this moment, in China. */
export const afterWorkingDays = (from: Date, days: number, calendar: DayOffCalendar): Date =>
  new Date(`${addWorkingDays(chinaDay(from), days, calendar)}T23:59:59+08:00`)
