// Accounts, teams, messages and files of another app have the same answers as unknown ones, in every command of the chat
// and every call of the server API; and nothing of the other app changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { serverCalls, type ServerCall } from '@xinqiao/contract/server-api.ts'
import { leaveAll, openDevice, textTo, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { createUpload } from '../../../../im-sdk/src/upload/uploader.ts'
import { createBackend } from '../../../test/backend.ts'
import { blobOf, createPhoto, sendFileMessage } from '../../../test/im-file-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

/** Names of things of another app, or of things that do not exist. */
type Names = { account: string; other: string; team: string; message: string; url: string; docId: string }
const absent: Names = {
  ...{ account: 'nobody', other: 'no-one', team: '999999999', message: '999999998', docId: '999999997' },
  url: 'http://xinqiao.localhost/files/im/aaaaaaaaaaaaaaaaaaaaaaaa?im_url=1',
}

const server = useTestServer()
let url = ''
let asker: Device
let school: Awaited<ReturnType<typeof createBackend>>
let foreign = absent
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, checkEveryMs: 3_600_000 }))
  school = await createBackend(server(), '学校')
  // ids that occur in no code or time of an answer
  await server().owner`
    select setval(pg_get_serial_sequence(name, 'id'), 700000000) from unnest(array['im_message', 'im_team', 'im_file']) name`
  const hospital = await createBackend(server(), '医院')
  const enter = async (backend: typeof school, accid: string) => {
    const { info } = await backend.call('user/create', { accid, name: accid })
    const device = openDevice(url, { accid, token: info.token }, { appKey: backend.appKey })
    await untilReady(device)
    return device
  }
  const ann = await enter(hospital, 'ann')
  await hospital.call('user/create', { accid: 'bob' })
  asker = await enter(school, 'cleo')
  await school.call('user/create', { accid: 'dan' })
  const { idServer } = await ann.send(textTo('bob', '医院里的话'))
  const upload = createUpload({ request: ann.request, urls: [url], delayOf: () => 5 })
  const file = await upload({ type: 'image', blob: blobOf(await createPhoto(), 'image/jpeg') } as never)
  await sendFileMessage(ann, 'bob', file)
  const { state } = await ann.request('team.createTeam', {
    ...{ name: '医院的群', type: 'advanced', joinMode: 'noVerify', beInviteMode: 'noVerify', accounts: ['bob'] },
  } as never)
  const [stored] = await server().kit.sql<{ id: number }[]>`select id from im_file order by id desc limit 1`
  foreign = {
    ...{ account: 'ann', other: 'bob', team: state.team.teamId, message: idServer },
    ...{ url: file.url, docId: `${stored!.id}` },
  }
})
afterAll(leaveAll)

const { p2p, team, members, request } = {
  p2p: ({ account }: Names) => ({ scene: 'p2p', to: account }),
  team: ({ team: teamId }: Names) => ({ teamId }),
  members: ({ team: teamId, account }: Names) => ({ teamId, accounts: [account] }),
  request: ({ team: teamId, account }: Names) => ({ teamId, idServer: '1', from: account }),
}
const say = { idClient: 'same', content: { type: 0, text: '您好' } }

/** Inputs of each command that names something; several where a command takes accounts and teams. */
const inputs: Partial<Record<CommandName, ((names: Names) => object)[]>> = {
  'user.markInBlacklist': [({ account }) => ({ account, isAdd: true })],
  'user.markInMutelist': [({ account }) => ({ account, isAdd: true })],
  'user.getUsers': [({ account, other }) => ({ accounts: [account, other] })],
  'notify.sendCustomSysMsg': [(names) => ({ ...p2p(names), content: '{}', sendToOnlineUsersOnly: false })],
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
    (names) => ({ ...p2p(names), ...say }),
    (names) => ({ scene: 'team', to: names.team, ...say }),
    ({ url: address }) => ({
      ...{ scene: 'p2p', to: 'dan', idClient: 'file' },
      content: { type: 1, file: { url: address, name: 'a.jpg', size: 1, ext: 'jpg', md5: '0'.repeat(32), w: 1, h: 1 } },
    }),
  ],
  'msg.getHistoryMsgs': [p2p, (names) => ({ scene: 'team', to: names.team })],
  'msg.deleteSessions': [(names) => ({ sessions: [p2p(names)] })],
  'msg.sendMsgReceipt': [(names) => ({ ...p2p(names), time: 1 })],
  'msg.deleteMsg': [
    (names) => ({ ...p2p(names), idServer: names.message }),
    (names) => ({ scene: 'p2p', to: 'dan', idServer: names.message }),
  ],
  'msg.modifyMsg': [
    (names) => ({ ...p2p(names), idServer: names.message, content: say.content }),
    (names) => ({ scene: 'p2p', to: 'dan', idServer: names.message, content: say.content }),
  ],
  'msg.deleteMsgSelf': [(names) => ({ msgs: [{ ...p2p(names), idServer: names.message }] })],
  'msg.clearServerHistoryMsgs': [p2p],
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
  'msgExtend.addStickTopSession': [
    ({ account }) => ({ id: `p2p-${account}` }),
    (names) => ({ id: `team-${names.team}` }),
  ],
  'msgExtend.updateStickTopSession': [({ account }) => ({ id: `p2p-${account}`, topCustom: 'x' })],
  'msgExtend.deleteStickTopSession': [({ account }) => ({ id: `p2p-${account}` })],
  'serverSession.getServerSession': [p2p],
  'serverSession.updateServerSession': [(names) => ({ ...p2p(names), extra: 'x' })],
  'search.msgFtsInServer': [({ account }) => ({ keyword: '医院', p2pList: [account], senderList: [account] })],
  'search.msgFtsInServerByTiming': [({ account }) => ({ keyword: '医院', p2pList: [account], senderList: [account] })],
  'search.searchHistoryMsgs': [(names) => ({ ...p2p(names), keyword: '医院' })],
  'friend.friendRequest': [1, 2, 3, 4].map((type) => ({ account }: Names) => ({ account, type, ps: '' })),
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
  'team.updateMuteStateInTeam': [(names) => ({ ...team(names), account: names.account, mute: true })],
  'team.updateInfoInTeam': [(names) => ({ ...team(names), nickInTeam: '名' })],
  'team.updateNickInTeam': [(names) => ({ ...team(names), account: names.account, nickInTeam: '名' })],
  'team.getMutedTeamMembers': [team],
  'team.getTeamsById': [(names) => ({ teamIds: [names.team] })],
  'team.getMembersByAccounts': [members],
  'team.getMyTeamMembers': [(names) => ({ teamIds: [names.team] })],
  'team.applyTeam': [team],
  'team.passTeamApply': [request],
  'team.rejectTeamApply': [request],
  'team.acceptTeamInvite': [request],
  'team.rejectTeamInvite': [request],
}
/** Commands that name only the caller's own things, which the caller's account limits. */
const own: ReadonlySet<string> = new Set<CommandName>([
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
  ...(['misc.acceptConsent', 'friend.getFriends', 'team.getTeams'] as const),
])

