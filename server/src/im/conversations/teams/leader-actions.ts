// Audit of what leaders do in groups of the site. Staff do the same in the console, with an entry in the audit log.
import type { AuditAction } from '@xinqiao/contract/audit.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { selectSiteAccountId, type TeamRow } from './team-store.ts'

/** Records nothing in other teams, and for accounts of apps. */
export async function recordLeaderAction(
  tx: Tx,
  { viewer }: Pick<ImCtx, 'viewer'>,
  { id, is_managed }: TeamRow,
  action: AuditAction,
  detail: Record<string, string | boolean>,
): Promise<void> {
  const actorId = is_managed ? await selectSiteAccountId(tx, viewer.imId) : null
  if (actorId !== null) await recordAudit(tx, { actorId, action, subject: `chatGroup ${id}`, reason: '', detail })
}
