// The server API for backends of apps: signed POST calls with a form as body. Replies are JSON with a `code`.
import { z } from 'zod'
import {
  defineServerCall,
  Flag,
  fromJson,
  historyForm,
  SentMessage,
  ServerHistory,
  limitedText,
  listOfAccids,
  messageForm,
  Nothing,
  noticeForm,
  wholeNumber,
  limitedName,
} from './forms.ts'
import { pictureAddress } from '../im/named-text.ts'
import { notice } from '../im/accounts/notify.ts'
import {
  AccountImportResult,
  AccountName as Accid,
  AccountToken as Token,
  maxImportRows,
  MessageImportResult,
} from './import.ts'
import { robotForms } from './robots.ts'
import { roomCommandCalls, roomForms, ServerRoom } from './rooms.ts'
import { superTeamCalls } from './super-teams.ts'
import { teamCalls } from './teams.ts'

/**
 * Signed headers: CheckSum is the lower-case hex SHA-1 of secret + Nonce + CurTime. CurTime may differ from the
 * server's clock by this many seconds.
 */
export const clockToleranceSeconds = 300
export const maxNonceLength = 128

/** Refusals of this API. Errors of the chat keep their codes (`im/errors.ts`). */
export const serverApiErrors = {
  success: { code: 200, desc: '' },
  unknownCall: { code: 404, desc: '没有这个接口' },
  wrongMethod: { code: 405, desc: '请用 POST 调用' },
  invalid: { code: 414, desc: '参数错误' },
  tooOften: { code: 416, desc: '请求过于频繁，请稍后再试' },
  tooLarge: { code: 413, desc: '请求内容过大' },
  internal: { code: 500, desc: '服务暂时出现问题，请稍后再试' },
  unavailable: { code: 503, desc: '服务正在维护，请稍后再试' },
  alreadyRegistered: { code: 3_000, desc: '账号已存在' },
  unknownApp: { code: 3_001, desc: 'AppKey 不存在' },
  wrongSignature: { code: 3_002, desc: 'CheckSum 不正确' },
  wrongNonce: { code: 3_002, desc: `Nonce 不能为空，也不能超过${maxNonceLength}个字符` },
  wrongClock: { code: 3_003, desc: 'CurTime 与服务器时间相差超过五分钟' },
  usedNonce: { code: 3_004, desc: 'Nonce 已使用过' },
  closedApp: { code: 3_005, desc: '应用已停用' },
  fromBrowser: { code: 3_006, desc: '服务端接口不能从网页调用' },
  usedToken: { code: 3_007, desc: 'token 已被使用，请更换' },
  notLater: { code: 3_008, desc: '时间不晚于会话里的上一条消息，请按时间从早到晚导入' },
  writtenHere: { code: 3_009, desc: '会话里已有在这里写的消息，不能再导入旧消息' },
  inFuture: { code: 3_010, desc: '时间晚于现在' },
  usedId: { code: 3_011, desc: '同一发送者在另一个会话里用过这个msgid' },
} as const
export type ServerApiErrorName = keyof typeof serverApiErrors

/** Rows are not validated here, because the call checks each row separately. */
const rows = fromJson(
  z.array(z.unknown(), '必须是数组').min(1, '不能为空').max(maxImportRows, `不能超过${maxImportRows}条`),
)

const profile = {
  name: limitedName(64).optional(),
  icon: pictureAddress('icon').optional(),
  sign: limitedText(256).optional(),
  email: limitedText(64).optional(),
  birth: limitedText(10).optional(),
  mobile: limitedText(32).optional(),
  gender: wholeNumber(0, 2).optional(),
  ex: limitedText(1_024).optional(),
}
const ConversationKind = z.enum(['0', '1'], '只能是0（单聊）或1（群）')

/**
 * Paths below /nimserver/, without `.action`. A parameter that a row does not define is refused, with its name, unless
 * ignored.ts lists it.
 */
