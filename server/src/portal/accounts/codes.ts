// SMS codes: limits on sending, and verification.
// The answer to "send" is the same whether or not the phone has an account.
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { reserveId, transaction, type Db } from '../../kit/db.ts'
import { networkOf } from '../../kit/address.ts'
import { sealedPlaces } from '../../kit/sealed-places.ts'
import { isSame } from '../../kit/secrets.ts'
import { recordSecurityEvent } from '../../kit/security.ts'
import type { SmsPurpose } from '../../kit/sms/sms.ts'
import { countHits, hit } from '../../kit/throttle.ts'
import { verifyChallenge } from './challenge.ts'
import * as store from './store.ts'

const hour = 3600
const day = 24 * hour

/** Free sends; every further send needs a proof of work. */
const free = { perPhoneADay: 2, perAddressAnHour: 10 }
/** Carriers allow 1 a minute, 5 an hour and 10 a day per number; our limits are below theirs. */
const most = { perPhoneAnHour: 5, perPhoneADay: 10, perAddressAnHour: 40, perAddressADay: 120 }
const minGapSeconds = 55 // the button waits 60 s; the margin covers clocks and networks

const phoneIndexOf = (kit: Kit, phone: string) => kit.secrets.index('phone', phone)
const digestOf = (kit: Kit, purpose: SmsPurpose, phone: string, code: string) =>
  kit.secrets.index(`sms:${purpose}:${phone}`, code)

async function isTooSoon(db: Db, phoneIndex: Buffer): Promise<boolean> {
  const recent = await db`
    select 1 from sms_message
    where phone_index = ${phoneIndex} and created_at > now() - make_interval(secs => ${minGapSeconds}) limit 1`
  return recent.count > 0
}

type Refusal = 'smsTooOften' | 'smsExhausted' | 'challengeNeeded'

/** Counts this send and checks the limits. Runs under the phone's lock, which serialises concurrent sends. */
async function refuse(tx: Db, ctx: Ctx, phoneIndex: Buffer, proof: string | null): Promise<Refusal | null> {
  const { config } = ctx.kit
  const phoneKey = `sms:phone:${phoneIndex.toString('base64url')}`
  const addressKey = `sms:ip:${networkOf(ctx.ip)}`
  if (await isTooSoon(tx, phoneIndex)) return 'smsTooOften'
  // always taken after the phone's lock; serialises sends from one network to many phones
  await tx`select pg_advisory_xact_lock(hashtextextended(${addressKey}, 0))`
  const sent = await countHits(tx, 'sms:site', day)
  if (sent >= config.SMS_DAILY_LIMIT) return 'smsExhausted'
  const phoneDay = await countHits(tx, `${phoneKey}:day`, day)
  const addressHour = await countHits(tx, `${addressKey}:hour`, hour)
  const isUnderAttack = sent >= config.SMS_DAILY_LIMIT / 2
  if (phoneDay >= free.perPhoneADay || addressHour >= free.perAddressAnHour || isUnderAttack) {
    if (!proof || !(await store.spendChallenge(tx, proof))) return 'challengeNeeded'
  }
  // counted only now, so that tries without a proof do not use up the limit of the number's owner
  if ((await hit(tx, `${addressKey}:hour`, hour)) > most.perAddressAnHour) return 'smsTooOften'
  if ((await hit(tx, `${addressKey}:day`, day)) > most.perAddressADay) return 'smsTooOften'
  if ((await hit(tx, `${phoneKey}:hour`, hour)) > most.perPhoneAnHour) return 'smsTooOften'
  if ((await hit(tx, `${phoneKey}:day`, day)) > most.perPhoneADay) return 'smsExhausted'
  return null
}

/** @throws Failure smsTooOften, smsExhausted, challengeNeeded */
export async function sendCode(
  ctx: Ctx,
  purpose: SmsPurpose,
  phone: string,
  altcha: string | undefined,
): Promise<void> {
  const { kit } = ctx
  const phoneIndex = phoneIndexOf(kit, phone)
  const proof = await verifyChallenge(kit, altcha)
  const code = kit.makeCode()
  const refusal = await transaction(kit.sql, async (tx, after) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${phoneIndex.toString('hex')}, 0))`
    const reason = await refuse(tx, ctx, phoneIndex, proof)
    if (reason) return reason
    const account = await store.findByPhone(tx, phoneIndex)
    // a phone without an account gets no reset SMS; steps and answer are the same, to hide that
    const isMuted = purpose === 'reset' && account === null
    const digest = digestOf(kit, purpose, phone, code)
    await store.insertCode(tx, {
      phoneIndex,
      purpose,
      digest,
      network: networkOf(ctx.ip),
      lifeMs: limits.smsCodeLifeMs,
    })
    const id = await reserveId(tx, 'sms_message')
    await store.queueSms(tx, {
      id,
      phoneIndex,
      phoneSealed: kit.secrets.seal(phone, sealedPlaces.smsPhone(id)),
      codeSealed: kit.secrets.seal(code, sealedPlaces.smsCode(id)),
      purpose,
      isMuted,
    })
    if (!isMuted) await hit(tx, 'sms:site', day)
    after(kit.smsQueued)
    return null
  })
  if (!refusal) return
  if (refusal !== 'challengeNeeded') await recordSecurityEvent(ctx, 'smsRefused', null, { reason: refusal })
  throw fail(refusal)
}

/**
 * Uses one of the five tries. The caller runs `use`, which consumes the code, in the transaction that the code allows.
 * @throws Failure wrongCode
 */
export async function checkCode(
  { kit, ip }: Pick<Ctx, 'kit' | 'ip'>,
  purpose: SmsPurpose,
  phone: string,
  code: string,
) {
  const taken = await store.takeCodeTry(kit.sql, {
    phoneIndex: phoneIndexOf(kit, phone),
    purpose,
    network: networkOf(ip),
    most: limits.smsCodeTries,
  })
  // compared even without a stored code, so that timing reveals nothing
  const given = digestOf(kit, purpose, phone, code)
  const isRight = isSame(Buffer.from(taken?.digest ?? given.map((byte) => byte ^ 1)), given)
  if (!taken || !isRight) throw fail('wrongCode')
  return {
    use: async (db: Db) => {
      if (!(await store.useCode(db, taken.id))) throw fail('wrongCode')
    },
  }
}
