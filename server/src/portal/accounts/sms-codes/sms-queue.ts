// SMS queue: sends each message with at most three tries, and not after its code has expired.
import { limits } from '@xinqiao/contract/limits.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import * as store from '../records/store.ts'

const maxTries = 3

async function sendNextSms(kit: Kit): Promise<boolean> {
  const row = await store.claimQueuedSms(kit.sql)
  if (!row) return false
  try {
    await kit.sms.send({
      phone: kit.secrets.open(row.phone_sealed, sealBindings.smsPhone(row.id)),
      code: kit.secrets.open(row.code_sealed, sealBindings.smsCode(row.id)),
      purpose: row.purpose,
    })
    await store.updateSmsResult(kit.sql, row.id, 'sent', null)
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    kit.log.error({ smsId: row.id, failure }, 'sms not sent')
    await store.updateSmsResult(kit.sql, row.id, row.tries >= maxTries ? 'failed' : 'queued', failure)
  }
  return true
}

/**
 * Sends due messages, at most 100 in one call.
 * @returns the number of claimed messages
 */
export async function sendQueuedSms(kit: Kit): Promise<number> {
  let count = 0
  while (count < 100 && (await sendNextSms(kit))) count += 1
  return count
}

/** A message expires together with its code. */
export async function markLateSmsFailed(kit: Kit): Promise<void> {
  await kit.sql`
    update sms_message set state = 'failed', failure = 'expired before it could be sent'
    where state = 'queued' and created_at < now() - make_interval(secs => ${limits.smsCodeLifeMs / 1000})`
}