const text = { type: '0', body: '{"msg":"您好"}' }
const calls: Partial<Record<ServerCall, (names: Names) => Record<string, string>>> = {
  'user/update': ({ account }) => ({ accid: account, token: 'a-token-of-enough-length' }),
  'user/refreshToken': ({ account }) => ({ accid: account }),
  'user/updateUinfo': ({ account }) => ({ accid: account, name: '改名' }),
  'user/getUinfos': ({ account, other }) => ({ accids: JSON.stringify([account, other]) }),
  'user/block': ({ account }) => ({ accid: account, needkick: 'true' }),
  'user/unblock': ({ account }) => ({ accid: account }),
  'user/mute': ({ account }) => ({ accid: account, mute: 'true' }),
  'msg/sendMsg': ({ account }) => ({ from: 'cleo', ope: '0', to: account, ...text }),
  'msg/sendBatchMsg': ({ account }) => ({ fromAccid: account, toAccids: '["cleo"]', ...text }),
  'msg/sendAttachMsg': ({ account }) => ({ from: 'cleo', msgtype: '0', to: account, attach: '{}' }),
  'msg/sendBatchAttachMsg': ({ account, other }) => ({
    fromAccid: 'cleo',
    toAccids: JSON.stringify([account, other]),
    attach: '{}',
  }),
  'msg/import': ({ account, other }) => ({
    msgs: JSON.stringify([
      { msgid: 'old', from: account, to: other, time: 1_600_000_000_000, type: 0, body: { msg: '旧' } },
    ]),
  }),
  'history/querySessionMsg': ({ account, other }) => ({
    ...{ from: account, to: other, begintime: '0', endtime: '1900000000000', limit: '100' },
  }),
}
/** A call of its own app alone: the name may exist in another one. */
const ownCalls = ['user/create', 'user/import', 'msg/broadcastMsg']

/** Names differ, and so do ids and times of what the asker owns. */
const withoutNames = (answer: unknown, names: Names): string =>
  Object.values(names)
    .reduce((json, name) => json.replaceAll(name, '?'), JSON.stringify(answer))
    .replaceAll(/\d{6,}/g, '#')

/** All rows of the other app. */
async function readForeignRows(): Promise<string> {
  const rows = await server().owner`
    select (select json_agg(a order by a.id) from im_account a where accid in ('ann', 'bob')) as accounts,
      (select json_agg(s order by s.conversation_id, s.im_account_id) from im_session s
        join im_account a on a.id = s.im_account_id where a.accid in ('ann', 'bob')) as sessions,
      (select json_agg(t order by t.id) from im_team t where name = '医院的群') as teams,
      (select count(*) from im_team_member m join im_team t on t.id = m.team_id where t.name = '医院的群') as members,
      (select json_agg(m order by m.id) from im_message m join im_account a on a.id = m.sender_id where accid = 'ann') as messages,
      (select count(*) from im_file) as files`
  return JSON.stringify(rows)
}

test('has a case here for every command and every call', () => {
  const names = commandEntries.map(({ name }) => name).filter((name) => !own.has(name))
  expect(Object.keys(inputs).toSorted()).toEqual(names.toSorted())
  expect([...Object.keys(calls), ...ownCalls].toSorted()).toEqual(Object.keys(serverCalls).toSorted())
})

test.each(Object.entries(inputs))('%s', async (name, cases) => {
  const before = await readForeignRows()
  const ask = async (input: object, names: Names) => {
    const [result] = await Promise.allSettled([asker.request(name as CommandName, input as never)])
    const answer = result.status === 'fulfilled' ? result.value : { ...result.reason, reason: `${result.reason}` }
    return withoutNames(answer, names)
  }
  for (const make of cases) {
    const unknown = await ask(make(absent), absent)
    // an input that is refused as malformed would show nothing
    expect(unknown).not.toContain('无效输入')
    expect(await ask(make(foreign), foreign)).toBe(unknown)
  }
  expect(await readForeignRows()).toBe(before)
})

test.each(Object.entries(calls))('answers server call %s', async (path, make) => {
  const before = await readForeignRows()
  const ask = async (names: Names) => withoutNames(await school.call(path, make(names)), names)
  const unknown = await ask(absent)
  expect(await ask(foreign)).toBe(unknown)
  expect(await readForeignRows()).toBe(before)
})
