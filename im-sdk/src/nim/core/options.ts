// Options of `NIM.getInstance` and of its methods. Names and shapes follow im-sdk-api.md.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { MessageIdentity, MessagePin, QuickComment } from '@xinqiao/contract/im/messages/message-marks.ts'
import type { MessageFlag } from '@xinqiao/contract/im/messages/messages.ts'
import type { TeamReadNotice } from '@xinqiao/contract/im/team/team-receipts.ts'
import type { LoginReply } from '../../connection/options.ts'
import type { LogLevel } from '../../log/log.ts'
import type { NimEvent } from '../present/events.ts'
import type { NimLoginPort } from '../present/login-ports.ts'
import type { AddressOptions } from './addresses.ts'
import type { DatabaseStatus } from '../../store/persistence.ts'
import type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import type { NimSysMsg, NimUnread } from '../present/notices.ts'
import type { NimFriend, NimMark, NimRobot, NimUser, WithInvalid } from '../present/people.ts'
import type { NimDeletedSelf } from '../present/removed-messages.ts'
import type {
  ManagersChange,
  MembersChange,
  MuteChange,
  NimTeam,
  NimTeamMember,
  OwnerChange,
  TeamMembers,
} from '../present/teams.ts'
import type { NimMessage, NimScene } from '../present/messages.ts'
import type { OlderMessagesMark, NimSession, NimStickTop } from '../present/sessions.ts'

/** `code`: a number of the server or a word of the SDK. `data`: details, such as the invalid field. */
export type NimError = Error & { readonly code?: number | string; readonly data?: unknown }
export type DoneCallback<T> = (error: NimError | null, data?: T) => void
export type WithDone<T> = { done?: DoneCallback<T> }
export type NimDisconnect = {
  code: string | number
  message: string
  reason?: string
  custom?: string
  from?: string
  /** Number that the page of the kicking device gave as `customClientType`; 0 for none. */
  customClientType?: number
}
export type RelationChange = { account: string; isAdd: boolean; record: { account: string; updateTime: number } }
export type MessagesOfSession = { scene: NimScene; to: string; sessionId: string; msgs: NimMessage[] }

