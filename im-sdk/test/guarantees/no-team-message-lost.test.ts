// Property tests of teams: random messages, acks, disconnects, lost replies, and members who leave and return. Every
// member receives every message once and in the same order, and unread counts are exact on every device.
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { type WireMessage, chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import type { SocketServer } from '../../../server/src/socket/socket.ts'
import { leaveAll, createPerson, untilReady, textOf, textTo, until, type Device } from '../people.ts'
import { expectHistory, expectSameSnapshot } from '../sync-law.ts'

const server = useTestServer()
let url = ''
let socketServer: SocketServer
/** Called between a command's commit and its reply. */
let beforeReply: (command: string) => void = () => {}
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({
    isFrequencyLimited: false,
    beforeReply: (name) => beforeReply(name),
  }))
})
afterEach(() => {
  beforeReply = () => {}
  leaveAll()
})

/** Repeats the send until the server replies. */
async function retryUntilDone<T>(device: Device, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await until(() => device.status() === 1, 'a login')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ImFailure) || typeof error.code === 'number') throw error
    }
  }
}
const sendTeamText = (device: Device, teamId: string, text: string, idClient: string = crypto.randomUUID()) =>
  retryUntilDone(device, () => device.send({ ...textTo(teamId, text, idClient), scene: 'team' }))
const createTeam = async (device: Device, accounts: string[]) => {
  const fields = { type: 'advanced', name: '小组', beInviteMode: 'noVerify' } as const
  const { state } = await device.request('team.createTeam', { ...fields, accounts })
  return state.team.teamId
}

test('stores one message of the team when a connection is lost between commit and reply', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  const teamId = await createTeam(a, [bob.accid])
  let deaths = 0
  beforeReply = (name) => {
    if (name !== 'msg.sendMsg' || deaths >= 3) return
    deaths += 1
    socketServer.cut()
  }
  const msg = await sendTeamText(a, teamId, '不会丢')
  expect(deaths).toBe(3)
  await until(() => b.received.some(({ idServer }) => idServer === msg.idServer) && b.status() === 1, 'the message')
  await until(() => b.store.conversations.get(`team-${teamId}`)?.session.unread === 1, 'one unread')
  expect(b.received.filter(({ content }) => content.type === chatMessageTypes.text)).toEqual([msg])
})

type DeviceStep = { who: 0 | 1 | 2; device: 0 | 1; do: 'send' | 'repeat' | 'drop' | 'cut' | 'read' }
const step = fc.record<DeviceStep>({
  who: fc.constantFrom(0, 1, 2),
  device: fc.constantFrom(0, 1),
  do: fc.constantFrom('send', 'send', 'send', 'send', 'repeat', 'drop', 'cut', 'read'),
})

test('keeps all messages of a team, one order and exact unread counts for three people on two devices each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
      const people = []
      for (let i = 0; i < 3; i += 1) people.push(await createPerson(server(), url))
      const devices = people.map((person) => [person.device(), person.device()] as const)
      const all = devices.flat()
      await untilReady(...all)
      const teamId = await createTeam(
        all[0]!,
        people.slice(1).map(({ accid }) => accid),
      )
      const id = `team-${teamId}`
      await until(() => all.every(({ store }) => store.teams.has(id)), 'the team on every device')
      const sends: Promise<WireMessage>[] = []
      const others: Promise<unknown>[] = []
      const texts: { who: number; text: string; idClient: string }[] = []
      for (const [i, { who, device: place, do: action }] of steps.entries()) {
        const device = devices[who]![place]
        if (action === 'send') {
          const entry = { who, text: `第${i}条`, idClient: crypto.randomUUID() }
          texts.push(entry)
          sends.push(sendTeamText(device, teamId, entry.text, entry.idClient))
        } else if (action === 'repeat') {
          const entry = texts.findLast((sent) => sent.who === who)
          if (entry) sends.push(sendTeamText(device, teamId, entry.text, entry.idClient))
        } else if (action === 'drop') device.drop()
        else if (action === 'cut') socketServer.cut()
        else others.push(device.markRead(id).catch(() => {}))
        // sometimes lets the sockets run between two steps
        if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(sends)
      await Promise.all(others)
      for (const [who, pair] of devices.entries()) {
        const { accid } = people[who]!
        const fresh = people[who]!.device()
        await untilReady(fresh)
        for (const device of pair) {
          await expectSameSnapshot(device, fresh)
          await expectHistory(device)
          const expected = texts.filter((entry) => entry.who !== who).map(({ text }) => text)
          const listTextsOfOthers = () =>
            device.received
              .filter(({ from, content }) => from !== accid && content.type === chatMessageTypes.text)
              .map(textOf)
          await until(() => listTextsOfOthers().length >= expected.length, 'every message to be announced')
          expect(listTextsOfOthers().sort()).toEqual(expected.sort())
          const { session, msgs } = device.store.conversations.get(id)!
          const unread = msgs.filter(
            ({ from, time, content }) => from !== accid && time > session.ack && content.type === chatMessageTypes.text,
          )
          expect(session.unread).toBe(unread.length)
          expect(msgs.map(({ seq }) => seq)).toEqual(Array.from({ length: texts.length + 1 }, (_, i) => i + 1))
        }
      }
      leaveAll()
    }),
    { numRuns: 8 },
  )
}, 120_000)

test('shows a member who is added and removed while others write the messages of each membership only', async () => {
  const people = [
    await createPerson(server(), url),
    await createPerson(server(), url),
    await createPerson(server(), url),
  ]
  const [ann, bob, eve] = people.map((person) => person.device()) as [Device, Device, Device]
  await untilReady(ann, bob, eve)
  const teamId = await createTeam(ann, [people[1]!.accid])
  const accounts = [people[2]!.accid]
  const writing = Promise.all(Array.from({ length: 40 }, (_, i) => sendTeamText(bob, teamId, `${i}`)))
  for (let i = 0; i < 5; i += 1) {
    await ann.request('team.addTeamMembers', { teamId, accounts })
    await ann.request('team.removeTeamMembers', { teamId, accounts })
  }
  await ann.request('team.addTeamMembers', { teamId, accounts })
  await writing
  const last = await sendTeamText(bob, teamId, '最后一句')
  await until(() => eve.store.conversations.get(`team-${teamId}`)?.seq === last.seq, 'the last message')
  const fresh = people[2]!.device()
  await untilReady(fresh)
  await expectSameSnapshot(eve, fresh)
  await expectHistory(eve)
  for (const device of [ann, bob]) await expectHistory(device)
  expect((await ann.request('team.getTeam', { teamId })).team.memberNum).toBe(3)
})

test('adds an account once that two people add at the same moment', async () => {
  const people = [
    await createPerson(server(), url),
    await createPerson(server(), url),
    await createPerson(server(), url),
  ]
  const [ann, bob, eve] = people.map((person) => person.device()) as [Device, Device, Device]
  await untilReady(ann, bob, eve)
  const { state } = await ann.request('team.createTeam', {
    type: 'normal',
    name: '都能拉人',
    accounts: [people[1]!.accid],
  })
  const { teamId } = state.team
  const addThirdPerson = (device: Device) =>
    device.request('team.addTeamMembers', { teamId, accounts: [people[2]!.accid] })
  const results = await Promise.allSettled([addThirdPerson(ann), addThirdPerson(bob)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { members } = await ann.request('team.getTeamMembers', { teamId })
  expect(members).toHaveLength(3)
  expect((await ann.request('team.getTeam', { teamId })).team.memberNum).toBe(3)
})
