// Broadcasts of the chat by staff.
import { z } from 'zod'
import { limits } from '../../limits.ts'
import { endpoint, Id, IsConfirmed, pageSchemaOf, paging, requiredText, Time, toLimits } from '../endpoint.ts'

const broadcasters = ['administrator'] as const
export const maxBroadcastLength = 500
export const maxBroadcastReceivers = 500

/** Chat account; on the site also a login name, a telephone number, or a nickname that only one account has. */
const ReceiverName = z.string('请填写账号').trim().min(1, '请填写账号').max(64, '账号不能超过64个字')
/** Accounts that receive a broadcast; empty: all accounts of the app. */
const ReceiverNames = z
  .array(ReceiverName, '请填写账号')
  .max(maxBroadcastReceivers, `账号不能超过${maxBroadcastReceivers}个`)
  .transform((list) => [...new Set(list)])
  .default([])

const SentBroadcast = z.object({
  id: z.number(),
  body: z.string(),
  appName: z.string(),
  /** Number of selected accounts; null for all accounts of the app. */
  receivers: z.number().nullable(),
  /** The staff member who sent it; empty for a broadcast of an app's backend. */
  author: z.string(),
  createTime: Time,
  expireTime: Time,
})
export type SentBroadcast = z.output<typeof SentBroadcast>

export const chatBroadcasts = {
  'GET /admin/chat/broadcasts': endpoint({
    who: broadcasters,
    summary: '已发送的聊天广播，新的在前',
    input: z.object(paging(20)).transform(toLimits),
    output: pageSchemaOf(SentBroadcast),
  }),
  'POST /admin/chat/broadcast/receivers': endpoint({
    who: broadcasters,
    summary: '一次聊天广播会发给哪些账号；账号可以是聊天账号、登录名、手机号或昵称',
    // not audited: names accounts that the staff member has named, and changes nothing
    audit: null,
    input: z.object({ appId: Id, accids: ReceiverNames }),
    /** `names`: nickname and login name of the selected accounts; empty for all accounts */
    output: z.object({ count: z.number(), names: z.array(z.string()) }),
    errors: ['notFound'],
  }),
  'POST /admin/chat/broadcast': endpoint({
    who: broadcasters,
    summary: '向一个应用的所有账号或指定账号发送广播；在线的立即收到，离线的在有效期内上线时收到',
    audit: ({ appId }, { id, receivers }) => ({
      action: 'chatBroadcastSent',
      subject: `chatBroadcast ${id}`,
      detail: { appId, receivers: receivers ?? '所有账号' },
    }),
    input: z.object({
      appId: Id,
      body: requiredText(maxBroadcastLength, '请填写内容', `内容不能超过${maxBroadcastLength}个字`),
      hours: z
        .number('请选择有效期')
        .int('有效期须为整数小时')
        .min(1, '有效期至少1小时')
        .max(limits.broadcastHours, '有效期不能超过7天')
        .default(limits.broadcastHours),
      accids: ReceiverNames,
      isConfirmed: IsConfirmed,
    }),
    output: z.object({ id: z.number(), receivers: z.number().nullable() }),
    errors: ['notFound', 'soundsDangerous'],
    success: '已发送',
  }),
}
