// Parameters that backends of common messaging services pass and that have no effect here. They are accepted, so that
// the call is not lost, and logged by name. Other unknown parameters are refused.

const antispam = [
  ...(['antispam', 'antispamCustom', 'useYidun', 'yidunAntiCheating', 'yidunAntiSpamExt', 'bid'] as const),
] as const
const forcedPush = ['forcepushlist', 'forcepushcontent', 'forcepushall'] as const
const ofMessage = [
  ...antispam,
  ...forcedPush,
  ...(['msgDesc', 'markRead', 'checkFriend', 'subType', 'env', 'route', 'soundName'] as const),
  ...(['msgSenderNoSense', 'msgReceiverNoSense'] as const),
] as const
const ofNotice = [
  ...(['pushcontent', 'payload', 'sound', 'env', 'msgDesc'] as const),
  ...(['isForcePush', 'forcePushContent', 'forcePushAll', 'forcePushList'] as const),
] as const
const ofRoomMessage = [
  ...antispam,
  ...(['resendFlag', 'skipHistory', 'abandonRatio', 'subType', 'env', 'route'] as const),
  ...(['needHighPriorityMsgResend', 'highPriorityMsgResend', 'locX', 'locY', 'locZ'] as const),
] as const
const ofTeam = ['teamMemberLimit', 'isNotifyCloseOnline', 'isNotifyClosePersistent', 'bid'] as const
const ofTeamChange = ['attach', 'isNotifyCloseOnline', 'isNotifyClosePersistent'] as const
const ofSuperTeam = ['bid', 'antispam', 'attach', 'isNotifyCloseOnline', 'isNotifyClosePersistent'] as const
const ofHistory = ['type', 'includeNoSenseMsg', 'needAntispamMsg'] as const

export const ignoredParameters: Readonly<Partial<Record<string, readonly string[]>>> = {
  'user/create': ['props', 'bid', 'antispam'],
  'user/update': ['props'],
  'user/updateUinfo': ['bid', 'antispam'],
  'user/getUinfos': ['mainAccid'],
  'user/block': ['kickNotifyExt'],
  'msg/sendMsg': ofMessage,
  'msg/sendBatchMsg': ofMessage,
  'msg/sendAttachMsg': ofNotice,
  'msg/sendBatchAttachMsg': ofNotice,
  'msg/broadcastMsg': ['from', 'isOffline', 'targetOs'],
  'history/querySessionMsg': ofHistory,
  'msg/recall': ['timetag', 'pushcontent', 'payload', 'env', 'isOffline'],
  'history/queryTeamMsg': [...ofHistory, 'checkTeamValid'],
  'team/create': [...ofTeam, 'attach', 'antispam'],
  'team/add': ['isNotifyCloseOnline', 'isNotifyClosePersistent'],
  'team/kick': ofTeamChange,
  'team/remove': ofTeamChange,
  'team/update': [...ofTeam, 'attach', 'antispam'],
  'team/query': ['ignoreInvalid'],
  'team/changeOwner': ofTeamChange,
  'team/addManager': ofTeamChange,
  'team/removeManager': ofTeamChange,
  'team/muteTlist': ofTeamChange,
  'team/muteTlistAll': ofTeamChange,
  'team/leave': ofTeamChange,
  'superteam/create': ofSuperTeam,
  'superteam/invite': ofSuperTeam,
  'superteam/kick': ofSuperTeam,
  'superteam/dismiss': ofSuperTeam,
  'superteam/updateTinfo': ofSuperTeam,
  'superteam/changeOwner': ofSuperTeam,
  'superteam/addManager': ofSuperTeam,
  'superteam/removeManager': ofSuperTeam,
  'superteam/mute': ofSuperTeam,
  'superteam/muteTlist': ofSuperTeam,
  'superteam/leave': ofSuperTeam,
  'superteam/sendMsg': ofMessage,
  'superteam/sendAttachMsg': ofNotice,
  'superteam/queryHistoryMsg': ofHistory,
  'chatroom/create': ['delayClosePolicy', 'delaySeconds', 'bid', 'antispam'],
  'chatroom/get': ['needOnlineUserCount'],
  'chatroom/update': ['delayClosePolicy', 'delaySeconds', 'bid', 'antispam'],
  'chatroom/sendMsg': ofRoomMessage,
  'history/queryChatroomMsg': ['needAntispamMsg'],
  'chatroom/recall': ['msgTimetag', 'fromNick', 'env'],
}

/** Parameters of `form` that the call accepts without effect. */
export const listIgnoredParameters = (call: string, form: object): string[] =>
  (ignoredParameters[call] ?? []).filter((name) => Object.hasOwn(form, name))
