// Entry file of the messaging half: what other parts of the server may use.
export {
  createManagedAccount,
  createRobotAccount,
  requireManagedAccount,
  requireSendingAccount,
  importAccounts,
  renewAccountToken,
  selectManagedUsers,
  setManagedAccountBlocked,
  setManagedAccountMuted,
  type ManagedAccount,
} from './apps/accounts/accounts.ts'
export { addApp, changeApp, listAppCalls, listApps, renewAppSecret } from './apps/apps.ts'
export { selectAppOfKey } from './apps/store.ts'
export { createPlaygroundPair, isPlaygroundOpen } from './apps/playground.ts'
export {
  kickAccount,
  listAppAccounts,
  listOnlineDevices,
  listRestrictedAccounts,
  setAccountBlocked,
  setAccountMuted,
} from './staff/staff.ts'
export { insertApiCall } from './apps/calls/call-store.ts'
export { authoriseServerCall, type Authorisation } from './apps/calls/signature.ts'
export { selectFriendsOf } from './friend/store.ts'
export { ensureAliases } from './auth/aliases.ts'
export { selectAccount, selectLiveLogins, selectLiveSignInSessions, selectImIds } from './auth/store.ts'
export { chatRoles, checkToken, ensureAccount, issueToken } from './auth/tokens.ts'
export {
  deleteConnections,
  deleteNode,
  upsertConnections,
  upsertNode,
  type OpenConnection,
} from './connections/store.ts'
export {
  addAlertNote,
  assignAlert,
  claimAlert,
  closeAlert,
  requireAlert,
  getAlert,
  listAlerts,
  listAlertSignals,
  markAlertSeen,
  grantAlertAccess,
  raiseExercise,
  revealWriterPhone,
  type StaffScope,
} from './crisis/duty/alerts.ts'
export {
  countWaitingAlerts,
  deleteDutyPerson,
  lockAlertsToNotify,
  lockFollowUpsToRemind,
  lockUnseenAlerts,
  markAlertNotified,
  markUnseenAlertNotified,
  selectDutyPeople,
  selectDutySettings,
  upsertDutyPerson,
  upsertDutySettings,
  type DueAlert,
  type DutyPersonRow,
  type UnseenAlert,
} from './crisis/duty/duty-store.ts'
export { getAppAlertTexts, listAlertAttempts } from './crisis/app-alerts.ts'
export { listFigures } from './crisis/duty/figures.ts'
export { callDutyForGroupMessage, type AlertedGroupMessage } from './crisis/protocol/leader-calls.ts'
export { listCrisisConversations, recordStep } from './crisis/protocol/protocol.ts'
export { sendLateLeaderNotices } from './crisis/raise/leader-notices.ts'
export { type AlertRow, selectOpenLevel, selectSignal, type SignalRow } from './crisis/records/store.ts'
export { raiseAlertWithFormText, raiseAlertOfStoredText } from './crisis/raise/raise.ts'
export { recordChatConsent, readConsent } from './consent/consent.ts'
export { selectConsents } from './consent/store.ts'
export { chatConsentText } from './consent/text.ts'
export { recordLogin } from './device/devices.ts'
export { deleteDeviceToken } from './device/store.ts'
export { chatDelays, chatErrors } from './client-reports/client-metrics.ts'
export { checkSiteName, filterSiteText, loadTextCheck } from './lexicon/site-texts.ts'
export { addLexiconWord, changeLexiconWord, listLexiconWords, removeLexiconWord } from './lexicon/words.ts'
export {
  eraseConversation,
  eraseDismissedTeam,
  eraseInTeam,
  eraseMessagesOfAccount,
  eraseTeamMessage,
  getHistory,
  getMessagesById,
  listNeighbours,
  importMessages,
  listErasable,
  selectPreservedTexts,
  selectCrisisMarks,
  selectSessions,
  selectTexts,
  selectTranscriptMessages,
  type OldMessage,
} from './msg/messages.ts'
export {
  admitManagedMember,
  admitManagedMembers,
  createManagedTeam,
  dismissManagedTeam,
  leaveManagedTeam,
  muteManagedMember,
  removeManagedMember,
  removeManagedMembers,
  renameManagedMembers,
  transferManagedTeam,
  updateManagedTeam,
  writeManagedCallRecord,
  type ManagedMember,
} from './team/site/managed.ts'
export { listAppMemberPage, listAppTeamMembers, listAppTeams, requireAppTeam } from './team/lists/app-teams.ts'
export {
  createTeamLink,
  endTeamLink,
  limitLinkUse,
  joinByLink,
  readCurrentLink,
  readTeamLink,
} from './team/joining/links.ts'
export { leaveAllTeams } from './team/site/leave.ts'
export { dissolveTeam, muteTeamMember, removeTeamMember, silenceTeam } from './team/site/moderation.ts'
export { listTeamSessions, type TeamSession } from './team/lists/sessions.ts'
export { isMentioned } from './conversations/teams/team-mentions.ts'
export { selectRecentLeavers } from './conversations/teams/team-state-store.ts'
export { presentMessage } from './conversations/present-message.ts'
export { hasReturned, isConnected, isWaiting } from './device/unread-conditions.ts'
export {
  type AppBroadcast,
  getReadBroadcastId,
  previewBroadcastReceivers,
  listSentBroadcasts,
  sendBroadcast,
  writeBroadcast,
} from './notify/broadcasts.ts'
export { indexPhones, matchNames, type NamedRow } from './notify/named-accounts.ts'
export { openPrivate, sealPrivate } from './user/present.ts'
export { getCounsellorState, getPeerState, listOnlineCounsellors } from './staff/counsellor-state.ts'
export {
  announceVisit,
  chooseRoomName,
  createBackendVisit,
  createManagedRoom,
  createTransientElements,
  deleteRoomNames,
  deleteRoomMessage,
  endForbiddenVisits,
  endSiteRoomVisits,
  ensureRoomHost,
  upsertRoomName,
  isRoomModerator,
  isRoomWriterMuted,
  listHighPriorityMessages,
  listRoomDangers,
  listRoomMutes,
  listRoomTexts,
  muteManagedRoom,
  requireManagedRoom,
  selectRoomNames,
  sendRoomEvent,
  setManagedRoomOpen,
  setSiteModerator,
  updateSiteRoom,
  type MissedMessage,
  type RoomHost,
  type RoomRow,
} from './room/rooms.ts'
export { listBookingCalls } from './signalling/calls/booking-calls.ts'
export { isInCall, isRinging } from './signalling/calls/calls.ts'
export { findCall, findPauseOfCaller, recordCallReport } from './signalling/calls/call-report.ts'
export { createIceServers, issueIceServers, issueServersFor } from './signalling/ice.ts'
export { createHelpReply } from './robots/content/texts.ts'
export { countRobots, hasRobot, maxRobots, upsertRobot } from './robots/records/store.ts'
export { expectAllowedNick, getUsers } from './user/users.ts'
export { signFilesOf, signAccessibleFiles } from './file/signed-content.ts'
export { openFile } from './file/open.ts'
export { insertClosedFileKeys, isFileKeyRevoked } from './file/store.ts'
export { createFileGuard } from './file/handlers.ts'
export { createFileKey, verifySigningLogin, readUploadToken } from './file/tokens.ts'
export { findUploadOffset, receivePart } from './file/upload.ts'
