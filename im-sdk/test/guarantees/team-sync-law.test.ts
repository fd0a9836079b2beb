// Tests of the sync law for every team command. A team has its own lock, beside those of accounts.
import { beforeAll, describe, expect, test } from 'vitest'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { expectLaw, awaitNotice, type CaseAction, type LawCase, type PairOfAccounts } from '../sync-law.ts'
import { createPerson, textTo, until, type Device } from '../people.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})

/** Commands that only read, or change what no device stores. */
const readingCommands: readonly CommandName[] = [
  ...(['team.getTeam', 'team.getTeams', 'team.getTeamMembers', 'team.getMutedTeamMembers'] as const),
  ...(['team.sendTeamMsgReceipt', 'team.getTeamMsgReads', 'team.getTeamMsgReadAccounts'] as const),
  ...([
    'team.getTeamsById',
    'team.getMembersByAccounts',
    'team.getMembersByJoinTime',
    'team.getMyTeamMembers',
  ] as const),
]

/**
 * Ann creates a team with Bob. Resolves when Bob's devices have it.
 * @returns its id
 */
async function createTeam([a, b]: readonly Device[], { bob }: PairOfAccounts): Promise<string> {
  const fields = { type: 'advanced', name: '同伴小组', beInviteMode: 'noVerify' } as const
  const { state } = await a!.request('team.createTeam', { ...fields, accounts: [bob] })
  await until(() => b!.store.teams.has(`team-${state.team.teamId}`), 'the team')
  return state.team.teamId
}
const teamIdOf = (device: Device | undefined) => [...device!.store.teams.values()][0]!.team.teamId
const sendTeamText = (device: Device | undefined, teamId: string, text: string) =>
  device!.send({ ...textTo(teamId, text), scene: 'team' })
const createAndTalk =
  (pair: PairOfAccounts): CaseAction =>
  async (devices) => {
    const teamId = await createTeam(devices, pair)
    for (const device of devices) await sendTeamText(device, teamId, '第一句')
  }

