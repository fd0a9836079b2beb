// Groups the single days of a year into holidays: 春节, nine days from the 15th.
import dayjs from 'dayjs'
import type { CalendarDay } from '@xinqiao/contract/http/booking/calendar.ts'

export type HolidaySpan = Omit<CalendarDay, 'day'> & { from: string; until: string; count: number }

const addDay = (day: string) => dayjs(day).add(1, 'day').format('YYYY-MM-DD')

/** @param days sorted by date */
export function groupHolidays(days: readonly CalendarDay[]): HolidaySpan[] {
  const spans: HolidaySpan[] = []
  for (const { day, name, kind } of days) {
    const last = spans.at(-1)
    if (last && last.name === name && last.kind === kind && addDay(last.until) === day) {
      last.until = day
      last.count += 1
    } else spans.push({ from: day, until: day, name, kind, count: 1 })
  }
  return spans
}

/** The added period replaces the earlier kind of its days. */
export function addHoliday(days: readonly CalendarDay[], { from, until, name, kind }: Omit<HolidaySpan, 'count'>) {
  const newDays: CalendarDay[] = []
  for (let day = from; day <= until; day = addDay(day)) newDays.push({ day, name, kind })
  return [...days.filter(({ day }) => day < from || day > until), ...newDays].toSorted((a, b) =>
    a.day < b.day ? -1 : 1,
  )
}
