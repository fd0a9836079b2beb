// Explains members, rooms, messages and notices of chatrooms. A missing entry is a type error, and a test compares the
// fields of notices with those of a real server.
import type { RoomInfo, RoomMember, RoomNotice, RoomNoticeType } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import type { ChatroomMessage } from '@xinqiao/im-sdk/chatroom/present.ts'

export const roomFieldTexts: Record<keyof RoomInfo, string> = {
  id: '聊天室的编号，即 chatroomId。',
  name: '名称。',
  announcement: '公告。',
  broadcastUrl: '直播地址。',
  custom: '扩展内容。',
  createTime: '建立的时间，毫秒。',
  updateTime: '修改的时间，毫秒。',
  queuelevel: '谁可以修改队列：0 有账号的访客，1 只有创建者与管理员。',
  creator: '创建者的账号。',
  onlineMemberNum: '在线的人数。',
  mute: '全体禁言时为 true。',
}

export const memberFieldTexts: Record<keyof RoomMember, string> = {
  chatroomId: '聊天室的编号。',
  account: '账号；匿名访客的由服务器给出。',
  type: 'owner 创建者，manager 管理员，common 固定成员，restricted 在黑名单中或被禁言，guest 游客，anonymous 匿名访客。',
  level: '固定成员的级别，0 是没有。',
  nick: '在聊天室里的昵称。',
  avatar: '在聊天室里的头像。',
  custom: '在聊天室里的扩展内容。',
  online: '在线时为 true。',
  guest: 'type 是 guest 或 anonymous 时为 true。',
  enterTime: '进入的时间，毫秒；不在线时为 0。',
  blacked: '在黑名单中。',
  gaged: '被禁言。',
  valid: '总是 true，除非成员已不存在。',
  updateTime: '身份修改的时间，毫秒。',
  tempMuted: '被临时禁言。',
  tempMuteDuration: '临时禁言还剩几秒。',
  tags: '标签。',
}

export const roomMessageTexts: Record<keyof ChatroomMessage, string> = {
  chatroomId: '聊天室的编号。',
  idClient: '消息的编号，由发送者给出。',
  from: '发送者的账号。',
  fromNick: '发送者在聊天室里的昵称。',
  fromAvatar: '发送者在聊天室里的头像。',
  fromCustom: '发送者在聊天室里的扩展内容。',
  fromClientType: '发送者的客户端，例如 Web；通知是 Server。',
  type: 'text、image、audio、video、file、geo、tip、custom 或 notification（通知）。',
  flow: 'in 收到的，out 自己发的。',
  status: 'sending、success 或 fail。',
  time: '时间，毫秒；同一聊天室里各不相同，翻页用它。',
  userUpdateTime: '与 time 相同。',
  resend: '这是重发的消息。',
  text: '文本。',
  tip: '提示。',
  content: '自定义内容。',
  geo: '位置。',
  file: '文件，url 带签名，一小时内有效。',
  custom: '扩展内容。',
  subType: '子类型。',
  highPriority: '必达的消息。',
  notifyTargetTags: '按标签选择的接收者；没有时是全体。',
  toAccids: '只给这些账号；没有时是全体。',
  isFromModerator: '只在讲座的聊天室里：发送时，发送者是主持人。',
  loc_x: '坐标。',
  loc_y: '坐标。',
  loc_z: '坐标。',
  attach: '通知的内容，见下表。',
}

type RoomNoticeText = { text: string; fields: readonly Exclude<keyof RoomNotice, 'type' | 'from' | 'fromNick'>[] }
const aboutMember = ['to', 'toNick', 'custom'] as const

export const roomNotices: Record<RoomNoticeType, RoomNoticeText> = {
  memberEnter: { text: '有人进入；custom 是它的 chatroomEnterCustom。不存历史。', fields: aboutMember },
  memberExit: { text: '有人离开。不存历史。', fields: aboutMember },
  updateMemberInfo: { text: '有人修改自己的资料（needNotify 为 true）。', fields: aboutMember },
  updateTags: { text: '有人修改自己的标签 tags；custom 是它的 ext。', fields: [...aboutMember, 'tags'] },
  updateChatroom: { text: '聊天室的资料有变化，chatroom 是改过的项。', fields: ['chatroom', 'custom'] },
  closeChatroom: { text: '聊天室关闭，所有人随后断开。', fields: ['custom'] },
  addManager: { text: 'to 成为管理员。', fields: aboutMember },
  removeManager: { text: 'to 不再是管理员，成为普通成员。', fields: aboutMember },
  addCommon: { text: 'to 成为固定成员。', fields: aboutMember },
  removeCommon: { text: 'to 不再是固定成员。', fields: aboutMember },
  kickMember: { text: 'to 被请出。', fields: aboutMember },
  blackMember: { text: 'to 被加入黑名单，随后断开。', fields: aboutMember },
  unblackMember: { text: 'to 被移出黑名单。', fields: aboutMember },
  gagMember: { text: 'to 被禁言。', fields: aboutMember },
  ungagMember: { text: 'to 的禁言解除。', fields: aboutMember },
  addTempMute: { text: 'to 被临时禁言 duration 秒。', fields: [...aboutMember, 'duration'] },
  removeTempMute: { text: 'to 的临时禁言解除，duration 为 0。', fields: [...aboutMember, 'duration'] },
  addTempMuteTag: { text: '有标签 tag 的人被临时禁言 duration 秒。', fields: ['tag', 'duration', 'custom'] },
  removeTempMuteTag: { text: '有标签 tag 的人解除禁言，duration 为 0。', fields: ['tag', 'duration', 'custom'] },
  updateQueue: {
    text: '队列有变化。queueChange 的 type 是 OFFER（加入，to 是元素的所有者）、POLL（取出）或 DROP（清空）；前两种有 elementKey 与 elementValue。只有 OFFER 有 to 与 toNick。',
    fields: ['queueChange'],
  },
  batchUpdateQueue: {
    text: '几个元素有变化：queueChange 的 type 是 BATCH_UPDATE（内容修改，custom 是 notifyExt）或 PARTCLEAR（to 离开，它的元素移除），elementKv 是以 elementKey 为键的内容。',
    fields: ['queueChange'],
  },
  muteRoom: { text: '全体禁言。', fields: ['custom'] },
  unmuteRoom: { text: '全体禁言解除。', fields: ['custom'] },
  deleteChatroomMsg: {
    text: '应用的服务器删除了一条消息：to 是发送者（没有 toNick），msgId 是它的 idClient，msgTime 是它的时间。请从页面去掉。',
    fields: ['to', 'msgId', 'msgTime', 'custom'],
  },
}
