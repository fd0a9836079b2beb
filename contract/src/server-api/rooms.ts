// Calls of the server API about chatrooms.
import { z } from 'zod'
import { chatroomLimits, ChatroomId } from '../im/chatroom/chatroom-model.ts'
import { IdClient } from '../im/messages/messages.ts'
import { AccountName as Accid } from './import.ts'
import { defineServerCall, Flag, limitedText, listOfAccids, messageForm, wholeNumber, limitedName } from './forms.ts'

export const ServerRoom = z.object({
  roomid: z.number(),
  valid: z.boolean(),
  muted: z.boolean(),
  name: z.string(),
  announcement: z.string(),
  broadcasturl: z.string(),
  ext: z.string(),
  queuelevel: z.number(),
  creator: z.string(),
})

const texts = {
  announcement: limitedText(chatroomLimits.announcement),
  broadcasturl: limitedText(chatroomLimits.url),
  ext: limitedText(chatroomLimits.custom),
}
const roomid = ChatroomId.transform(Number)

/** Inputs of the calls, whose rows are in server-api.ts. */
export const roomForms = {
  create: z.strictObject({
    creator: Accid,
    name: limitedName(chatroomLimits.name).min(1, '不能为空'),
    announcement: texts.announcement.default(''),
    broadcasturl: texts.broadcasturl.default(''),
    ext: texts.ext.default(''),
    queuelevel: wholeNumber(0, 1).default(0),
    allowAnonymous: Flag.default(false),
    historyDays: wholeNumber(1, 3_650).default(30),
  }),
  get: z.strictObject({ roomid }),
  toggleCloseStat: z.strictObject({ roomid, operator: Accid, valid: Flag }),
  /** `accid` has no effect, because all visitors use the same addresses. Backends of common services pass it. */
  requestAddr: z.strictObject({ roomid, accid: Accid.optional(), clienttype: limitedText(8).optional() }),
  muteRoom: z.strictObject({
    roomid,
    operator: Accid,
    mute: Flag,
    needNotify: Flag.default(true),
    notifyExt: limitedText(chatroomLimits.custom).default(''),
  }),
  recall: z.strictObject({
    roomid,
    operator: Accid,
    fromAcc: Accid,
    msgId: IdClient,
    notifyExt: limitedText(chatroomLimits.custom).default(''),
  }),
}

const ServerRoomMember = z.object({
  roomid: z.number(),
  accid: z.string(),
  nick: z.string(),
  avator: z.string(),
  ext: z.string(),
  type: z.enum(['CREATOR', 'MANAGER', 'COMMON', 'LIMITED', 'TEMPORARY']),
  level: z.number(),
  blacklisted: z.boolean(),
  muted: z.boolean(),
  tempMuted: z.boolean(),
  tempMuteTtl: z.number(),
})
const ServerRoomMembers = z.object({ desc: z.object({ data: z.array(ServerRoomMember) }) })
const MsgTypes = z
  .string()
  .regex(/^\d{1,3}(?:,\d{1,3}){0,19}$/, '必须是用逗号隔开的数字')
  .transform((text) => text.split(',').map(Number))

/** Calls that run commands of a chatroom in the name of an account, which need not be in the room. */
export const roomCommandCalls = {
  'chatroom/sendMsg': defineServerCall({
    summary:
      '以一个账号的名义在聊天室发送一条消息；msgId 由您生成，重复时不再发送；attach 是内容：文字，或与 body 相同的 JSON',
    input: z.strictObject({
      roomid,
      msgId: IdClient,
      fromAccid: Accid,
      msgType: messageForm.type,
      attach: z.string('不能为空').min(1, '不能为空').max(4_096, '不能超过4096个字符'),
      ext: messageForm.ext,
      highPriority: Flag.default(false),
      notifyTargetTags: limitedText(chatroomLimits.tagExpression).default(''),
    }),
    output: z.object({
      desc: z.object({
        time: z.string(),
        msgid_client: z.string(),
        fromClientType: z.literal('REST'),
        attach: z.string(),
        roomId: z.string(),
        fromAccount: z.string(),
        fromNick: z.string(),
        fromAvator: z.string(),
        type: z.string(),
        ext: z.string(),
      }),
    }),
  }),
  'chatroom/setMemberRole': defineServerCall({
    summary:
      '设置（optvalue 为 true）或取消成员的角色：opt 为 1 管理员、2 普通成员、-1 黑名单、-2 禁言；operator 是创建者，除管理员以外也可以是管理员',
    input: z.strictObject({
      roomid,
      operator: Accid,
      target: Accid,
      optvalue: Flag,
      opt: z.enum(['1', '2', '-1', '-2'], '只能是1、2、-1、-2'),
      notifyExt: limitedText(chatroomLimits.custom).default(''),
    }),
    output: z.object({ desc: ServerRoomMember.pick({ roomid: true, accid: true, level: true, type: true }) }),
  }),
  'chatroom/update': defineServerCall({
    summary: '修改聊天室的资料，以创建者的名义；needNotify 为 false 时不通知访客',
    input: z
      .strictObject({
        roomid,
        name: limitedName(chatroomLimits.name).min(1, '不能为空').optional(),
        announcement: texts.announcement.optional(),
        broadcasturl: texts.broadcasturl.optional(),
        ext: texts.ext.optional(),
        queuelevel: wholeNumber(0, 1).optional(),
        needNotify: Flag.default(true),
        notifyExt: limitedText(chatroomLimits.custom).default(''),
      })
      .refine(
        ({ name, announcement, broadcasturl, ext, queuelevel }) =>
          (name ?? announcement ?? broadcasturl ?? ext ?? queuelevel) !== undefined,
        '资料至少写一项',
      ),
    output: z.object({ chatroom: ServerRoom }),
  }),
  'chatroom/membersByPage': defineServerCall({
    summary:
      '查询聊天室的固定成员（type 只能是 0），从新到旧；endtime 为上一页最后一位的 updateTime，第一页为 0；不含是否在线',
    input: z.strictObject({
      roomid,
      type: z.literal('0', '只能是0（固定成员）'),
      endtime: wholeNumber(0, Number.MAX_SAFE_INTEGER),
      limit: wholeNumber(1, chatroomLimits.memberPage),
    }),
    output: z.object({
      desc: z.object({ data: z.array(ServerRoomMember.extend({ updateTime: z.number() })) }),
    }),
  }),
  'chatroom/queryMembers': defineServerCall({
    summary: `查询聊天室的成员，最多${chatroomLimits.accounts}个；没有角色的账号不返回`,
    input: z.strictObject({ roomid, accids: listOfAccids(chatroomLimits.accounts) }),
    output: ServerRoomMembers,
  }),
  'history/queryChatroomMsg': defineServerCall({
    summary:
      '查询 accid 在聊天室看得到的消息；reverse 为 1 时从 timetag 起从早到晚，2 时从晚到早；timetag 为 0 时从头；type 是用逗号隔开的消息类型',
    input: z.strictObject({
      roomid,
      accid: Accid,
      timetag: wholeNumber(0, Number.MAX_SAFE_INTEGER),
      limit: wholeNumber(1, chatroomLimits.historyPage),
      reverse: wholeNumber(1, 2).default(2),
      type: MsgTypes.optional(),
    }),
    output: z.object({
      size: z.number(),
      msgs: z.array(
        z.object({
          from: z.string(),
          fromNick: z.string(),
          fromAvator: z.string(),
          msgid: z.string(),
          sendtime: z.number(),
          type: z.number(),
          body: z.unknown(),
          ext: z.string().optional(),
        }),
      ),
    }),
  }),
}
