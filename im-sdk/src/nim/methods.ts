// All methods of `NIM`, by the group that has them. The list is types only: a list of strings would exceed the size
// limit of the published module. The compiler refuses a name that has no method, and nim.ts a method that has no name.
import type { loginApi } from './core/login.ts'
import type { messagesApi } from './messages/messages.ts'
import type { sendFileApi } from './messages/send-file.ts'
import type { filesApi } from './messages/files.ts'
import type { fileAddressHelpers } from './messages/picture-addresses.ts'
import type { marksApi } from './messages/marks.ts'
import type { removalApi } from './messages/removal.ts'
import type { sessionsApi } from './sessions/sessions.ts'
import type { roamingApi } from './sessions/roaming.ts'
import type { stickTopApi } from './sessions/stick-top.ts'
import type { relationsApi } from './people/relations.ts'
import type { friendsApi } from './people/friends.ts'
import type { sysMsgsApi } from './people/sysmsgs.ts'
import type { localApi } from './local/local.ts'
import type { searchApi } from './messages/search.ts'
import type { listHelpers, localSearchApi } from './local/lists.ts'
import type { teamsApi } from './teams/teams.ts'
import type { teamChangesApi } from './teams/team-changes.ts'
import type { teamListsApi } from './teams/team-lists.ts'
import type { receiptsApi } from './teams/receipts.ts'
import type { superTeamsApi } from './teams/super-teams.ts'
import type { UnsupportedMethod, unsupportedNim } from './unsupported.ts'

/** The named methods of a group, which is a function of the core. */
type Methods<Group extends (...core: never[]) => object, Name extends keyof ReturnType<Group>> = Pick<
  ReturnType<Group>,
  Name
>

type LoginMethods = Methods<typeof loginApi, 'disconnect' | 'logout' | 'kick' | 'exportLogs'>
type MessagesMethods = Methods<
  typeof messagesApi,
  'sendText' | 'sendCustomMsg' | 'sendTipMsg' | 'sendGeo' | 'getHistoryMsgs' | 'sendMsgReceipt'
>
type SendFileMethods = Methods<typeof sendFileApi, 'sendFile' | 'resendMsg' | 'previewFile'>
type FilesMethods = Methods<
  typeof filesApi,
  | 'getNosToken'
  | 'getSimpleNosToken'
  | 'getFile'
  | 'getFileList'
  | 'removeFile'
  | 'getNosOriginUrl'
  | 'getNosAccessToken'
  | 'deleteNosAccessToken'
  | 'audioToText'
  | 'processImage'
  | 'stripImageMeta'
  | 'qualityImage'
  | 'interlaceImage'
  | 'rotateImage'
  | 'blurImage'
  | 'cropImage'
  | 'thumbnailImage'
>
type RemovalMethods = Methods<
  typeof removalApi,
  | 'recallMsg'
  | 'deleteMsg'
  | 'modifyMessage'
  | 'deleteMsgSelf'
  | 'deleteMsgSelfBatch'
  | 'clearServerHistoryMsgsWithSync'
  | 'clearServerHistoryMsgs'
>
type MarksMethods = Methods<
  typeof marksApi,
  | 'addQuickComment'
  | 'deleteQuickComment'
  | 'getQuickComments'
  | 'addMsgPin'
  | 'updateMsgPin'
  | 'deleteMsgPin'
  | 'getMsgPins'
  | 'addCollect'
  | 'deleteCollects'
  | 'updateCollect'
  | 'getCollects'
>
type SessionsMethods = Methods<
  typeof sessionsApi,
  | 'getLocalSession'
  | 'getLocalSessions'
  | 'getLocalSessionsByMsgType'
  | 'insertLocalSession'
  | 'updateLocalSession'
  | 'deleteLocalSession'
  | 'deleteSession'
  | 'deleteSessions'
  | 'deleteServerSessions'
  | 'setCurrSession'
  | 'resetCurrSession'
  | 'resetSessionUnread'
  | 'resetSessionsUnread'
  | 'resetSuperTeamSessionsUnread'
  | 'resetAllSessionUnread'
  | 'isMsgRemoteRead'
  | 'markMsgRead'
  | 'getServerSessions'
  | 'getServerSession'
  | 'updateServerSession'
>
type RoamingMethods = Methods<
  typeof roamingApi,
  'getSessionsWithMoreRoaming' | 'updateSessionsWithMoreRoaming' | 'deleteSessionsWithMoreRoaming'
>
type StickTopMethods = Methods<
  typeof stickTopApi,
  'getStickTopSessions' | 'addStickTopSession' | 'updateStickTopSession' | 'deleteStickTopSession'
>
type RelationsMethods = Methods<
  typeof relationsApi,
  | 'getUser'
  | 'getUsers'
  | 'getUsersFromDB'
  | 'updateMyInfo'
  | 'getRelations'
  | 'markInBlacklist'
  | 'addToBlacklist'
  | 'removeFromBlacklist'
  | 'markInMutelist'
  | 'addToMutelist'
  | 'removeFromMutelist'
  | 'isUserInBlackList'
  | 'updateDonnop'
  | 'getDonnop'
