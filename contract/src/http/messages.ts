// The message centre, and the credentials with which a signed-in user enters the chat.
import { z } from 'zod'
import { call, Done, Id, Nothing, optional, Time } from './row.ts'

const Message = z.object({
  id: z.number(),
  /** 6 bulletin, 5 review, 1 answered, 3 liked (portal.md 3) */
  type: z.number(),
  bulletinId: z.number().nullable(),
  bulletinContent: z.string(),
  problemId: z.number().nullable(),
  problemTitle: z.string(),
  fromName: z.string(),
  fromAvatar: z.string(),
  createTime: Time,
})
const OwnUser = z.object({ userId: optional(Id) })

export const messages = {
  'GET /message/getReadByUserId': call({
    who: 'user',
    own: ['userId'],
    summary: '已读消息',
    input: OwnUser,
    output: z.array(Message),
  }),
  'GET /message/getUnReadByUserId': call({
    who: 'user',
    own: ['userId'],
    summary: '未读消息',
    input: OwnUser,
    output: z.array(Message),
  }),
  'POST /message/updateReadByUserId': call({
    who: 'user',
    own: ['userId'],
    summary: '全部标为已读',
    input: OwnUser,
    output: Done,
  }),
  'POST /message/updateReadById': call({
    who: 'user',
    summary: '一条标为已读',
    input: z.object({ id: Id }),
    output: Done,
  }),
}

export const chat = {
  'GET /neteaseUser/getUser': call({
    who: ['counsellor', 'user'],
    summary: '即时通讯账号与令牌',
    input: Nothing,
    output: z.object({ accid: z.string(), token: z.string() }),
  }),
}
