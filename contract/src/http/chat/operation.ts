// Operation of the chat by staff: connected devices, kick, block and mute.
import type { AuditAction, AuditEntryDraft } from '../../audit.ts'
import { z } from 'zod'
import {
  endpoint,
  EmptyReply,
  Id,
  optional,
  pageSchemaOf,
  paging,
  text,
  Time,
  toLimits,
  staffReason,
} from '../endpoint.ts'

const operators = ['administrator', 'service'] as const

const account = {
  /** Id of the chat account, as the endpoints below expect it. */
  accountId: z.number(),
  accid: z.string(),
  /** The alias of a client, because chat staff do not see clients' names. */
  name: z.string(),
  appName: z.string(),
  isBlocked: z.boolean(),
  isMuted: z.boolean(),
}
const OnlineDevice = z.object({
  id: z.number(),
  ...account,
  /** A number from `clientTypes`. */
  clientType: z.number(),
  since: Time,
  node: z.string(),
})
export type OnlineDevice = z.output<typeof OnlineDevice>
const ModeratedAccount = z.object({ id: z.number(), ...account })
export type ModeratedAccount = z.output<typeof ModeratedAccount>
const AppAccount = ModeratedAccount.extend({ isOnline: z.boolean() })
export type AppAccount = z.output<typeof AppAccount>

const listFields = { ...paging(20), key: optional(text(50, '账号或名称不能超过50个字')) }
const ListInput = z
  .object(listFields)
  .transform(({ key, ...page }) => ({ ...page, key: key || undefined }))
  .transform(toLimits)
const AppListInput = z
  .object({ ...listFields, id: Id })
  .transform(({ key, ...page }) => ({ ...page, key: key || undefined }))
  .transform(toLimits)

const Reason = staffReason('请填写理由')
const Change = z.object({ id: Id, reason: Reason })

const auditOfAccount = (action: AuditAction, { id, reason }: z.output<typeof Change>): AuditEntryDraft => ({
  action,
  subject: `chatAccount ${id}`,
  reason,
})

export const chatOperation = {
  'GET /admin/chat/online': endpoint({
    who: operators,
    summary: '聊天中在线的设备，后登录的在前；可按账号或名称查找',
    polled: true,
    input: ListInput,
    output: pageSchemaOf(OnlineDevice),
  }),
  'GET /admin/chat/restricted': endpoint({
    who: operators,
    summary: '停用或禁言的聊天账号',
    input: ListInput,
    output: pageSchemaOf(ModeratedAccount),
  }),
  'GET /admin/chat/accounts': endpoint({
    who: operators,
    summary: '一个应用的聊天账号及是否在线，按账号排列；可按账号的开头查找',
    input: AppListInput,
    output: pageSchemaOf(AppAccount).extend({ appName: z.string() }),
    errors: ['notFound'],
  }),
  'POST /admin/chat/kick': endpoint({
    who: operators,
    summary: '断开一个聊天账号的所有设备；之后可以重新连接',
    audit: (input: z.output<typeof Change>) => auditOfAccount('chatKicked', input),
    input: Change,
    output: EmptyReply,
    errors: ['notFound'],
    success: '已断开',
  }),
  'PUT /admin/chat/blocked': endpoint({
    who: operators,
    summary: '停用或恢复一个聊天账号；停用时断开它的设备，不能再登录',
    audit: (input: BlockInput) => auditOfAccount(input.isBlocked ? 'chatBlocked' : 'chatUnblocked', input),
    input: Change.extend({ isBlocked: z.boolean('请选择停用或恢复') }),
    output: EmptyReply,
    errors: ['notFound'],
    success: '已保存',
  }),
  'PUT /admin/chat/muted': endpoint({
    who: operators,
    summary: '禁言或解除禁言：可以登录和阅读，不能发送',
    audit: (input: MuteInput) => auditOfAccount(input.isMuted ? 'chatMuted' : 'chatUnmuted', input),
    input: Change.extend({ isMuted: z.boolean('请选择禁言或解除禁言') }),
    output: EmptyReply,
    errors: ['notFound'],
    success: '已保存',
  }),
}
type BlockInput = z.output<typeof Change> & { isBlocked: boolean }
type MuteInput = z.output<typeof Change> & { isMuted: boolean }
