// Guards of each chat command: what is checked before its handler runs. A command without an entry does not compile.
// guard-commands.ts applies them in one order. The crisis detector reads the `texts` of the contract's rows instead.
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { ChatCommand } from '../../kit/chat/im-ctx.ts'
import type { WordReading } from '../lexicon/filter-texts.ts'
import { isPageMessage } from '../signalling/calls/page-message.ts'
import { expectNoCallRecord } from './call-records.ts'

export type CommandGuards<Name extends ChatCommand> = {
  /**
   * What happens to a command of a muted account. `refuseTexts` refuses it if it has texts, and `dropTexts` executes it
   * without them. With `own`, the handler decides, between its other rules.
   */
  muted: 'refuse' | 'refuseTexts' | 'dropTexts' | 'own' | 'allow'
  /** Lists the accounts to which the caller writes. Counsellors among them need the consent of the caller. */
  consent: 'none' | ((input: ParsedInput<Name>) => readonly string[])
  /** How the word list reads the texts. With `own`, the handler does, after the words are loaded. */
  words: WordReading | 'own' | 'none'
  /** Paths of the texts for the word list, if they are not the `texts` of the contract. */
  wordPaths?: readonly string[]
  /** True for an input whose texts a page wrote, not its user: neither word list nor detector reads it. */
  isOfPage?: (input: ParsedInput<Name>) => boolean
  /** Refuses an input before its texts are read. */
  check?: (input: ParsedInput<Name>) => void
  /** The command waits for earlier ones of the visit to a chatroom, and for their alerts. */
  waitsForVisit?: true
  /** The handler applies these guards itself, see messages.ts. */
  isComposed?: true
}

/** The other account of a private conversation. A team needs no consent: its members have joined it. */
const listPeers = ({ scene, to }: Target): string[] => (scene === 'p2p' ? [to] : [])
const listNewMembers = ({ accounts }: { accounts: readonly string[] }) => accounts

const isAnswer = ({ type }: ParsedInput<'friend.friendRequest'>): boolean =>
  type === friendRequests.passFriendApply || type === friendRequests.rejectFriendApply

/** Texts that only the account itself reads. */
const privateNote = { muted: 'allow', consent: 'none', words: 'none' } as const
/** Names and texts of a team, and words to its members. */
const teamForm = { muted: 'refuseTexts', consent: 'none', words: 'teamForm' } as const
/** Settings of a chatroom, and reasons of its managers. */
const roomForm = { muted: 'allow', consent: 'none', words: 'form' } as const
/** Words to all visitors of a chatroom. */
const visitorForm = { ...roomForm, muted: 'own' } as const
/** A tag to search for, which is stored with masked words. */
const roomSearch = (...wordPaths: string[]) => ({ ...roomForm, wordPaths })
/** Beginning of a call, and joining it. */
const callForm = { muted: 'refuse', consent: 'none', words: 'form' } as const
/** A muted account may still end a call. */
const callEnd = { ...callForm, muted: 'dropTexts' } as const
/** A reaction to a message, which notifies the other side as a message does. */
const mark = { muted: 'refuse', consent: listPeers, words: 'plain' } as const

