// Tests what the duty staff see of a danger in a group: the name there, each line with its fate, and the group itself.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import {
  enterPeerGroupPeople,
  sayInTeam,
  type PeerGroupPeople,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
let staff: Caller
const { join, openDeviceOf, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
  staff = await server().enter('service')
})
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'

async function openAlert({ id: writerId }: Caller) {
  const [row] = await server().kit.sql<{ id: number }[]>`
    select id from crisis_alert where writer_id = ${writerId} and state <> 'closed'`
  const { id } = row!
  const { signals } = (await server().requestAs(staff, 'GET /admin/care/alert', { id })).data
  const read = async (signalId: number) =>
    (await server().requestAs(staff, 'POST /admin/care/transcript', { id, signalId, reason: '核实危机情况' })).data
  return { signals, read }
}

async function enterGroup() {
  const group = await publishGroup()
  const user = await server().enter('user')
  await join(user, group.id, '夜航船')
  return { ...group, user, device: await openDeviceOf(url, user) }
}

test('shows the alias in the group, whether the writer left it, and a recalled line', async () => {
  const { id, teamId, user, device } = await enterGroup()
  const { msg } = await sayInTeam(device, teamId, danger)
  const { signals, read } = await openAlert(user)
  expect(signals[0]).toMatchObject({
    place: expect.stringMatching(/^小组“走出失眠”（负责人：.+）$/),
    group: { kind: 'peer', id },
  })
  expect(await read(signals[0]!.id)).toMatchObject({
    inGroup: { name: '夜航船', hasLeft: false },
    lines: [{ text: danger, fate: null }],
  })
  expect((await selectLastAuditEntry(server().kit.sql))?.action).toBe('transcriptOpened')
  await device.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: msg.idServer })
  await device.request('team.leaveTeam', { teamId })
  expect(await read(signals[0]!.id)).toMatchObject({
    inGroup: { name: '夜航船', hasLeft: true },
    lines: [{ text: danger, fate: 'recalled' }],
  })
})

test('marks a refused line, and not the one that was delivered later', async () => {
  const { teamId, user, device } = await enterGroup()
  const leader = await openDeviceOf(url, people.leader)
  const mute = (isMuted: boolean) =>
    leader.request('team.updateMuteStateInTeam', { teamId, accounts: [device.accid], mute: isMuted })
  await mute(true)
  await expect(sayInTeam(device, teamId, danger)).rejects.toThrow()
  await mute(false)
  await sayInTeam(device, teamId, danger)
  const { signals, read } = await openAlert(user)
  const { lines } = await read(signals[0]!.id)
  expect(lines.map(({ text, fate }) => [text, fate])).toEqual([
    [danger, 'refused'],
    [danger, null],
  ])
})

test('shows words that were split over messages as lines with their times, without a recalled one', async () => {
  const { teamId, user, device } = await enterGroup()
  const first = await sayInTeam(device, teamId, '大家好')
  await device.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: first.msg.idServer })
  await sayInTeam(device, teamId, '我不想')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await sayInTeam(device, teamId, '活了')
  const { signals, read } = await openAlert(user)
  const { lines } = await read(signals[0]!.id)
  expect(lines.map(({ text }) => text)).toEqual(['我不想', '活了'])
  expect(lines[0]!.time < lines[1]!.time).toBe(true)
})

test('names the group whose name sounds like danger, and links to it', async () => {
  const user = await server().enter('user')
  const device = await openDeviceOf(url, user)
  await device.request('user.updateMyInfo', { user: { sign: '活着没意思，我想死' } })
  const team = { scene: 'team' as const, name: '相约自杀', type: 'advanced' as const, accounts: [] }
  const { teamId } = (await device.request('team.createTeam', team)).state.team
  const { signals, read } = await openAlert(user)
  expect(signals).toMatchObject([
    { place: '小组“相约自杀”', hits: 1, group: { kind: 'account', id: Number(teamId) } },
    { place: '资料、申请、举报或未送达的消息', hits: 1, group: null },
  ])
  expect((await read(signals[0]!.id)).lines).toMatchObject([{ text: '相约自杀', fate: null }])
  await device.request('team.updateTeam', { teamId, name: '我不想活了谁来' })
  expect((await openAlert(user)).signals[0]).toMatchObject({ hits: 2, group: { id: Number(teamId) } })
})

test('marks a group whose name sounds like danger in the list of groups', async () => {
  const device = await openDeviceOf(url, await server().enter('user'))
  const create = async (name: string) => {
    const team = { scene: 'team' as const, name, type: 'advanced' as const, accounts: [] }
    return Number((await device.request('team.createTeam', team)).state.team.teamId)
  }
  const [calmId, dangerId] = [await create('一起读书'), await create('我不想活了谁来')]
  const { content } = (await server().requestAs(staff, 'GET /admin/accountGroups', { size: 100 })).data
  const levelOf = (id: number) => content.find((group) => group.id === id)!.care
  expect([levelOf(calmId), levelOf(dangerId)]).toEqual([null, 'thought'])
})
