// Rows of an Excel file: how many, in pages, and their columns.
import type { SheetColumn } from '../documents/sheets/sheets.ts'

export type ExportList<Row> = {
  count: () => Promise<number>
  /** The next rows, ordered by id. */
  next: (afterId: number, maxRows: number) => Promise<readonly Row[]>
  columns: readonly SheetColumn<Row>[]
  /** Order of the sheet, where ids are random. */
  order?: (a: Row, b: Row) => number
}
