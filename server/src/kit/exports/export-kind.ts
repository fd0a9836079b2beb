// Lists that can be exported to Excel. A feature defines a kind, its module.ts lists it, and portal/exports does the
// rest: queue, progress, file, and access. `Kit` holds all kinds.
import type { AuditAction, AuditSubject } from '@xinqiao/contract/audit.ts'
import type { Role } from '@xinqiao/contract/roles.ts'
import type { ExportList } from './export-list.ts'

type RowWithId = { id: number }

/** @typeParam Services the services of the server (`Kit`) */
export type ExportKindOf<Services, Row extends RowWithId = RowWithId> = {
  who: readonly Role[]
  /** Roles that may export the list without masking. */
  fullFor: readonly Role[]
  action: AuditAction
  /** The subject in the audit log, such as `members` or `meeting 5`. */
  subjectOf: (query: Record<string, string>) => AuditSubject
  /** @throws Failure invalid for wrong filters */
  open: (kit: Services, query: Record<string, string>, isFull: boolean) => ExportList<Row>
}
