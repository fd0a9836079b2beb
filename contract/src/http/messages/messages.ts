// The message centre, and the chat credentials of a signed-in user.
import { z } from 'zod'
import { noticeKindNames } from '../../notices.ts'
import { endpoint, EmptyReply, Id, EmptyInput, optional, Time } from '../endpoint.ts'

export const SiteMessage = z.object({
  id: z.number(),
  /** 6 bulletin, 5 review and other personal messages, 1 answered, 3 liked (portal.md 3) */
  type: z.number(),
  kind: z.enum(noticeKindNames),
  bulletinId: z.number().nullable(),
  bulletinContent: z.string(),
  problemId: z.number().nullable(),
  problemTitle: z.string(),
  fromName: z.string(),
  fromAvatar: z.string(),
  /** The address to which a click leads. */
  link: z.string(),
  createTime: Time,
})
export type SiteMessage = z.output<typeof SiteMessage>
/** The id of the caller (portal.md 7). */
const OwnUser = z.object({ userId: optional(Id) })

const Choice = z.object({
  kind: z.enum(noticeKindNames, '消息类型不正确'),
  site: z.boolean(),
  sms: z.boolean(),
  mail: z.boolean(),
  /** optional, because open pages of the former version do not send it */
  push: z.boolean().default(true),
})
const Minute = z.coerce.number('时间不正确').int('时间不正确').min(0, '时间不正确').max(1439, '时间不正确')
/** Minutes of the day; the period spans midnight when `to` is smaller. */
const Quiet = z.object({ enabled: z.boolean(), from: Minute, to: Minute })
/** The stored settings. They may break rules that were added after they were saved. */
const NoticeSettings = z.object({ choices: z.array(Choice), quiet: Quiet })
const NewSettings = z.object({
  choices: z
    .array(Choice)
    .max(noticeKindNames.length, '消息类型过多')
    .refine((list) => new Set(list.map(({ kind }) => kind)).size === list.length, '同一类消息只能设置一次'),
  quiet: Quiet.refine(({ enabled, from, to }) => !enabled || from !== to, '免打扰的开始与结束时间不能相同'),
})
export type NoticeSettings = z.output<typeof NoticeSettings>

/** A browser's push subscription, as PushSubscription.toJSON() writes it, without its expiry. */
const Subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: '推送地址不正确' }).max(1000, '推送地址过长'),
  p256dh: z.string().regex(/^[\w-]{87}=?$/, '推送密钥不正确'),
  auth: z.string().regex(/^[\w-]{22}(==)?$/, '推送密钥不正确'),
})

const Bulletin = z.object({ id: z.number(), title: z.string(), content: z.string(), createTime: Time })
export type Bulletin = z.output<typeof Bulletin>

export const messages = {
  'GET /message/getReadByUserId': endpoint({
    quick: true,
    who: 'user',
    own: ['userId'],
    summary: '已读消息，最新的在前，最多200条',
    input: OwnUser,
    output: z.array(SiteMessage),
  }),
  'GET /message/getUnReadByUserId': endpoint({
    quick: true,
    who: 'user',
    own: ['userId'],
    summary: '未读消息，最新的在前，最多200条',
    input: OwnUser,
    output: z.array(SiteMessage),
  }),
  'GET /message/unreadCount': endpoint({
    who: 'user',
    summary: '未读消息数：公告与审核，通知；是否有来电，是否在通话中',
    quick: true,
    input: EmptyInput,
    output: z.object({
      official: z.number(),
      notice: z.number(),
      /** True while a call rings at the caller. */
      isRinging: z.boolean(),
      /** True while the caller is in a call, on any page. */
      isInCall: z.boolean(),
    }),
  }),
  'POST /message/updateReadByUserId': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '全部标为已读',
    input: OwnUser,
    output: EmptyReply,
  }),
  'POST /message/updateReadById': endpoint({
    who: 'user',
    summary: '一条标为已读',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /message/bulletin': endpoint({
    who: 'user',
    summary: '一条公告，只给收到它的人',
    input: z.object({ id: Id }),
    output: Bulletin,
    errors: ['notFound'],
  }),
  'GET /message/settings': endpoint({ who: 'user', summary: '消息设置', input: EmptyInput, output: NoticeSettings }),
  'PUT /message/settings': endpoint({
    who: 'user',
    summary: '保存消息设置',
    success: '已保存',
    input: NewSettings,
    output: NoticeSettings,
  }),
  /** a POST, because the address of the subscription is a secret, and addresses of calls are logged */
  'POST /message/push/state': endpoint({
    who: 'user',
    summary: '浏览器通知：站点的公钥，此浏览器是否已为本账号开启',
    input: z.object({ endpoint: optional(Subscription.shape.endpoint) }),
    output: z.object({ publicKey: z.string(), isOn: z.boolean() }),
  }),
  'POST /message/push': endpoint({
    who: 'user',
    summary: '在此浏览器开启通知',
    success: '已开启',
    input: Subscription,
    output: EmptyReply,
    errors: ['pushServiceUnknown'],
  }),
  'POST /message/push/remove': endpoint({
    who: 'user',
    summary: '在此浏览器关闭通知',
    success: '已关闭',
    input: Subscription.pick({ endpoint: true }),
    output: EmptyReply,
  }),
}

export const chat = {
  'GET /neteaseUser/getUser': endpoint({
    who: ['counsellor', 'user'],
    summary: '即时通讯账号与令牌',
    input: EmptyInput,
    output: z.object({
      accid: z.string(),
      token: z.string(),
      /** The last broadcast that a device of the account has dismissed; 0 before. */
      readBroadcastId: z.number(),
    }),
  }),
}
