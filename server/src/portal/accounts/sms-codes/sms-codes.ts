// SMS codes: sending and checking. The reply to a request is the same whether or not the phone number has an account.
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { daySeconds } from '@xinqiao/contract/time.ts'
import type { Ctx, Kit } from '../../../kit/ctx.ts'
import { reserveId, transaction, type Db } from '../../../kit/db/db.ts'
import { networkOfAddress } from '../../../kit/network/network-address.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { hashToken, isEqualSecret } from '../../../kit/auth/secrets.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import type { SmsCodePurpose } from '../../../kit/sms/sms.ts'
import { recordHit } from '../../../kit/auth/throttle.ts'
import { verifyChallenge } from './challenge.ts'
import { recordFirstSmsOfDay, claimSms } from './sms-budget.ts'
import * as store from '../records/store.ts'

const phoneIndexOf = (kit: Kit, phone: string) => kit.secrets.index('phone', phone)
const digestCode = (kit: Kit, purpose: SmsCodePurpose, phone: string, code: string) =>
  kit.secrets.index(`sms:${purpose}:${phone}`, code)

/** True when this browser has signed in to the account before. */
async function isDeviceKnown(tx: Db, ctx: Ctx, account: store.AccountRow | null): Promise<boolean> {
  const { device } = ctx.cookies
  return account !== null && device !== undefined && store.hasKnownDevice(tx, account.id, hashToken(device))
}

/** True for a message that is stored but not sent: the reply must not reveal whether the number has an account. */
const decideSmsMuted = async (
  tx: Db,
  purpose: SmsCodePurpose,
  phoneIndex: Buffer,
  hasAccount: boolean,
): Promise<boolean> => (purpose === 'reset' ? !hasAccount : hasAccount && !(await recordFirstSmsOfDay(tx, phoneIndex)))

/** @throws Failure smsTooOften, smsExhausted, challengeNeeded */
export async function sendSmsCode(
  ctx: Ctx,
  purpose: SmsCodePurpose,
  phone: string,
  altcha: string | undefined,
): Promise<void> {
  const { kit } = ctx
  const phoneIndex = phoneIndexOf(kit, phone)
  const network = networkOfAddress(ctx.ip)
  const proof = await verifyChallenge(kit, altcha)
  const code = kit.createSmsCode()
  const refusal = await transaction(kit.sql, async (tx, afterCommit) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${phoneIndex.toString('hex')}, 0))`
    const account = await store.selectAccountByPhone(tx, phoneIndex)
    const request = { phoneIndex, purpose, network, isKnownDevice: await isDeviceKnown(tx, ctx, account) }
    const spendProof = async () => proof !== null && store.insertSpentChallenge(tx, proof)
    const reason = await claimSms(tx, request, kit.config, spendProof)
    if (reason) return reason
    const isMuted = await decideSmsMuted(tx, purpose, phoneIndex, account !== null)
    const digest = digestCode(kit, purpose, phone, code)
    await store.insertSmsCode(tx, {
      phoneIndex,
      purpose,
      digest,
      network,
      ttlMs: limits.smsCodeLifeMs,
    })
    const id = await reserveId(tx, 'sms_message')
    await store.insertSms(tx, {
      id,
      phoneIndex,
      phoneSealed: kit.secrets.seal(phone, sealBindings.smsPhone(id)),
      codeSealed: kit.secrets.seal(code, sealBindings.smsCode(id)),
      purpose,
      isMuted,
    })
    if (!isMuted) await recordHit(tx, 'sms:site', daySeconds)
    afterCommit(kit.smsQueued)
    return null
  })
  if (!refusal) return
  const { reason, message } = refusal
  if (reason !== 'challengeNeeded') await recordSecurityEvent(ctx, 'smsRefused', null, { reason })
  throw fail(reason, message)
}

/**
 * Counts one of five tries. On success, call the returned `use(tx)` in your transaction to use up the code.
 * @throws Failure wrongCode
 */
export async function checkSmsCode(
  { kit, ip }: Pick<Ctx, 'kit' | 'ip'>,
  purpose: SmsCodePurpose,
  phone: string,
  code: string,
) {
  const codeTry = await store.updateSmsCodeTries(kit.sql, {
    phoneIndex: phoneIndexOf(kit, phone),
    purpose,
    network: networkOfAddress(ip),
    limit: limits.maxSmsCodeTries,
  })
  // compared even without a stored code, so that timing reveals nothing
  const digest = digestCode(kit, purpose, phone, code)
  const isRight = isEqualSecret(Buffer.from(codeTry?.digest ?? digest.map((byte) => byte ^ 1)), digest)
  if (!codeTry || !isRight) throw fail('wrongCode')
  return {
    use: async (db: Db) => {
      if (!(await store.markSmsCodeUsed(db, codeTry.id))) throw fail('wrongCode')
    },
  }
}
