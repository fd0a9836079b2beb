// Lists that can be exported to Excel. A feature defines an ExportKind, its module.ts lists it, and portal/exports does
// the rest: queue, progress, file, and access.
import type { AuditAction, AuditSubject } from '@xinqiao/contract/audit.ts'
import type { ExportKindName } from '@xinqiao/contract/exports.ts'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { Kit } from '../ctx.ts'
import type { ExportList } from './export-list.ts'

export type ExportKind<Row extends { id: number } = { id: number }> = {
  who: readonly Role[]
  /** Roles that may export the list without masking. */
  fullFor: readonly Role[]
  action: AuditAction
  /** The subject in the audit log, such as `members` or `meeting 5`. */
  subjectOf: (query: Record<string, string>) => AuditSubject
  /** @throws Failure invalid for wrong filters */
  open: (kit: Kit, query: Record<string, string>, isFull: boolean) => ExportList<Row>
}
/** Checks the row type within one kind; the table of all kinds does not contain it. */
export const defineExportKind = <Row extends { id: number }>(kind: ExportKind<Row>): ExportKind =>
  kind as unknown as ExportKind

export const exportKindOf = (kit: Pick<Kit, 'exportKinds'>, name: ExportKindName): ExportKind =>
  kit.exportKinds[name] as ExportKind
