// Accounts: sign-in, registration, password reset, profile, devices, and the user list of the console.
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
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
import { restrictions } from '../../factors.ts'
import { limits } from '../../limits.ts'
import { phoneMessages, phonePattern } from '../../phone.ts'
import { roles } from '../../roles.ts'

const passwordTooLongMessage = `密码不能超过${limits.maxPasswordLength}位`
const Password = z.string('请输入密码').min(1, '请输入密码').max(limits.maxPasswordLength, passwordTooLongMessage)
const NewPassword = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .min(limits.minPasswordLength, `密码至少${limits.minPasswordLength}位`)
  .max(limits.maxPasswordLength, passwordTooLongMessage)
const Phone = z.string('请输入手机号').trim().min(1, '请输入手机号').regex(phonePattern, '请输入正确的手机号')
const PhoneForSms = z
  .string(phoneMessages.empty)
  .trim()
  .min(1, phoneMessages.empty)
  .regex(phonePattern, phoneMessages.malformed)
const SmsCode = z.string('请输入验证码').trim().min(1, '请输入验证码').max(10, '验证码不正确')
/**
 * Letters (including Chinese), digits, dot, dash, underscore: no character that could be read as markup or part of a
 * path.
 */
const Username = z
  .string('请输入账号')
  .normalize('NFKC')
  .trim()
  .min(1, '请输入账号')
  .min(2, '账号至少2个字')
  .max(limits.maxUsernameLength, `账号不能超过${limits.maxUsernameLength}个字`)
  .regex(/^[\p{L}\p{N}._-]+$/u, '账号只能包含文字、数字、点、横线和下划线')
/** A display name without markup and line breaks. */
const DisplayName = (maxLength: number, empty: string) =>
  requiredText(maxLength, empty).regex(/^[^<>\p{Cc}\p{Zl}\p{Zp}]*$/u, '不能包含特殊符号')

/** A solved proof of work, required above the free allowance of SMS. */
const Challenge = { altcha: optional(z.string().max(4000, '安全验证不正确')) }

export const User = z.object({
  id: z.number(),
  username: z.string(),
  avatarName: z.string(),
  nickName: z.string(),
  email: z.string(),
  /**
   * False until the user has entered the code that was mailed to the address. Only confirmed addresses receive mail.
   */
  emailConfirmed: z.boolean(),
  gender: z.union([z.literal(1), z.literal(2)]).nullable(),
  phone: z.string(),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The action required before any other call; null for none. */
  restriction: z.enum(restrictions).nullable(),
})
export type User = z.infer<typeof User>

export const SignedIn = z.object({ access_token: z.string(), user: z.object({ user: User }) })

/** portal.md 5 has the messages: account sign-in has 请输入账号, phone sign-in has none. */
const LoginInput = z
  .object({
    username: optional(text(60, '账号过长')),
    phone: optional(text(20, '手机号过长')),
    password: Password,
    ...Challenge,
  })
  .refine((input) => Boolean(input.username) || Boolean(input.phone), { path: ['username'], message: '请输入账号' })

