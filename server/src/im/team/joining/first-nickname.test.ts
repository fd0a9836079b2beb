// Tests of the nickname that a person chooses while joining a group, or applying to it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { listLatestStates } from '../../../../../im-sdk/src/sync/merge/changes.ts'
import { leaveAll, openDevice, until, untilReady, type Device } from '../../../../../im-sdk/test/people.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  const staff = await server().enter('service')
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '代写论文', action: 2 })
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '加微信', action: 1 })
})
afterEach(leaveAll)

type Person = { caller: Caller; device: Device; accid: string }

async function enter(): Promise<Person> {
  const caller = await server().enter('user')
  const { data } = await server().requestAs(caller, 'GET /neteaseUser/getUser')
  const device = openDevice(url, data)
  await untilReady(device)
  return { caller, device, accid: data.accid }
}
async function createTeam({ device }: Person, fields: object = {}): Promise<string> {
  const input = { type: 'advanced', name: '夜读', beInviteMode: 'noVerify', ...fields } as const
  const { teamId } = (await device.request('team.createTeam', input)).state.team
  await device.request('team.updateInfoInTeam', { teamId, nickInTeam: '小河' })
  return teamId
}
async function readMembers({ device }: Person, teamId: string): Promise<Record<string, string>> {
  const { members } = await device.request('team.getTeamMembers', { teamId })
  return Object.fromEntries(members.map(({ account, nickInTeam }) => [account, nickInTeam]))
}
async function createCode({ caller }: Person, teamId: string): Promise<string> {
  return (await server().requestAs(caller, 'POST /chat/teamLink', { teamId })).data.code
}

test.each([
  ['小 河', '小组里已有人用这个称呼，请换一个'],
  ['值班组长', '称呼不能像带领者或专业人员'],
  ['可加微信', '含有不允许使用的词语，请修改后再试'],
  ['请找我代写论文', '含有不允许使用的词语，请修改后再试'],
  ['\u200B', '名称中有看不见或改变方向的字符'],
  ['河'.repeat(21), '昵称不能超过20个字'],
])('refuses the nickname %j on joining by a code or openly, and admits no one', async (nickInTeam, reason) => {
  const [ann, bob] = [await enter(), await enter()]
  const teamId = await createTeam(ann, { joinMode: 'noVerify' })
  const code = await createCode(ann, teamId)
  const reply = await server().requestAs(bob.caller, 'POST /chat/teamLink/join', { code, nickInTeam })
  expect(reply).toMatchObject({
    code: 400,
    data: { fields: { nickInTeam: expect.stringContaining(reason) as string } },
  })
  await expect(bob.device.request('team.applyTeam', { teamId, nickInTeam })).rejects.toMatchObject({
    code: imErrors.invalid.code,
    data: { field: 'nickInTeam' },
    message: expect.stringContaining(reason) as string,
  })
  expect(Object.keys(await readMembers(ann, teamId))).toEqual([ann.accid])
})

test('founds a group under the nickname, and founds none when the nickname is refused', async () => {
  const ann = await enter()
  const found = (nickInTeam: string) =>
    ann.device.request('team.createTeam', { type: 'advanced', name: '夜读', nickInTeam })
  await expect(found('可加微信')).rejects.toMatchObject({ code: imErrors.invalid.code, data: { field: 'nickInTeam' } })
  await expect(found('河'.repeat(21))).rejects.toMatchObject({ message: '昵称不能超过20个字' })
  expect(ann.device.store.teams.size).toBe(0)
  const { owner, state } = await found('小河')
  expect(owner.nickInTeam).toBe('小河')
  expect(await readMembers(ann, state.team.teamId)).toEqual({ [ann.accid]: '小河' })
})

test('joins under the nickname, or under the name of the chat without one', async () => {
  const [ann, bob, eve, kim] = [await enter(), await enter(), await enter(), await enter()]
  const teamId = await createTeam(ann, { joinMode: 'noVerify' })
  const code = await createCode(ann, teamId)
  const join = ({ caller }: Person, fields: object) =>
    server().requestAs(caller, 'POST /chat/teamLink/join', { code, ...fields })
  expect((await join(bob, { nickInTeam: ' 阿云 ' })).code).toBe(200)
  expect((await join(eve, {})).code).toBe(200)
  await kim.device.request('team.applyTeam', { teamId, nickInTeam: '小船' })
  expect(await readMembers(ann, teamId)).toEqual({
    [ann.accid]: '小河',
    [bob.accid]: '阿云',
    [eve.accid]: '',
    [kim.accid]: '小船',
  })
})

test('keeps the nickname with an application, and leaves it out when another member has taken it', async () => {
  const [ann, bob, eve] = [await enter(), await enter(), await enter()]
  const teamId = await createTeam(ann, { joinMode: 'needVerify' })
  for (const { device } of [bob, eve]) await device.request('team.applyTeam', { teamId, nickInTeam: '阿云' })
  const list = () => listLatestStates(ann.device.store, 'sysMsg').filter(({ type }) => type === 'applyTeam')
  await until(() => list().length === 2, 'the applications')
  expect(list()[0]).toMatchObject({ nickInTeam: '阿云' })
  for (const { from, idServer } of list()) await ann.device.request('team.passTeamApply', { teamId, from, idServer })
  expect(await readMembers(ann, teamId)).toEqual({ [ann.accid]: '小河', [bob.accid]: '阿云', [eve.accid]: '' })
})

test('joins on an invitation under the nickname, and keeps the invitation when the nickname is refused', async () => {
  const [ann, bob] = [await enter(), await enter()]
  const teamId = await createTeam(ann, { beInviteMode: 'needVerify' })
  await ann.device.request('team.addTeamMembers', { teamId, accounts: [bob.accid] })
  const list = () => listLatestStates(bob.device.store, 'sysMsg').filter(({ type }) => type === 'teamInvite')
  await until(() => list().length === 1, 'the invitation')
  const answer = { teamId, from: ann.accid, idServer: list()[0]!.idServer }
  await expect(bob.device.request('team.acceptTeamInvite', { ...answer, nickInTeam: '小 河' })).rejects.toMatchObject({
    code: imErrors.invalid.code,
    data: { field: 'nickInTeam' },
  })
  await bob.device.request('team.acceptTeamInvite', { ...answer, nickInTeam: '阿云' })
  expect(await readMembers(ann, teamId)).toEqual({ [ann.accid]: '小河', [bob.accid]: '阿云' })
})
