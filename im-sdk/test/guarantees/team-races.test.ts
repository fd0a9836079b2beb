// Commands of a team that two devices send at the same moment: one of them succeeds, and all devices agree on which.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { createSuperTeam } from '../../../server/test/steps/super-teams.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, leaveAll, textOf, textTo, until, untilReady, type ChatPerson, type Device } from '../people.ts'
import { awaitNotice, expectHistory, expectSameSnapshot } from '../sync-law.ts'

const teamScenes = ['team', 'superTeam'] as const
const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const createPeople = async (count: number) => {
  const people: ChatPerson[] = []
  for (let i = 0; i < count; i += 1) people.push(await createPerson(server(), url))
  return people
}
/** One device of each person, all in a team of the first. */
async function createTeam(people: readonly ChatPerson[], scene: TeamScene = 'team') {
  const devices = people.map((person) => person.device())
  await untilReady(...devices)
  const fields = { type: 'advanced', name: '小组', beInviteMode: 'noVerify' } as const
  const accounts = people.slice(1).map(({ accid }) => accid)
  const teamId =
    scene === 'superTeam'
      ? await createSuperTeam(server(), people[0]!.accid, { ...fields, accounts })
      : (await devices[0]!.request('team.createTeam', { ...fields, accounts })).state.team.teamId
  await until(() => devices.every(({ store }) => store.teams.has(`${scene}-${teamId}`)), 'the team on every device')
  return { devices, teamId }
}
const listNotices = async (device: Device, teamId: string, type: string, scene: TeamScene = 'team') => {
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene, to: teamId })
  return msgs.filter(({ content }) => 'attach' in content && content.attach.type === type)
}
async function expectAgreement(people: readonly ChatPerson[], devices: readonly Device[]): Promise<void> {
  for (const [i, device] of devices.entries()) {
    const fresh = people[i]!.device()
    await untilReady(fresh)
    await expectSameSnapshot(device, fresh)
    await expectHistory(device)
  }
}
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as ImFailure).code] : []))

test('transfers a team once when two devices of the owner do so at the same moment', async () => {
  const people = await createPeople(3)
  const { devices, teamId } = await createTeam(people)
  const [ann, bob, eve] = devices as [Device, Device, Device]
  const second = people[0]!.device()
  await untilReady(second)
  const transfer = (device: Device, { accid: account }: ChatPerson, leave: boolean) =>
    device.request('team.transferTeam', { teamId, account, leave })
  const results = await Promise.allSettled([transfer(ann, people[1]!, false), transfer(second, people[2]!, true)])
  expect(codesOf(results)).toHaveLength(1)
  // the former owner is an ordinary member, or has left the team
  expect([imErrors.notAllowedInTeam.code, imErrors.notInTeam.code]).toContain(codesOf(results)[0])
  const { team } = await bob.request('team.getTeam', { teamId })
  const { members } = await eve.request('team.getTeamMembers', { teamId })
  const owners = members.filter(({ type }) => type === 'owner').map(({ account }) => account)
  expect(owners).toEqual([team.owner])
  expect(team.owner).toBe(results[0].status === 'fulfilled' ? people[1]!.accid : people[2]!.accid)
  expect(await listNotices(bob, teamId, 'transferTeam')).toHaveLength(1)
  await expectAgreement(people, devices)
})

test('leaves a team with one owner when several devices transfer it at once', async () => {
  const people = await createPeople(3)
  const { devices, teamId } = await createTeam(people)
  const rounds = 8
  const hand = (from: number, to: number) =>
    devices[from]!.request('team.transferTeam', { teamId, account: people[to]!.accid, leave: false })
  let transfers = 0
  for (let i = 0; i < rounds; i += 1) {
    const results = await Promise.allSettled([hand(0, 1), hand(1, 2), hand(2, 0), hand(0, 2), hand(1, 0), hand(2, 1)])
    transfers += results.filter(({ status }) => status === 'fulfilled').length
    // by chance, the commands of a round arrive in an order in which each of them is the owner's
    for (const code of codesOf(results)) expect(code).toBe(imErrors.notAllowedInTeam.code)
  }
  expect(transfers).toBeLessThan(rounds * 6)
  const { members } = await devices[0]!.request('team.getTeamMembers', { teamId })
  expect(members.map(({ type }) => type).sort()).toEqual(['normal', 'normal', 'owner'])
  expect(await listNotices(devices[0]!, teamId, 'transferTeam')).toHaveLength(transfers)
  await expectAgreement(people, devices)
})

