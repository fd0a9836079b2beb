// Rows of an Excel file: their number, their pages and their columns.
import type { SheetColumn } from '../documents/sheets/sheets.ts'

export type ExportList<Row> = {
  count: () => Promise<number>
  /** The next rows, ordered by id. */
  next: (afterId: number, maxRows: number) => Promise<readonly Row[]>
  columns: readonly SheetColumn<Row>[]
  /** Order of the sheet, for lists with random ids. */
  order?: (a: Row, b: Row) => number
}
