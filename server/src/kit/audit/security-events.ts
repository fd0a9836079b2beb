// Log of security events: attacks, and changes that affect an account's safety. Append-only and chained; it contains no
// secrets and no phone numbers.
import type { SecurityDetail, SecurityEvent } from '@xinqiao/contract/security.ts'
import type { Ctx, Kit, TransactionScope } from '../ctx.ts'

type EventOrigin = Pick<Ctx, 'ip' | 'requestId'> & ({ kit: Kit } | Pick<TransactionScope, 'kit' | 'tx'>)

/** Given a transaction, the event becomes part of it. */
export async function recordSecurityEvent(
  origin: EventOrigin,
  kind: SecurityEvent,
  accountId: number | null,
  detail: Partial<Record<SecurityDetail, string | number | boolean>> = {},
): Promise<void> {
  const { ip, requestId } = origin
  const db = 'tx' in origin ? origin.tx : origin.kit.sql
  await db`
    select write_security_event(${kind}, ${accountId}, ${ip}, ${requestId}, ${db.json(detail)})`
  origin.kit.log.warn({ event: kind, accountId, requestId }, 'security event')
}
