// Explains the events of calls and their fields. A missing entry is a type error, and a test compares the fields with
// those of a real server.
import { signallingLimits, type SignalEventType } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { NimEvents } from '@xinqiao/im-sdk/nim/listeners.ts'
import type { NimChannel, NimSignal } from '@xinqiao/im-sdk/nim/present/signals.ts'

export const callListenerTexts: Record<Extract<keyof NimEvents, `signaling${string}`>, string> = {
  signalingNotify: '别的账号引起的事件，自己在线的各设备都收到。',
  signalingMutilClientSyncNotify:
    '自己的另一台设备接受（ACCEPT）或拒绝（REJECT）了邀请：请停止响铃；换到那里继续（ROOM_JOIN），离开（LEAVE）或结束（ROOM_CLOSE）了通话。',
  signalingUnreadMessageSyncNotify: '登录之后：没有标为已读的事件，早的在前；没有时是空数组。',
  signalingChannelsSyncNotify: '登录之后：自己所在的、还没有关闭的频道；没有时是空数组。',
}

export const callEventTexts: Record<SignalEventType, string> = {
  INVITE: `to 收到 from 的邀请。requestId 由邀请者给出，答复时原样传回；${signallingLimits.inviteSeconds} 秒没有答复则失效。`,
  CANCEL_INVITE: 'to 收到：from 取消了邀请 requestId。',
  ACCEPT: '邀请者（to）收到：from 接受了邀请 requestId。',
  REJECT: '邀请者（to）收到：from 拒绝了邀请 requestId。',
  ROOM_JOIN: '其他成员收到：from 加入了频道，to 也是这个账号，uid 与 attach 是它的。',
  LEAVE: `其他成员收到：from 离开了频道，to 也是这个账号。断线 ${signallingLimits.absentSeconds} 秒的也算离开。`,
  ROOM_CLOSE: '其他成员和还没有答复的受邀者收到：from 关闭了频道，或最后一位成员离开，或频道到期。',
  CONTROL: '一位成员或全体其他成员收到 from 传来的 attachExt；总是不保存。',
}

const channelFieldTexts: Record<keyof NimChannel, string> = {
  channelId: '频道的编号，由服务器给出。',
  channelName: '频道的名称；不写时由服务器给出猜不到的名称。',
  type: '1 语音，2 视频，3 其他。',
  creator: '建立频道的账号。',
  ext: '建立时写的扩展内容。',
  channelCreateTime: '建立的时间，毫秒。',
  channelExpireTime: `到期的时间：建立或延长后 ${signallingLimits.channelSeconds / 3_600} 小时。`,
  channelInValid: '频道已经关闭时为 true：ROOM_CLOSE，以及登录之后给出、而频道现在已经关闭的事件。',
  members:
    '当时的成员：account 与 accid 相同，uid 是频道里的编号，createTime 是加入的时间，expireTime 是频道到期的时间。',
}
export const signalFieldTexts: Record<keyof NimSignal, string> = {
  eventType: '事件的种类，见上表。',
  from: '引起事件的账号；频道到期时是建立者。',
  to: '事件有关的账号；给全体成员的为空。',
  requestId: '邀请的编号；与邀请无关的事件为空。',
  attachExt: `引起事件的方法里写的 attachExt，最多 ${signallingLimits.attachExt} 个字符。加入的同时接受时，ROOM_JOIN 的是 joinAttachExt。`,
  uid: '加入的成员在频道里的编号；其他事件为 0。',
  time: '时间，毫秒。',
  msgid: '保存的事件的编号，用 signalingMarkMsgRead 标为已读；没有保存的为空，可以照样传入，会被跳过。',
  attach: '只在 ROOM_JOIN 中：JSON 文字 {"member":{"accid","account","uid"}}。',
  ...channelFieldTexts,
}
