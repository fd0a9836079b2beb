// Options and callbacks that `getInstance` knows. The types name the same ones, and a test compares. The console names
// all others that a page passes, once.

const sharedNames = [
  'appKey account token transports needReconnect reconnectionAttempts quickReconnect heartbeatInterval',
  'skipConnectionOnInitialize defaultLink uploadLinks privateConf secure onconnect onwillreconnect ondisconnect',
  'onerror oncare reconnectDelayProvider',
] as const
const nimNames = [
  'db dbLog expire debug logLevel logFunc report customTag customClientType cmdTimeout hbCmdTimeout',
  'syncCmdTimeout shouldCountNotifyUnread syncRelations syncAvSignal syncFriends syncFriendUsers syncRoamingMsgs',
  'syncTeams syncTeamMembers syncBroadcastMsgs syncSuperTeams syncStickTopSessions lbsUrl lbsBackupUrlsCustomer',
  'lbsBackup onDBStatusChange onconsentrequired onhistoryreset onloginportschange onteams onSuperTeams',
  'onteammembers onsyncteammembersdone onsynccreateteam onCreateTeam onupdateteammember onUpdateSuperTeamMember',
  'onUpdateTeam onDismissTeam onTransferTeam onAddTeamMembers onRemoveTeamMembers onUpdateTeamManagers',
  'onUpdateTeamMembersMute onSyncCreateSuperTeam onUpdateSuperTeam onDismissSuperTeam onTransferSuperTeam',
  'onAddSuperTeamMembers onRemoveSuperTeamMembers onUpdateSuperTeamManagers onUpdateSuperTeamMembersMute',
  'onStickTopSessions onSyncUpdateServerSession onReceiveMessagesModified onSessionsWithMoreRoaming',
  'onDeleteMsgSelf onClearServerHistoryMsgs onblacklist onsyncmarkinblacklist onmutelist onsyncmarkinmutelist',
  'onfriends onsyncfriendaction onmyinfo onupdatemyinfo onusers onupdateuser onsysmsg onupdatesysmsg',
  'onroamingsysmsgs onofflinesysmsgs oncustomsysmsg onofflinecustomsysmsgs onsysmsgunread onupdatesysmsgunread',
  'onpushevents onbroadcastmsg onbroadcastmsgs onrobots onsessions onupdatesession onupdatesessions onroamingmsgs',
  'onofflinemsgs onmsg onMsgReceipts onTeamMsgReceipt onQuickComment onDeleteQuickComment onPinMsgChange',
  'onsyncdone',
] as const
const roomNames = [
  'chatroomId isAnonymous chatroomAddresses chatroomNick chatroomAvatar chatroomCustom chatroomEnterCustom tags',
  'notifyTargetTags loc_x loc_y loc_z distance onmsgs onTagsUpdate',
] as const

/** Names in one text, which takes fewer bytes in the published script than a list. */
export const optionTexts = { NIM: [...sharedNames, ...nimNames], Chatroom: [...sharedNames, ...roomNames] } as const

export type ClassName = keyof typeof optionTexts

const split = (texts: readonly string[]) => new Set(texts.join(' ').split(' '))
export const knownOptions: Record<ClassName, ReadonlySet<string>> = {
  NIM: split(optionTexts.NIM),
  Chatroom: split(optionTexts.Chatroom),
}
