// Handlers of the endpoints of the holiday calendar. A year is read and saved as a whole, by hand or from a
// spreadsheet.
import { z } from 'zod'
import { dayKinds } from '@xinqiao/contract/calendar.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { CalendarDay, auditOfCalendarChange, type calendar } from '@xinqiao/contract/http/booking/calendar.ts'
import type { ImportReport } from '@xinqiao/contract/http/endpoint.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { inStages, type AuditedCtx, type Ctx, type Handlers } from '../../kit/ctx.ts'
import { checkLines, readLines, writeSheet } from '../../kit/documents/sheets/sheets.ts'
import { selectCalendarYear, replaceCalendarYear } from './store.ts'
import { statutoryDaysOf } from './statutory.ts'

const kindTitles = Object.values(dayKinds)
const Line = z
  .object({
    日期: z
      .string('请填写日期')
      .transform((text) => text.replace(/[./年月]/g, '-').replace('日', ''))
      .transform((text) => text.replaceAll(/-(\d)(?=-|$)/g, '-0$1'))
      .pipe(CalendarDay.shape.day),
    名称: CalendarDay.shape.name,
    安排: z.enum(kindTitles, `应为${kindTitles.join('或')}`),
  })
  .transform((line): CalendarDay => ({
    day: line.日期,
    name: line.名称,
    kind: line.安排 === dayKinds.work ? 'work' : 'off',
  }))
const titles = ['日期', '名称', '安排']

type ImportedYear = { rows: number; year: number; days: CalendarDay[]; bad: ImportReport['bad'] }

async function readYearSheet(_input: unknown, { file }: Ctx): Promise<ImportedYear> {
  if (!file || file.size === 0) throw fail('fileMissing')
  const lines = await readLines(await file.read(), titles, 200)
  const { good, bad } = checkLines(lines, Line)
  const year = good[0]?.value.day.slice(0, 4) ?? ''
  const lineByDay = new Map<string, number>()
  for (const { line, value } of good) {
    const before = lineByDay.get(value.day)
    if (!value.day.startsWith(year)) bad.push({ line, problems: { 日期: '一次只能导入一年的日期' } })
    else if (before !== undefined) bad.push({ line, problems: { 日期: `与第${before}行重复` } })
    lineByDay.set(value.day, line)
  }
  bad.sort((a, b) => a.line - b.line)
  return { rows: lines.length, year: Number(year), days: good.map(({ value }) => value), bad }
}

async function importYear(
  _input: unknown,
  { tx, viewer }: AuditedCtx,
  { rows, year, days, bad }: ImportedYear,
): Promise<ImportReport> {
  if (bad.length > 0) return { rows, imported: 0, bad }
  await replaceCalendarYear(tx, year, days)
  const action = `从表格导入${year}年的${days.length}天`
  await recordAudit(tx, { ...auditOfCalendarChange(year, action, days.length), actorId: viewer.id })
  return { rows, imported: days.length, bad }
}

export const calendarHandlers: Handlers<typeof calendar> = {
  'GET /admin/calendar': async ({ year }, { kit }) => ({ days: [...(await selectCalendarYear(kit.sql, year))] }),
  async 'PUT /admin/calendar'({ year, days }, { tx }) {
    await replaceCalendarYear(tx, year, days)
    return null
  },
  'GET /admin/calendar/statutory': ({ year }) => Promise.resolve(statutoryDaysOf(year)),
  'GET /admin/calendar/sheet': async ({ year }, { kit }) => {
    const columns = [
      { title: '日期', value: (calendarDay: CalendarDay) => calendarDay.day },
      { title: '名称', value: (calendarDay: CalendarDay) => calendarDay.name },
      { title: '安排', value: (calendarDay: CalendarDay) => dayKinds[calendarDay.kind] },
    ]
    const days = await selectCalendarYear(kit.sql, year)
    return writeSheet(`${year}年节假日`, columns, days.length > 0 ? days : statutoryDaysOf(year))
  },
  'POST /admin/calendar/import': inStages({ prepare: readYearSheet, perform: importYear }),
}
