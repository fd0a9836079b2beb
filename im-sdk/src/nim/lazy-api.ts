// Lazy methods: their code is loaded on the first use of one of them. They keep the published module small, and
// answer through `done`.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { NimCore } from './core/core.ts'
import type { createLazyGroups } from './lazy-groups.ts'
import { createLazyMethods } from './lazy-methods.ts'

type LazyGroups = ReturnType<typeof createLazyGroups>
/**
 * Names of the methods in lazy-groups.ts. They are repeated here, because that file loads on the first use; a test
 * compares. One text takes fewer bytes than a list.
 */
export const lazyNames: readonly string[] = (
  'addQuickComment deleteQuickComment getQuickComments addMsgPin updateMsgPin deleteMsgPin getMsgPins ' +
  'addCollect deleteCollects updateCollect getCollects recallMsg deleteMsg modifyMessage deleteMsgSelf ' +
  'deleteMsgSelfBatch clearServerHistoryMsgs clearServerHistoryMsgsWithSync getThreadMsgs msgFtsInServer ' +
  'msgFtsInServerByTiming searchHistoryMsgs getMsgsByIdServer getLocalSession getLocalSessions ' +
  'getLocalSessionsByMsgType insertLocalSession updateLocalSession deleteLocalSession deleteSession ' +
  'deleteSessions deleteServerSessions getServerSessions getServerSession updateServerSession ' +
  'getSessionsWithMoreRoaming updateSessionsWithMoreRoaming deleteSessionsWithMoreRoaming getStickTopSessions ' +
  'addStickTopSession updateStickTopSession deleteStickTopSession sendTeamMsgReceipt getTeamMsgReads ' +
  'getTeamMsgReadAccounts getTeam getTeams createTeam addTeamMembers getTeamMembers updateTeam transferTeam ' +
  'removeTeamMembers leaveTeam dismissTeam addTeamManagers removeTeamManagers muteTeamAll updateMuteStateInTeam ' +
  'updateNickInTeam updateInfoInTeam applyTeam passTeamApply rejectTeamApply acceptTeamInvite rejectTeamInvite ' +
  'getMutedTeamMembers addTeamMembersFollow removeTeamMembersFollow getTeamsById ' +
  'getTeamMemberByTeamIdAndAccount getTeamMemberInvitorAccid getMyTeamMembers notifyForNewTeamMsg getLocalTeams ' +
  'getTeamsFromDB getLocalTeamMembers getTeamMembersFromDB deleteLocalTeam getSuperTeam getSuperTeams ' +
  'updateSuperTeam transferSuperTeam leaveSuperTeam updateSuperTeamMute updateSuperTeamMembersMute ' +
  'getMutedSuperTeamMembers getSuperTeamMembersByJoinTime getSuperTeamMembersByAccounts getAllSuperTeamMembers ' +
  'addSuperTeamMembers removeSuperTeamMembers addSuperTeamManagers removeSuperTeamManagers ' +
  'updateNickInSuperTeam updateInfoInSuperTeam applySuperTeam passSuperTeamApply rejectSuperTeamApply ' +
  'acceptSuperTeamInvite rejectSuperTeamInvite getMySuperTeamMembers addSuperTeamMembersFollow ' +
  'removeSuperTeamMembersFollow getLocalMsgs getLocalMsgsByIdClients getLocalMsgByIdClient updateLocalMsg ' +
  'getLocalMsgsInUnread closeDB clearDB removeDB friendRequest saveMsgsToLocal deleteLocalMsg deleteLocalMsgs deleteLocalMsgsBySession deleteLocalMsgsByTime ' +
  'deleteAllLocalMsgs getLocalSysMsgs updateLocalSysMsg deleteLocalSysMsg deleteAllLocalSysMsgs searchLocal ' +
  'getNosToken getSimpleNosToken getFile getFileList removeFile getNosOriginUrl getNosAccessToken ' +
  'deleteNosAccessToken audioToText processImage stripImageMeta qualityImage interlaceImage rotateImage ' +
  'blurImage cropImage thumbnailImage getServerTime getConsent acceptConsent updatePushToken appBackground ' +
  'updateMyInfo getRelations markInBlacklist addToBlacklist removeFromBlacklist markInMutelist addToMutelist ' +
  'removeFromMutelist updateDonnop sendCustomSysMsg markSysMsgRead getFriends getFriendsFromDB isMyFriend ' +
  'addFriend applyFriend passFriendApply rejectFriendApply deleteFriend updateFriend httpRequestProxy ' +
  'getChatroomAddress publishEvent subscribeEvent unSubscribeEventsByAccounts unSubscribeEventsByType ' +
  'querySubscribeEventsByAccounts querySubscribeEventsByType signalingCallEx signalingCall ' +
  'signalingCreateAndJoin signalingCreate signalingDelay signalingClose signalingGetChannelInfo signalingJoin ' +
  'signalingLeave signalingInvite signalingCancel signalingReject signalingAccept signalingJoinAndAccept ' +
  'signalingControl signalingMarkMsgRead signalingSync getAIUserList getRobots proxyAIModelCall ' +
  'stopAIModelStreamCall regenAIMessage stopAIStreamMessage'
).split(' ')

export const createLazyApi = (core: NimCore): LazyGroups =>
  createLazyMethods(lazyNames, async () => {
    const { createLazyGroups } = await import('./lazy-groups.ts').catch(() => {
      throw imFail('offline')
    })
    await core.persistence.opening()
    return createLazyGroups(core)
  })
