// Lists that can be exported to Excel. A feature defines an ExportKind (type in ctx.ts), its module.ts lists it, and
// portal/exports does the rest: queue, progress, file, and access.
import type { ExportKind, Kit } from './ctx.ts'
import type { ExportList } from './exports/export-list.ts'

/** Checks the row type within one kind; the table of all kinds does not contain it. */
export const exportKind = <Row extends { id: number }>(
  kind: Omit<ExportKind, 'open'> & {
    open: (kit: Kit, query: Record<string, string>, isFull: boolean) => ExportList<Row>
  },
): ExportKind => kind as unknown as ExportKind
