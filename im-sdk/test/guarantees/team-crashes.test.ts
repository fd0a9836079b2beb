// Fault tests of teams with real processes: nodes and the database are killed while members write, join and leave, and
// while the team is dismissed. Every member receives every message once and in one order; unread counts are exact.
import { expect, test } from 'vitest'
import { ImFailure, imErrors } from '@xinqiao/contract/im/errors.ts'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { createChatPeople } from '../../../server/db/fixtures/chat-people.ts'
import { listLatestStates } from '../../src/sync/merge/changes.ts'
import { impatientOptions, repeatUntilReply, useCrashCluster } from '../crash-cluster.ts'
import { openDevice, textOf, textTo, until, untilReady, type Device } from '../people.ts'
import { expectHistory, expectSameSnapshot } from '../sync-law.ts'

const cluster = useCrashCluster()
const each = 25
const memberships = 6

/**
 * Repeats a command until the server replies. A repetition is refused with one of `done` when the lost reply was a
 * success.
 */
async function requestSurely(
  device: Device,
  done: readonly (keyof typeof imErrors)[],
  work: () => Promise<unknown>,
): Promise<void> {
  await repeatUntilReply(device, work).catch((error: unknown) => {
    if (!(error instanceof ImFailure) || !done.some((name) => imErrors[name].code === error.code)) throw error
  })
}

/** Creates a team of the first person alone, which others may join. No device can create a super team. */
async function createOpenTeam(owner: Device, scene: TeamScene): Promise<string> {
  const modes = { beInviteMode: 'noVerify', joinMode: 'noVerify' } as const
  const { state } = await owner.request('team.createTeam', { type: 'advanced', name: '小组', ...modes })
  const { teamId } = state.team
  if (scene === 'superTeam')
    await cluster().withSql(async (sql) => {
      await sql`update im_team set scene = ${scene} where id = ${Number(teamId)}`
      await sql`
        update im_conversation set scene = ${scene}
        where id = (select conversation_id from im_team where id = ${Number(teamId)})`
    })
  return teamId
}

/**
 * Lets the guest join by an application or an invitation, and leave or be removed, again and again. The guest is a
 * member at the end.
 */
async function changeMemberships(
  [owner, guest]: readonly [Device, Device],
  [from, account]: readonly [string, string],
  team: { scene: TeamScene; teamId: string },
): Promise<void> {
  const accounts = [account]
  const answered = new Set<string>()
  const findInvitation = () =>
    listLatestStates(guest.store, 'sysMsg').find(
      ({ type, idServer }) => type === 'teamInvite' && !answered.has(idServer),
    )
  const [leave, remove, invite] = [
    () => requestSurely(guest, ['notInTeam'], () => guest.request('team.leaveTeam', team)),
    () => repeatUntilReply(owner, () => owner.request('team.removeTeamMembers', { ...team, accounts })),
    () => repeatUntilReply(owner, () => owner.request('team.addTeamMembers', { ...team, accounts })),
  ]
  for (let i = 0; i < memberships; i += 1) {
    if (i > 0) await (i % 4 < 2 ? leave() : remove())
    if (i % 2 === 0) {
      await requestSurely(guest, ['alreadyInTeam'], () => guest.request('team.applyTeam', team))
      continue
    }
    await invite()
    await until(() => findInvitation() !== undefined, 'the invitation', 90_000)
    const { idServer } = findInvitation()!
    answered.add(idServer)
    const answer = () => guest.request('team.acceptTeamInvite', { ...team, from, idServer })
    await requestSurely(guest, ['notFound', 'alreadyInTeam'], answer)
  }
}

/**
 * Three members write while a fourth joins and leaves again and again, and `harm` runs. Then the owner dismisses the
 * team while `harm` runs again. The second member has two devices.
 */
