// Reads and writes Excel files. Cells are read as text, so that ID numbers and phone numbers keep their digits.
import writeExcelFile from 'write-excel-file/node'
import { fail, type FieldErrors } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { z } from 'zod'
import { createParser } from '../../async/worker.ts'

export type SheetInput = { bytes: Uint8Array; maxRows: number }

const readRows = createParser<string[][]>(new URL('sheet-worker.ts', import.meta.url), {
  maxHeapMb: 256,
  maxMs: 20_000,
  maxConcurrency: 2,
  refusalReason: 'notASheet',
})

/** A row of the sheet; `line` is the row number in Excel. */
export type SheetLine = { line: number; values: Record<string, string> }

/**
 * The first sheet of an .xlsx file: the first row names the columns, empty rows are left out.
 * @param columns required titles
 * @throws Failure notASheet, with a message that explains the fault
 */
export async function readLines(
  bytes: Buffer,
  columns: readonly string[],
  maxRows: number = limits.maxSheetRows,
): Promise<SheetLine[]> {
  const rows = await readRows({ bytes, maxRows } satisfies SheetInput)
  const titles = (rows[0] ?? []).map((cell) => cell.replace(/\s*[*＊]$/, ''))
  const missing = columns.filter((title) => !titles.includes(title))
  if (missing.length > 0) throw fail('notASheet', `表格缺少列：${missing.join('、')}，请使用下载的模板`)
  const lines = rows.slice(1).flatMap((row, i) => {
    const values = Object.fromEntries(titles.map((title, column) => [title, row[column] ?? '']))
    return Object.values(values).some((value) => value !== '') ? [{ line: i + 2, values }] : []
  })
  if (lines.length === 0) throw fail('notASheet', '表格里没有数据')
  if (lines.length > maxRows) throw fail('notASheet', `一次最多导入${maxRows}行，请分开导入`)
  return lines
}

/** Errors of one row: column title to message. */
export type LineProblems = { line: number; problems: FieldErrors }

/**
 * Reads every row by a schema whose keys are column titles.
 * @returns the valid rows, and a report for each invalid one
 */
export function checkLines<T>(lines: readonly SheetLine[], schema: z.ZodType<T>) {
  const good: { line: number; value: T }[] = []
  const bad: LineProblems[] = []
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
  /** Width of the column in characters. */
  width?: number
  /** Money is written as a number in yuan, everything else as text. */
  value: (row: T) => string | number | null
}

/** The library counts texts in a plain object, where keys such as `constructor` exist; a space avoids the collision. */
const toCellValue = (text: string) => (text in Object.prototype ? `${text} ` : text.slice(0, 32_000))

/**
 * An .xlsx file with one sheet. Texts stay texts: one that starts with `=` is no formula, and no long number is
 * rounded.
 */
export async function writeSheet<T>(name: string, columns: readonly SheetColumn<T>[], rows: readonly T[]) {
  const createTitleCell = (text: string) => ({
    value: text,
    type: String,
    fontWeight: 'bold' as const,
    backgroundColor: '#e6f4f1',
  })
  const createCell = (value: string | number | null) =>
    value === null || value === ''
      ? null
      : typeof value === 'number'
        ? { value, type: Number }
        : { value: toCellValue(value), type: String }
  const data = [
    columns.map((column) => createTitleCell(column.title)),
    ...rows.map((row) => columns.map((column) => createCell(column.value(row)))),
  ]
  return writeExcelFile(data, {
    sheet: name.slice(0, 31),
    columns: columns.map(({ width = 16 }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
}
