// Methods of the API that are not implemented yet. Each fails when it is called, so that a page neither breaks on load
// nor waits for an answer. Remove a name when its method is built; a test limits the list.

export const laterNim = [
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

export const laterChatroom = [
  ...['logout', 'connect', 'updateTags', 'getChatroom', 'closeChatroom', 'updateChatroom'],
  ...['updateMyChatroomMemberInfo', 'getChatroomMembers', 'getChatroomMembersByTag', 'getChatroomMembersInfo'],
  ...['markChatroomIdentity', 'markChatroomManager', 'markChatroomCommonMember', 'markChatroomBlacklist'],
  ...['markChatroomGaglist', 'kickChatroomMember', 'updateChatroomMemberTempMute', 'updateCoordinate'],
  ...['updateTagMembersTempMute', 'getChatroomMemberCountByTag'],
  ...['sendText', 'sendFile', 'sendCustomMsg', 'sendTipMsg', 'sendGeo', 'getHistoryMsgs', 'getHistoryMsgsByTags'],
  ...['resendMsg', 'queueOffer', 'queuePoll', 'queueList', 'peak', 'queueDrop', 'queueChange'],
] as const

// oxlint-disable-next-line typescript/no-explicit-any -- what every class fits
type Class = new (...args: any[]) => object
type Later<Base extends Class, Name extends string> = Omit<
  Record<Name, (...options: unknown[]) => never>,
  keyof InstanceType<Base>
>

/** Adds these methods to the class, without replacing its own. */
export function withLater<Base extends Class, Name extends string>(
  Base: Base,
  names: readonly Name[],
): new (...args: ConstructorParameters<Base>) => InstanceType<Base> & Later<Base, Name> {
  class Whole extends Base {}
  for (const name of names) {
    if (name in Base.prototype) continue
    const value = () => {
      throw new Error(`${name}: not supported yet`)
    }
    Object.defineProperty(Whole.prototype, name, { value, configurable: true, writable: true })
  }
  return Whole as never
}
