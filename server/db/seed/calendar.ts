// Holidays of the demo site: by the law, and for 2026 as the State Council has moved them.
import type { CalendarDay } from '@xinqiao/contract/http/booking/calendar.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { transaction } from '../../src/kit/db/db.ts'
import { addDays, chinaDay } from '../../src/kit/time.ts'
import { statutoryDaysOf } from '../../src/portal/calendar/statutory.ts'
import { replaceCalendarYear } from '../../src/portal/calendar/store.ts'

const off2026 = [
  ['元旦', '2026-01-01', 3],
  ['春节', '2026-02-15', 9],
  ['清明节', '2026-04-04', 3],
  ['劳动节', '2026-05-01', 5],
  ['端午节', '2026-06-19', 3],
  ['中秋节', '2026-09-25', 3],
  ['国庆节', '2026-10-01', 7],
] as const
const work2026 = [
  ['元旦', '2026-01-04'],
  ['春节', '2026-02-14'],
  ['春节', '2026-02-28'],
  ['劳动节', '2026-05-09'],
  ['国庆节', '2026-09-20'],
  ['国庆节', '2026-10-10'],
] as const

const arranged2026 = (): CalendarDay[] => [
  ...off2026.flatMap(([name, from, count]) =>
    Array.from({ length: count }, (_, i) => ({ day: addDays(from, i), name, kind: 'off' as const })),
  ),
  ...work2026.map(([name, day]) => ({ day, name: `${name}调休`, kind: 'work' as const })),
]

export async function seedCalendar(kit: Kit, today: number): Promise<void> {
  const year = Number(chinaDay(new Date(today)).slice(0, 4))
  await transaction(kit.sql, async (tx) => {
    for (const seededYear of [year - 1, year, year + 1])
      await replaceCalendarYear(tx, seededYear, seededYear === 2026 ? arranged2026() : statutoryDaysOf(seededYear))
  })
}