/** `none`: a command without texts that needs no guard. */
export const commandGuards: { readonly [Name in ChatCommand]: CommandGuards<Name> | 'none' } = {
  'user.updatePushToken': 'none',
  'user.appBackground': 'none',
  'user.getLoginRecords': 'none',
  'user.markInBlacklist': 'none',
  'user.getBlacklist': 'none',
  'user.markInMutelist': 'none',
  'user.getMutelist': 'none',
  'user.getUsers': 'none',
  'user.getRelations': 'none',
  'user.updateMyInfo': { muted: 'refuseTexts', consent: 'none', words: 'form' },
  'user.updateDonnop': 'none',

  'notify.sendCustomSysMsg': { muted: 'refuse', consent: listPeers, words: 'json' },
  'notify.batchMarkRead': 'none',

  'sync.sync': 'none',
  'sync.syncMsgs': 'none',

  'file.getSimpleNosToken': 'none',
  'file.getNosToken': 'none',
  'file.fileQuickTransfer': 'none',
  'file.processImage': 'none',
  'file.getFileKey': 'none',
  'file.getNosOriginUrl': 'none',
  'file.getNosAccessToken': 'none',
  'file.deleteNosAccessToken': 'none',
  'file.audioToText': 'none',
  'file.removeFile': 'none',
  'file.fetchFile': 'none',
  'file.fetchFileList': 'none',

  'msg.sendMsg': { muted: 'refuse', consent: listPeers, words: 'message', isComposed: true },
  'msg.getHistoryMsgs': 'none',
  'msg.deleteSessions': 'none',
  'msg.getSessions': 'none',
  'msg.sendMsgReceipt': 'none',
  // a recall carries no words of a muted account
  'msg.deleteMsg': { muted: 'own', consent: 'none', words: 'none' },
  'msg.modifyMsg': { muted: 'refuse', consent: 'none', words: 'message', isComposed: true },
  'msg.deleteMsgSelf': 'none',
  'msg.clearServerHistoryMsgs': 'none',
  'msg.markBroadcastsRead': 'none',
  'msg.markSessionAckBatch': 'none',
  'msg.markSessionAck': 'none',

  'msgExtend.getThreadMsgs': 'none',
  'msgExtend.getMsgsByIdServer': 'none',
  'msgExtend.addQuickComment': mark,
  'msgExtend.deleteQuickComment': 'none',
  'msgExtend.getQuickComments': 'none',
  'msgExtend.addCollect': privateNote,
  'msgExtend.deleteCollects': 'none',
  'msgExtend.updateCollect': privateNote,
  'msgExtend.getCollects': 'none',
  'msgExtend.addStickTopSession': privateNote,
  'msgExtend.updateStickTopSession': privateNote,
  'msgExtend.deleteStickTopSession': 'none',
  'msgExtend.getStickTopSessions': 'none',
  'msgExtend.addMsgPin': mark,
  'msgExtend.updateMsgPin': mark,
  'msgExtend.deleteMsgPin': 'none',
  'msgExtend.getMsgPins': 'none',

  'serverSession.getServerSessions': 'none',
  'serverSession.getServerSession': 'none',
  'serverSession.updateServerSession': privateNote,

  'search.msgFtsInServer': 'none',
  'search.msgFtsInServerByTiming': 'none',
  'search.searchHistoryMsgs': 'none',

  'misc.getServerTime': 'none',
  'misc.getClientAntispam': 'none',
  'misc.report': 'none',
  'misc.getConsent': 'none',
  'misc.acceptConsent': 'none',

  'friend.friendRequest': {
    muted: 'refuse',
    consent: (input) => (isAnswer(input) ? [] : [input.account]),
    words: 'plain',
  },
  'friend.deleteFriend': 'none',
  'friend.updateFriend': { ...privateNote, words: 'form' },
  'friend.getFriends': 'none',

  'team.createTeam': { ...teamForm, consent: listNewMembers },
  'team.addTeamMembers': { ...teamForm, consent: listNewMembers },
  'team.removeTeamMembers': 'none',
  'team.updateTeam': teamForm,
  'team.leaveTeam': 'none',
  'team.getTeam': 'none',
  'team.getTeams': 'none',
  'team.getTeamMembers': 'none',
  'team.dismissTeam': 'none',
  'team.transferTeam': 'none',
  'team.addTeamManagers': 'none',
  'team.removeTeamManagers': 'none',
  'team.muteTeamAll': 'none',
  'team.updateMuteStateInTeam': 'none',
  'team.updateInfoInTeam': teamForm,
  'team.updateNickInTeam': teamForm,
  'team.addTeamMembersFollow': 'none',
  'team.removeTeamMembersFollow': 'none',
  'team.getMutedTeamMembers': 'none',
  'team.getTeamsById': 'none',
  'team.getMembersByAccounts': 'none',
  'team.getMyTeamMembers': 'none',
  'team.applyTeam': teamForm,
  'team.passTeamApply': teamForm,
  'team.rejectTeamApply': teamForm,
  'team.getMembersByJoinTime': 'none',
  'team.acceptTeamInvite': teamForm,
  'team.rejectTeamInvite': teamForm,
  'team.sendTeamMsgReceipt': 'none',
  'team.getTeamMsgReads': 'none',
  'team.getTeamMsgReadAccounts': 'none',

  'event.publishEvent': { muted: 'refuse', consent: 'none', words: 'json' },
  'event.subscribeEvent': 'none',
  'event.unsubscribeEvents': 'none',
  'event.getSubscriptions': 'none',

  'chatroom.getAddress': 'none',
  'chatroom.login': roomForm,
  'chatroom.sendMsg': {
    muted: 'refuse',
    consent: 'none',
    words: 'message',
    check: expectNoCallRecord,
    waitsForVisit: true,
  },
  'chatroom.getHistory': roomSearch('tags[]'),
  'chatroom.updateMyInfo': visitorForm,
  'chatroom.getMembers': 'none',
  'chatroom.getMembersByTag': roomSearch('tag'),
  'chatroom.getMembersInfo': 'none',
  'chatroom.countMembersByTag': roomSearch('tag'),
  'chatroom.markMember': roomForm,
  'chatroom.kickMember': roomForm,
  'chatroom.tempMute': roomForm,
  'chatroom.tempMuteTag': roomForm,
  'chatroom.getRoom': 'none',
  'chatroom.updateRoom': roomForm,
  'chatroom.closeRoom': roomForm,
  'chatroom.updateTags': visitorForm,
  'chatroom.updatePlace': 'none',
  'chatroom.queueOffer': visitorForm,
  'chatroom.queuePoll': visitorForm,
  'chatroom.queueList': 'none',
  'chatroom.queuePeak': 'none',
  'chatroom.queueDrop': { muted: 'own', consent: 'none', words: 'none' },
  'chatroom.queueChange': visitorForm,

  'proxy.httpProxy': 'none',

  'signalling.create': callForm,
  'signalling.delay': 'none',
  'signalling.close': callEnd,
  'signalling.join': callForm,
  'signalling.leave': callEnd,
  'signalling.invite': callForm,
  'signalling.cancel': callEnd,
  'signalling.reject': callEnd,
  'signalling.accept': callForm,
  // a short word of the list would break the connection of the pages
  'signalling.control': { ...callForm, isOfPage: ({ attachExt }) => isPageMessage(attachExt) },
  'signalling.getChannelInfo': callEnd,
  'signalling.markRead': 'none',
  'signalling.sync': 'none',

  'ai.getAIUserList': 'none',
  'ai.proxyModelCall': { muted: 'refuse', consent: 'none', words: 'own' },
  'ai.stopModelCall': 'none',
  'ai.regenMessage': { muted: 'refuse', consent: 'none', words: 'own' },
  'ai.stopMessage': { muted: 'allow', consent: 'none', words: 'own' },
}
