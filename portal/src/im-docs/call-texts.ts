// Explains the methods for the signalling of calls.
import { signallingLimits } from '@xinqiao/contract/im/signalling/signalling-model.ts'

export const calls = {
  signalingCallEx:
    '建立频道（同名的已存在则加入它）、加入并邀请 account，一次完成。结果的 callStatus 是 200，对方不在线时是 10201，要求推送（pushInfo.needPush）而对方没有推送令牌时是 10202；有令牌时应用的服务器立即收到通知，带着 pushTitle、pushContent 与 pushPayload。对方此时也在呼叫这个账号时，接受对方的邀请，结果是对方的频道。',
  signalingCall: '同 signalingCallEx，但对方不在线时以 10201 或 10202 失败；邀请仍然有效。',
  signalingCreateAndJoin: '建立频道并加入；已有同名的频道时加入它。',
  signalingCreate: '建立频道，不加入。type 1 是语音，2 是视频，3 是其他；同名的频道还在时以 10405 失败。',
  signalingDelay: '把频道延长到两小时以后。',
  signalingClose: '关闭频道，成员和还没答复的受邀者都收到 ROOM_CLOSE。',
  signalingGetChannelInfo: '按名称取得频道和它的成员。',
  signalingJoin: '加入频道。uid 不写时由服务器给出。',
  signalingLeave: '离开频道；最后一位离开时频道关闭。',
  signalingInvite: '邀请一个账号，60 秒没有答复则失效。',
  signalingCancel: '取消自己发出的邀请，account 是受邀者。',
  signalingReject: '拒绝邀请，account 是邀请者。',
  signalingAccept: '接受邀请，account 是邀请者；autoJoin 为 true 时同时加入频道。',
  signalingJoinAndAccept: '接受邀请并加入频道。',
  signalingControl: `向频道里的一位成员（account）或全体成员（不写或为空）传递 attachExt，例如 SDP，最多 ${signallingLimits.attachExt} 个字符，不保存。`,
  signalingMarkMsgRead: '把保存的事件标为已读，msgid 可以是一个或多个。',
  signalingSync: '重新取得没有标为已读的事件和所在的频道，通过事件交给页面。',
} as const
