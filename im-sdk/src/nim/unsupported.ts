// Methods of the API that are not implemented yet. Each fails when it is called, so that a page neither breaks on load
// nor waits for an answer. Remove a name when its method is built; a test limits the list.

export const unsupportedNim = [
  // messages
  ...['sendRobotMsg', 'sendTeamMsgReceipt', 'getTeamMsgReads', 'getTeamMsgReadAccounts'],
  ...['stopAIStreamMessage', 'regenAIMessage'],
  // reactions and pins of messages
  ...['getThreadMsgs', 'addQuickComment', 'deleteQuickComment', 'getQuickComments', 'addCollect'],
  ...['deleteCollects', 'updateCollect', 'getCollects', 'addMsgPin', 'updateMsgPin', 'deleteMsgPin', 'getMsgPins'],
  // sessions
  ...['resetSuperTeamSessionsUnread'],
  // teams
  ...['getTeam', 'getTeams', 'getTeamsById', 'createTeam', 'updateTeam', 'transferTeam', 'dismissTeam', 'leaveTeam'],
  ...['muteTeamAll', 'getTeamMembers', 'getMutedTeamMembers', 'addTeamMembers', 'acceptTeamInvite'],
  ...['rejectTeamInvite', 'removeTeamMembers', 'addTeamManagers', 'removeTeamManagers', 'updateInfoInTeam'],
  ...['updateNickInTeam', 'updateMuteStateInTeam', 'getTeamMemberByTeamIdAndAccount', 'getTeamMemberInvitorAccid'],
  ...['applyTeam', 'passTeamApply', 'rejectTeamApply', 'notifyForNewTeamMsg', 'getMyTeamMembers', 'getLocalTeams'],
  ...['getTeamsFromDB', 'getLocalTeamMembers', 'getTeamMembersFromDB', 'deleteLocalTeam', 'addTeamMembersFollow'],
  ...['removeTeamMembersFollow'],
  // super teams
  ...['getSuperTeam', 'getSuperTeams', 'updateSuperTeam', 'transferSuperTeam', 'leaveSuperTeam', 'updateSuperTeamMute'],
  ...['getSuperTeamMembersByJoinTime', 'getSuperTeamMembersByAccounts', 'getAllSuperTeamMembers'],
  ...['getMutedSuperTeamMembers', 'addSuperTeamMembers', 'acceptSuperTeamInvite', 'rejectSuperTeamInvite'],
  ...['removeSuperTeamMembers', 'addSuperTeamManagers', 'removeSuperTeamManagers', 'updateNickInSuperTeam'],
  ...['updateInfoInSuperTeam', 'updateSuperTeamMembersMute', 'applySuperTeam', 'passSuperTeamApply'],
  ...['rejectSuperTeamApply', 'getMySuperTeamMembers', 'addSuperTeamMembersFollow', 'removeSuperTeamMembersFollow'],
  // calls
  ...['signalingCallEx', 'signalingCall', 'signalingCreateAndJoin', 'signalingCreate', 'signalingDelay'],
  ...['signalingClose', 'signalingGetChannelInfo', 'signalingJoin', 'signalingLeave', 'signalingInvite'],
  ...['signalingCancel', 'signalingReject', 'signalingAccept', 'signalingMarkMsgRead', 'signalingControl'],
  ...['signalingJoinAndAccept', 'signalingSync'],
  // events
  ...['publishEvent', 'subscribeEvent', 'unSubscribeEventsByAccounts', 'unSubscribeEventsByType'],
  ...['querySubscribeEventsByAccounts', 'querySubscribeEventsByType'],
  // others
  ...['httpRequestProxy', 'getChatroomAddress', 'parseRobotTemplate', 'getAIUserList', 'proxyAIModelCall'],
  ...['stopAIModelStreamCall'],
] as const

export const unsupportedChatroom = [
  ...['logout', 'connect', 'updateTags', 'getChatroom', 'closeChatroom', 'updateChatroom'],
  ...['updateMyChatroomMemberInfo', 'getChatroomMembers', 'getChatroomMembersByTag', 'getChatroomMembersInfo'],
  ...['markChatroomIdentity', 'markChatroomManager', 'markChatroomCommonMember', 'markChatroomBlacklist'],
  ...['markChatroomGaglist', 'kickChatroomMember', 'updateChatroomMemberTempMute', 'updateCoordinate'],
  ...['updateTagMembersTempMute', 'getChatroomMemberCountByTag'],
  ...['sendText', 'sendFile', 'sendCustomMsg', 'sendTipMsg', 'sendGeo', 'getHistoryMsgs', 'getHistoryMsgsByTags'],
  ...['resendMsg', 'queueOffer', 'queuePoll', 'queueList', 'peak', 'queueDrop', 'queueChange'],
] as const

function fail(name: string): never {
  throw new Error(`${name}: not supported yet`)
}
/** Methods that throw. */
export const unsupportedApi = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, () => fail(name)])) as Record<Name, (...options: unknown[]) => never>
