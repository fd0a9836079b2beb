// Quiet hours in China time, as minutes of the day; for example from 22:00 to 08:00, over midnight.
import { minuteMs } from '@xinqiao/contract/time.ts'

const dayMinutes = 24 * 60
const chinaOffsetMinutes = 8 * 60

/**
 * Finds the end of the current quiet hours.
 * @returns null outside of them
 */
export function findQuietHoursEnd(now: Date, from: number, to: number): Date | null {
  const minutes = Math.floor(now.getTime() / minuteMs) + chinaOffsetMinutes
  const minute = ((minutes % dayMinutes) + dayMinutes) % dayMinutes
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return null
  const minutesLeft = (to - minute + dayMinutes) % dayMinutes
  return new Date((minutes - chinaOffsetMinutes + minutesLeft) * minuteMs)
}
