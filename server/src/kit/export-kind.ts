// Lists that go out as an Excel file. A feature writes an ExportKind (type in ctx.ts), its module.ts lists it for
// `kit.exportKinds`, and portal/exports does the rest: the queue, the progress, the file, who may have it.
import type { ExportKind, Kit } from './ctx.ts'
import type { ExportList } from './exports/export-list.ts'

/** Checks the row type of one kind; the table of kinds does not know it. */
export const exportKind = <Row extends { id: number }>(
  kind: Omit<ExportKind, 'open'> & {
    open: (kit: Kit, query: Record<string, string>, isFull: boolean) => ExportList<Row>
  },
): ExportKind => kind as unknown as ExportKind
