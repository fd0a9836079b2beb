// SMS codes: who may have one sent, and whether a given one is right.
// The answer to "send" is the same whether or not the phone has an account.
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { transaction, type Db } from '../../kit/db.ts'
import { isSame } from '../../kit/secrets.ts'
import { recordSecurityEvent } from '../../kit/security.ts'
import type { SmsPurpose } from '../../kit/sms/sms.ts'
import { countHits, hit } from '../../kit/throttle.ts'
import { requireChallenge } from './challenge.ts'
import * as store from './store.ts'

const hour = 3600
const day = 24 * hour

/** Free sends before a proof of work is asked for. Afterwards it is asked for every one. */
const free = { perPhoneADay: 2, perAddressAnHour: 10 }
/** Carriers stop at 1 a minute, 5 an hour, 10 a day for one number; we stop before they do. */
const most = { perPhoneAnHour: 5, perPhoneADay: 10, perAddressAnHour: 40, perAddressADay: 120 }
const leastGapSeconds = 55 // the button waits 60 s; a little less, for clocks and networks

const phoneIndexOf = (kit: Kit, phone: string) => kit.secrets.index('phone', phone)
const digestOf = (kit: Kit, purpose: SmsPurpose, phone: string, code: string) =>
  kit.secrets.index(`sms:${purpose}:${phone}`, code)

async function isTooSoon(db: Db, phoneIndex: Buffer): Promise<boolean> {
  const recent = await db`
    select 1 from sms_message
    where phone_index = ${phoneIndex} and created_at > now() - make_interval(secs => ${leastGapSeconds}) limit 1`
  return recent.count > 0
}

async function checkAllowance(ctx: Ctx, phoneIndex: Buffer, altcha: string | undefined): Promise<void> {
  const { kit, ip } = ctx
  const phoneKey = `sms:phone:${phoneIndex.toString('base64url')}`
  const refuse = async (reason: 'smsTooOften' | 'smsExhausted') => {
    await recordSecurityEvent(ctx, 'smsRefused', null, { reason })
    throw fail(reason)
  }
  if (await isTooSoon(kit.sql, phoneIndex)) return refuse('smsTooOften')
  const sent = await countHits(kit.sql, 'sms:site', day)
  if (sent >= kit.config.SMS_DAILY_LIMIT) return refuse('smsExhausted')

  const [phoneDay, addressHour] = await Promise.all([
    countHits(kit.sql, `${phoneKey}:day`, day),
    countHits(kit.sql, `sms:ip:${ip}:hour`, hour),
  ])
  const isUnderAttack = sent >= kit.config.SMS_DAILY_LIMIT / 2
  if (phoneDay >= free.perPhoneADay || addressHour >= free.perAddressAnHour || isUnderAttack) {
    await requireChallenge(kit, altcha)
  }
  // counted only now: a refused try for want of a proof costs the owner of the number nothing
  if ((await hit(kit.sql, `sms:ip:${ip}:hour`, hour)) > most.perAddressAnHour) return refuse('smsTooOften')
  if ((await hit(kit.sql, `sms:ip:${ip}:day`, day)) > most.perAddressADay) return refuse('smsTooOften')
  if ((await hit(kit.sql, `${phoneKey}:hour`, hour)) > most.perPhoneAnHour) return refuse('smsTooOften')
  if ((await hit(kit.sql, `${phoneKey}:day`, day)) > most.perPhoneADay) return refuse('smsExhausted')
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
  await checkAllowance(ctx, phoneIndex, altcha)
  const code = kit.makeCode()
  const account = await store.findByPhone(kit.sql, phoneIndex)
  // a phone without an account gets no reset SMS, by the same steps and with the same answer
  const isMuted = purpose === 'reset' && account === null
  await transaction(kit.sql, async (tx, after) => {
    await store.insertCode(tx, {
      phoneIndex,
      purpose,
      digest: digestOf(kit, purpose, phone, code),
      lifeMs: limits.smsCodeLifeMs,
    })
    await store.queueSms(tx, {
      phoneIndex,
      phoneSealed: kit.secrets.seal(phone),
      codeSealed: kit.secrets.seal(code),
      purpose,
      isMuted,
    })
    if (!isMuted) await hit(tx, 'sms:site', day)
    after(kit.smsQueued)
  })
}

/**
 * Takes one of the five tries. The code is used up by `use`, which the caller runs in the transaction
 * that does what the code was for.
 * @throws Failure wrongCode
 */
export async function checkCode(kit: Kit, purpose: SmsPurpose, phone: string, code: string) {
  const taken = await store.takeCodeTry(kit.sql, phoneIndexOf(kit, phone), purpose, limits.smsCodeTries)
  // compared even without a code on record, so that the time tells nothing
  const given = digestOf(kit, purpose, phone, code)
  const isRight = isSame(Buffer.from(taken?.digest ?? given.map((byte) => byte ^ 1)), given)
  if (!taken || !isRight) throw fail('wrongCode')
  return {
    use: async (db: Db) => {
      if (!(await store.useCode(db, taken.id))) throw fail('wrongCode')
    },
  }
}
