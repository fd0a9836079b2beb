// The thirteen holidays of the law (全国年节及纪念日放假办法, as revised from 2025). The State Council
// decides the worked weekend days each autumn; staff enter them.
import type { CalendarDay } from '@xinqiao/contract/http/booking/calendar.ts'
import { addDays } from '../../kit/time.ts'

// 春节, 端午 and 中秋 by the almanac, because Intl is a day late when the new moon is shortly before midnight.
const lunarDays: Record<number, readonly [spring: string, dragon: string, moon: string]> = {
  2025: ['01-29', '05-31', '10-06'],
  2026: ['02-17', '06-19', '09-25'],
  2027: ['02-06', '06-09', '09-15'],
  2028: ['01-26', '05-28', '10-03'],
  2029: ['02-13', '06-16', '09-22'],
  2030: ['02-03', '06-05', '09-12'],
  2031: ['01-23', '06-24', '10-01'],
  2032: ['02-11', '06-12', '09-19'],
  2033: ['01-31', '06-01', '09-08'],
  2034: ['02-19', '06-20', '09-27'],
  2035: ['02-08', '06-10', '09-16'],
}

/** Qingming by the calendar formula, valid from 2000 to 2099. */
const qingmingDayOf = (year: number): number => {
  const short = year % 100
  return Math.floor(short * 0.2422 + 4.81) - Math.floor(short / 4)
}

/** Omits the three lunar holidays for years outside the almanac above. */
export function statutoryDaysOf(year: number): CalendarDay[] {
  const listHolidays = (name: string, from: string, count: number): CalendarDay[] =>
    Array.from({ length: count }, (_, i) => ({ day: addDays(`${year}-${from}`, i), name, kind: 'off' }))
  const [spring, dragon, moon] = lunarDays[year] ?? []
  const days = [
    ...listHolidays('元旦', '01-01', 1),
    // four statutory days: New Year's Eve and the first three days of the year
    ...(spring ? listHolidays('春节', addDays(`${year}-${spring}`, -1).slice(5), 4) : []),
    ...listHolidays('清明节', `04-0${qingmingDayOf(year)}`, 1),
    ...listHolidays('劳动节', '05-01', 2),
    ...(dragon ? listHolidays('端午节', dragon, 1) : []),
    ...listHolidays('国庆节', '10-01', 3),
    ...(moon ? listHolidays('中秋节', moon, 1) : []),
  ]
  // two holidays may be on the same day
  return [...new Map(days.map((day) => [day.day, day])).values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
