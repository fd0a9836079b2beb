// Log of security events: attacks, and changes that affect an account's safety. Append-only and chained; it contains no
// secrets and no phone numbers.
import type { SecurityDetail, SecurityEvent } from '@xinqiao/contract/security.ts'
import type { Ctx } from './ctx.ts'

type Where = Pick<Ctx, 'kit' | 'ip' | 'requestId'>

export async function recordSecurityEvent(
  { kit, ip, requestId }: Where,
  kind: SecurityEvent,
  accountId: number | null,
  detail: Partial<Record<SecurityDetail, string | number | boolean>> = {},
): Promise<void> {
  await kit.sql`
    select write_security_event(${kind}, ${accountId}, ${ip}, ${requestId}, ${kit.sql.json(detail)})`
  kit.log.warn({ event: kind, accountId, requestId }, 'security event')
}
