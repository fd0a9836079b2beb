// Inputs of every-command.test.ts: the commands of the chat, and the calls of the server API
// that name an account, a team, a message or a file.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ServerCallName } from '@xinqiao/contract/server-api/server-api.ts'

/** Names of accounts, a team, a message, a file and a call of another app, or of none. */
export type NamesOfThings = {
  account: string
  other: string
  team: string
  message: string
  url: string
  docId: string
  channel: string
  channelName: string
  room: string
}
/** No account, team, message, file or call has these names. */
export const absentNames: NamesOfThings = {
  ...{
    account: 'nobody',
    other: 'no-one',
    team: '999999999',
    message: '999999998',
    docId: '999999997',
    room: '999999995',
  },
  url: 'http://xinqiao.localhost/files/im/aaaaaaaaaaaaaaaaaaaaaaaa?im_url=1',
  ...{ channel: '999999996', channelName: '没有的通话' },
}

const { p2p, team, members, request } = {
  p2p: ({ account }: NamesOfThings) => ({ scene: 'p2p', to: account }),
  team: ({ team: teamId }: NamesOfThings) => ({ teamId }),
  members: ({ team: teamId, account }: NamesOfThings) => ({ teamId, accounts: [account] }),
  request: ({ team: teamId, account }: NamesOfThings) => ({ teamId, idServer: '1', from: account }),
}
const receipt = ({ team: teamId, message }: NamesOfThings) => ({ teamId, idServer: message })
const channel = ({ channel: channelId }: NamesOfThings) => ({ channelId })
const invitation = (names: NamesOfThings) => ({ ...channel(names), account: names.account, requestId: 'r1' })
const draft = { idClient: 'same', content: { type: 0, text: '您好' } }

