// Presence of a counsellor in the chat, and the usual time until a reply.
import { z } from 'zod'
import { Accid } from '../../im/accounts/auth.ts'
import { endpoint, Id } from '../endpoint.ts'

const CounsellorState = z.object({
  isOnline: z.boolean(),
  /** Half of the replies of the last month came within this time. Null when there were only a few. */
  replyMinutes: z.number().nullable(),
})
export type CounsellorState = z.output<typeof CounsellorState>

export const counsellorState = {
  'GET /chat/onlineCounsellors': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '现在在线的咨询师的账号',
    input: z.object({}),
    output: z.array(Id),
  }),
  'GET /chat/counsellorState': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '咨询师是否在线，以及通常多久回复；id 是咨询师的账号',
    input: z.object({ id: Id }),
    output: CounsellorState,
  }),
  'GET /chat/peerState': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '聊天对方是咨询师时，与“咨询师是否在线”相同；对方不是咨询师时为空',
    input: z.object({ accid: Accid }),
    output: CounsellorState.nullable(),
  }),
}
