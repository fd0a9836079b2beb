// Names of all methods that pages may call on the two public classes, by group (im-sdk-api.md). A test checks which of
// them are implemented.
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

export const nimMethods = {
  core: words(
    `logout disconnect connect destroy kick setOptions getLoginStatus setPowerMonitorStatus on once off emit`,
  ),
  user: words(`getUser getUsers getUsersFromDB updateMyInfo getRelations markInBlacklist addToBlacklist
    removeFromBlacklist markInMutelist addToMutelist removeFromMutelist isUserInBlackList`),
  friend: words(`getFriends getFriendsFromDB addFriend applyFriend passFriendApply rejectFriendApply deleteFriend
    updateFriend isMyFriend`),
  msg: words(`sendText sendFile sendCustomMsg sendGeo sendTipMsg sendRobotMsg resendMsg forwardMsg sendMsgReceipt
    sendTeamMsgReceipt getTeamMsgReads getTeamMsgReadAccounts deleteMsg recallMsg deleteMsgSelf deleteMsgSelfBatch
    markMsgRead isMsgRemoteRead stopAIStreamMessage regenAIMessage modifyMessage`),
  history: words(`getHistoryMsgs searchHistoryMsgs clearServerHistoryMsgs clearServerHistoryMsgsWithSync msgFtsInServer
    msgFtsInServerByTiming getLocalMsgs getLocalMsgByIdClient getLocalMsgsByIdClients updateLocalMsg deleteLocalMsg
    deleteLocalMsgs deleteLocalMsgsBySession deleteLocalMsgsByTime deleteAllLocalMsgs saveMsgsToLocal
    messageSerialization messageDeserialization`),
  msgExtend: words(`getThreadMsgs getMsgsByIdServer addQuickComment deleteQuickComment getQuickComments addCollect
    deleteCollects updateCollect getCollects addMsgPin updateMsgPin deleteMsgPin getMsgPins`),
  session: words(`getLocalSession getLocalSessions getLocalSessionsByMsgType insertLocalSession updateLocalSession
    deleteLocalSession setCurrSession resetCurrSession resetSessionUnread resetSessionsUnread
    resetSuperTeamSessionsUnread resetAllSessionUnread deleteSession deleteSessions getSessionsWithMoreRoaming
    updateSessionsWithMoreRoaming deleteSessionsWithMoreRoaming getStickTopSessions addStickTopSession
    deleteStickTopSession updateStickTopSession`),
  cloudSession: words(`getServerSessions getServerSession updateServerSession deleteServerSessions`),
  team: words(`getTeam getTeams getTeamsById createTeam updateTeam transferTeam dismissTeam leaveTeam muteTeamAll
    getTeamMembers getMutedTeamMembers addTeamMembers acceptTeamInvite rejectTeamInvite removeTeamMembers
    addTeamManagers removeTeamManagers updateInfoInTeam updateNickInTeam updateMuteStateInTeam
    getTeamMemberByTeamIdAndAccount getTeamMemberInvitorAccid applyTeam passTeamApply rejectTeamApply
    notifyForNewTeamMsg getMyTeamMembers getLocalTeams getTeamsFromDB getLocalTeamMembers getTeamMembersFromDB
    deleteLocalTeam addTeamMembersFollow removeTeamMembersFollow`),
  superTeam: words(`getSuperTeam getSuperTeams updateSuperTeam transferSuperTeam leaveSuperTeam updateSuperTeamMute
    getSuperTeamMembersByJoinTime getSuperTeamMembersByAccounts getAllSuperTeamMembers getMutedSuperTeamMembers
    addSuperTeamMembers acceptSuperTeamInvite rejectSuperTeamInvite removeSuperTeamMembers addSuperTeamManagers
    removeSuperTeamManagers updateNickInSuperTeam updateInfoInSuperTeam updateSuperTeamMembersMute applySuperTeam
    passSuperTeamApply rejectSuperTeamApply getMySuperTeamMembers addSuperTeamMembersFollow
    removeSuperTeamMembersFollow`),
  sysmsg: words(`sendCustomSysMsg markSysMsgRead getLocalSysMsgs updateLocalSysMsg deleteLocalSysMsg
    deleteAllLocalSysMsgs`),
  signalling: words(`signalingCallEx signalingCall signalingCreateAndJoin signalingCreate signalingDelay signalingClose
    signalingGetChannelInfo signalingJoin signalingLeave signalingInvite signalingCancel signalingReject
    signalingAccept signalingMarkMsgRead signalingControl signalingJoinAndAccept signalingSync`),
  events: words(`publishEvent subscribeEvent unSubscribeEventsByAccounts unSubscribeEventsByType
    querySubscribeEventsByAccounts querySubscribeEventsByType`),
  misc: words(`getServerTime getClientAntispamLexicon filterClientAntispam reinitDB getDBStatus getDBLastOpenError
    updatePushToken appBackground httpRequestProxy getChatroomAddress`),
  lists: words(`mergeLoginPorts cutLoginPorts mergeRelations cutRelations findRelation mergeFriends cutFriends
    cutFriendsByAccounts findFriend mergeUsers findUser mergeTeams cutTeams findTeam mergeTeamMembers cutTeamMembers
    cutTeamMembersByAccounts findTeamMember mergeSessions cutSessions cutSessionsByIds findSession mergeMsgs cutMsgs
    findMsg mergeSysMsgs cutSysMsgs findSysMsg searchLocal parseRobotTemplate`),
  ai: words(`getAIUserList proxyAIModelCall stopAIModelStreamCall`),
  files: words(`previewFile getNosOriginUrl audioToText stripImageMeta qualityImage interlaceImage rotateImage blurImage
    cropImage thumbnailImage processImage getNosAccessToken deleteNosAccessToken packFileDownloadName audioToMp3
    viewImageSync viewImageStripMeta viewImageQuality viewImageInterlace viewImageRotate viewImageBlur viewImageCrop
    viewImageThumbnail getNosToken getFile`),
}

export const chatroomMethods = {
  core: words(`logout disconnect connect destroy updateTags getChatroom closeChatroom updateChatroom setOptions on`),
  member: words(`updateMyChatroomMemberInfo getChatroomMembers getChatroomMembersByTag getChatroomMembersInfo
    markChatroomIdentity markChatroomManager markChatroomCommonMember markChatroomBlacklist markChatroomGaglist
    kickChatroomMember updateChatroomMemberTempMute updateCoordinate updateTagMembersTempMute
    getChatroomMemberCountByTag`),
  msg: words(`sendText sendFile sendCustomMsg sendTipMsg sendGeo getHistoryMsgs getHistoryMsgsByTags resendMsg`),
  queue: words(`queueOffer queuePoll queueList peak queueDrop queueChange`),
}
