// Users of the chat: profiles, and the accounts that are blocked or muted.
import { z } from 'zod'
import { Accid } from './auth.ts'
import { command, service } from '../command.ts'
import { namedText, pictureAddress } from '../named-text.ts'
import { Timestamp } from '../messages/scene.ts'

/** Genders by their number on the wire (messaging.md 3). */
export const chatGenders = { unknown: 0, male: 1, female: 2 } as const
export type Gender = keyof typeof chatGenders

/** A profile field that is validated only if it is not empty (messaging.md 5). */
const optionalText = (maxLength: number, pattern: RegExp, name: string) =>
  namedText(maxLength, name).refine((text) => text === '' || pattern.test(text), `${name}格式不正确`)

export const MyInfo = z
  .object({
    nick: namedText(64, 'nick'),
    avatar: pictureAddress('avatar'),
    sign: namedText(256, 'sign'),
    gender: z.literal(Object.values(chatGenders), 'gender只能是unknown、male或female'),
    email: optionalText(64, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email'),
    birth: optionalText(10, /^\d{4}-\d{2}-\d{2}$/, 'birth'),
    tel: optionalText(32, /^\+?[\d-]{3,32}$/, 'tel'),
    custom: namedText(1_024, 'custom'),
  })
  .partial()
  .refine((info) => Object.keys(info).length > 0, '没有要更新的资料')

/** `email`, `birth` and `tel` are set only for the account itself; a user with an alias has no other data. */
export const ChatUser = z.object({
  account: z.string(),
  nick: z.string(),
  avatar: z.string(),
  sign: z.string(),
  gender: z.number(),
  email: z.string(),
  birth: z.string(),
  tel: z.string(),
  custom: z.string(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type ChatUser = z.output<typeof ChatUser>

export const Relation = z.object({
  account: z.string(),
  isBlacked: z.boolean(),
  isMuted: z.boolean(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type Relation = z.output<typeof Relation>

export const UserSettings = z.object({
  /** messaging.md 3, do not disturb: whether to push while a desktop client is online. */
  isPushedBesideDesktop: z.boolean(),
})
export type UserSettings = z.output<typeof UserSettings>

/** messaging.md 5: at most 150 accounts per look-up, without duplicates. */
export const Accounts = z
  .array(Accid, 'accounts必须是数组')
  .min(1, 'accounts不能为空数组')
  .max(150, 'accounts不能超过150个')
  .transform((accounts) => [...new Set(accounts)])

const RelationMark = z.object({ account: Accid, isAdd: z.boolean('isAdd必须是布尔值') })
const Since = z.object({ time: Timestamp.default(0) })
const Relations = z.object({ relations: z.array(Relation), time: z.number() })

export const user = service(
  3,
  {
    updatePushToken: command(1, {
      who: 'chat',
      input: z.object({
        tokenName: z.string('tokenName必须是字符串').min(1, 'tokenName不能为空').max(64, 'tokenName不能超过64个字符'),
        /** The device's push token; empty ends its push notifications. */
        token: z.string('token必须是字符串').max(512, 'token不能超过512个字符'),
        pushkit: z.boolean().default(false),
      }),
      output: z.null(),
    }),
    appBackground: command(2, {
      who: 'chat',
      input: z.object({
        isBackground: z.boolean('isBackground必须是布尔值'),
        badge: z.number('badge必须是整数').int('badge必须是整数').min(0).max(99_999).default(0),
      }),
      output: z.null(),
    }),
    /** The latest logins of the account, for its owner. */
    getLoginRecords: command(16, {
      who: 'chat',
      input: z.object({}),
      output: z.object({
        records: z.array(z.object({ deviceId: z.string(), clientType: z.number(), ip: z.string(), time: z.number() })),
      }),
    }),
    markInBlacklist: command(3, {
      who: 'chat',
      input: RelationMark,
      output: z.null(),
      errors: ['notFound', 'invalid'],
    }),
    getBlacklist: command(4, { who: 'chat', input: Since, output: Relations }),
    markInMutelist: command(5, { who: 'chat', input: RelationMark, output: z.null(), errors: ['notFound', 'invalid'] }),
    getMutelist: command(6, { who: 'chat', input: Since, output: Relations }),
    getUsers: command(7, {
      who: 'chat',
      input: z.object({ accounts: Accounts }),
      output: z.object({ users: z.array(ChatUser) }),
      maxFrequency: { times: 30, seconds: 10 },
    }),
    getRelations: command(8, { who: 'chat', input: z.object({ timetag: Timestamp.default(0) }), output: Relations }),
    updateMyInfo: command(10, {
      who: 'chat',
      texts: ['user.nick', 'user.sign', 'user.custom'],
      input: z.object({ user: MyInfo }),
      output: z.object({ user: ChatUser }),
      // limited, because every contact of the account is notified
      maxFrequency: { times: 10, seconds: 60 },
    }),
    updateDonnop: command(15, { who: 'chat', input: UserSettings, output: z.null() }),
  },
  {},
)
