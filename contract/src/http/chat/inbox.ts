// Chat data that a page needs before its socket is open: the latest conversations, and the consent required before the
// first message to a counsellor.
import { z } from 'zod'
import { endpoint, EmptyReply, EmptyInput, optional } from '../endpoint.ts'

const LatestConversation = z.object({
  /** The other account, or the session id of a team. */
  key: z.string(),
  name: z.string(),
  unread: z.number(),
  /** Time of the last message in milliseconds. */
  time: z.number(),
  /** Preview of a message of any type, in one line. */
  preview: z.string(),
  /** True for a team that the account has muted. */
  isQuiet: z.boolean(),
  /** True while an unread message of a team mentions the account. */
  isMentioned: z.boolean(),
})
export type LatestConversation = z.output<typeof LatestConversation>

const ChatConsent = z.object({
  version: z.string(),
  /** SHA-256 of the text, which proves later what the user agreed to. */
  hash: z.string(),
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  isAgreed: z.boolean(),
  /** True for users, who must agree before they write to a counsellor; false for counsellors. */
  isNeeded: z.boolean(),
  /** False when `to` names an account that is no counsellor, and that users write to without consent. */
  isToCounsellor: z.boolean(),
})
export type ChatConsent = z.output<typeof ChatConsent>

export const chatInbox = {
  'GET /chat/latest': endpoint({
    who: ['counsellor', 'user'],
    summary: '最近的会话与未读数',
    input: EmptyInput,
    output: z.object({
      /** Unread messages of all conversations; a quiet team counts with its mentions only. */
      unread: z.number(),
      list: z.array(LatestConversation),
    }),
  }),
  'GET /chat/alias': endpoint({
    who: ['counsellor', 'user'],
    summary: '没有取昵称时，别人在聊天里看到的称呼；咨询师没有，显示姓名',
    input: EmptyInput,
    output: z.object({ alias: z.string() }),
  }),
  'GET /chat/consent': endpoint({
    who: ['counsellor', 'user'],
    summary: '在线咨询知情同意书，以及本人是否已同意当前版本；to 是对方的聊天账号',
    input: z.object({ to: optional(z.string('对方的聊天账号不正确').max(64, '对方的聊天账号不正确')) }),
    output: ChatConsent,
  }),
  'POST /chat/consent': endpoint({
    who: ['counsellor', 'user'],
    summary: '同意当前版本的知情同意书',
    input: z.object({
      version: z.string('请先阅读知情同意书').min(1, '请先阅读知情同意书').max(40),
      hash: z.string('请先阅读知情同意书').max(64),
    }),
    output: EmptyReply,
    errors: ['changedMeanwhile'],
  }),
}
