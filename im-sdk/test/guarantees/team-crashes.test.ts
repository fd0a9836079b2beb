// Fault tests of teams with real processes: nodes and the database are killed while members write, join and leave, and
// while the team is dismissed. Every member receives every message once and in one order; unread counts are exact.
import { expect, test } from 'vitest'
import { ImFailure, imErrors } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages.ts'
import { createChatPeople } from '../../../server/db/fixtures/chat-people.ts'
import { impatientOptions, repeatUntilReply, useCrashCluster } from '../crash-cluster.ts'
import { openDevice, textOf, textTo, until, untilReady, type Device } from '../people.ts'
import { expectHistory, expectSameSnapshot } from '../sync-law.ts'

const cluster = useCrashCluster()
const each = 25
const memberships = 6

/**
 * Repeats a command until the server replies. A repetition is refused with `done` when the lost reply was a success.
 */
async function requestSurely(device: Device, done: keyof typeof imErrors, work: () => Promise<unknown>): Promise<void> {
  await repeatUntilReply(device, work).catch((error: unknown) => {
    if (!(error instanceof ImFailure) || error.code !== imErrors[done].code) throw error
  })
}

/**
 * Three members write while a fourth is added and removed again and again, and `harm` runs. Then the owner dismisses
 * the team while `harm` runs again.
 */
async function surviveTeamWork(harm: () => Promise<void>): Promise<void> {
  const people = await cluster().withSql((sql) => createChatPeople(sql, 4))
  const urlOf = (i: number) => cluster().proxies[i % 2]!.url
  const devices = people.map((person, i) => openDevice(urlOf(i), person, impatientOptions))
  await untilReady(...devices)
  const [owner, , , guest] = devices as [Device, Device, Device, Device]
  const accidOf = (i: number) => people[i]!.accid
  const fields = { type: 'advanced', name: '小组', beInviteMode: 'noVerify' } as const
  const { state } = await owner.request('team.createTeam', { ...fields, accounts: [accidOf(1), accidOf(2)] })
  const { teamId } = state.team
  const id = `team-${teamId}`
  const members = devices.slice(0, 3)
  await until(() => members.every(({ store }) => store.teams.has(id)), 'the team on every device')

  const accounts = [accidOf(3)]
  const talking = members.map(async (device, i) => {
    for (let n = 0; n < each; n += 1) {
      const draft = { ...textTo(teamId, `${i}:${n}`), scene: 'team' } as const
      await repeatUntilReply(device, () => device.send(draft))
    }
  })
  const joining = (async () => {
    for (let i = 0; i < memberships; i += 1) {
      if (i > 0) await repeatUntilReply(owner, () => owner.request('team.removeTeamMembers', { teamId, accounts }))
      await requestSurely(owner, 'alreadyInTeam', () => owner.request('team.addTeamMembers', { teamId, accounts }))
    }
  })()
  await Promise.all([...talking, joining, harm()])

  const isText = ({ content }: { content: { type: number } }) => content.type === chatMessageTypes.text
  for (const [i, device] of members.entries()) {
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
    expect(conversation.msgs.map(({ seq }) => seq)).toEqual(conversation.msgs.map((_, n) => n + 1))
  }
  await until(() => guest.store.teams.has(id), 'the last membership of the guest', 120_000)
  for (const [i, device] of devices.entries()) {
    const fresh = openDevice(urlOf(i), people[i]!, impatientOptions)
    await untilReady(fresh)
    await expectSameSnapshot(device, fresh)
    await expectHistory(device)
  }
  const { team } = await owner.request('team.getTeam', { teamId })
  expect(team.memberNum).toBe(4)

  const dismissing = requestSurely(owner, 'notInTeam', () => owner.request('team.dismissTeam', { teamId }))
  await Promise.all([dismissing, harm()])
  await until(() => devices.every(({ store }) => store.teams.size === 0), 'the end of the team everywhere', 120_000)
}

test('survives kill -9 of both nodes', async () => {
  await surviveTeamWork(() => cluster().killNodes(2))
}, 300_000)

test('survives kill -9 of the database', async () => {
  await surviveTeamWork(() => cluster().killDatabase(1))
}, 300_000)

test('survives an outage of the bus', async () => {
  await surviveTeamWork(async () => {
    await cluster().redis.stop()
    await cluster().redis.start()
  })
}, 300_000)
