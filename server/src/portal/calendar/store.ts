// SQL of the calendar.
import type { CalendarDay } from '@xinqiao/contract/http/booking/calendar.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import type { DayOffCalendar } from './working-days.ts'

/** Calendar days for counting working days and for blocking appointments. */
export async function selectCalendar(db: Db): Promise<DayOffCalendar> {
  const days = await db<Pick<CalendarDay, 'day' | 'kind'>[]>`select day, kind from calendar_day`
  const daysOfKind = (kind: CalendarDay['kind']) =>
    new Set(days.filter((day) => day.kind === kind).map(({ day }) => day))
  return { off: daysOfKind('off'), work: daysOfKind('work') }
}

export const selectCalendarYear = (db: Db, year: number) =>
  db<CalendarDay[]>`
    select day, name, kind from calendar_day where day between ${`${year}-01-01`} and ${`${year}-12-31`} order by day`

/** Replaces the days of the year. */
export async function replaceCalendarYear(tx: Tx, year: number, days: readonly CalendarDay[]): Promise<void> {
  await tx`delete from calendar_day where day between ${`${year}-01-01`} and ${`${year}-12-31`}`
  if (days.length > 0)
    await tx`insert into calendar_day ${tx(days.map(({ day, name, kind }) => ({ day, name, kind })))}`
}