export const serverCalls = {
  'user/create': defineServerCall({
    summary: '创建账号；不给 token 时由服务器生成',
    input: z.strictObject({ accid: Accid, token: Token.optional(), ...profile }),
    output: z.object({ info: z.object({ accid: z.string(), token: z.string(), name: z.string() }) }),
  }),
  'user/import': defineServerCall({
    summary: '导入旧账号，最多500个；已有的账号不改动，没有 token 的账号要先换 token 才能登录',
    input: z.strictObject({ accounts: rows }),
    output: z.object({ results: z.array(AccountImportResult) }),
  }),
  'user/update': defineServerCall({
    summary: '更换账号的 token；用旧 token 登录的连接随即断开',
    input: z.strictObject({ accid: Accid, token: Token }),
    output: Nothing,
  }),
  'user/refreshToken': defineServerCall({
    summary: '由服务器生成新的 token；用旧 token 登录的连接随即断开',
    input: z.strictObject({ accid: Accid }),
    output: z.object({ info: z.object({ accid: z.string(), token: z.string() }) }),
  }),
  'user/updateUinfo': defineServerCall({
    summary: '修改账号的资料',
    input: z.strictObject({ accid: Accid, ...profile }),
    output: Nothing,
  }),
  'user/getUinfos': defineServerCall({
    summary: '查询账号的资料，最多200个；不存在的账号不返回',
    input: z.strictObject({ accids: listOfAccids(200) }),
    output: z.object({
      uinfos: z.array(
        z.object({
          accid: z.string(),
          name: z.string(),
          icon: z.string(),
          sign: z.string(),
          email: z.string(),
          birth: z.string(),
          mobile: z.string(),
          gender: z.number(),
          ex: z.string(),
          valid: z.boolean(),
          mute: z.boolean(),
        }),
      ),
    }),
  }),
  'user/block': defineServerCall({
    summary: '停用账号：不能再登录；needkick 为 true 时立即断开，否则几秒后断开',
    input: z.strictObject({ accid: Accid, needkick: Flag.default(false) }),
    output: Nothing,
  }),
  'user/unblock': defineServerCall({ summary: '恢复账号', input: z.strictObject({ accid: Accid }), output: Nothing }),
  'user/mute': defineServerCall({
    summary: '禁言或解除禁言：可以登录和阅读，不能发送',
    input: z.strictObject({ accid: Accid, mute: Flag }),
    output: Nothing,
  }),
  'msg/sendMsg': defineServerCall({
    summary: '以一个账号的名义发送一条消息；ope 为 0（单聊，to 是账号）或 1（群，to 是群号，from 是群成员）',
    input: z.strictObject({ from: Accid, ope: ConversationKind, to: Accid, ...messageForm }),
    output: SentMessage,
  }),
  'msg/sendBatchMsg': defineServerCall({
    summary: '把一条消息发给最多500个账号；unregister 是不存在的账号',
    input: z.strictObject({
      fromAccid: Accid,
      toAccids: listOfAccids(500),
      returnMsgid: Flag.default(false),
      ...messageForm,
    }),
    output: z.object({
      unregister: z.array(z.string()),
      msgids: z.record(z.string(), z.number()).optional(),
      timetag: z.number(),
    }),
  }),
  'msg/sendAttachMsg': defineServerCall({
    summary: '发送一条自定义系统通知；msgtype 为 0（单聊，to 是账号）或 1（群，to 是群号）',
    input: z.strictObject({ from: Accid, msgtype: ConversationKind, to: Accid, ...noticeForm }),
    output: Nothing,
  }),
  'msg/sendBatchAttachMsg': defineServerCall({
    summary: '把一条自定义系统通知发给最多500个账号',
    input: z.strictObject({ fromAccid: Accid, toAccids: listOfAccids(500), ...noticeForm }),
    output: z.object({ unregister: z.array(z.string()) }),
  }),
  'msg/broadcastMsg': defineServerCall({
    summary: '向应用的所有账号广播；ttl 是离线账号还能收到的小时数',
    input: z.strictObject({
      body: z.string('不能为空').min(1, '不能为空').max(4_096),
      ttl: wholeNumber(1, 168).default(168),
    }),
    output: z.object({ msg: z.object({ broadcastId: z.number(), body: z.string(), createTime: z.number() }) }),
  }),
  'msg/recall': defineServerCall({
    summary:
      '撤回一条消息；type 为 7（单聊，to 是账号）或 8（群，to 是群号）；from 是发送者，群里也可以是群主或管理员；ignoreTime 为 1 时不限时间',
    input: z.strictObject({
      deleteMsgid: notice.IdServer,
      type: z.enum(['7', '8'], '只能是7（单聊）或8（群）'),
      from: Accid,
      to: Accid,
      msg: limitedText(5_000).default(''),
      attach: limitedText(5_000).default(''),
      ignoreTime: wholeNumber(0, 1).default(0),
    }),
    output: Nothing,
  }),
  'msg/import': defineServerCall({
    summary: '导入旧的单聊消息，最多500条，按时间从早到晚；重复导入不会重复',
    input: z.strictObject({ msgs: rows }),
    output: z.object({ results: z.array(MessageImportResult) }),
  }),
  'chatroom/create': defineServerCall({
    summary: '建聊天室；allowAnonymous 为 true 时没有账号的访客也可以进入，但只能阅读；历史消息保留 historyDays 天',
    input: roomForms.create,
    output: z.object({ chatroom: ServerRoom }),
  }),
  'chatroom/get': defineServerCall({
    summary: '查询聊天室的资料',
    input: roomForms.get,
    output: z.object({ chatroom: ServerRoom }),
  }),
  'chatroom/toggleCloseStat': defineServerCall({
    summary: '关闭或重新打开聊天室；只有创建者可以。关闭时所有访客断开',
    input: roomForms.toggleCloseStat,
    output: z.object({ desc: ServerRoom }),
  }),
  'chatroom/requestAddr': defineServerCall({
    summary: '取得进入聊天室的服务器地址，即 Chatroom 的 chatroomAddresses',
    input: roomForms.requestAddr,
    output: z.object({ addr: z.array(z.string()) }),
  }),
  'chatroom/muteRoom': defineServerCall({
    summary: '全体禁言或解除；创建者与管理员可以操作，也不受限制；needNotify 为 true 时通知访客',
    input: roomForms.muteRoom,
    output: z.object({ desc: ServerRoom }),
  }),
  'chatroom/recall': defineServerCall({
    summary: '删除一条消息，如直播中的不当发言；msgId 是消息的 idClient；在场的访客收到通知，历史里不再有它',
    input: roomForms.recall,
    output: z.object({}),
  }),
  'robot/create': defineServerCall({
    summary:
      '创建机器人账号，它不能登录；有 prompt 时由AI模型回答，没有时由应用的后端回答：问题送到 questionUrl，答案用 robot/answer 或 msg/sendMsg 写',
    input: robotForms.create,
    output: z.object({ info: z.object({ accid: z.string(), name: z.string() }) }),
  }),
  'robot/update': defineServerCall({
    summary: '修改机器人的欢迎语、prompt 与 questionUrl',
    input: robotForms.update,
    output: Nothing,
  }),
  'robot/answer': defineServerCall({
    summary: '写机器人对一个问题的回答，text 是文字或模板（parseRobotTemplate）；同一个问题再写时返回第一次的回答',
    input: robotForms.answer,
    output: z.object({ data: z.object({ msgid: z.number(), timetag: z.number() }) }),
  }),
  ...roomCommandCalls,
  ...teamCalls,
  ...superTeamCalls,
  'crisis/queryText': defineServerCall({
    summary: '查询一条求助提醒保存的原文：写下的人已撤回或修改的消息，以及不在会话中的文字',
    input: z.strictObject({ id: wholeNumber(1, 999_999_999_999_999) }),
    output: z.object({ texts: z.array(z.string()) }),
  }),
  'history/querySessionMsg': defineServerCall({
    summary: '查询两个账号之间的消息；reverse 为 1 时从早到晚，2 时从晚到早',
    input: z.strictObject({ from: Accid, to: Accid, ...historyForm }),
    output: ServerHistory,
  }),
}
export type ServerCallName = keyof typeof serverCalls
export type ServerCallInput<K extends ServerCallName> = z.output<(typeof serverCalls)[K]['input']>
export type ServerCallOutput<K extends ServerCallName> = z.input<(typeof serverCalls)[K]['output']>

/** Thrown by a call; its code becomes the reply. */
export class ServerApiFailure extends Error {
  readonly code: number
  constructor(name: ServerApiErrorName, desc: string = serverApiErrors[name].desc) {
    super(desc)
    this.code = serverApiErrors[name].code
  }
}