/** Inputs of each command that names something; several where a command takes accounts and teams. */
export const commandInputs: Partial<Record<CommandName, ((names: NamesOfThings) => object)[]>> = {
  'user.markInBlacklist': [({ account }) => ({ account, isAdd: true })],
  'user.markInMutelist': [({ account }) => ({ account, isAdd: true })],
  'user.getUsers': [({ account, other }) => ({ accounts: [account, other] })],
  'notify.sendCustomSysMsg': [
    (names) => ({ ...p2p(names), content: '{}', sendToOnlineUsersOnly: false }),
    (names) => ({ scene: 'team', to: names.team, content: '{}', sendToOnlineUsersOnly: false }),
  ],
  'chatroom.getMembersInfo': [({ account, other }) => ({ accounts: [account, other] })],
  'chatroom.markMember': ['manager', 'common', 'blacklist', 'gaglist'].map((mark) => ({ account }: NamesOfThings) => ({
    account,
    mark,
    isAdd: true,
  })),
  'chatroom.kickMember': [({ account }) => ({ account })],
  'chatroom.tempMute': [({ account }) => ({ account, duration: 60 })],
  'chatroom.queueOffer': [false, true].map((transient) => ({ account }: NamesOfThings) => ({
    ...{ elementKey: 'seat', elementValue: '1号', elementAccount: account, transient },
  })),
  'chatroom.getAddress': [({ room }) => ({ chatroomId: room })],
  'event.subscribeEvent': [({ account, other }) => ({ type: 1, accounts: [account, other] })],
  'event.unsubscribeEvents': [({ account }) => ({ type: 1, accounts: [account] })],
  'event.getSubscriptions': [({ account }) => ({ type: 1, accounts: [account] })],
  'ai.proxyModelCall': [({ account }) => ({ accountId: account, requestId: 'a', content: { msg: '你好' } })],
  'ai.stopModelCall': [({ account }) => ({ accountId: account, requestId: 'a' })],
  'ai.regenMessage': [({ account, message }) => ({ to: account, idServer: message, operationType: 1 })],
  'ai.stopMessage': [({ account, message }) => ({ to: account, idServer: message, operationType: 0 })],
  'signalling.getChannelInfo': [({ channelName }) => ({ channelName })],
  'signalling.create': [
    ({ channelName }) => ({ type: 1, channelName, join: { uid: 5 } }),
    ({ account }) => ({ type: 1, join: { uid: 5 }, invite: { account, requestId: 'r1' } }),
  ],
  'signalling.delay': [channel],
  'signalling.close': [channel],
  'signalling.join': [channel],
  'signalling.leave': [channel],
  'signalling.control': [channel],
  'signalling.invite': [invitation],
  'signalling.cancel': [invitation],
  'signalling.reject': [invitation],
  'signalling.accept': [invitation],
  'sync.sync': [
    (names) => ({ mark: 0, isFirst: false, teamMarks: [{ teamId: names.team, version: 0, ownVersion: 0 }] }),
  ],
  'sync.syncMsgs': [(names) => ({ since: [{ ...p2p(names), time: 0 }] })],
  'file.processImage': [({ url: address }) => ({ url: address, imageOps: [{ type: 'stripmeta' }] })],
  'file.getNosOriginUrl': [({ url: address }) => ({ safeUrl: address })],
  'file.getNosAccessToken': [({ url: address }) => ({ url: address })],
  'file.audioToText': [({ url: address }) => ({ url: address })],
  'file.removeFile': [({ docId }) => ({ docId })],
  'file.fetchFile': [({ docId }) => ({ docId })],
  'msg.sendMsg': [
    (names) => ({ ...p2p(names), ...draft }),
    (names) => ({ scene: 'team', to: names.team, ...draft }),
    ({ url: address }) => ({
      ...{ scene: 'p2p', to: 'dan', idClient: 'file' },
      content: { type: 1, file: { url: address, name: 'a.jpg', size: 1, ext: 'jpg', md5: '0'.repeat(32), w: 1, h: 1 } },
    }),
  ],
  'msg.getHistoryMsgs': [p2p, (names) => ({ scene: 'team', to: names.team })],
  'msg.deleteSessions': [
    (names) => ({ sessions: [p2p(names)] }),
    (names) => ({ sessions: [{ scene: 'team', to: names.team }] }),
  ],
  'msg.sendMsgReceipt': [(names) => ({ ...p2p(names), time: 1 })],
  'msg.deleteMsg': [
    (names) => ({ ...p2p(names), idServer: names.message }),
    (names) => ({ scene: 'p2p', to: 'dan', idServer: names.message }),
    (names) => ({ scene: 'team', to: names.team, idServer: names.message }),
  ],
  'msg.modifyMsg': [
    (names) => ({ ...p2p(names), idServer: names.message, content: draft.content }),
    (names) => ({ scene: 'p2p', to: 'dan', idServer: names.message, content: draft.content }),
    (names) => ({ scene: 'team', to: names.team, idServer: names.message, content: draft.content }),
  ],
  'msg.deleteMsgSelf': [
    (names) => ({ msgs: [{ ...p2p(names), idServer: names.message }] }),
    (names) => ({ msgs: [{ scene: 'team', to: names.team, idServer: names.message }] }),
  ],
  'msg.clearServerHistoryMsgs': [p2p, (names) => ({ scene: 'team', to: names.team })],
  'msg.markSessionAckBatch': [(names) => ({ sessions: [{ ...p2p(names), timetag: 1 }] })],
  'msg.markSessionAck': [
    (names) => ({ ...p2p(names), timetag: 1 }),
    (names) => ({ scene: 'team', to: names.team, timetag: 1 }),
  ],
  'msgExtend.getMsgsByIdServer': [
    (names) => ({
      reqMsgs: [{ scene: 'p2p', from: names.account, to: names.other, time: 1, idServer: names.message }],
    }),
  ],
  'msgExtend.getThreadMsgs': [
    (names) => ({ ...p2p(names), idServer: names.message }),
    (names) => ({ scene: 'p2p', to: 'dan', idServer: names.message }),
    (names) => ({ scene: 'team', to: names.team, idServer: names.message }),
  ],
  'msgExtend.addStickTopSession': [
    ({ account }) => ({ id: `p2p-${account}` }),
    (names) => ({ id: `team-${names.team}` }),
  ],
  'msgExtend.updateStickTopSession': [({ account }) => ({ id: `p2p-${account}`, topCustom: 'x' })],
  'msgExtend.deleteStickTopSession': [({ account }) => ({ id: `p2p-${account}` })],
  ...Object.fromEntries(
    ['addQuickComment', 'deleteQuickComment', 'addMsgPin', 'updateMsgPin', 'deleteMsgPin'].map((name) => [
      `msgExtend.${name}`,
      ['p2p', 'dan', 'team'].map((kind) => (names: NamesOfThings) => ({
        scene: kind === 'team' ? 'team' : 'p2p',
        to: kind === 'team' ? names.team : kind === 'dan' ? 'dan' : names.account,
        idServer: names.message,
        ...(name.endsWith('Comment') && { body: 1 }),
      })),
    ]),
  ),
  'msgExtend.getQuickComments': [(names) => ({ msgs: [{ ...p2p(names), idServer: names.message }] })],
  'msgExtend.getMsgPins': [({ account }) => ({ id: `p2p-${account}` }), (names) => ({ id: `team-${names.team}` })],
  'serverSession.getServerSession': [p2p, (names) => ({ scene: 'team', to: names.team })],
  'serverSession.updateServerSession': [
    (names) => ({ ...p2p(names), extra: 'x' }),
    (names) => ({ scene: 'team', to: names.team, extra: 'x' }),
  ],
  'search.msgFtsInServer': [({ account }) => ({ keyword: '医院', p2pList: [account], senderList: [account] })],
  'search.msgFtsInServerByTiming': [
    ({ account }) => ({ keyword: '医院', p2pList: [account], senderList: [account] }),
    (names) => ({ keyword: '医院', teamList: [names.team] }),
  ],
  'search.searchHistoryMsgs': [
    (names) => ({ ...p2p(names), keyword: '医院' }),
    (names) => ({ scene: 'team', to: names.team, keyword: '医院' }),
  ],
  'friend.friendRequest': [1, 2, 3, 4].map((type) => ({ account }: NamesOfThings) => ({ account, type, ps: '' })),
  'friend.deleteFriend': [({ account }) => ({ account })],
  'friend.updateFriend': [({ account }) => ({ account, alias: '朋友' })],
  'team.createTeam': [({ account }) => ({ name: '群', type: 'advanced', accounts: [account, 'dan'] })],
  'team.addTeamMembers': [members],
  'team.removeTeamMembers': [members],
  'team.updateTeam': [(names) => ({ ...team(names), name: '改名' })],
  'team.leaveTeam': [team],
  'team.getTeam': [team],
  'team.getTeamMembers': [team],
  'team.dismissTeam': [team],
  'team.transferTeam': [(names) => ({ ...team(names), account: names.account, leave: false })],
  'team.addTeamManagers': [members],
  'team.removeTeamManagers': [members],
  'team.muteTeamAll': [(names) => ({ ...team(names), mute: true })],
  'team.updateMuteStateInTeam': [(names) => ({ ...team(names), accounts: [names.account], mute: true })],
  'team.updateInfoInTeam': [(names) => ({ ...team(names), nickInTeam: '名' })],
  'team.updateNickInTeam': [(names) => ({ ...team(names), account: names.account, nickInTeam: '名' })],
  'team.addTeamMembersFollow': [members],
  'team.removeTeamMembersFollow': [members],
  'team.getMutedTeamMembers': [team],
  'team.getTeamsById': [(names) => ({ teamIds: [names.team] })],
  'team.getMembersByAccounts': [members],
  'team.getMembersByJoinTime': [team],
  'team.getMyTeamMembers': [(names) => ({ teamIds: [names.team] })],
  'team.sendTeamMsgReceipt': [(names) => ({ teamMsgReceipts: [receipt(names)] })],
  'team.getTeamMsgReads': [(names) => ({ teamMsgReceipts: [receipt(names)] })],
  'team.getTeamMsgReadAccounts': [(names) => ({ teamMsgReceipt: receipt(names) })],
  'team.applyTeam': [team],
  'team.passTeamApply': [request],
  'team.rejectTeamApply': [request],
  'team.acceptTeamInvite': [request],
  'team.rejectTeamInvite': [request],
}
/** Commands of the caller's room, which name no room. `chatroom.test.ts` enters a foreign one. */
const ownRoomCommands = [
  ...(['chatroom.login', 'chatroom.logout', 'chatroom.sendMsg', 'chatroom.getHistory', 'chatroom.getRoom'] as const),
  ...(['chatroom.updateMyInfo', 'chatroom.getMembers', 'chatroom.getMembersByTag', 'chatroom.updatePlace'] as const),
  ...(['chatroom.countMembersByTag', 'chatroom.tempMuteTag', 'chatroom.updateRoom', 'chatroom.closeRoom'] as const),
  ...(['chatroom.updateTags', 'chatroom.queuePoll', 'chatroom.queueList', 'chatroom.queuePeak'] as const),
  ...(['chatroom.queueDrop', 'chatroom.queueChange'] as const),
] as const

