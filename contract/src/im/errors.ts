// All errors of the messaging layer (messaging.md 8 and the figures of im-sdk-api.md): code on the wire, message, and
// handling in the SDK.

/**
 * How the SDK handles an error:
 * - shown, where the table names none: passed to the caller
 * - trivial: passed to the caller and not reported
 * - empty: the caller receives an empty result instead
 * - logged: passed to the caller and written to the local log
 * - blocks: the command is blocked for the seconds that the server gave
 * - reconnect: the connection is closed and reopened
 * - ends: the connection ends for good
 */
export type ErrorHandling = 'shown' | 'trivial' | 'empty' | 'logged' | 'blocks' | 'reconnect' | 'ends'
type ImErrorDefinition = { code: number | string; message: string; handling?: ErrorHandling }

/** Marks a message that the server sends with the error. The published script leaves it out (im-sdk/build.ts). */
const serverOnlyMessage = (message: string): string => message

export const imErrors = {
  wrongAccountOrToken: { code: 302, message: serverOnlyMessage('账号或令牌错误'), handling: 'ends' },
  forbidden: { code: 403, message: serverOnlyMessage('没有权限'), handling: 'ends' },
  notFound: { code: 404, message: '内容不存在' },
  noTeamMembers: { code: 406, message: serverOnlyMessage('没有群成员'), handling: 'empty' },
  timedOut: { code: 408, message: serverOnlyMessage('服务器处理超时'), handling: 'logged' },
  invalid: { code: 414, message: '参数错误' },
  networkFault: { code: 415, message: serverOnlyMessage('网络异常'), handling: 'logged' },
  tooOften: { code: 416, message: '操作过于频繁，请稍后再试', handling: 'blocks' },
  loggedInElsewhere: { code: 417, message: serverOnlyMessage('已在其他设备登录'), handling: 'ends' },
  accountDisabled: { code: 422, message: serverOnlyMessage('该账号已停用'), handling: 'ends' },
  internal: { code: 500, message: '服务暂时出现问题，请稍后再试', handling: 'logged' },
  unavailable: { code: 503, message: serverOnlyMessage('服务正在维护，请稍后再试'), handling: 'logged' },
  tooLateToRecall: { code: 508, message: serverOnlyMessage('已超过可撤回的时间') },
  teamFull: { code: 801, message: serverOnlyMessage('群成员已满') },
  notAllowedInTeam: { code: 802, message: serverOnlyMessage('您没有这个群的管理权限') },
  noTeams: { code: 803, message: serverOnlyMessage('没有群'), handling: 'empty' },
  notInTeam: { code: 804, message: serverOnlyMessage('您不在这个群里') },
  tooManyTeams: { code: 806, message: serverOnlyMessage('加入的群已达上限') },
  alreadyInTeam: { code: 809, message: serverOnlyMessage('已经在群里') },
  noSuchTeam: { code: 816, message: serverOnlyMessage('群不存在'), handling: 'trivial' },
  consentNeeded: {
    code: 2_001,
    message: serverOnlyMessage('第一次向咨询师留言前，请先阅读并同意《在线咨询知情同意书》'),
  },
  muted: {
    code: 2_002,
    message: serverOnlyMessage('您已被禁言：可以阅读，暂时不能发送。如有疑问，请联系网站管理员'),
  },
  changedMeanwhile: { code: 2_006, message: serverOnlyMessage('刚刚被他人修改，您写的还在这里') },
  foreignOrigin: {
    code: 2_003,
    message: serverOnlyMessage('这个网站的页面不能登录该账号：来源与账号不属于同一个应用'),
    handling: 'ends',
  },
  unknownApp: { code: 2_004, message: serverOnlyMessage('没有这个appKey的应用'), handling: 'ends' },
  appClosed: { code: 2_005, message: serverOnlyMessage('这个应用已停用'), handling: 'ends' },
  blockedByPeer: { code: 7101, message: serverOnlyMessage('对方目前不接收您的消息和邀请'), handling: 'trivial' },
  peerOffline: { code: 10201, message: serverOnlyMessage('对方不在线') },
  peerPushOffline: { code: 10202, message: serverOnlyMessage('对方不在线，推送不可达') },
  roomMissing: { code: 10404, message: serverOnlyMessage('房间不存在') },
  roomExists: { code: 10405, message: serverOnlyMessage('房间已存在'), handling: 'trivial' },
  notInRoom: { code: 10406, message: serverOnlyMessage('成员不在房间内') },
  alreadyInRoom: { code: 10407, message: serverOnlyMessage('成员已在房间内') },
  inviteMissing: { code: 10408, message: serverOnlyMessage('邀请不存在') },
  inviteRejected: { code: 10409, message: serverOnlyMessage('邀请已被拒绝') },
  inviteAccepted: { code: 10410, message: serverOnlyMessage('邀请已被接受') },
  uidConflict: { code: 10417, message: serverOnlyMessage('uid 冲突') },
  roomFull: { code: 10419, message: serverOnlyMessage('房间人数超过上限') },
  joinedElsewhere: { code: 10420, message: serverOnlyMessage('已在其他端加入房间') },
  roomClosed: { code: 13002, message: serverOnlyMessage('聊天室已关闭'), handling: 'ends' },
  roomBlacked: { code: 13003, message: serverOnlyMessage('您已被加入聊天室黑名单，不能进入'), handling: 'ends' },
  roomGagged: { code: 13004, message: serverOnlyMessage('您已在聊天室中被禁言') },
  roomMuted: { code: 13006, message: serverOnlyMessage('聊天室已全体禁言') },
  modelOff: { code: 107337, message: serverOnlyMessage('本站没有开通AI模型') },
  // errors that only a client sees
  socketState: { code: 'Error_Connection_Socket_State_not_Match', message: '未连接或未登录', handling: 'reconnect' },
  noAnswer: { code: 'Error_Timeout', message: '等待服务器答复超时', handling: 'reconnect' },
  offline: { code: 'Error_Internet_Disconnected', message: '网络连接已断开', handling: 'reconnect' },
  originNotAllowed: {
    code: 'Error_Origin_Not_Allowed',
    message: '这个来源不能连接，请在后台“开放接入”中添加',
    handling: 'ends',
  },
  database: { code: 'Error_Database', message: '本机数据库不可用' },
  // errors of uploads, which use HTTP (messaging.md 8)
  uploadAborted: { code: 'abort', message: '上传已取消', handling: 'trivial' },
  uploadTimedOut: { code: 'timeout', message: '上传超时', handling: 'logged' },
  uploadNetwork: { code: 'netError', message: '网络异常，上传失败', handling: 'logged' },
  uploadUnreadable: { code: 'parseError', message: '无法识别服务器的答复', handling: 'logged' },
  uploadTooLarge: { code: 'Error_File_Too_Large', message: 'upload file size exceeds limit' },
} as const satisfies Record<string, ImErrorDefinition>

