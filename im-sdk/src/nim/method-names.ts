// Names of the methods of `createApi`. `NIM.prototype` needs them before there is an instance, because plugins replace
// methods there. A test compares this list with the composed methods.
import type { InstanceApi } from './api.ts'

export const instanceMethodNames = [
  ...['disconnect', 'logout', 'kick', 'exportLogs'],
  ...['sendText', 'sendCustomMsg', 'sendTipMsg', 'sendGeo', 'getHistoryMsgs', 'sendMsgReceipt', 'sendFile'],
  ...['resendMsg', 'previewFile', 'getNosToken', 'getSimpleNosToken', 'getFile', 'getFileList', 'removeFile'],
  ...['getNosOriginUrl', 'getNosAccessToken', 'deleteNosAccessToken', 'audioToText', 'processImage'],
  ...['stripImageMeta', 'qualityImage', 'interlaceImage', 'rotateImage', 'blurImage', 'cropImage', 'thumbnailImage'],
  ...['recallMsg', 'deleteMsg', 'modifyMessage', 'deleteMsgSelf', 'deleteMsgSelfBatch'],
  ...['clearServerHistoryMsgsWithSync', 'clearServerHistoryMsgs', 'getLocalSession', 'getLocalSessions'],
  ...['getLocalSessionsByMsgType', 'insertLocalSession', 'updateLocalSession', 'deleteLocalSession'],
  ...['deleteSession', 'deleteSessions', 'deleteServerSessions', 'setCurrSession', 'resetCurrSession'],
  ...['resetSessionUnread', 'resetSessionsUnread', 'resetAllSessionUnread', 'isMsgRemoteRead', 'markMsgRead'],
  ...['getServerSessions', 'getServerSession', 'updateServerSession', 'getSessionsWithMoreRoaming'],
  ...['updateSessionsWithMoreRoaming', 'deleteSessionsWithMoreRoaming', 'getStickTopSessions', 'addStickTopSession'],
  ...['updateStickTopSession', 'deleteStickTopSession', 'getUser', 'getUsers', 'getUsersFromDB', 'updateMyInfo'],
  ...['getRelations', 'markInBlacklist', 'addToBlacklist', 'removeFromBlacklist', 'markInMutelist', 'addToMutelist'],
  ...['removeFromMutelist', 'isUserInBlackList', 'updateDonnop', 'getDonnop', 'getFriends', 'getFriendsFromDB'],
  ...['isMyFriend', 'addFriend', 'applyFriend', 'passFriendApply', 'rejectFriendApply', 'deleteFriend'],
  ...['updateFriend', 'sendCustomSysMsg', 'markSysMsgRead', 'getLocalSysMsgs', 'updateLocalSysMsg'],
  ...['deleteLocalSysMsg', 'deleteAllLocalSysMsgs', 'forwardMsg', 'getDBStatus', 'getDBLastOpenError', 'reinitDB'],
  ...['getLocalMsgs', 'getLocalMsgsByIdClients', 'getLocalMsgByIdClient', 'updateLocalMsg', 'saveMsgsToLocal'],
  ...['deleteLocalMsg', 'deleteLocalMsgs', 'deleteLocalMsgsBySession', 'deleteLocalMsgsByTime'],
  ...['deleteAllLocalMsgs', 'messageSerialization', 'messageDeserialization', 'msgFtsInServer'],
  ...['msgFtsInServerByTiming', 'searchHistoryMsgs', 'getMsgsByIdServer', 'getClientAntispamLexicon'],
  ...[
    'filterClientAntispam',
    'getServerTime',
    'getConsent',
    'acceptConsent',
    'updatePushToken',
    'appBackground',
    'searchLocal',
  ],
  ...['getTeam', 'getTeams', 'createTeam', 'dismissTeam', 'leaveTeam', 'getTeamMembers', 'addTeamMembers'],
  'removeTeamMembers',
] as const satisfies readonly (keyof InstanceApi)[]
