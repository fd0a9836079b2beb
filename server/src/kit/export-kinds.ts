// What can go out as an Excel file. A feature writes an ExportKind, http/export-kinds.ts puts them together into
// `kit.exportKinds`, and portal/exports does the rest: the queue, the progress, the file, who may have it.
import type { AuditAction, AuditSubject } from '@xinqiao/contract/care.ts'
import type { ExportKindName } from '@xinqiao/contract/exports.ts'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { Kit } from './ctx.ts'
import type { SheetColumn } from './sheets/sheets.ts'

export type ExportList<Row> = {
  count: () => Promise<number>
  /** The next rows in the order of their ids. */
  next: (afterId: number, most: number) => Promise<readonly Row[]>
  columns: readonly SheetColumn<Row>[]
  /** How the sheet is sorted, where ids are drawn and say nothing. */
  order?: (a: Row, b: Row) => number
}
export type ExportKind = {
  who: readonly Role[]
  /** Who may have it with nothing masked. */
  fullFor: readonly Role[]
  action: AuditAction
  /** What the audit log says that it was: `members`, `meeting 5`. */
  subjectOf: (query: Record<string, string>) => AuditSubject
  /** @throws Failure invalid, when the filters are not right */
  open: (kit: Kit, query: Record<string, string>, isFull: boolean) => ExportList<{ id: number }>
}
export type ExportKinds = Record<ExportKindName, ExportKind>

/** Keeps the rows of a list what they are, while the table of kinds does not need to know. */
export const exportKind = <Row extends { id: number }>(
  kind: Omit<ExportKind, 'open'> & {
    open: (kit: Kit, query: Record<string, string>, isFull: boolean) => ExportList<Row>
  },
): ExportKind => kind as unknown as ExportKind
