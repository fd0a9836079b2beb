// Explains the methods, options and callbacks of `Chatroom`. A missing entry is a type error.
import type { Chatroom } from '@xinqiao/im-sdk/chatroom/chatroom.ts'
import type { ChatroomCallbacks, ChatroomSendOptions } from '@xinqiao/im-sdk/chatroom/options.ts'
import type { EventEmitter } from '@xinqiao/im-sdk/nim/listeners.ts'

type ChatroomFieldName = 'account' | 'options' | 'room' | 'loading'
type ChatroomMethodName = Exclude<keyof Chatroom, ChatroomFieldName | keyof EventEmitter>

export const chatroomMethodTexts: Record<ChatroomMethodName, string> = {
  connect: '进入聊天室。getInstance 自动进入，除非设了 skipConnectionOnInitialize。',
  disconnect: '断开连接，不再自动重连。',
  logout: '离开聊天室并断开；其他访客立即收到 memberExit。',
  destroy: '断开并销毁实例；之后用 getInstance 新建。',
  setOptions: '修改选项，例如在 onwillreconnect 中换新的令牌。',
  sendText: '发送文本，立即返回状态为 sending 的消息，结果在 done 中。共同的选项见上表。',
  sendCustomMsg: '发送自定义内容（content）。',
  sendTipMsg: '发送提示。',
  sendGeo: '发送位置（geo）。',
  previewFile: '只上传文件，不发消息；得到的 file 交给 sendFile。',
  sendRobotMsg: '得到 414：机器人只在会话里回答。',
  sendFile: '上传并发送图片、语音、视频或文件；匿名访客不能发送。收到的地址一小时内有效，再读历史可得到新地址。',
  resendMsg: '重发失败的消息，idClient 不变，不会重复。',
  getHistoryMsgs:
    '读历史：timetag 之前的消息，从新到旧；reverse 为 true 时是之后的，从旧到新。msgTypes 是类型名。每次最多 100 条。',
  getChatroom: '聊天室的资料 chatroom，onlineMemberNum 是在线的人数。',
  updateChatroom: '修改聊天室的资料，创建者与管理员可以；needNotify 为 false 时不通知。',
  closeChatroom: '关闭聊天室，所有人断开；只有创建者可以。',
  updateTags:
    '修改自己的标签；其他设备收到 onTagsUpdate。标签只决定收到什么，不是权限：任何访客都可以加上任何标签，随后读到它的历史消息。',
  updateCoordinate: '修改自己的坐标与收听的距离；不写坐标时收到所有的消息。',
  updateMyChatroomMemberInfo: '修改自己的昵称、头像与扩展内容（member）；needSave 为 true 时固定成员以后进入也用它。',
  getChatroomMembers:
    '成员列表：guest 为 false 时是固定成员（用最后一位的 updateTime 翻页），为 true 时是在线的游客（用 enterTime 翻页）。',
  getChatroomMembersByTag: '在线的、有这个标签的成员，新进入的在前。',
  getChatroomMembersInfo: '这些账号的成员资料，最多 20 个；不在的账号不返回。',
  getChatroomMemberCountByTag: '在线的、有这个标签的人数 count。',
  markChatroomIdentity: '设身份：identity 为 manager、common、black（黑名单）或 mute（禁言）。',
  markChatroomManager: '设或取消管理员；只有创建者可以。取消后是普通成员。',
  markChatroomCommonMember: '设或取消固定成员，level 是级别。',
  markChatroomBlacklist: '加入或移出黑名单；加入后立即断开，不能再进入，也不再是管理员或固定成员。',
  markChatroomGaglist: '禁言或解除。管理员不能对创建者和其他管理员这样做。',
  kickChatroomMember: '请出聊天室；对方可以再次进入。',
  updateChatroomMemberTempMute: '临时禁言 duration 秒，0 为解除。',
  updateTagMembersTempMute: '临时禁言有这个标签的人，包括之后进入的；创建者与管理员仍可发言。',
  getHistoryMsgsByTags: '读发给这些标签的历史消息；fromTime、toTime 是起止时间。',
  queueOffer:
    '把元素加到队列末尾；elementKey 已存在时位置不变，换成新的内容与所有者。transient 为 true 时，所有者离开或断线后自动移除。elementAccount 是所有者，默认是自己，只有创建者与管理员可以写别人。聊天室的 queuelevel 为 0 时有账号的访客都可以修改队列，为 1 时只有创建者与管理员可以；全体禁言时仍可以，被单独禁言的不可以。所有人收到 updateQueue 通知，attach.queueChange 的 type 是 OFFER、POLL 或 DROP。',
  queuePoll: '取出并移除 elementKey 的元素，不写时是第一个；没有时错误码是 404。',
  queueList: '按顺序列出队列，最多 500 个元素。',
  peak: '查看第一个元素，不移除；队列为空时错误码是 404。',
  queueDrop: '清空队列；创建者、管理员与固定成员可以。',
  queueChange:
    '修改已有元素的内容，位置与所有者不变；elementKeyArray 是队列里没有的 elementKey。每次最多 100 个，一次请求不超过 120 KB。needNotify 为 true 时所有人收到 batchUpdateQueue 通知，attach.queueChange 的 type 是 BATCH_UPDATE，elementKv 是新的内容；所有者离开时也有这样的通知，type 是 PARTCLEAR。',
}