const teamCases: Partial<Record<CommandName, (pair: PairOfAccounts) => LawCase>> = {
  'team.createTeam': (pair) => ({
    act: async (devices) => {
      const teamId = await createTeam(devices, pair)
      await sendTeamText(devices[1], teamId, '大家好')
      await sendTeamText(devices[0], teamId, '欢迎')
      await devices[1]!.markRead(`team-${teamId}`)
      await sendTeamText(devices[0], teamId, '坐')
      await devices[0]!.request('team.createTeam', { type: 'normal', name: '一个人的群' })
    },
  }),
  'team.addTeamMembers': (pair) => ({
    before: async ([a]) => {
      const { state } = await a!.request('team.createTeam', { type: 'normal', name: '先一个人' })
      await sendTeamText(a, state.team.teamId, '入群前的话')
    },
    act: async ([a, b]) => {
      const teamId = teamIdOf(a)
      await a!.request('team.addTeamMembers', { teamId, accounts: [pair.bob] })
      await until(() => b!.store.teams.size > 0, 'the team')
      await sendTeamText(b, teamId, '谢谢邀请')
    },
  }),
  'team.removeTeamMembers': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a]) => {
      await a!.request('team.removeTeamMembers', { teamId: teamIdOf(a), accounts: [pair.bob] })
      await sendTeamText(a, teamIdOf(a), '少了一个人')
    },
  }),
  'team.leaveTeam': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a, b]) => {
      const teamId = teamIdOf(a)
      await b!.request('team.leaveTeam', { teamId })
      await sendTeamText(a, teamId, '走了')
      await a!.request('team.addTeamMembers', { teamId, accounts: [pair.bob] })
      await sendTeamText(a, teamId, '又来了')
    },
  }),
  'team.updateTeam': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a]) => {
      const teamId = teamIdOf(a)
      await a!.request('team.updateTeam', { teamId, name: '新名字', joinMode: 'rejectAll', updateCustomMode: 'all' })
      await a!.request('team.updateTeam', { teamId, announcement: '周三晚八点' })
    },
  }),
  'team.transferTeam': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a, b]) => {
      const teamId = teamIdOf(a)
      await a!.request('team.transferTeam', { teamId, account: pair.bob, leave: false })
      await sendTeamText(a, teamId, '交给你了')
      await b!.request('team.transferTeam', { teamId, account: pair.ann, leave: true })
    },
  }),
  'team.addTeamManagers': (pair) => ({
    before: createAndTalk(pair),
    act: ([a]) => a!.request('team.addTeamManagers', { teamId: teamIdOf(a), accounts: [pair.bob] }),
  }),
  'team.removeTeamManagers': (pair) => ({
    before: async (devices) => {
      await createAndTalk(pair)(devices)
      const [a] = devices
      await a!.request('team.addTeamManagers', { teamId: teamIdOf(a), accounts: [pair.bob] })
    },
    act: ([a]) => a!.request('team.removeTeamManagers', { teamId: teamIdOf(a), accounts: [pair.bob] }),
  }),
  'team.muteTeamAll': (pair) => ({
    before: createAndTalk(pair),
    act: ([a]) => a!.request('team.muteTeamAll', { teamId: teamIdOf(a), mute: true }),
  }),
  'team.updateMuteStateInTeam': (pair) => ({
    before: createAndTalk(pair),
    act: ([a]) => a!.request('team.updateMuteStateInTeam', { teamId: teamIdOf(a), accounts: [pair.bob], mute: true }),
  }),
  'team.updateInfoInTeam': (pair) => ({
    before: createAndTalk(pair),
    act: async ([, b]) => {
      await b!.request('team.updateInfoInTeam', { teamId: teamIdOf(b), muteNotiType: 1 })
      await b!.request('team.updateInfoInTeam', { teamId: teamIdOf(b), nickInTeam: '小波', custom: '{}' })
    },
  }),
  'team.updateNickInTeam': (pair) => ({
    before: createAndTalk(pair),
    act: ([a]) => a!.request('team.updateNickInTeam', { teamId: teamIdOf(a), account: pair.bob, nickInTeam: '小波' }),
  }),
  'team.addTeamMembersFollow': (pair) => ({
    before: createAndTalk(pair),
    act: ([, b]) => b!.request('team.addTeamMembersFollow', { teamId: teamIdOf(b), accounts: [pair.ann] }),
  }),
  'team.removeTeamMembersFollow': (pair) => ({
    before: async (devices) => {
      await createAndTalk(pair)(devices)
      const [, b] = devices
      await b!.request('team.addTeamMembersFollow', { teamId: teamIdOf(b), accounts: [pair.ann] })
    },
    act: ([, b]) => b!.request('team.removeTeamMembersFollow', { teamId: teamIdOf(b), accounts: [pair.ann] }),
  }),
  'team.applyTeam': () => ({
    before: ([a]) => a!.request('team.createTeam', { type: 'advanced', name: '开放', joinMode: 'noVerify' }),
    act: async ([a, b]) => {
      const teamId = teamIdOf(a)
      await b!.request('team.applyTeam', { teamId })
      await sendTeamText(a, teamId, '欢迎')
    },
  }),
  'team.passTeamApply': (pair) => ({
    before: async ([a, b]) => {
      const fields = { type: 'advanced', name: '要申请', joinMode: 'needVerify' } as const
      const { state } = await a!.request('team.createTeam', fields)
      await b!.request('team.applyTeam', { teamId: state.team.teamId, ps: '想参加' })
    },
    act: async ([a]) =>
      a!.request('team.passTeamApply', { teamId: teamIdOf(a), from: pair.bob, idServer: await awaitNotice(a) }),
  }),
  'team.rejectTeamApply': (pair) => ({
    before: async ([a, b]) => {
      const fields = { type: 'advanced', name: '要申请', joinMode: 'needVerify' } as const
      const { state } = await a!.request('team.createTeam', fields)
      await b!.request('team.applyTeam', { teamId: state.team.teamId })
    },
    act: async ([a]) =>
      a!.request('team.rejectTeamApply', {
        teamId: teamIdOf(a),
        from: pair.bob,
        idServer: await awaitNotice(a),
        ps: '满了',
      }),
  }),
  'team.acceptTeamInvite': (pair) => ({
    before: ([a]) => a!.request('team.createTeam', { type: 'advanced', name: '邀请', accounts: [pair.bob] }),
    act: async ([a, b]) => {
      const teamId = teamIdOf(a)
      await b!.request('team.acceptTeamInvite', { teamId, from: pair.ann, idServer: await awaitNotice(b) })
      await sendTeamText(b, teamId, '我来了')
    },
  }),
  'team.rejectTeamInvite': (pair) => ({
    before: ([a]) => a!.request('team.createTeam', { type: 'advanced', name: '邀请', accounts: [pair.bob] }),
    act: async ([a, b]) =>
      b!.request('team.rejectTeamInvite', { teamId: teamIdOf(a), from: pair.ann, idServer: await awaitNotice(b) }),
  }),
  'team.dismissTeam': (pair) => ({
    before: createAndTalk(pair),
    act: ([a]) => a!.request('team.dismissTeam', { teamId: teamIdOf(a) }),
  }),
}