test.each(teamScenes)('stores what a member sent before the removal, and refuses the rest (%s)', async (scene) => {
  const people = await createPeople(3)
  const { devices, teamId } = await createTeam(people, scene)
  const [ann, bob, eve] = devices as [Device, Device, Device]
  const sends: Promise<WireMessage>[] = []
  let removal: Promise<unknown> | undefined
  for (let i = 0; i < 60; i += 1) {
    sends.push(bob.send({ ...textTo(teamId, `第${i}句`), scene }))
    if (i === 20) removal = ann.request('team.removeTeamMembers', { scene, teamId, accounts: [people[1]!.accid] })
    if (i % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const [duringRemoval] = await Promise.all([Promise.allSettled(sends), removal])
  // on a busy machine, all of these may arrive before the removal
  const afterRemoval = await Promise.allSettled([bob.send({ ...textTo(teamId, '最后一句'), scene })])
  const results = [...duringRemoval, ...afterRemoval]
  expect(new Set(codesOf(results))).toEqual(new Set([imErrors.notInTeam.code]))
  const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const [notice] = await listNotices(eve, teamId, 'removeTeamMembers', scene)
  expect(stored.every(({ seq }) => seq < notice!.seq)).toBe(true)
  const textsHeldBy = ({ store }: Device) =>
    store.conversations
      .get(`${scene}-${teamId}`)!
      .msgs.filter(({ content }) => content.type === chatMessageTypes.text)
      .map(textOf)
  for (const device of [ann, eve]) {
    await until(() => textsHeldBy(device).length === stored.length, 'all stored messages')
    expect(textsHeldBy(device)).toEqual(stored.toSorted((a, b) => a.seq - b.seq).map(textOf))
    expect(device.store.conversations.get(`${scene}-${teamId}`)!.session.unread).toBe(stored.length)
  }
  await until(() => bob.store.teams.size === 0, 'the end of the membership')
  await expectAgreement([people[0]!, people[2]!], [ann, eve])
})

test.each(['team.acceptTeamInvite', 'team.passTeamApply'] as const)(
  'admits an account once when two devices answer at the same moment (%s)',
  async (command) => {
    const people = await createPeople(2)
    const [ann, bob] = people.map((person) => person.device()) as [Device, Device]
    await untilReady(ann, bob)
    const isInvite = command === 'team.acceptTeamInvite'
    const { state } = await ann.request('team.createTeam', {
      type: 'advanced',
      name: '小组',
      joinMode: 'needVerify',
      accounts: isInvite ? [people[1]!.accid] : [],
    })
    const { teamId } = state.team
    if (!isInvite) await bob.request('team.applyTeam', { teamId })
    const [answerer, first, from] = isInvite ? [people[1]!, bob, people[0]!.accid] : [people[0]!, ann, people[1]!.accid]
    const second = answerer.device()
    await untilReady(second)
    const idServer = await awaitNotice(first)
    const answer = (device: Device) => device.request(command, { teamId, from, idServer })
    const results = await Promise.allSettled([answer(first), answer(second), answer(first)])
    expect(codesOf(results)).toEqual([imErrors.notFound.code, imErrors.notFound.code])
    await until(() => bob.store.teams.has(`team-${teamId}`), 'the team')
    expect((await ann.request('team.getTeam', { teamId })).team.memberNum).toBe(2)
    expect(await listNotices(ann, teamId, isInvite ? 'acceptTeamInvite' : 'passTeamApply')).toHaveLength(1)
    await expectAgreement(people, [ann, bob])
  },
)
