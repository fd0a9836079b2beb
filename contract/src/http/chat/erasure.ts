// Erasure of a conversation on request of both sides, for the administrator.
import { auditedByHandler } from '../../audit.ts'
import { z } from 'zod'
import { endpoint, EmptyReply, requiredText, Id, Time } from '../endpoint.ts'

const erasers = ['administrator'] as const

const Conversation = z.object({
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
export type ErasableConversation = z.output<typeof Conversation>

export const erasure = {
  'GET /admin/chat/conversations': endpoint({
    who: erasers,
    summary: '一个账号的聊天会话（最近100个），按账号或手机号精确查找；不含内容',
    input: z.object({ key: requiredText(50, '请填写账号或手机号', '账号或手机号不能超过50个字') }),
    output: z.object({ conversations: z.array(Conversation) }),
    errors: ['notFound'],
  }),
  'POST /admin/chat/erase': endpoint({
    who: erasers,
    summary: '清除会话：双方的聊天内容与图片永久销毁，不可恢复；理由与操作人记入审计日志',
    audit: auditedByHandler,
    input: z.object({
      id: Id,
      reason: requiredText(200, '请填写清除理由', '理由不能超过200个字').min(5, '理由至少5个字'),
    }),
    output: EmptyReply,
    errors: ['notFound'],
    success: '会话已清除',
  }),
}
