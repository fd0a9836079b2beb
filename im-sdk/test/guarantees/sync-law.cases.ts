// Cases of sync-law.test.ts: what two people do before and during the test of each command.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { awaitNotice, type CaseAction, type LawCase, type PairOfAccounts } from '../sync-law.ts'
import { textTo, type Device } from '../people.ts'

/** Commands that only read, or concern only the connection. */
export const readingCommands: readonly CommandName[] = [
  'link.heartbeat',
  'auth.login',
  'auth.logout',
  'auth.kick',
  'user.getUsers',
  'user.getBlacklist',
  'user.getMutelist',
  'user.getRelations',
  'friend.getFriends',
  'sync.sync',
  'sync.syncMsgs',
  'msg.getHistoryMsgs',
  'msg.getSessions',
  // files have no state on devices
  ...commandEntries.map(({ name }) => name).filter((name) => name.startsWith('file.')),
  // state of a device instead of the account
  ...(['user.updatePushToken', 'user.appBackground', 'user.getLoginRecords', 'msg.markBroadcastsRead'] as const),
  ...(['serverSession.getServerSessions', 'serverSession.getServerSession'] as const),
  ...(['search.msgFtsInServer', 'search.msgFtsInServerByTiming', 'search.searchHistoryMsgs'] as const),
  ...([
    'misc.getServerTime',
    'misc.getClientAntispam',
    'misc.report',
    'misc.getConsent',
    'misc.acceptConsent',
  ] as const),
  ...(['msgExtend.getMsgsByIdServer', 'msgExtend.getThreadMsgs'] as const),
  // comments, pins and collected items are not held by devices: pages ask for them
  ...(['msgExtend.addQuickComment', 'msgExtend.deleteQuickComment', 'msgExtend.getQuickComments'] as const),
  ...(['msgExtend.addMsgPin', 'msgExtend.updateMsgPin', 'msgExtend.deleteMsgPin', 'msgExtend.getMsgPins'] as const),
  ...(['msgExtend.addCollect', 'msgExtend.updateCollect', 'msgExtend.deleteCollects'] as const),
  'msgExtend.getCollects',
  'msgExtend.getStickTopSessions',
  'proxy.httpProxy',
  // answers of robots are stored as messages and changes of messages, whichever command caused them
  ...commandEntries.map(({ name }) => name).filter((name) => name.startsWith('ai.')),
  // events are in the memory of the nodes, and no state of a device
  ...commandEntries.map(({ name }) => name).filter((name) => name.startsWith('event.')),
  // calls and chatrooms are outside of the sync
  ...commandEntries.map(({ name }) => name).filter((name) => /^(?:signalling|chatroom)\./.test(name)),
  // team-sync-law.test.ts tests these
  ...commandEntries.map(({ name }) => name).filter((name) => name.startsWith('team.')),
]

const sendTextsOfBoth =
  (count: number, { ann, bob }: PairOfAccounts): CaseAction =>
  async ([a, b]) => {
    for (let i = 0; i < count; i += 1) {
      await a!.send(textTo(bob, `第${i}句`))
      await b!.send(textTo(ann, `回第${i}句`))
    }
  }
const befriend =
  (type: 1 | 2, { bob }: PairOfAccounts): CaseAction =>
  ([a]) =>
    a!.request('friend.friendRequest', { account: bob, type, ps: '我们在讲座上见过' })
const lastMessageOf = (device: Device | undefined, to: string) =>
  device!.store.conversations.get(p2pSessionIdOf(to))!.lastMsg!