/** Commands of messages, whose cases for p2p are in sync-law.cases.ts. */
const messageCases: Partial<Record<CommandName, (pair: PairOfAccounts) => LawCase>> = {
  'msg.deleteMsg': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a, b]) => {
      const target = { scene: 'team', to: teamIdOf(a) } as const
      // a message that all devices have, and one that the offline device has missed
      const held = b!.store.conversations.get(`team-${target.to}`)!.msgs.find(({ from }) => from === pair.bob)!
      const missed = await sendTeamText(b, target.to, '发错了')
      await b!.request('msg.deleteMsg', { ...target, idServer: held.idServer })
      // the owner recalls a message of a member
      await a!.request('msg.deleteMsg', { ...target, idServer: missed.idServer })
      await sendTeamText(a, target.to, '后来')
    },
  }),
  'msg.modifyMsg': (pair) => ({
    before: createAndTalk(pair),
    act: async ([, b]) => {
      const target = { scene: 'team', to: teamIdOf(b) } as const
      const content = (text: string) => ({ content: { type: 0 as const, text } })
      const held = b!.store.conversations.get(`team-${target.to}`)!.msgs.find(({ from }) => from === pair.bob)!
      await b!.request('msg.modifyMsg', { ...target, idServer: held.idServer, ...content('第一次改') })
      await b!.request('msg.modifyMsg', { ...target, idServer: held.idServer, ...content('第二次改') })
      const { idServer } = await sendTeamText(b, target.to, '写错了')
      await b!.request('msg.modifyMsg', { ...target, idServer, ...content('写对了') })
    },
  }),
  'msg.deleteMsgSelf': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a, b]) => {
      const target = { scene: 'team', to: teamIdOf(a) } as const
      const held = a!.store.conversations.get(`team-${target.to}`)!.msgs.find(({ from }) => from === pair.ann)!
      const missed = await sendTeamText(b, target.to, '只在对方那里删除')
      const msgs = [held, missed].map(({ idServer }) => ({ ...target, idServer }))
      await a!.request('msg.deleteMsgSelf', { msgs })
    },
  }),
  'msg.clearServerHistoryMsgs': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a, b]) => {
      const target = { scene: 'team', to: teamIdOf(a) } as const
      await sendTeamText(b, target.to, '清空之前')
      await a!.request('msg.clearServerHistoryMsgs', target)
      await sendTeamText(b, target.to, '之后的一句')
      await b!.request('msg.clearServerHistoryMsgs', target)
    },
  }),
  'msg.deleteSessions': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a, b]) => {
      const sessions = [{ scene: 'team', to: teamIdOf(a) } as const]
      await a!.request('msg.deleteSessions', { sessions })
      await b!.request('msg.deleteSessions', { sessions })
      await sendTeamText(b, teamIdOf(a), '又有消息')
      await b!.request('msg.deleteSessions', { sessions })
    },
  }),
  'notify.sendCustomSysMsg': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a]) => {
      const target = { scene: 'team', to: teamIdOf(a) } as const
      await a!.request('notify.sendCustomSysMsg', { ...target, content: '{"id":1}' })
    },
  }),
  'serverSession.updateServerSession': (pair) => ({
    before: createAndTalk(pair),
    act: async ([a]) => {
      const target = { scene: 'team', to: teamIdOf(a) } as const
      await a!.request('serverSession.updateServerSession', { ...target, extra: '{"note":1}' })
    },
  }),
}

test('lists every command of teams as a reading one or tests it against the law', () => {
  const known = [...readingCommands, ...Object.keys(teamCases)].sort()
  const names = commandEntries.map(({ name }) => name).filter((name) => name.startsWith('team.'))
  expect(known).toEqual(names.sort())
})

describe('an old snapshot plus the changes since then equals a fresh snapshot', () => {
  test.each(Object.entries({ ...teamCases, ...messageCases }))(
    'lists all changes of %s in a sync',
    async (_name, make) => {
      const people = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')] as const
      await expectLaw(people, make({ ann: people[0].accid, bob: people[1].accid }))
    },
  )
})