/** Callbacks of the page. */
export type PageCallbacks = {
  onDBStatusChange: (status: DatabaseStatus) => void
  /** Receives the proposed delay before the next try in milliseconds. Returns the delay to use. */
  reconnectDelayProvider: (delay: number) => number
  onconnect: (info: Omit<LoginReply, 'loginPorts' | 'fileKey' | 'serverTime' | 'recallWindowSeconds'>) => void
  onwillreconnect: (info: { retryCount: number; duration: number }) => unknown
  ondisconnect: (end: NimDisconnect) => void
  onerror: (error: NimError) => void
  /**
   * An extension of this SDK: a text of this page sounds like a person in danger (`plan`, `thought`), worry about
   * another person (`other`) or violence. A text outside conversations, such as a nick, has no `sessionId`.
   */
  oncare: (care: { scene?: NimScene; to?: string; sessionId?: string; level: CrisisLevel }) => void
  /** An extension of this SDK: this message is refused until the user agrees to the text of `getConsent`. */
  onconsentrequired: (needed: { scene: NimScene; to: string; sessionId: string }) => void
  /**
   * An extension of this SDK: the server's database has lost recent history. Messages that the page shows may no longer
   * exist, so it clears its lists. The callbacks of a first sync follow.
   */
  onhistoryreset: () => void
  onloginportschange: (ports: NimLoginPort[]) => void
  onteams: (teams: WithInvalid<NimTeam>) => void
  onSuperTeams: (teams: WithInvalid<NimTeam>) => void
  /** With the option `syncTeamMembers`, after a sync: all members of each changed team. */
  onteammembers: (members: TeamMembers) => void
  /** With the option `syncTeamMembers`, after a sync and its `onteammembers`, also without a changed team. */
  onsyncteammembersdone: () => void
  /** Another device of this account has created the team. */
  onsynccreateteam: (team: NimTeam) => void
  onCreateTeam: (team: NimTeam) => void
  /** The nickname of a member in the team has changed. */
  onupdateteammember: (member: NimTeamMember) => void
  onUpdateSuperTeamMember: (member: NimTeamMember) => void
  onUpdateTeam: (team: NimTeam) => void
  onDismissTeam: (team: { teamId: string }) => void
  onTransferTeam: (change: OwnerChange) => void
  onAddTeamMembers: (change: MembersChange) => void
  onRemoveTeamMembers: (change: MembersChange) => void
  onUpdateTeamManagers: (change: ManagersChange) => void
  onUpdateTeamMembersMute: (change: MuteChange) => void
  onSyncCreateSuperTeam: (team: NimTeam) => void
  onUpdateSuperTeam: (team: NimTeam) => void
  onDismissSuperTeam: (team: { teamId: string }) => void
  onTransferSuperTeam: (change: OwnerChange) => void
  onAddSuperTeamMembers: (change: MembersChange) => void
  onRemoveSuperTeamMembers: (change: MembersChange) => void
  onUpdateSuperTeamManagers: (change: ManagersChange) => void
  onUpdateSuperTeamMembersMute: (change: MuteChange) => void
  onStickTopSessions: (sessions: NimStickTop[]) => void
  onSyncUpdateServerSession: (session: { scene: NimScene; to: string; id: string; ext: string }) => void
  onReceiveMessagesModified: (msgs: NimMessage[]) => void
  onSessionsWithMoreRoaming: (sessions: OlderMessagesMark[]) => void
  onDeleteMsgSelf: (msgs: NimDeletedSelf[]) => void
  onClearServerHistoryMsgs: (cleared: { scene: NimScene; to: string; sessionId: string; time: number }) => void
  onblacklist: (list: WithInvalid<NimMark>) => void
  onsyncmarkinblacklist: (mark: RelationChange) => void
  onmutelist: (list: WithInvalid<NimMark>) => void
  onsyncmarkinmutelist: (mark: RelationChange) => void
  onfriends: (friends: WithInvalid<NimFriend>) => void
  onsyncfriendaction: (action: { type: string; account: string; friend?: NimFriend }) => void
  onmyinfo: (user: NimUser) => void
  onupdatemyinfo: (user: NimUser) => void
  onusers: (users: NimUser[]) => void
  onupdateuser: (user: NimUser) => void
  onsysmsg: (sysMsg: NimSysMsg) => void
  onupdatesysmsg: (sysMsg: NimSysMsg) => void
  onroamingsysmsgs: (sysMsgs: NimSysMsg[]) => void
  onofflinesysmsgs: (sysMsgs: NimSysMsg[]) => void
  oncustomsysmsg: (sysMsg: NimSysMsg) => void
  onofflinecustomsysmsgs: (sysMsgs: NimSysMsg[]) => void
  onsysmsgunread: (unread: NimUnread) => void
  onupdatesysmsgunread: (unread: NimUnread) => void
  /** Accounts to which this one subscribes have published events. */
  onpushevents: (pushed: { msgEvents: NimEvent[] }) => void
  onbroadcastmsg: (broadcast: Broadcast) => void
  onbroadcastmsgs: (broadcasts: Broadcast[]) => void
  onrobots: (robots: NimRobot[]) => void
  onsessions: (sessions: NimSession[]) => void
  onupdatesession: (session: NimSession) => void
  onupdatesessions: (sessions: NimSession[]) => void
  onroamingmsgs: (list: MessagesOfSession) => void
  onofflinemsgs: (list: MessagesOfSession) => void
  onmsg: (msg: NimMessage) => void
  /** The other side has read up to `msgReceiptTime`. */
  onMsgReceipts: (receipts: { scene: NimScene; to: string; sessionId: string; msgReceiptTime: number }[]) => void
  /** Members have read these messages of the account: one row for each message and reader (`account`). */
  onTeamMsgReceipt: (receipts: { teamMsgReceipts: TeamReadNotice[] }) => void
  onQuickComment: (msg: MessageIdentity, comment: QuickComment) => void
  onDeleteQuickComment: (msg: MessageIdentity, comment: QuickComment) => void
  onPinMsgChange: (pin: MessagePin, action: 'add' | 'update' | 'delete') => void
  onsyncdone: () => void
}

