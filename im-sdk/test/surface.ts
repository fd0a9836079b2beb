// Names of all methods that pages may call on the two public classes, by group (im-sdk-api.md). A test checks which of
// them are implemented.
const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)

export const nimMethods = {
  core: splitWords(
    `logout disconnect connect destroy kick setOptions getLoginStatus setPowerMonitorStatus on once off emit`,
  ),
  user: splitWords(`getUser getUsers getUsersFromDB updateMyInfo getRelations markInBlacklist addToBlacklist
    removeFromBlacklist markInMutelist addToMutelist removeFromMutelist isUserInBlackList`),
  friend: splitWords(`getFriends getFriendsFromDB addFriend applyFriend passFriendApply rejectFriendApply deleteFriend
    updateFriend isMyFriend`),
  msg: splitWords(`sendText sendFile sendCustomMsg sendGeo sendTipMsg sendRobotMsg sendG2Msg resendMsg forwardMsg sendMsgReceipt
    sendTeamMsgReceipt getTeamMsgReads getTeamMsgReadAccounts deleteMsg recallMsg deleteMsgSelf deleteMsgSelfBatch
    markMsgRead isMsgRemoteRead stopAIStreamMessage regenAIMessage modifyMessage`),
  history:
    splitWords(`getHistoryMsgs searchHistoryMsgs clearServerHistoryMsgs clearServerHistoryMsgsWithSync msgFtsInServer
    msgFtsInServerByTiming getLocalMsgs getLocalMsgByIdClient getLocalMsgsByIdClients updateLocalMsg deleteLocalMsg
    deleteLocalMsgs deleteLocalMsgsBySession deleteLocalMsgsByTime deleteAllLocalMsgs saveMsgsToLocal
    messageSerialization messageDeserialization`),
  msgExtend: splitWords(`getThreadMsgs getMsgsByIdServer addQuickComment deleteQuickComment getQuickComments addCollect
    deleteCollects updateCollect getCollects addMsgPin updateMsgPin deleteMsgPin getMsgPins`),
  session: splitWords(`getLocalSession getLocalSessions getLocalSessionsByMsgType insertLocalSession updateLocalSession
    deleteLocalSession setCurrSession resetCurrSession resetSessionUnread resetSessionsUnread
    resetSuperTeamSessionsUnread resetAllSessionUnread deleteSession deleteSessions getSessionsWithMoreRoaming
    updateSessionsWithMoreRoaming deleteSessionsWithMoreRoaming getStickTopSessions addStickTopSession
    deleteStickTopSession updateStickTopSession`),
  cloudSession: splitWords(`getServerSessions getServerSession updateServerSession deleteServerSessions`),
  team: splitWords(`getTeam getTeams getTeamsById createTeam updateTeam transferTeam dismissTeam leaveTeam muteTeamAll
    getTeamMembers getMutedTeamMembers addTeamMembers acceptTeamInvite rejectTeamInvite removeTeamMembers
    addTeamManagers removeTeamManagers updateInfoInTeam updateNickInTeam updateMuteStateInTeam
    getTeamMemberByTeamIdAndAccount getTeamMemberInvitorAccid applyTeam passTeamApply rejectTeamApply
    notifyForNewTeamMsg getMyTeamMembers getLocalTeams getTeamsFromDB getLocalTeamMembers getTeamMembersFromDB
    deleteLocalTeam addTeamMembersFollow removeTeamMembersFollow`),
  superTeam: splitWords(`getSuperTeam getSuperTeams updateSuperTeam transferSuperTeam leaveSuperTeam updateSuperTeamMute
    getSuperTeamMembersByJoinTime getSuperTeamMembersByAccounts getAllSuperTeamMembers getMutedSuperTeamMembers
    addSuperTeamMembers acceptSuperTeamInvite rejectSuperTeamInvite removeSuperTeamMembers addSuperTeamManagers
    removeSuperTeamManagers updateNickInSuperTeam updateInfoInSuperTeam updateSuperTeamMembersMute applySuperTeam
    passSuperTeamApply rejectSuperTeamApply getMySuperTeamMembers addSuperTeamMembersFollow
    removeSuperTeamMembersFollow`),
  sysmsg: splitWords(`sendCustomSysMsg markSysMsgRead getLocalSysMsgs updateLocalSysMsg deleteLocalSysMsg
    deleteAllLocalSysMsgs`),
  signalling:
    splitWords(`signalingCallEx signalingCall signalingCreateAndJoin signalingCreate signalingDelay signalingClose
    signalingGetChannelInfo signalingJoin signalingLeave signalingInvite signalingCancel signalingReject
    signalingAccept signalingMarkMsgRead signalingControl signalingJoinAndAccept signalingSync`),
  events: splitWords(`publishEvent subscribeEvent unSubscribeEventsByAccounts unSubscribeEventsByType
    querySubscribeEventsByAccounts querySubscribeEventsByType`),
  misc: splitWords(`getServerTime getClientAntispamLexicon filterClientAntispam reinitDB getDBStatus getDBLastOpenError
    updatePushToken appBackground httpRequestProxy getChatroomAddress`),
  lists: splitWords(`mergeLoginPorts cutLoginPorts mergeRelations cutRelations findRelation mergeFriends cutFriends
    cutFriendsByAccounts findFriend mergeUsers findUser mergeTeams cutTeams findTeam mergeTeamMembers cutTeamMembers
    cutTeamMembersByAccounts findTeamMember mergeSessions cutSessions cutSessionsByIds findSession mergeMsgs cutMsgs
    findMsg mergeSysMsgs cutSysMsgs findSysMsg searchLocal parseRobotTemplate`),
  ai: splitWords(`getAIUserList getRobots proxyAIModelCall stopAIModelStreamCall`),
  files:
    splitWords(`previewFile getNosOriginUrl audioToText stripImageMeta qualityImage interlaceImage rotateImage blurImage
    cropImage thumbnailImage processImage getNosAccessToken deleteNosAccessToken packFileDownloadName audioToMp3
    viewImageSync viewImageStripMeta viewImageQuality viewImageInterlace viewImageRotate viewImageBlur viewImageCrop
    viewImageThumbnail getNosToken getFile`),
}

