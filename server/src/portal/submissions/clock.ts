// Working days: Monday to Friday in China. Holidays that move them are not known here, so a term may end a little early.
const dayMs = 86_400_000
const chinaOffsetMs = 8 * 3_600_000

const weekday = (at: number) => new Date(at + chinaOffsetMs).getUTCDay()
const isWorkingDay = (at: number) => weekday(at) >= 1 && weekday(at) <= 5

/** The end of the n-th working day after this one. */
export function afterWorkingDays(from: Date, days: number): Date {
  const midnight = Math.floor((from.getTime() + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs
  let at = midnight
  let left = days
  while (left > 0) {
    at += dayMs
    if (isWorkingDay(at)) left -= 1
  }
  return new Date(at + dayMs - 1000)
}