export type NimOptions = Partial<PageCallbacks> &
  AddressOptions & {
    appKey?: string
    account: string
    token: string
    /** Reconnects at once when the browser reports that the network is back; defaults to true. */
    quickReconnect?: boolean
    /** With false, no data stays on the device after the page closes. */
    db?: boolean
    /** With false, no log is stored on the device. */
    dbLog?: boolean
    /** Hours of retention; defaults to 72. */
    expire?: number
    /** Also logs to the console. */
    debug?: boolean
    logLevel?: LogLevel
    /** Receives each entry as well. */
    logFunc?: (level: LogLevel, text: string) => void
    /** An extension of this SDK. With false, neither errors nor delays are sent to the server. */
    report?: boolean
    customTag?: string
    customClientType?: number
    /** Names of transports, in the order of trying them. Unknown ones are skipped. */
    transports?: string[]
    needReconnect?: boolean
    reconnectionAttempts?: number
    heartbeatInterval?: number
    cmdTimeout?: number
    hbCmdTimeout?: number
    syncCmdTimeout?: number
    skipConnectionOnInitialize?: boolean
    /** True for a notification that counts as unread (messaging.md 4). Other devices do not count it. */
    shouldCountNotifyUnread?: (msg: NimMessage) => unknown
    syncRelations?: boolean
    syncAvSignal?: boolean
    syncFriends?: boolean
    syncFriendUsers?: boolean
    syncRoamingMsgs?: boolean
    syncTeams?: boolean
    /** With true, the members of changed teams are fetched after a sync. */
    syncTeamMembers?: boolean
    syncBroadcastMsgs?: boolean
    syncSuperTeams?: boolean
    syncStickTopSessions?: boolean
    /** Further options and callbacks have no effect. The console names each one, once. */
    [other: string]: unknown
  }

/**
 * Options for content review by an outside service, which the server does not use: it reviews every message itself. The
 * page finds them in its own messages.
 */
export type ContentReviewOptions = {
  clientAntiSpam?: boolean
  antiSpamUsingYidun?: boolean
  antiSpamContent?: string
  antiSpamBusinessId?: string
  yidunAntiCheating?: string
  yidunAntiSpamExt?: string
}

export type SendOptions = Partial<Record<MessageFlag, boolean>> &
  ContentReviewOptions & {
    scene: string
    to: string
    custom?: string
    subType?: number
    pushContent?: string
    pushPayload?: string
    /** Push notification that the sender asks for. The other side receives the request; the server sends none. */
    apns?: { accounts?: string[]; content?: string; forcePush?: boolean }
    env?: string
    loc_x?: number
    loc_y?: number
    loc_z?: number
    /** The message that this one replies to. */
    replyMsg?: NimMessage
    idClient?: string
    /** With true, the message stays on this device. */
    isLocal?: boolean
    /** Sender and time of a local message; they default to this account and now. */
    localFrom?: string
    time?: number
    resend?: boolean
    beforesend?: (msg: NimMessage) => void
    done?: (error: NimError | null, msg: NimMessage) => void
  }

export type HistoryOptions = {
  scene: string
  to: string
  beginTime?: number
  endTime?: number
  /** The `idServer` of the last message that the page has; the reply continues after it. */
  lastMsgId?: string
  limit?: number
  reverse?: boolean
  asc?: boolean
  msgTypes?: string[]
  done?: DoneCallback<{ msgs: NimMessage[] }>
}
