// Endpoints of the holiday calendar: a year is read and saved as a whole, manually or from a spreadsheet.
import { z } from 'zod'
import { dayKinds } from '@xinqiao/contract/calendar.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { CalendarDay, type calendar } from '@xinqiao/contract/http/calendar.ts'
import { recordAudit } from '../../kit/audit.ts'
import { viewerOf, type Ctx, type Handlers } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db.ts'
import { checkLines, readLines, writeSheet } from '../../kit/sheets/sheets.ts'
import { changedNothing } from '../../kit/staff-act.ts'
import { listYear, saveYear } from './store.ts'
import { statutoryDays } from './statutory.ts'

const saveDays = (ctx: Ctx, year: number, days: readonly CalendarDay[], how: string): Promise<null> =>
  transaction(ctx.kit.sql, async (tx) => {
    await saveYear(tx, year, days)
    const entry = {
      actorId: viewerOf(ctx).id,
      action: 'calendarChanged' as const,
      subject: `calendar ${year}` as const,
    }
    await recordAudit(tx, { ...entry, reason: how, detail: { days: days.length } })
    return null
  })

const kindTitles = Object.values(dayKinds)
const Line = z
  .object({
    日期: z
      .string('请填写日期')
      .transform((given) => given.replace(/[./年月]/g, '-').replace('日', ''))
      .transform((given) => given.replaceAll(/-(\d)(?=-|$)/g, '-0$1'))
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

async function importYear(ctx: Ctx) {
  const { file } = ctx
  if (!file || file.size === 0) throw fail('fileMissing')
  const lines = await readLines(await file.read(), titles, 200)
  const { good, bad } = checkLines(lines, Line)
  const year = good[0]?.value.day.slice(0, 4) ?? ''
  const seen = new Map<string, number>()
  for (const { line, value } of good) {
    const before = seen.get(value.day)
    if (!value.day.startsWith(year)) bad.push({ line, problems: { 日期: '一次只能导入一年的日期' } })
    else if (before !== undefined) bad.push({ line, problems: { 日期: `与第${before}行重复` } })
    seen.set(value.day, line)
  }
  bad.sort((a, b) => a.line - b.line)
  if (bad.length > 0) {
    changedNothing()
    return { rows: lines.length, imported: 0, bad }
  }
  const days = good.map(({ value }) => value)
  await saveDays(ctx, Number(year), days, `从表格导入${year}年的${days.length}天`)
  return { rows: lines.length, imported: days.length, bad }
}

export const calendarHandlers: Handlers<typeof calendar> = {
  'GET /admin/calendar': async ({ year }, { kit }) => ({ days: [...(await listYear(kit.sql, year))] }),
  'PUT /admin/calendar': ({ year, days }, ctx) => saveDays(ctx, year, days, `保存${year}年的${days.length}天`),
  'GET /admin/calendar/statutory': ({ year }) => Promise.resolve(statutoryDays(year)),
  'GET /admin/calendar/sheet': async ({ year }, { kit }) => {
    const columns = [
      { title: '日期', value: (one: CalendarDay) => one.day },
      { title: '名称', value: (one: CalendarDay) => one.name },
      { title: '安排', value: (one: CalendarDay) => dayKinds[one.kind] },
    ]
    const days = await listYear(kit.sql, year)
    return writeSheet(`${year}年节假日`, columns, days.length > 0 ? days : statutoryDays(year))
  },
  'POST /admin/calendar/import': (_input, ctx) => importYear(ctx),
}