export const accounts = {
  'POST /auth/mh/login': endpoint({
    who: 'anyone',
    summary: '登录：账号或手机号，加密码',
    input: LoginInput,
    output: SignedIn,
    errors: ['wrongCredentials', 'accountDisabled', 'tooManyFailures', 'challengeNeeded', 'secondFactorNeeded'],
  }),
  'GET /auth/registerSendSms': endpoint({
    who: 'anyone',
    summary: '发送注册验证码',
    effect: true,
    success: '验证码已发送，请注意查收',
    input: z.object({ phone: PhoneForSms, ...Challenge }),
    output: EmptyReply,
    errors: ['smsTooOften', 'smsExhausted', 'challengeNeeded'],
  }),
  'POST /auth/register': endpoint({
    who: 'anyone',
    summary: '注册',
    success: '注册成功，请登录！', // wording of portal.md 8
    texts: ['username'],
    input: z.object({ username: Username, phone: Phone, validateCode: SmsCode, password: NewPassword }),
    output: EmptyReply,
    errors: ['usernameTaken', 'phoneTaken', 'wrongCode'],
  }),
  'GET /auth/loginSendSms': endpoint({
    who: 'anyone',
    summary: '发送重置密码验证码',
    effect: true,
    success: '验证码已发送，请注意查收',
    input: z.object({ phone: PhoneForSms, ...Challenge }),
    output: EmptyReply,
    errors: ['smsTooOften', 'smsExhausted', 'challengeNeeded'],
  }),
  'POST /auth/updatePassword': endpoint({
    who: 'anyone',
    summary: '用短信验证码重置密码',
    success: '密码重置成功，请登录！', // wording of portal.md 8
    input: z
      .object({ phone: Phone, validateCode: SmsCode, password: NewPassword, newPass: Password })
      .refine((input) => input.password === input.newPass, { path: ['newPass'], message: '两次输入的密码不一致' }),
    output: EmptyReply,
    errors: ['wrongCode'],
  }),
  'DELETE /auth/logout': endpoint({
    who: 'anyone',
    summary: '退出登录；未登录时也成功',
    success: '退出成功',
    input: EmptyInput,
    output: EmptyReply,
  }),
  'GET /auth/challenge': endpoint({
    who: 'anyone',
    summary: '取一道工作量证明题',
    input: EmptyInput,
    output: z.object({ challenge: z.record(z.string(), z.unknown()) }),
  }),
  'GET /auth/me': endpoint({
    who: 'user',
    whileRestricted: true,
    summary: '当前登录用户',
    input: EmptyInput,
    output: User,
  }),
  'GET /auth/devices': endpoint({
    who: 'user',
    summary: '已登录的设备',
    input: EmptyInput,
    output: z.array(
      z.object({
        id: z.number(),
        device: z.string(),
        ip: z.string(),
        createTime: Time,
        seenTime: Time,
        current: z.boolean(),
      }),
    ),
  }),
  'POST /auth/devices/signOut': endpoint({
    who: 'user',
    summary: '让一台设备退出；不给 id 时让其他所有设备退出',
    input: z.object({ id: optional(Id) }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'PUT /api/users/center': endpoint({
    who: 'user',
    summary: '保存个人资料',
    success: '修改成功',
    own: ['id'],
    texts: ['nickName'],
    input: z.object({
      id: optional(Id),
      username: optional(text(60)),
      email: requiredText(100, '请完善信息').pipe(z.email('请输入正确的邮箱地址')),
      nickName: DisplayName(30, '请完善信息'),
      gender: z.coerce.number('请完善信息').pipe(z.union([z.literal(1), z.literal(2)], '请完善信息')),
      phone: optional(text(20)),
    }),
    output: User,
    errors: ['notYours'],
  }),
  'POST /api/users/email/code': endpoint({
    who: 'user',
    summary: '向个人资料中的邮箱发送验证码',
    success: '验证邮件已发送，请注意查收',
    input: EmptyInput,
    output: EmptyReply,
    errors: ['mailUnavailable', 'emailTooOften', 'emailExhausted'],
  }),
  'POST /api/users/email/confirm': endpoint({
    who: 'user',
    summary: '用邮件中的验证码验证邮箱；验证后才向它发送邮件',
    success: '邮箱已验证',
    input: z.object({ code: SmsCode }),
    output: User,
    errors: ['wrongCode'],
  }),
  'POST /api/users/updatePass': endpoint({
    who: 'user',
    whileRestricted: true,
    summary: '修改密码；其他设备随之退出',
    success: '修改成功',
    input: z.object({ oldPass: Password, newPass: NewPassword }),
    output: EmptyReply,
    errors: ['wrongOldPassword', 'tooManyFailures'],
  }),
}

const RoleId = z.union(
  Object.values(roles).map((id) => z.literal(id)),
  '请选择角色',
)

export const AccountForStaff = z.object({
  id: z.number(),
  username: z.string(),
  nickName: z.string(),
  /** Masked phone number: 138****0001. */
  phone: z.string(),
  roleId: z.number(),
  enabled: z.boolean(),
  hasFactor: z.boolean(),
  createTime: Time,
  lastSeenTime: Time.nullable(),
})
export type AccountForStaff = z.infer<typeof AccountForStaff>
const administrator = ['administrator'] as const

export const staffUsers = {
  'GET /admin/users': endpoint({
    who: administrator,
    summary: '用户列表',
    input: z
      .object({
        ...paging(20),
        roleId: optional(z.coerce.number().pipe(RoleId)),
        key: optional(text(50, '搜索词不能超过50个字')),
      })
      .transform(toLimits),
    output: pageSchemaOf(AccountForStaff),
  }),
  'POST /admin/user': endpoint({
    who: administrator,
    stepUp: true,
    summary: '新建账号，返回只显示一次的初始密码',
    audit: auditCreationOf('account'),
    input: z.object({ username: Username, nickName: DisplayName(30, '请输入姓名'), phone: Phone, roleId: RoleId }),
    output: z.object({ id: z.number(), password: z.string() }),
    errors: ['usernameTaken', 'phoneTaken'],
  }),
  'PUT /admin/user': endpoint({
    who: administrator,
    stepUp: true,
    summary: '修改角色，停用或启用',
    audit: auditChangeOf('account'),
    input: z.object({ id: Id, roleId: RoleId, enabled: z.boolean() }),
    output: AccountForStaff,
    errors: ['notFound', 'lastAdministrator'],
  }),
  'POST /admin/user/resetPassword': endpoint({
    who: administrator,
    stepUp: true,
    summary: '重设密码并让所有设备退出，返回只显示一次的新密码',
    audit: auditChangeOf('account'),
    input: z.object({ id: Id }),
    output: z.object({ password: z.string() }),
    errors: ['notFound'],
  }),
}
