// Confirmation of an e-mail address by a mailed code that is entered in the account. A link would not prove anything:
// mail scanners open links.
import { errors, fail, failField } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { minuteSeconds, daySeconds } from '@xinqiao/contract/time.ts'
import { networkOfAddress } from '../../../kit/network/network-address.ts'
import { viewerOf, type Ctx, type KitInTransaction } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { maskName } from '../../../kit/text/masks.ts'
import { isEqualSecret } from '../../../kit/auth/secrets.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { recordHit } from '../../../kit/auth/throttle.ts'
import * as store from '../records/email-store.ts'
import { presentUser } from '../rules/present.ts'
import { selectAccount } from '../records/store.ts'

/**
 * Limits of mails with codes. The limit per address is higher, so that one account cannot use up the mails of a
 * stranger's address.
 */
const maxMails = { perAccountADay: 5, perAddressADay: 10, perNetworkADay: 30 }

type EmailOwner = { id: number; email: string }

const digestEmailCode = ({ secrets }: KitInTransaction, { id, email }: EmailOwner, code: string) =>
  secrets.index(`email:${id}:${email}`, code)

/** Key by which mails are counted: neither case nor the part after a plus sign makes another address. */
const normalizeMailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')

/** @throws Failure emailTooOften, emailExhausted */
async function limitMails(ctx: Ctx, { id, email }: EmailOwner): Promise<void> {
  const { sql, secrets } = ctx.kit
  if ((await recordHit(sql, `email:gap:${id}`, minuteSeconds)) > 1) throw fail('emailTooOften')
  const mailbox = secrets.index('mailbox', normalizeMailbox(email)).toString('base64url')
  const counts = [
    await recordHit(sql, `email:account:${id}`, daySeconds),
    await recordHit(sql, `email:address:${mailbox}`, daySeconds),
    await recordHit(sql, `email:network:${networkOfAddress(ctx.ip)}`, daySeconds),
  ] as const
  const { perAccountADay, perAddressADay, perNetworkADay } = maxMails
  if (counts[0] > perAccountADay || counts[1] > perAddressADay || counts[2] > perNetworkADay)
    throw fail('emailExhausted')
}

/** The name of the account is masked, because the address may belong to a stranger. */
const composeCodeMail = (username: string, code: string, publicUrl: string) =>
  [
    '您好：',
    '',
    `心桥账号“${maskName(username)}”填写了这个邮箱，用来接收消息提醒。`,
    `验证码：${code}（${limits.emailCodeLifeMs / 60_000}分钟内有效）`,
    '',
    `如果是您本人操作，请登录后在个人中心填写验证码：${publicUrl}/setting/index`,
    '如果不是您本人操作，请忽略这封邮件，不要把验证码告诉任何人。没有验证的邮箱不会收到其他邮件。',
    '',
    '如您或身边的人正处于危机之中，请拨打全国统一心理援助热线 12356，紧急情况请拨打 110 或 120。',
  ].join('\n')

/** @throws Failure invalid, mailUnavailable, emailTooOften, emailExhausted */
export async function sendEmailCode(ctx: Ctx): Promise<void> {
  const { kit } = ctx
  const account = await selectAccount(kit.sql, viewerOf(ctx).id)
  if (!account) throw fail('notSignedIn')
  const { id, email, username } = account
  if (email === '') throw failField('email', '请先填写邮箱并保存')
  if (account.email_confirmed_at) return
  if (!kit.mail) throw fail('mailUnavailable')
  await limitMails(ctx, account)
  const code = kit.createSmsCode()
  await store.upsertEmailCode(kit.sql, id, digestEmailCode(kit, account, code), limits.emailCodeLifeMs)
  try {
    const text = composeCodeMail(username, code, kit.config.publicUrl)
    await kit.mail.send({ to: email, subject: '【心桥】邮箱验证码', text })
  } catch (error) {
    kit.log.error({ accountId: id, failure: error instanceof Error ? error.message : 'unknown' }, 'email code not sent')
    throw fail('mailUnavailable', '验证邮件没有发送成功，请检查邮箱地址是否正确，稍后再试')
  }
}

/** @throws Failure wrongCode */
export async function confirmEmail(ctx: Ctx, code: string): Promise<User> {
  const { kit } = ctx
  const viewer = viewerOf(ctx)
  // a wrong code must count as a try, so the transaction returns the result instead of throwing it
  const isRight = await transaction(kit.sql, async (tx) => {
    const email = await store.lockAccountEmail(tx, viewer.id)
    const digest = await store.updateEmailCodeTries(tx, viewer.id, limits.maxSmsCodeTries)
    const sentDigest = digestEmailCode(kit, { id: viewer.id, email: email ?? '' }, code)
    if (email === null || !digest || !isEqualSecret(digest, sentDigest)) return false
    await store.markEmailConfirmed(tx, viewer.id)
    return true
  })
  if (!isRight) throw fail('wrongCode', undefined, { fields: { code: errors.wrongCode.message } })
  await recordSecurityEvent(ctx, 'emailConfirmed', viewer.id)
  const account = await selectAccount(kit.sql, viewer.id)
  if (!account) throw fail('notSignedIn')
  return presentUser(kit, account, viewer.restriction)
}
