// Tests of sending to several teams at once: a team whose lock another transaction holds delays its own messages only.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { leaveAll, createPerson, until, untilReady, type Device } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { countWaitingConnections } from '../../../../test/waiting-connections.ts'
import { lockTeams } from '../../conversations/team-store.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const createTeam = async (device: Device, name: string) =>
  (await device.request('team.createTeam', { type: 'advanced', name, accounts: [] })).state.team.teamId
const say = (device: Device, to: string, text: string) =>
  device.request('msg.sendMsg', {
    ...{ scene: 'team', to, idClient: crypto.randomUUID() },
    content: { type: chatMessageTypes.text, text },
  })
const readTexts = async (device: Device, to: string) => {
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene: 'team', to, reverse: true })
  return msgs.flatMap(({ content }) => ('text' in content ? content.text : []))
}

test('sends to other teams while the locks of several teams are held, and keeps the order of each', async () => {
  const { sql } = server().kit
  const device = (await createPerson(server(), url)).device()
  await untilReady(device)
  const free = await createTeam(device, '空闲')
  const held: string[] = []
  for (let i = 0; i < 12; i += 1) held.push(await createTeam(device, `忙${i}`))
  let lateReplies: Promise<unknown>[] = []
  await server().owner.begin(async (tx) => {
    await lockTeams(tx as never, held.map(Number))
    lateReplies = held.map((teamId) => say(device, teamId, '一'))
    await until(async () => (await countWaitingConnections(sql)) > 0, 'a message that waits for its team')
    lateReplies.push(...held.map((teamId) => say(device, teamId, '二')))
    for (const text of ['甲', '乙']) {
      const { msg } = await say(device, free, text)
      expect(msg.to).toBe(free)
    }
    lateReplies.push(...held.map((teamId) => say(device, teamId, '三')))
    expect(await countWaitingConnections(sql)).toBeLessThanOrEqual(2)
    // queries and other transactions have connections
    expect(await createTeam(device, '新的')).toMatch(/^\d+$/)
  })
  await Promise.all(lateReplies)
  expect(await readTexts(device, free)).toEqual(['甲', '乙'])
  for (const teamId of held) expect(await readTexts(device, teamId)).toEqual(['一', '二', '三'])
})
