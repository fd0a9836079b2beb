// Second factors: the second step of signing in, the user's factors, step-up, and recovery by two administrators.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { recoveryStates, type RecoveryState } from '../../factors.ts'
import { SignedIn } from './accounts.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
} from '../endpoint.ts'

const Ticket = z.string('请重新登录').min(20, '请重新登录').max(100, '请重新登录')
/** Six digits of TOTP, or a recovery code; the server distinguishes them. */
const Code = text(40, '验证码不正确')
const base64url = (maxLength: number) =>
  z
    .string('安全密钥的数据不正确')
    .max(maxLength, '安全密钥的数据不正确')
    .regex(/^[\w-]*$/, '安全密钥的数据不正确')
const CredentialId = base64url(1400).min(1, '安全密钥的数据不正确')

/** Signature of a passkey (WebAuthn AuthenticationResponseJSON). */
const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key', '安全密钥的数据不正确'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: optional(base64url(200)),
  }),
})
/** A new passkey (WebAuthn RegistrationResponseJSON). */
const Attestation = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key', '安全密钥的数据不正确'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: optional(z.array(z.string().max(30)).max(10)),
  }),
})
/** Options for the browser's WebAuthn API, unchanged. */
const Options = z.record(z.string(), z.unknown())

const FactorName = requiredText(30, '请填写名称').regex(/^[^<>\p{C}\p{Zl}\p{Zp}]*$/u, '名称不能包含特殊符号')
/** Recovery codes. They are returned only once: with the first factor, or when new codes are generated. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const Factor = z.object({ id: z.number(), name: z.string(), createTime: Time, usedTime: Time.nullable() })
export const OwnFactors = z.object({
  passkeys: z.array(Factor),
  totp: Factor.nullable(),
  recoveryCodesLeft: z.number(),
  /** False on an IP address or without https, where browsers offer no passkeys. */
  canUsePasskeys: z.boolean(),
  /** True when a setting requires a factor for this role. */
  isRequired: z.boolean(),
})
export type OwnFactors = z.output<typeof OwnFactors>

/** Ways to confirm an action: a factor, or the password of an account without one. */
const StepUp = z.object({
  ticket: z.string(),
  acceptsPassword: z.boolean(),
  acceptsCode: z.boolean(),
  options: Options.nullable(),
})
export type StepUp = z.output<typeof StepUp>