async function surviveTeamWork(harm: () => Promise<void>, scene: TeamScene = 'team'): Promise<void> {
  const people = await cluster().withSql((sql) => createChatPeople(sql, 4))
  const urlOf = (i: number) => cluster().proxies[i % 2]!.url
  const accidOf = (i: number) => people[i]!.accid
  const founder = openDevice(urlOf(0), people[0]!, impatientOptions)
  await untilReady(founder)
  const teamId = await createOpenTeam(founder, scene)
  founder.disconnect()
  const devices = people.map((person, i) => openDevice(urlOf(i), person, impatientOptions))
  const twin = openDevice(urlOf(0), people[1]!, impatientOptions)
  await untilReady(...devices, twin)
  const [owner, , , guest] = devices as [Device, Device, Device, Device]
  const [team, id] = [{ scene, teamId }, `${scene}-${teamId}`]
  await owner.request('team.addTeamMembers', { ...team, accounts: [accidOf(1), accidOf(2)] })
  // from now on, the guest has to accept each invitation
  await owner.request('team.updateTeam', { ...team, beInviteMode: 'needVerify' })
  const members = devices.slice(0, 3)
  await until(() => [...members, twin].every(({ store }) => store.teams.has(id)), 'the team on every device')

  const talking = members.map(async (device, i) => {
    for (let n = 0; n < each; n += 1) {
      const draft = { ...textTo(teamId, `${i}:${n}`), scene }
      await repeatUntilReply(device, () => device.send(draft))
    }
  })
  await Promise.all([...talking, changeMemberships([owner, guest], [accidOf(0), accidOf(3)], team), harm()])

  const isText = ({ content }: { content: { type: number } }) => content.type === chatMessageTypes.text
  const watching: [number, Device][] = [...members.entries(), [1, twin]]
  for (const [i, device] of watching) {
    const conversation = device.store.conversations.get(id)!
    const listTexts = () => conversation.msgs.filter(isText)
    // a surviving node recovers lost pushes within the lease of the dead one
    await until(() => listTexts().length >= 3 * each, 'all messages', 120_000).catch(() => {})
    const expected = [0, 1, 2].flatMap((by) => Array.from({ length: each }, (_, n) => `${by}:${n}`))
    expect(listTexts().map(textOf).sort()).toEqual(expected.sort())
    for (const [by, { accid }] of people.slice(0, 3).entries()) {
      const texts = listTexts().filter(({ from }) => from === accid)
      expect(texts.map(textOf)).toEqual(Array.from({ length: each }, (_, n) => `${by}:${n}`))
    }
    const listReceived = () => device.received.filter((msg) => isText(msg) && msg.from !== accidOf(i))
    // a message is announced once the name of its sender is known
    await until(() => listReceived().length >= 2 * each, 'all announcements').catch(() => {})
    expect(listReceived()).toHaveLength(2 * each)
    await until(() => conversation.session.unread === 2 * each, 'the unread count').catch(() => {})
    expect(conversation.session.unread).toBe(2 * each)
    const firstSeq = conversation.msgs[0]!.seq
    expect(conversation.msgs.map(({ seq }) => seq)).toEqual(conversation.msgs.map((_, n) => firstSeq + n))
  }
  await until(() => guest.store.teams.has(id), 'the last membership of the guest', 120_000)
  for (const [i, device] of [...devices.entries(), ...watching.slice(3)]) {
    const fresh = openDevice(urlOf(i), people[i]!, impatientOptions)
    await untilReady(fresh)
    await expectSameSnapshot(device, fresh)
    await expectHistory(device)
  }
  expect((await owner.request('team.getTeam', team)).team.memberNum).toBe(4)

  const dismissing = requestSurely(owner, ['notInTeam'], () => owner.request('team.dismissTeam', team))
  await Promise.all([dismissing, harm()])
  await until(
    () => [...devices, twin].every(({ store }) => store.teams.size === 0),
    'the end of the team everywhere',
    120_000,
  )
}

test.each(['team', 'superTeam'] as const)(
  'survives kill -9 of both nodes (%s)',
  async (scene) => {
    await surviveTeamWork(() => cluster().killNodes(2), scene)
  },
  300_000,
)

test('survives kill -9 of the database', async () => {
  await surviveTeamWork(() => cluster().killDatabase(1))
}, 300_000)

test('survives an outage of the bus', async () => {
  await surviveTeamWork(async () => {
    await cluster().redis.stop()
    await cluster().redis.start()
  })
}, 300_000)
