// Rows of an Excel file: how many, in pages, and their columns.
import type { SheetColumn } from './sheets/sheets.ts'

export type ExportList<Row> = {
  count: () => Promise<number>
  /** The next rows in the order of their ids. */
  next: (afterId: number, most: number) => Promise<readonly Row[]>
  columns: readonly SheetColumn<Row>[]
  /** How the sheet is sorted, where ids are drawn and say nothing. */
  order?: (a: Row, b: Row) => number
}