export type ImErrorName = keyof typeof imErrors

/** A failed command. `data` carries details: the seconds of a 416, the field of a 414. */
export class ImFailure extends Error {
  readonly code: number | string
  readonly data: unknown
  constructor(code: number | string, message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** @param message replaces the default message if this case has its own */
export const imFail = (name: ImErrorName, message?: string, data: unknown = null): ImFailure =>
  new ImFailure(imErrors[name].code, message ?? imErrors[name].message, data)

/**
 * Names the invalid field of an input, for the developer of a page.
 * @param message absent for rules without a message
 */
export function describeIssue({
  message = '不正确',
  path,
}: {
  message?: string
  path: readonly PropertyKey[]
}): string {
  const isNamed = path.length === 0 || message.includes(String(path.at(-1)))
  return isNamed ? message : `${path.map(String).join('.')}：${message}`
}

const byCode = new Map(Object.values<ImErrorDefinition>(imErrors).map(({ code, handling }) => [code, handling]))

/** Codes that are not listed count as `shown`. */
export const handlingOfCode = (code: number | string): ErrorHandling => byCode.get(code) ?? 'shown'

/** True for a failed login that would fail again: it is refused, or its options are invalid or name no chatroom. */
export const endsLogin = (code: number | string): boolean =>
  handlingOfCode(code) === 'ends' || code === imErrors.invalid.code || code === imErrors.notFound.code