export const chatroomMethods = {
  core: splitWords(
    `logout disconnect connect destroy updateTags getChatroom closeChatroom updateChatroom setOptions on`,
  ),
  member: splitWords(`updateMyChatroomMemberInfo getChatroomMembers getChatroomMembersByTag getChatroomMembersInfo
    markChatroomIdentity markChatroomManager markChatroomCommonMember markChatroomBlacklist markChatroomGaglist
    kickChatroomMember updateChatroomMemberTempMute updateCoordinate updateTagMembersTempMute
    getChatroomMemberCountByTag`),
  msg: splitWords(`sendText sendFile sendCustomMsg sendTipMsg sendGeo getHistoryMsgs getHistoryMsgsByTags resendMsg
    previewFile sendRobotMsg`),
  queue: splitWords(`queueOffer queuePoll queueList peak queueDrop queueChange`),
}

/** Methods that end the connection, which the others need, and those that throw as event emitters do. */
export const endingMethods = new Set(['logout', 'disconnect', 'destroy', 'on', 'once'])
/** Methods whose result is an address. They throw, because a promise is none. */
export const addressMethods = new Set(nimMethods.files.filter((name) => /^view|^pack|^audioToMp3/.test(name)))
/** Methods that return their result, or take other arguments than options. */
const returningMethods = new Set([
  ...[...nimMethods.core, ...nimMethods.lists].filter((name) => !['kick', 'searchLocal'].includes(name)),
  ...addressMethods,
  ...['isMsgRemoteRead', 'messageSerialization', 'messageDeserialization', 'filterClientAntispam'],
  ...['getDBStatus', 'getDBLastOpenError', 'resetCurrSession'],
])
/** Methods that reply by `done`. */
export const replyingMethods = Object.values(nimMethods)
  .flat()
  .filter((name) => !returningMethods.has(name))
