// Entries of the audit log.
import type { Sql } from '../src/kit/db/db.ts'
import type { Rows } from '../db/rows.ts'

type AuditEntry = Pick<Rows['audit_log'], 'action' | 'subject' | 'reason' | 'detail' | 'actor_id'>

/** The entries, oldest first. @param action limits them to one action */
export const selectAuditEntries = (sql: Sql, action: string | null = null): Promise<AuditEntry[]> =>
  sql<AuditEntry[]>`
    select action, subject, reason, detail, actor_id from audit_log
    where ${action}::text is null or action = ${action} order by id`