>
type FriendsMethods = Methods<
  typeof friendsApi,
  | 'getFriends'
  | 'getFriendsFromDB'
  | 'isMyFriend'
  | 'addFriend'
  | 'applyFriend'
  | 'passFriendApply'
  | 'rejectFriendApply'
  | 'deleteFriend'
  | 'updateFriend'
>
type SysMsgsMethods = Methods<
  typeof sysMsgsApi,
  | 'sendCustomSysMsg'
  | 'markSysMsgRead'
  | 'getLocalSysMsgs'
  | 'updateLocalSysMsg'
  | 'deleteLocalSysMsg'
  | 'deleteAllLocalSysMsgs'
>
type LocalMethods = Methods<
  typeof localApi,
  | 'forwardMsg'
  | 'messageSerialization'
  | 'messageDeserialization'
  | 'getDBStatus'
  | 'getDBLastOpenError'
  | 'reinitDB'
  | 'getLocalMsgs'
  | 'getLocalMsgsByIdClients'
  | 'getLocalMsgByIdClient'
  | 'updateLocalMsg'
  | 'saveMsgsToLocal'
  | 'deleteLocalMsg'
  | 'deleteLocalMsgs'
  | 'deleteLocalMsgsBySession'
  | 'deleteLocalMsgsByTime'
  | 'deleteAllLocalMsgs'
>
type SearchMethods = Methods<
  typeof searchApi,
  | 'msgFtsInServer'
  | 'msgFtsInServerByTiming'
  | 'searchHistoryMsgs'
  | 'getMsgsByIdServer'
  | 'getClientAntispamLexicon'
  | 'filterClientAntispam'
  | 'getServerTime'
  | 'getConsent'
  | 'acceptConsent'
  | 'updatePushToken'
  | 'appBackground'
>
type LocalSearchMethods = Methods<typeof localSearchApi, 'searchLocal'>
type TeamsMethods = Methods<
  typeof teamsApi,
  'getTeam' | 'getTeams' | 'createTeam' | 'addTeamMembers' | 'getTeamMembers'
>
type TeamChangesMethods = Methods<
  typeof teamChangesApi,
  | 'updateTeam'
  | 'transferTeam'
  | 'removeTeamMembers'
  | 'leaveTeam'
  | 'dismissTeam'
  | 'addTeamManagers'
  | 'removeTeamManagers'
  | 'muteTeamAll'
  | 'updateMuteStateInTeam'
  | 'updateNickInTeam'
  | 'updateInfoInTeam'
  | 'applyTeam'
  | 'passTeamApply'
  | 'rejectTeamApply'
  | 'acceptTeamInvite'
  | 'rejectTeamInvite'
  | 'getMutedTeamMembers'
>
type TeamListsMethods = Methods<
  typeof teamListsApi,
  | 'getTeamsById'
  | 'getTeamMemberByTeamIdAndAccount'
  | 'getTeamMemberInvitorAccid'
  | 'getMyTeamMembers'
  | 'notifyForNewTeamMsg'
  | 'getLocalTeams'
  | 'getTeamsFromDB'
  | 'getLocalTeamMembers'
  | 'getTeamMembersFromDB'
  | 'deleteLocalTeam'
>
type ReceiptsMethods = Methods<typeof receiptsApi, 'sendTeamMsgReceipt' | 'getTeamMsgReads' | 'getTeamMsgReadAccounts'>
type SuperTeamsMethods = Methods<
  typeof superTeamsApi,
  | 'getSuperTeam'
  | 'getSuperTeams'
  | 'updateSuperTeam'
  | 'transferSuperTeam'
  | 'leaveSuperTeam'
  | 'updateSuperTeamMute'
  | 'getSuperTeamMembersByJoinTime'
  | 'getMutedSuperTeamMembers'
  | 'getAllSuperTeamMembers'
  | 'getSuperTeamMembersByAccounts'
  | 'addSuperTeamMembers'
  | 'removeSuperTeamMembers'
  | 'addSuperTeamManagers'
  | 'removeSuperTeamManagers'
  | 'updateNickInSuperTeam'
  | 'updateInfoInSuperTeam'
  | 'updateSuperTeamMembersMute'
  | 'applySuperTeam'
  | 'passSuperTeamApply'
  | 'rejectSuperTeamApply'
  | 'acceptSuperTeamInvite'
  | 'rejectSuperTeamInvite'
  | 'getMySuperTeamMembers'
>

export type NimMethods = LoginMethods &
  MessagesMethods &
  SendFileMethods &
  FilesMethods &
  RemovalMethods &
  MarksMethods &
  SessionsMethods &
  RoamingMethods &
  StickTopMethods &
  RelationsMethods &
  FriendsMethods &
  SysMsgsMethods &
  LocalMethods &
  SearchMethods &
  LocalSearchMethods &
  TeamsMethods &
  TeamChangesMethods &
  TeamListsMethods &
  ReceiptsMethods &
  SuperTeamsMethods &
  typeof fileAddressHelpers &
  typeof listHelpers &
  Record<(typeof unsupportedNim)[number], UnsupportedMethod>
