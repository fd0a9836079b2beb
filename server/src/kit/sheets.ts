// Excel in and out. What comes in is measured before it is read, and read as text: every cell is what a person sees,
// so that an ID number or a phone stays the digits that were typed.
import { readSheet } from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
import yauzl from 'yauzl'
import { fail, type FieldErrors } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { z } from 'zod'

/** Counts what the archive holds by unpacking it into nothing: what it says of itself is not believed. */
async function measure(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true })
  let inflated = 0
  let entries = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.sheetEntries) throw new RangeError('too many entries')
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length
        if (inflated > limits.sheetInflatedBytes) throw new RangeError('too large unpacked')
      }
    }
  } finally {
    zip.close()
  }
}

const two = (number: number) => `${number}`.padStart(2, '0')

function cellText(cell: unknown): string {
  if (cell instanceof Date) {
    const day = `${cell.getUTCFullYear()}-${two(cell.getUTCMonth() + 1)}-${two(cell.getUTCDate())}`
    const hasTime = cell.getUTCHours() + cell.getUTCMinutes() + cell.getUTCSeconds() > 0
    return hasTime ? `${day} ${two(cell.getUTCHours())}:${two(cell.getUTCMinutes())}` : day
  }
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'string' || typeof cell === 'number' ? `${cell}`.trim() : ''
}

/** A row as it stands in the sheet; `line` is the number that Excel shows beside it. */
export type SheetLine = { line: number; values: Record<string, string> }

/**
 * The first sheet of an .xlsx file: the first row names the columns, empty rows are left out.
 * @param columns titles that must be there
 * @throws Failure notASheet, with a sentence that says what is wrong with it
 */
export async function readLines(
  bytes: Buffer,
  columns: readonly string[],
  mostRows: number = limits.sheetRows,
): Promise<SheetLine[]> {
  let rows: unknown[][]
  try {
    await measure(bytes)
    rows = await readSheet(bytes)
  } catch {
    throw fail('notASheet')
  }
  const titles = (rows[0] ?? []).map((cell) => cellText(cell).replace(/\s*[*＊]$/, ''))
  const missing = columns.filter((title) => !titles.includes(title))
  if (missing.length > 0) throw fail('notASheet', `表格缺少列：${missing.join('、')}，请使用下载的模板`)
  const lines = rows.slice(1).flatMap((row, i) => {
    const values = Object.fromEntries(titles.map((title, column) => [title, cellText(row[column])]))
    return Object.values(values).some((value) => value !== '') ? [{ line: i + 2, values }] : []
  })
  if (lines.length === 0) throw fail('notASheet', '表格里没有数据')
  if (lines.length > mostRows) throw fail('notASheet', `一次最多导入${mostRows}行，请分开导入`)
  return lines
}

/** What is wrong with one row: column title to sentence. */
export type LineReport = { line: number; problems: FieldErrors }

/**
 * Reads every row by a schema whose keys are column titles.
 * @returns the good rows, and a report for each bad one
 */
export function checkLines<T>(lines: readonly SheetLine[], schema: z.ZodType<T>) {
  const good: { line: number; value: T }[] = []
  const bad: LineReport[] = []
  for (const { line, values } of lines) {
    const parsed = schema.safeParse(values)
    if (parsed.success) {
      good.push({ line, value: parsed.data })
      continue
    }
    const problems: FieldErrors = {}
    for (const issue of parsed.error.issues) problems[issue.path.join('.') || '整行'] ??= issue.message
    bad.push({ line, problems })
  }
  return { good, bad }
}

export type SheetColumn<T> = {
  title: string
  /** In characters. */
  width?: number
  /** Money is given in yuan as a number; everything else is text. */
  value: (row: T) => string | number | null
}

/** The writer counts texts in a plain object, where words such as `constructor` stand already: a space sets them apart. */
const writable = (text: string) => (text in Object.prototype ? `${text} ` : text.slice(0, 32_000))

/** An .xlsx file with one sheet. Text stays text: nothing that starts with `=` is a formula, no long number is rounded. */
export async function writeSheet<T>(name: string, columns: readonly SheetColumn<T>[], rows: readonly T[]) {
  const title = (text: string) => ({
    value: text,
    type: String,
    fontWeight: 'bold' as const,
    backgroundColor: '#e6f4f1',
  })
  const cell = (value: string | number | null) =>
    value === null || value === ''
      ? null
      : typeof value === 'number'
        ? { value, type: Number }
        : { value: writable(value), type: String }
  const data = [
    columns.map((column) => title(column.title)),
    ...rows.map((row) => columns.map((column) => cell(column.value(row)))),
  ]
  return writeExcelFile(data, {
    sheet: name.slice(0, 31),
    columns: columns.map(({ width = 16 }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
}