export const chatroomSendOptionTexts: Record<keyof ChatroomSendOptions, string> = {
  custom: '扩展内容，最长 4,000 个字符。',
  subType: '子类型，大于 0 的整数。',
  notifyTargetTags: '按标签选择接收者，写法同进入时的选项。',
  toAccids: '只给这些账号，不存历史；创建者与管理员才能用。',
  highPriority: 'true：繁忙时也必达；创建者与管理员才能用。',
  loc_x: '坐标；只有附近的访客收到。',
  loc_y: '坐标。',
  loc_z: '坐标。',
  env: '环境名称，只送到对方页面。',
  idClient: '消息的编号，默认自动生成；同一编号只会送达一次。',
  skipHistory: '不能为 true：每条消息都保存在历史里，否则得到 414。',
  isHistoryable: '不能为 false，同 skipHistory。',
  resend: '这是重发的消息。',
  beforesend: '发出之前调用一次，得到将要发送的消息。',
  done: '结果：done(error, msg)。失败时 msg.status 是 fail。',
}

export const chatroomCallbackTexts: Record<keyof ChatroomCallbacks, string> = {
  onconnect: '已进入：chatroom 是聊天室的资料，member 是自己。',
  onmsgs:
    '收到一批消息；type 为 notification 的是通知，attach.type 写明是什么。自己发出的消息不在其中。断线期间的消息不补发，重连后用 getHistoryMsgs 取。',
  onwillreconnect: '即将重连；可以返回 Promise，等页面换好令牌，最多等 30 秒。',
  ondisconnect:
    '连接结束，不再重连。code 为 kicked 时 reason 是 chatroomClosed、managerKick、blacked 或 samePlatformKick；被拒绝时 code 是错误码，例如 13002、13003。',
  onerror: '首次进入时连不上服务器（通知一次，重试继续）。',
  onTagsUpdate: '自己的标签在其他设备上被修改。',
  oncare: '本页发出的文字像是有危险，请显示求助方式。',
  reconnectDelayProvider: '收到建议的重连间隔（毫秒），返回采用的间隔，最长约 24 天。',
}

export const chatroomOptionTexts = {
  chatroomId: '聊天室的编号，由应用的服务器用 chatroom/create 建立。',
  chatroomAddresses: '服务器地址，由 getChatroomAddress 或 chatroom/requestAddr 得到；不写时用 defaultLink。',
  account: '账号，与 token 一起写。',
  token: '令牌。',
  isAnonymous: '为 true 时不用账号进入；聊天室要允许匿名，必须写 chatroomNick，只能阅读。',
  chatroomNick: '在聊天室里的昵称，默认是账号的昵称；用户自己的昵称不会显示，显示的是化名。',
  chatroomAvatar: '在聊天室里的头像。',
  chatroomCustom: '在聊天室里的扩展内容；匿名访客写的不采用。',
  chatroomEnterCustom: '随进入的通知发给其他访客的内容；匿名访客写的不采用。',
  tags: '自己的标签，最多 10 个，每个最多 32 个字符。',
  notifyTargetTags: '谁收到自己进出的通知，例如 {"tag":"a"}，可以用 and、or、not 组合。',
  loc_x: '自己的坐标，与 distance 一起写。',
  loc_y: '自己的坐标。',
  loc_z: '自己的坐标。',
  distance: '收听的距离；带坐标的消息超过这个距离就收不到。',
} as const
