// Times: stored as instants by the clock of the database, and written in China time, which has no daylight saving.
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'

/** Writes a time as `2026-11-21 08:30:00` in China time (portal.md 5). */
export const formatTime = (at: Date): string =>
  new Date(at.getTime() + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

// ---- days such as `2026-11-21`, for certificates, terms and fees

export const chinaDay = (at: Date = new Date()): string => formatTime(at).slice(0, 10)

const noonOfDay = (day: string) => new Date(`${day}T12:00:00Z`)
const chinaDayOf = (at: Date) => at.toISOString().slice(0, 10)

export function addDays(day: string, days: number): string {
  const at = noonOfDay(day)
  at.setUTCDate(at.getUTCDate() + days)
  return chinaDayOf(at)
}

/** The same day in another month, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const at = noonOfDay(day)
  const wantedDay = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(wantedDay, last))
  return chinaDayOf(at)
}

export const daysBetween = (from: string, until: string): number =>
  Math.round((noonOfDay(until).getTime() - noonOfDay(from).getTime()) / dayMs)

/** Parses an `Instant` of the contract: China time, unless it has an offset. */
export function parseTime(value: string): Date {
  const iso = value.replace(' ', 'T')
  return new Date(/(Z|[+-]\d{2}:\d{2})$/.test(iso) ? iso : `${iso}+08:00`)
}
