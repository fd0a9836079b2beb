// Bulletins to all accounts or to groups, and the log of sent SMS and mail.
import { keysOf } from '../../keys.ts'
import { auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { audiences, deliveryStates, noticeKindNames, type Audience, type DeliveryState } from '../../notices.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  IsConfirmed,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  Time,
} from '../endpoint.ts'

const bulletinSenders = ['administrator', 'editor'] as const
const AudienceName = z.enum(keysOf<Audience>(audiences), '请选择接收人')

const BulletinRow = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  audience: AudienceName,
  recipients: z.number(),
  readers: z.number(),
  author: z.string(),
  createTime: Time,
  withdrawn: z.boolean(),
})
export type BulletinRow = z.output<typeof BulletinRow>

const Delivery = z.object({
  id: z.number(),
  username: z.string(),
  kind: z.enum(noticeKindNames),
  channel: z.enum(['sms', 'mail', 'push']),
  state: z.enum(keysOf<DeliveryState>(deliveryStates)),
  tries: z.number(),
  failure: z.string(),
  createTime: Time,
  sentTime: Time.nullable(),
})
export type Delivery = z.output<typeof Delivery>

export const staffMessages = {
  'GET /admin/bulletins': endpoint({
    who: bulletinSenders,
    summary: '公告列表',
    input: z.object(paging(20)).transform(toLimits),
    output: pageSchemaOf(BulletinRow),
  }),
  'POST /admin/bulletin': endpoint({
    who: bulletinSenders,
    summary: '向全体或一类账号发布公告',
    audit: ({ audience }, { id, recipients }) => ({
      action: 'bulletinSent',
      subject: `bulletin ${id}`,
      detail: { audience, recipients },
    }),
    success: '发布成功',
    input: z.object({
      title: requiredText(100, '请输入标题', '标题不能超过100个字'),
      content: requiredText(5000, '请输入内容', '内容不能超过5000个字'),
      audience: AudienceName,
      isConfirmed: IsConfirmed,
    }),
    output: z.object({ id: z.number(), recipients: z.number() }),
    errors: ['soundsDangerous'],
  }),
  'POST /admin/bulletin/withdraw': endpoint({
    who: bulletinSenders,
    summary: '撤回公告；收到的消息随之消失',
    audit: auditActionOn('bulletinWithdrawn', 'bulletin'),
    success: '撤回成功',
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /admin/deliveries': endpoint({
    who: ['administrator'],
    summary: '短信与邮件的发送记录',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf<DeliveryState>(deliveryStates), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(Delivery),
  }),
}
