// Entries of the audit log.
import type { Sql } from '../src/kit/db/db.ts'
import type { Rows } from '../db/rows.ts'

type AuditEntry = Pick<Rows['audit_log'], 'action' | 'subject' | 'reason' | 'detail' | 'actor_id'>
type AuditFilter = { action?: string; subject?: string }

/** The entries with this action and subject, oldest first. */
export const selectAuditEntries = (sql: Sql, { action, subject }: AuditFilter = {}): Promise<AuditEntry[]> =>
  sql<AuditEntry[]>`
    select action, subject, reason, detail, actor_id from audit_log
    where action = coalesce(${action ?? null}, action) and subject = coalesce(${subject ?? null}, subject)
    order by id`

export const selectLastAuditEntry = async (sql: Sql, filter: AuditFilter = {}): Promise<AuditEntry | undefined> =>
  (await selectAuditEntries(sql, filter)).at(-1)
