// Erasure of a conversation, or of one person's messages in a group, on request of the person. For the administrator.
import { auditedByHandler } from '../../audit.ts'
import { z } from 'zod'
import { endpoint, EmptyReply, requiredText, Id, Time, staffReason } from '../endpoint.ts'

const erasers = ['administrator'] as const

const ErasableConversation = z.object({
  id: z.number(),
  /** The account that was searched for, and the other side. */
  name: z.string(),
  peerName: z.string(),
  peerUsername: z.string(),
  messages: z.number(),
  lastTime: Time,
  /** True when no messages were sent since the erasure. */
  isErased: z.boolean(),
})
export type ErasableConversation = z.output<typeof ErasableConversation>

/** A group in which the account is or was a member. */
const ErasableGroup = z.object({
  teamId: z.number(),
  teamName: z.string(),
  /** The name of the account in the group. */
  nick: z.string(),
  isMember: z.boolean(),
  /** Messages of the account that can still be read. */
  messages: z.number(),
})
export type ErasableGroup = z.output<typeof ErasableGroup>

const AccountKey = requiredText(50, '请填写账号或手机号', '账号或手机号不能超过50个字')
const Reason = staffReason('请填写清除理由')

export const erasure = {
  'GET /admin/chat/conversations': endpoint({
    who: erasers,
    summary: '一个账号的聊天会话和群（各最近100个），按账号或手机号精确查找；不含内容',
    input: z.object({ key: AccountKey }),
    output: z.object({ conversations: z.array(ErasableConversation), groups: z.array(ErasableGroup) }),
    errors: ['notFound'],
  }),
  'POST /admin/chat/erase': endpoint({
    who: erasers,
    summary: '清除会话：双方的聊天内容与图片永久销毁，不可恢复；理由与操作人记入审计日志',
    audit: auditedByHandler,
    input: z.object({ id: Id, reason: Reason }),
    output: EmptyReply,
    errors: ['notFound'],
    success: '会话已清除',
  }),
  'POST /admin/chat/eraseInGroup': endpoint({
    who: erasers,
    summary: '清除一个人在一个群里的全部消息与文件，不影响其他成员的消息，不可恢复；理由与操作人记入审计日志',
    audit: auditedByHandler,
    input: z.object({ teamId: Id, key: AccountKey, reason: Reason }),
    output: z.object({ messages: z.number() }),
    errors: ['notFound'],
    success: '消息已清除',
  }),
}
