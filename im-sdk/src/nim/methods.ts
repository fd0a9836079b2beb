// All methods of `NIM`, by the group that has them. The list is types only: a list of strings would exceed the size
// limit of the published module. The compiler refuses a name that has no method, and nim.ts a method that has no name.
import type { createLoginApi } from './core/login.ts'
import type { createMessagesApi } from './messages/messages.ts'
import type { createSendFileApi } from './messages/send-file.ts'
import type { createFilesApi } from './messages/files.ts'
import type { fileAddressHelpers } from './messages/picture-addresses.ts'
import type { createMarksApi } from './messages/marks.ts'
import type { createRemovalApi } from './messages/removal.ts'
import type { createSessionsApi } from './sessions/sessions.ts'
import type { createRoamingApi } from './sessions/roaming.ts'
import type { createStickTopApi } from './sessions/stick-top.ts'
import type { createRelationsApi } from './people/relations.ts'
import type { createFriendsApi } from './people/friends.ts'
import type { createSysMsgsApi } from './people/sysmsgs.ts'
import type { createLocalApi } from './local/local.ts'
import type { createDeviceApi } from './core/device.ts'
import type { createLexiconApi } from './messages/lexicon.ts'
import type { createServerSearchApi } from './messages/server-search.ts'
import type { listHelpers, createLocalSearchApi } from './local/lists.ts'
import type { createTeamsApi } from './teams/teams.ts'
import type { createTeamChangesApi } from './teams/team-changes.ts'
import type { createTeamListsApi } from './teams/team-lists.ts'
import type { createReceiptsApi } from './teams/receipts.ts'
import type { createSuperTeamsApi } from './teams/super-teams.ts'
import type { UnsupportedMethod, unsupportedNim } from './unsupported.ts'

/** The named methods of a group, which is a function of the core. */
type Methods<Group extends (...core: never[]) => object, Name extends keyof ReturnType<Group>> = Pick<
  ReturnType<Group>,
  Name
>

type LoginMethods = Methods<typeof createLoginApi, 'disconnect' | 'logout' | 'kick' | 'exportLogs'>
type MessagesMethods = Methods<
  typeof createMessagesApi,
  'sendText' | 'sendCustomMsg' | 'sendTipMsg' | 'sendGeo' | 'getHistoryMsgs' | 'sendMsgReceipt'
>
type SendFileMethods = Methods<typeof createSendFileApi, 'sendFile' | 'resendMsg' | 'previewFile'>
type FilesMethods = Methods<
  typeof createFilesApi,
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
  typeof createRemovalApi,
  | 'recallMsg'
  | 'deleteMsg'
  | 'modifyMessage'
  | 'deleteMsgSelf'
  | 'deleteMsgSelfBatch'
  | 'clearServerHistoryMsgsWithSync'
  | 'clearServerHistoryMsgs'
>
type MarksMethods = Methods<
  typeof createMarksApi,
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
  typeof createSessionsApi,
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
  typeof createRoamingApi,
  'getSessionsWithMoreRoaming' | 'updateSessionsWithMoreRoaming' | 'deleteSessionsWithMoreRoaming'
>
type StickTopMethods = Methods<
  typeof createStickTopApi,
  'getStickTopSessions' | 'addStickTopSession' | 'updateStickTopSession' | 'deleteStickTopSession'
>
type RelationsMethods = Methods<
  typeof createRelationsApi,
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
  typeof createFriendsApi,
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
  typeof createSysMsgsApi,
  | 'sendCustomSysMsg'
  | 'markSysMsgRead'
  | 'getLocalSysMsgs'
  | 'updateLocalSysMsg'
  | 'deleteLocalSysMsg'
  | 'deleteAllLocalSysMsgs'
>
type LocalMethods = Methods<
  typeof createLocalApi,
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
type ServerSearchMethods = Methods<
  typeof createServerSearchApi,
  'msgFtsInServer' | 'msgFtsInServerByTiming' | 'searchHistoryMsgs' | 'getMsgsByIdServer'
>
type LexiconMethods = Methods<typeof createLexiconApi, 'getClientAntispamLexicon' | 'filterClientAntispam'>
type DeviceMethods = Methods<
  typeof createDeviceApi,
  'getServerTime' | 'getConsent' | 'acceptConsent' | 'updatePushToken' | 'appBackground'
>
type LocalSearchMethods = Methods<typeof createLocalSearchApi, 'searchLocal'>
type TeamsMethods = Methods<
  typeof createTeamsApi,
  'getTeam' | 'getTeams' | 'createTeam' | 'addTeamMembers' | 'getTeamMembers'
>
type TeamChangesMethods = Methods<
  typeof createTeamChangesApi,
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
  typeof createTeamListsApi,
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
type ReceiptsMethods = Methods<
  typeof createReceiptsApi,
  'sendTeamMsgReceipt' | 'getTeamMsgReads' | 'getTeamMsgReadAccounts'
>
type SuperTeamsMethods = Methods<
  typeof createSuperTeamsApi,
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
  ServerSearchMethods &
  LexiconMethods &
  DeviceMethods &
  LocalSearchMethods &
  TeamsMethods &
  TeamChangesMethods &
  TeamListsMethods &
  ReceiptsMethods &
  SuperTeamsMethods &
  typeof fileAddressHelpers &
  typeof listHelpers &
  Record<(typeof unsupportedNim)[number], UnsupportedMethod>