/** Commands that name only the caller's own things, which the caller's account limits. */
export const ownCommands: ReadonlySet<string> = new Set<CommandName>([
  ...([
    'link.heartbeat',
    'auth.login',
    'auth.logout',
    'auth.kick',
    'user.updatePushToken',
    'user.appBackground',
  ] as const),
  ...([
    'user.getLoginRecords',
    'user.getBlacklist',
    'user.getMutelist',
    'user.getRelations',
    'user.updateMyInfo',
  ] as const),
  ...(['user.updateDonnop', 'notify.batchMarkRead', 'file.getSimpleNosToken', 'file.getNosToken'] as const),
  ...(['file.fileQuickTransfer', 'file.getFileKey', 'file.deleteNosAccessToken', 'file.fetchFileList'] as const),
  ...(['msg.getSessions', 'msg.markBroadcastsRead', 'msgExtend.getStickTopSessions', 'misc.getServerTime'] as const),
  ...(['serverSession.getServerSessions', 'misc.getClientAntispam', 'misc.report', 'misc.getConsent'] as const),
  ...([
    'msgExtend.addCollect',
    'msgExtend.deleteCollects',
    'msgExtend.updateCollect',
    'msgExtend.getCollects',
  ] as const),
  ...ownRoomCommands,
  ...(['misc.acceptConsent', 'friend.getFriends', 'team.getTeams', 'event.publishEvent', 'proxy.httpProxy'] as const),
  ...(['signalling.markRead', 'signalling.sync', 'ai.getAIUserList'] as const),
])

