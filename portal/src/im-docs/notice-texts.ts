// Explains the notifications of teams and the system messages, with their fields. A missing entry is a type error, and
// a test compares the fields with those of a real server.
import type { FriendRequest } from '@xinqiao/contract/im/accounts/friend.ts'
import type { TeamRequestMessageType } from '@xinqiao/contract/im/accounts/notify.ts'
import type { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { NimTeamNotice } from '@xinqiao/im-sdk/nim/present/team-notices.ts'
import type { NimSysMsg } from '@xinqiao/im-sdk/nim/present/notices.ts'

type NoticeText = {
  text: string
  /** Fields of `attach` beside `type`, `users` and `members`, which all have. */
  fields: readonly Exclude<keyof NimTeamNotice, 'type' | 'users' | 'members'>[]
  /** Fields of `attach.team`. */
  team: readonly string[]
  /** Fields of each member beside those that all have; absent where `members` is empty. */
  members?: readonly string[]
}
const teamSummary = ['teamId', 'name', 'memberNum'] as const
const joinedTeam = [...teamSummary, ...(['type', 'avatar', 'owner', 'level', 'valid', 'joinMode'] as const)]

export const teamNotices: Record<TeamNotice['type'], NoticeText> = {
  addTeamMembers: {
    text: 'from 拉人入群（被拉的人不用确认）：accounts 是新成员。建群时带的成员也这样通知。写了 custom 时才有 custom。',
    fields: ['team', 'accounts'],
    team: joinedTeam,
    members: ['type', 'joinTime'],
  },
  acceptTeamInvite: {
    text: 'from 接受 account 的邀请入群。',
    fields: ['team', 'account'],
    team: joinedTeam,
    members: ['type', 'joinTime'],
  },
  passTeamApply: {
    text: 'from 同意 account 入群；群不用审核时，from 就是入群的人。',
    fields: ['team', 'account'],
    team: joinedTeam,
    members: ['type', 'joinTime'],
  },
  removeTeamMembers: {
    text: 'from 把 accounts 移出群。被移出的人也收到它，此后看不到群里的任何消息，会话随即以 isDeleted: true 更新。',
    fields: ['team', 'accounts'],
    team: teamSummary,
  },
  leaveTeam: {
    text: 'from 退群；自己也收到它，会话随即以 isDeleted: true 更新。普通群的群主退群时，最早入群的人成为群主：team 里多了 owner，members 里是他；没有别人时群解散。',
    fields: ['team'],
    team: teamSummary,
  },
  dismissTeam: { text: 'from 解散群。', fields: ['team'], team: teamSummary },
  updateTeam: {
    text: 'from 修改群资料：team 里是改过的项，例如 name。全员禁言与解除也是它，team 里是 muteType 与 mute。',
    fields: ['team'],
    team: ['teamId', 'updateTime', '改过的项'],
  },
  transferTeam: {
    text: 'from 把群主转让给 account，其禁言也随之解除。leave 为 true 时 from 随后退群：members 里没有他，接着有一条 leaveTeam。',
    fields: ['team', 'account'],
    team: ['teamId', 'owner', 'memberNum'],
    members: ['type', 'mute'],
  },
  addTeamManagers: {
    text: 'from 把 accounts 设为管理员。',
    fields: ['team', 'accounts'],
    team: ['teamId'],
    members: ['type'],
  },
  removeTeamManagers: {
    text: 'accounts 不再是管理员。',
    fields: ['team', 'accounts'],
    team: ['teamId'],
    members: ['type'],
  },
  updateTeamMute: {
    text: 'from 禁言 accounts（mute 为 true）或解除；account 是其中第一个。',
    fields: ['team', 'accounts', 'account', 'mute'],
    team: ['teamId'],
    members: ['mute'],
  },
}

/** Fields of all members that a notification names. */
export const noticeMemberFields = ['id', 'teamId', 'account', 'updateTime', 'valid'] as const

/** Writes the shape of `attach`, such as `{ team: { teamId }, accounts, users, members: [] }`. */
export function formatNotice({ fields, team, members }: NoticeText): string {
  const parts = fields.map((name) => (name === 'team' ? `team: { ${team.join(', ')} }` : name))
  const member = members ? `[{ ${[...noticeMemberFields, ...members].join(', ')} }]` : '[]'
  return `{ type, ${[...parts, 'users', `members: ${member}`].join(', ')} }`
}

export const noticeFieldTexts: Record<keyof NimTeamNotice, string> = {
  type: '通知的种类，见上表。超大群的种类把 Team 换成 SuperTeam，例如 addSuperTeamMembers。',
  team: '群资料中改过的项，总有 teamId；不是完整的群，请用 mergeTeams 并入。',
  accounts: '有关的账号。',
  account: '有关的账号，只有一个时。',
  mute: '禁言为 true，解除为 false。',
  leave: '转让后原群主退群时为 true，否则没有。',
  custom: '操作的人附带的内容。',
  users:
    '操作的人（from）与有关账号的名片：account、nick、avatar。总是有。加减成员与管理员的四种通知里，操作的人在最后；其余的在最前，例如 acceptTeamInvite 是接受的人、邀请的人。名片在通知之前取好，一条通知最多取 20 位，其余的人在本机不知道时 nick 为空。',
  members: '加入或有变化的群成员，只含通知说明的项；没有时是空数组。请用 mergeTeamMembers 并入。',
}

type SystemMessageName = FriendRequest | TeamRequestMessageType | 'deleteFriend' | 'deleteMsg' | 'custom'
type SystemMessageText = {
  text: string
  category: NimSysMsg['category']
  /** Fields beside those that all have. */
  fields: readonly (keyof NimSysMsg)[]
  states: readonly string[]
}

export const systemMessages: Record<SystemMessageName, SystemMessageText> = {
  addFriend: {
    text: '对方直接加自己为好友。',
    category: 'friend',
    fields: ['friend'],
    states: ['init'],
  },
  applyFriend: {
    text: '对方申请加好友，ps 是附言。用 passFriendApply 或 rejectFriendApply 答复，传它的 idServer 与 from。',
    category: 'friend',
    fields: [],
    states: ['init', 'passed', 'rejected'],
  },
  passFriendApply: {
    text: '对方通过了自己的申请。',
    category: 'friend',
    fields: ['friend'],
    states: ['init'],
  },
  rejectFriendApply: {
    text: '对方拒绝了自己的申请，ps 是理由。',
    category: 'friend',
    fields: [],
    states: ['init'],
  },
  deleteFriend: {
    text: '对方删除了自己。',
    category: 'friend',
    fields: [],
    states: ['init'],
  },
  teamInvite: {
    text: 'from 邀请自己入群 to。用 acceptTeamInvite 或 rejectTeamInvite 答复，传 idServer、teamId 与 from。',
    category: 'team',
    fields: ['attach'],
    states: ['init', 'passed', 'rejected'],
  },
  rejectTeamInvite: {
    text: 'from 拒绝了自己的邀请。接受没有系统消息，见群通知 acceptTeamInvite。',
    category: 'team',
    fields: ['attach'],
    states: ['init'],
  },
  applyTeam: {
    text: 'from 申请入群 to，群主与各管理员都收到；一人同意后，其他人那里也变成 passed。用 passTeamApply 或 rejectTeamApply 答复。申请人写了群昵称时另有 nickInTeam。',
    category: 'team',
    fields: ['attach'],
    states: ['init', 'passed', 'rejected'],
  },
  rejectTeamApply: {
    text: 'from 拒绝了自己的入群申请。同意没有系统消息，见群通知 passTeamApply。',
    category: 'team',
    fields: ['attach'],
    states: ['init'],
  },
  deleteMsg: {
    text: '消息被撤回：from 是发送者，opeAccount 是撤回的人，content 是撤回时的附带内容。不计未读。',
    category: 'msg',
    fields: [
      ...(['content', 'msg', 'deletedIdClient', 'deletedIdServer', 'deletedMsgTime'] as const),
      ...(['deletedMsgFromNick', 'opeAccount'] as const),
    ],
    states: ['init'],
  },
  custom: {
    text: '自定义系统消息，由 oncustomsysmsg 与 onofflinecustomsysmsgs 给出；发给群时 scene 是 team，to 是群号。不计未读，不在 getLocalSysMsgs 中。',
    category: 'custom',
    fields: ['content'],
    states: ['init'],
  },
}

export const systemMessageFieldTexts: Record<keyof NimSysMsg, string> = {
  type: '种类，见上表。超大群的四种是 superTeamInvite、rejectSuperTeamInvite、applySuperTeam、rejectSuperTeamApply。',
  idServer: '编号；撤回的是 recall- 加消息的 idServer。',
  scene: '单聊与好友是 p2p；入群的邀请与申请是群的 scene。',
  from: '引起这条消息的账号。',
  to: '自己的账号；入群的邀请与申请、发给群的自定义消息是群号。',
  time: '时间，毫秒。',
  ps: '附言。',
  category: '未读数的分类：friend、team、superTeam、msg、custom。',
  attach: 'team 是当时的群，自己不在群里时 validToCurrentUser 为 false。',
  nickInTeam: '入群申请里希望的群昵称，没有写时没有。',
  read: '已标为已读（markSysMsgRead）。',
  state:
    '答复的结果：init 还没有，passed 同意，rejected 拒绝。变化时触发 onupdatesysmsg。error 不由服务器写，页面可以用 updateLocalSysMsg 写在本机。',
  friend: '好友资料；收到时还不是或已经不是好友的没有。',
  content: '自定义的内容。',
  localCustom: '本机的附注，由 updateLocalSysMsg 写。',
  msg: '被撤回的消息，没有内容。',
  deletedIdClient: '被撤回的消息的 idClient。',
  deletedIdServer: '被撤回的消息的 idServer。',
  deletedMsgTime: '被撤回的消息的时间。',
  deletedMsgFromNick: '发送者的昵称。',
  opeAccount: '撤回的人。',
}
