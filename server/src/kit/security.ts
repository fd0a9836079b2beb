// The record of what looks like an attack or touches an account's safety. Append only; no secrets, no phones.
import type { Ctx } from './ctx.ts'

export type SecurityEvent =
  | 'foreignId'
  | 'foreignOrigin'
  | 'loginFailed'
  | 'loginLocked'
  | 'signedIn'
  | 'passwordChanged'
  | 'passwordReset'
  | 'devicesSignedOut'
  | 'registered'
  | 'roleChanged'
  | 'fileRefused'
  | 'smsRefused'
  | 'examRefused'

type Where = Pick<Ctx, 'kit' | 'ip' | 'requestId'>

export async function recordSecurityEvent(
  { kit, ip, requestId }: Where,
  kind: SecurityEvent,
  accountId: number | null,
  detail: Record<string, string | number | boolean> = {},
): Promise<void> {
  await kit.sql`
    insert into security_event (kind, account_id, ip, request_id, detail)
    values (${kind}, ${accountId}, ${ip}, ${requestId}, ${kit.sql.json(detail)})`
  kit.log.warn({ event: kind, accountId, requestId }, 'security event')
}