const textBody = { type: '0', body: '{"msg":"您好"}' }
/** Input of each call of the server API that names something. */
export const serverCallInputs: Partial<Record<ServerCallName, (names: NamesOfThings) => Record<string, string>>> = {
  'user/update': ({ account }) => ({ accid: account, token: 'a-token-of-enough-length' }),
  'user/refreshToken': ({ account }) => ({ accid: account }),
  'user/updateUinfo': ({ account }) => ({ accid: account, name: '改名' }),
  'user/getUinfos': ({ account, other }) => ({ accids: JSON.stringify([account, other]) }),
  'robot/update': ({ account }) => ({ accid: account, welcome: '您好', prompt: '' }),
  'robot/answer': ({ account }) => ({ accid: account, to: 'cleo', questionId: '1', text: '好' }),
  'user/block': ({ account }) => ({ accid: account, needkick: 'true' }),
  'user/unblock': ({ account }) => ({ accid: account }),
  'user/mute': ({ account }) => ({ accid: account, mute: 'true' }),
  'chatroom/create': ({ account }) => ({ creator: account, name: '讲座' }),
  'chatroom/get': ({ room }) => ({ roomid: room }),
  'chatroom/toggleCloseStat': ({ room }) => ({ roomid: room, operator: 'cleo', valid: 'false' }),
  'chatroom/muteRoom': ({ room }) => ({ roomid: room, operator: 'cleo', mute: 'true' }),
  'chatroom/recall': ({ room }) => ({ roomid: room, operator: 'cleo', fromAcc: 'cleo', msgId: 'unknown-1' }),
  'chatroom/requestAddr': ({ room }) => ({ roomid: room }),
  'chatroom/sendMsg': ({ room }) => ({
    ...{ roomid: room, msgId: 'backend-1', fromAccid: 'cleo', msgType: '0', attach: '您好' },
  }),
  'chatroom/setMemberRole': ({ room }) => ({
    ...{ roomid: room, operator: 'cleo', target: 'cleo', opt: '1', optvalue: 'true' },
  }),
  'chatroom/update': ({ room }) => ({ roomid: room, name: '改名' }),
  'chatroom/membersByPage': ({ room }) => ({ roomid: room, type: '0', endtime: '0', limit: '10' }),
  'chatroom/queryMembers': ({ room }) => ({ roomid: room, accids: '["cleo"]' }),
  'history/queryChatroomMsg': ({ room }) => ({ roomid: room, accid: 'cleo', timetag: '0', limit: '10' }),
  'msg/recall': ({ account, message }) => ({ deleteMsgid: message, type: '7', from: 'cleo', to: account }),
  'msg/sendMsg': ({ account }) => ({ from: 'cleo', ope: '0', to: account, ...textBody }),
  'msg/sendBatchMsg': ({ account }) => ({ fromAccid: account, toAccids: '["cleo"]', ...textBody }),
  'msg/sendAttachMsg': ({ account }) => ({ from: 'cleo', msgtype: '0', to: account, attach: '{}' }),
  'msg/sendBatchAttachMsg': ({ account, other }) => ({
    fromAccid: 'cleo',
    toAccids: JSON.stringify([account, other]),
    attach: '{}',
  }),
  'msg/import': ({ account, other }) => ({
    msgs: JSON.stringify([
      { msgid: 'old', from: account, to: other, time: 1_600_000_000_000, type: 0, body: '{"msg":"旧"}' },
    ]),
  }),
  'history/querySessionMsg': ({ account, other }) => ({
    ...{ from: account, to: other, begintime: '0', endtime: '1900000000000', limit: '100' },
  }),
}
/**
 * Calls that name only things of the app itself: the same name may exist in another app. `app-alerts.test.ts` reads a
 * foreign alert.
 */
export const ownServerCalls = ['user/create', 'user/import', 'robot/create', 'msg/broadcastMsg', 'crisis/queryText']
