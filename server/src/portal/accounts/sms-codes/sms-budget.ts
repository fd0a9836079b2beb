// Limits on sending SMS codes, per phone number and for the site. Strangers get only a part of each limit, so that they
// cannot block the owner: the rest is reserved for browsers that have signed in to the number's account before.
import { hourSeconds, daySeconds } from '@xinqiao/contract/time.ts'
import type { Config } from '../../../kit/config.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { SmsCodePurpose } from '../../../kit/sms/sms.ts'
import { countHits, recordHit } from '../../../kit/auth/throttle.ts'
import { formatTime } from '../../../kit/time.ts'

/** Carriers allow 1 a minute, 5 an hour and 10 a day per number; the limits below stay within that. */
const minGapSeconds = 55 // the button waits 60 s; the margin allows for clocks and networks
/** Limits per phone number and purpose: in total, for all unknown browsers together, and for one network of them. */
const phoneLimits = {
  total: { anHour: 4, aDay: 9 },
  strangers: { anHour: 3, aDay: 6 },
  network: { anHour: 2, aDay: 3 },
} as const
/** Limits per network of unknown browsers, over all phone numbers. */
const networkLimits = { anHour: 40, aDay: 120, aDayUnderAttack: 10 }
/** Number of free sends; every further one needs a proof of work. */
const freeSms = { perPhoneADay: 2, perNetworkAnHour: 10 }
/**
 * Parts of the site's daily limit: above the first, strict rules apply; above the second, only known browsers get
 * codes.
 */
const siteBudgetShares = { underAttack: 0.5, strangers: 0.8 }

export type SmsRefusal = { reason: 'smsTooOften' | 'smsExhausted' | 'challengeNeeded'; message?: string }
export type SmsRequest = {
  phoneIndex: Buffer
  purpose: SmsCodePurpose
  network: string
  /** True when this browser has signed in to the account of the phone number before. */
  isKnownDevice: boolean
}

const tooSoon: SmsRefusal = { reason: 'smsTooOften', message: '验证码每分钟只能获取一次，请1分钟后再试' }
const challengeNeeded: SmsRefusal = { reason: 'challengeNeeded' }
const exhausted: SmsRefusal = { reason: 'smsExhausted' }
/** Windows begin at the full hour, see kit/auth/throttle.ts. */
const createTooOftenRefusal = (): SmsRefusal => ({
  reason: 'smsTooOften',
  message: `验证码发送过于频繁，请在${formatTime(new Date(Date.now() + hourSeconds * 1000)).slice(11, 13)}:00后再试`,
})

async function isSmsTooSoon(db: Db, phoneIndex: Buffer): Promise<boolean> {
  const recent = await db`
    select 1 from sms_message
    where phone_index = ${phoneIndex} and created_at > now() - make_interval(secs => ${minGapSeconds}) limit 1`
  return recent.count > 0
}

type SmsLimits = { anHour: number; aDay: number }

/** Counts a send. One above the limit of the hour does not count for the day. */
async function recordSms(tx: Db, key: string, limits: SmsLimits): Promise<SmsRefusal | null> {
  if ((await recordHit(tx, `${key}:hour`, hourSeconds)) > limits.anHour) return createTooOftenRefusal()
  return (await recordHit(tx, `${key}:day`, daySeconds)) > limits.aDay ? exhausted : null
}

/**
 * Counts this send and checks the limits. The caller holds the lock of the phone number, which serialises concurrent
 * sends.
 */
export async function claimSms(
  tx: Db,
  { phoneIndex, purpose, network, isKnownDevice }: SmsRequest,
  { SMS_DAILY_LIMIT: siteLimit }: Pick<Config, 'SMS_DAILY_LIMIT'>,
  spendProof: () => Promise<boolean>,
): Promise<SmsRefusal | null> {
  const phoneKey = `sms:phone:${phoneIndex.toString('base64url')}:${purpose}`
  const networkKey = `sms:ip:${network}`
  if (await isSmsTooSoon(tx, phoneIndex)) return tooSoon
  // always locked after the phone number; serialises sends from one network to many numbers
  await tx`select pg_advisory_xact_lock(hashtextextended(${networkKey}, 0))`
  const sentToday = await countHits(tx, 'sms:site', daySeconds)
  if (sentToday >= siteLimit * (isKnownDevice ? 1 : siteBudgetShares.strangers)) return exhausted
  const isUnderAttack = sentToday >= siteLimit * siteBudgetShares.underAttack
  const phoneDay = await countHits(tx, `${phoneKey}:day`, daySeconds)
  const networkHour = await countHits(tx, `${networkKey}:hour`, hourSeconds)
  if (phoneDay >= freeSms.perPhoneADay || networkHour >= freeSms.perNetworkAnHour || isUnderAttack) {
    if (!(await spendProof())) return challengeNeeded
  }
  // counted only after the check of the proof of work, so that requests without one use up nothing; the narrowest limit
  // comes first, so that a network above its limit uses up none of the wider ones
  const strangerLimits: [string, SmsLimits][] = [
    [
      networkKey,
      { anHour: networkLimits.anHour, aDay: isUnderAttack ? networkLimits.aDayUnderAttack : networkLimits.aDay },
    ],
    [`${phoneKey}:${networkKey}`, phoneLimits.network],
    [`${phoneKey}:strangers`, phoneLimits.strangers],
  ]
  const limits: [string, SmsLimits][] = [...(isKnownDevice ? [] : strangerLimits), [phoneKey, phoneLimits.total]]
  for (const [key, limitsOfKey] of limits) {
    const refusal = await recordSms(tx, key, limitsOfKey)
    if (refusal) return refusal
  }
  return null
}

/** Registration codes to a phone number with an account are useless, so only one a day is really sent. */
export const recordFirstSmsOfDay = async (tx: Db, phoneIndex: Buffer): Promise<boolean> =>
  (await recordHit(tx, `sms:registered:${phoneIndex.toString('base64url')}`, daySeconds)) === 1
