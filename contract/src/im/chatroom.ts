// Commands of chatrooms. A connection signs in to one room; the commands after it concern this room.
import { z } from 'zod'
import {
  chatroomLimits,
  ChatroomId,
  RoomDraft,
  RoomInfo,
  RoomMember,
  RoomLogin,
  RoomMessage,
  Tags,
} from './chatroom-model.ts'
import { command, definePush, service } from './command.ts'
import { periodRule } from './history-page.ts'
import { chatMessageTypes } from './messages.ts'
import { messageTexts } from './msg.ts'
import { Timestamp } from './scene.ts'

export const chatroom = service(
  13,
  {
    /** Addresses of servers that accept logins to the room. */
    getAddress: command(1, {
      who: 'chat',
      input: z.object({ chatroomId: ChatroomId }),
      output: z.object({ addresses: z.array(z.string()) }),
      errors: ['notFound'],
    }),
    login: command(2, {
      who: 'connected',
      texts: ['nick', 'custom', 'enterCustom'],
      input: RoomLogin,
      output: z.object({
        chatroom: RoomInfo,
        member: RoomMember,
        serverTime: z.number(),
      }),
      errors: [
        'wrongAccountOrToken',
        'forbidden',
        'accountDisabled',
        'foreignOrigin',
        'notFound',
        'roomClosed',
        'roomBlacked',
      ],
      timeoutMs: 10_000,
    }),
    logout: command(3, { who: 'room', input: z.object({}), output: z.null() }),
    sendMsg: command(4, {
      who: 'room',
      texts: messageTexts,
      input: RoomDraft,
      output: z.object({ msg: RoomMessage }),
      errors: ['forbidden', 'roomClosed', 'roomGagged', 'roomMuted', 'muted', 'invalid'],
      maxFrequency: { times: 50, seconds: 10 },
    }),
    getHistory: command(5, {
      who: 'room',
      input: z
        .object({
          beginTime: Timestamp.default(0),
          endTime: Timestamp.default(0),
          limit: z
            .number('limit必须是数字')
            .int('limit必须是整数')
            .min(1, 'limit不能小于1')
            .max(chatroomLimits.historyPage, `limit不能超过${chatroomLimits.historyPage}`)
            .default(chatroomLimits.historyPage),
          /** false: newest first, down from endTime; true: oldest first, up from beginTime. */
          reverse: z.boolean('reverse必须是布尔值').default(false),
          msgTypes: z
            .array(z.literal(Object.values(chatMessageTypes), '消息类型不正确'))
            .max(20)
            .default([]),
          /** Only messages for visitors with one of these tags. */
          tags: Tags.default([]),
        })
        .refine(...periodRule),
      output: z.object({ msgs: z.array(RoomMessage) }),
      maxFrequency: { times: 30, seconds: 10 },
    }),
  },
  {
    /** Messages of a moment, in their order. */
    msgs: definePush(101, z.object({ msgs: z.array(RoomMessage) })),
  },
)