export const factors = {
  'POST /auth/secondFactor': endpoint({
    who: 'anyone',
    summary: '登录的第二步：通行密钥、动态验证码或恢复码',
    input: z
      .object({ ticket: Ticket, code: optional(Code), passkey: Assertion.optional() })
      .refine(({ code, passkey }) => Boolean(code) || passkey !== undefined, {
        path: ['code'],
        message: '请输入验证码',
      }),
    output: SignedIn,
    errors: ['wrongFactor', 'tooManyFactorFailures', 'ticketExpired', 'accountDisabled'],
  }),
  'GET /auth/factors': endpoint({
    who: 'user',
    whileRestricted: true,
    summary: '本人的两步验证方式',
    input: EmptyInput,
    output: OwnFactors,
  }),
  'POST /auth/stepUp/options': endpoint({
    who: 'user',
    whileRestricted: true,
    summary: '确认本人操作的方式',
    input: EmptyInput,
    output: StepUp,
  }),
  'POST /auth/stepUp': endpoint({
    who: 'user',
    whileRestricted: true,
    summary: '确认本人操作；有两步验证时用它，没有时用密码',
    input: z
      .object({
        ticket: Ticket,
        password: optional(z.string().max(128, '密码不能超过128位')),
        code: optional(Code),
        passkey: Assertion.optional(),
      })
      .refine(({ password, code, passkey }) => Boolean(password) || Boolean(code) || passkey !== undefined, {
        path: ['code'],
        message: '请输入密码或验证码',
      }),
    output: EmptyReply,
    errors: ['wrongFactor', 'wrongOwnPassword', 'tooManyFactorFailures', 'ticketExpired'],
  }),
  'POST /auth/factor/passkey/options': endpoint({
    who: 'user',
    whileRestricted: true,
    stepUp: true,
    summary: '开始添加通行密钥',
    input: EmptyInput,
    output: z.object({ ticket: z.string(), options: Options }),
    errors: ['passkeysUnavailable', 'tooManyFactors'],
  }),
  'POST /auth/factor/passkey': endpoint({
    who: 'user',
    whileRestricted: true,
    stepUp: true,
    summary: '添加通行密钥；第一次添加两步验证时返回只显示一次的恢复码',
    success: '已添加通行密钥',
    texts: ['name'],
    input: z.object({ ticket: Ticket, name: FactorName, passkey: Attestation }),
    output: RecoveryCodes,
    errors: ['wrongFactor', 'ticketExpired', 'tooManyFactors'],
  }),
  'POST /auth/factor/totp/options': endpoint({
    who: 'user',
    whileRestricted: true,
    stepUp: true,
    summary: '开始添加动态验证码：密钥与二维码',
    input: EmptyInput,
    output: z.object({
      secret: z.string(),
      uri: z.string(),
      /** QR code as a data URL of a PNG. */
      qr: z.string(),
    }),
    errors: ['tooManyFactors'],
  }),
  'POST /auth/factor/totp': endpoint({
    who: 'user',
    whileRestricted: true,
    stepUp: true,
    summary: '用一个验证码确认添加动态验证码',
    success: '已启用动态验证码',
    input: z.object({ code: Code.min(1, '请输入验证码') }),
    output: RecoveryCodes,
    errors: ['wrongFactor', 'ticketExpired', 'tooManyFactors', 'tooManyFactorFailures'],
  }),
  'POST /auth/factor/rename': endpoint({
    who: 'user',
    summary: '为通行密钥改名',
    success: '修改成功',
    texts: ['name'],
    input: z.object({ id: Id, name: FactorName }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'POST /auth/factor/remove': endpoint({
    who: 'user',
    stepUp: true,
    summary: '移除一种两步验证方式',
    success: '已移除',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'lastFactor'],
  }),
  'POST /auth/factor/recoveryCodes': endpoint({
    who: 'user',
    stepUp: true,
    summary: '重新生成恢复码，旧的随之作废',
    input: EmptyInput,
    output: RecoveryCodes,
    errors: ['wrongState'],
  }),
}

const administrator = ['administrator'] as const

const FactorRecovery = z.object({
  id: z.number(),
  accountId: z.number(),
  username: z.string(),
  nickName: z.string(),
  reason: z.string(),
  state: z.enum(keysOf<RecoveryState>(recoveryStates)),
  requestedBy: z.string(),
  askTime: Time,
  decidedBy: z.string().nullable(),
  decideTime: Time.nullable(),
  /** True when the caller may confirm the recovery: neither requested it nor owns the account. */
  mayConfirm: z.boolean(),
})
export type FactorRecovery = z.output<typeof FactorRecovery>

export const staffFactors = {
  'GET /admin/factorRecoveries': endpoint({
    who: administrator,
    summary: '两步验证的恢复申请',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf<RecoveryState>(recoveryStates), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(FactorRecovery),
  }),
  'POST /admin/factorRecovery/ask': endpoint({
    who: administrator,
    stepUp: true,
    summary: '为丢失两步验证的账号申请恢复；须由另一位管理员确认',
    audit: auditActionOn('factorRecoveryAsked', 'account', 'accountId'),
    success: '已提交，请另一位管理员确认',
    input: z.object({
      accountId: Id,
      reason: requiredText(200, '请说明如何核实了本人身份', '说明不能超过200个字').min(5, '说明至少5个字'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'ownFactors', 'noFactors', 'alreadyAsked'],
  }),
  'POST /admin/factorRecovery/decide': endpoint({
    who: administrator,
    stepUp: true,
    summary: '确认或不同意恢复；确认后该账号的两步验证全部移除',
    audit: auditedByHandler,
    input: z.object({ id: Id, isConfirmed: z.boolean() }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'recoverySamePerson', 'ownFactors'],
  }),
}