/** A case of the law for each command that changes state. */
export const casesByCommand: Partial<Record<CommandName, (pair: PairOfAccounts) => LawCase>> = {
  'msg.sendMsg': (pair) => ({ before: sendTextsOfBoth(1, pair), act: sendTextsOfBoth(2, pair) }),
  'msg.markSessionAck': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: ([a]) =>
      a!.request('msg.markSessionAck', { scene: 'p2p', to: pair.bob, timetag: lastMessageOf(a, pair.bob).time }),
  }),
  'msg.markSessionAckBatch': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: ([, b]) => b!.markAllRead([p2pSessionIdOf(pair.ann)]),
  }),
  'serverSession.updateServerSession': (pair) => ({
    before: sendTextsOfBoth(1, pair),
    act: ([a]) => a!.request('serverSession.updateServerSession', { scene: 'p2p', to: pair.bob, extra: '{"note":1}' }),
  }),
  'msg.sendMsgReceipt': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: ([a]) =>
      a!.request('msg.sendMsgReceipt', { scene: 'p2p', to: pair.bob, time: lastMessageOf(a, pair.bob).time }),
  }),
  'msg.deleteSessions': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: ([a]) => a!.request('msg.deleteSessions', { sessions: [{ scene: 'p2p', to: pair.bob }] }),
  }),
  'msg.deleteMsg': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: async ([a, b]) => {
      // recalls one message that all devices have, and one that the offline device has missed
      const [first] = a!.store.conversations.get(p2pSessionIdOf(pair.bob))!.msgs
      await a!.request('msg.deleteMsg', { scene: 'p2p', to: pair.bob, idServer: first!.idServer })
      const { idServer } = await a!.send(textTo(pair.bob, '发错了'))
      await a!.request('msg.deleteMsg', { scene: 'p2p', to: pair.bob, idServer })
      const mine = await b!.send(textTo(pair.ann, '我也发错了'))
      await b!.request('msg.deleteMsg', { scene: 'p2p', to: pair.ann, idServer: mine.idServer })
    },
  }),
  'msg.modifyMsg': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: async ([a, b]) => {
      const modifyMessage = (device: Device, to: string, idServer: string, text: string) =>
        device.request('msg.modifyMsg', { scene: 'p2p', to, idServer, content: { type: 0, text } })
      // edits a message that all devices have twice, then one that the offline device has missed, then the last one
      const [first] = a!.store.conversations.get(p2pSessionIdOf(pair.bob))!.msgs
      await modifyMessage(a!, pair.bob, first!.idServer, '第一次改')
      await modifyMessage(a!, pair.bob, first!.idServer, '第二次改')
      const { idServer } = await a!.send(textTo(pair.bob, '写错了'))
      await modifyMessage(a!, pair.bob, idServer, '写对了')
      const mine = await b!.send(textTo(pair.ann, '我也写错了'))
      await modifyMessage(b!, pair.ann, mine.idServer, '我也写对了')
    },
  }),
  'msg.deleteMsgSelf': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: async ([a]) => {
      const msg = await a!.send(textTo(pair.bob, '只在我这里删除'))
      const [, second] = a!.store.conversations.get(p2pSessionIdOf(pair.bob))!.msgs
      const msgs = [msg, second!].map(({ idServer }) => ({ scene: 'p2p' as const, to: pair.bob, idServer }))
      await a!.request('msg.deleteMsgSelf', { msgs })
    },
  }),
  'msg.clearServerHistoryMsgs': (pair) => ({
    before: sendTextsOfBoth(2, pair),
    act: async ([a, b]) => {
      await a!.request('msg.clearServerHistoryMsgs', { scene: 'p2p', to: pair.bob })
      await b!.send(textTo(pair.ann, '之后的一句'))
      await b!.request('msg.clearServerHistoryMsgs', { scene: 'p2p', to: pair.ann })
    },
  }),
  'msgExtend.addStickTopSession': ({ bob }) => ({
    act: ([a]) => a!.request('msgExtend.addStickTopSession', { id: `p2p-${bob}`, topCustom: '重要' }),
  }),
  'msgExtend.updateStickTopSession': ({ bob }) => ({
    before: ([a]) => a!.request('msgExtend.addStickTopSession', { id: `p2p-${bob}` }),
    act: ([a]) => a!.request('msgExtend.updateStickTopSession', { id: `p2p-${bob}`, topCustom: '更重要' }),
  }),
  'msgExtend.deleteStickTopSession': ({ bob }) => ({
    before: ([a]) => a!.request('msgExtend.addStickTopSession', { id: `p2p-${bob}` }),
    act: ([a]) => a!.request('msgExtend.deleteStickTopSession', { id: `p2p-${bob}` }),
  }),
  'user.updateMyInfo': (pair) => ({
    before: sendTextsOfBoth(1, pair),
    act: ([, b]) => b!.request('user.updateMyInfo', { user: { nick: '陈医生', sign: '慢慢来', gender: 2 } }),
  }),
  'user.markInBlacklist': ({ bob }) => ({
    before: ([a]) => a!.request('user.markInMutelist', { account: bob, isAdd: true }),
    act: ([a]) => a!.request('user.markInBlacklist', { account: bob, isAdd: true }),
  }),
  'user.markInMutelist': ({ bob }) => ({
    before: ([a]) => a!.request('user.markInMutelist', { account: bob, isAdd: true }),
    act: ([a]) => a!.request('user.markInMutelist', { account: bob, isAdd: false }),
  }),
  'friend.friendRequest': (pair) => ({
    before: befriend(2, pair),
    act: async ([, b]) =>
      b!.request('friend.friendRequest', { account: pair.ann, type: 3, idServer: await awaitNotice(b) }),
  }),
  'friend.deleteFriend': (pair) => ({
    before: befriend(1, pair),
    act: ([, b]) => b!.request('friend.deleteFriend', { account: pair.ann }),
  }),
  'friend.updateFriend': (pair) => ({
    before: befriend(1, pair),
    act: ([a]) => a!.request('friend.updateFriend', { account: pair.bob, alias: '陈老师' }),
  }),
  'notify.sendCustomSysMsg': ({ bob }) => ({
    act: ([a]) => a!.request('notify.sendCustomSysMsg', { scene: 'p2p', to: bob, content: '{"id":1}' }),
  }),
  'notify.batchMarkRead': (pair) => ({
    before: befriend(2, pair),
    act: async ([, b]) => b!.request('notify.batchMarkRead', { ids: [await awaitNotice(b)] }),
  }),
  'user.updateDonnop': () => ({ act: ([a]) => a!.request('user.updateDonnop', { isPushedBesideDesktop: false }) }),
}
