// Tests of sending to several teams at once: a team whose lock another transaction holds delays its own messages only.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { leaveAll, createPerson, until, untilReady, type Device } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { countWaitingConnections } from '../../../../test/waiting-connections.ts'
import { lockTeams } from '../../conversations/teams/team-store.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const createTeam = async (device: Device, name: string) =>
  (await device.request('team.createTeam', { type: 'advanced', name, accounts: [], beInviteMode: 'noVerify' })).state
    .team.teamId
const say = (device: Device, to: string, text: string, idClient: string = crypto.randomUUID()) =>
  device.request('msg.sendMsg', {
    scene: 'team',
    to,
    idClient,
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
    // messages that wait for a lock leave database connections to other transactions
    expect(await createTeam(device, '新的')).toMatch(/^\d+$/)
  })
  await Promise.all(lateReplies)
  expect(await readTexts(device, free)).toEqual(['甲', '乙'])
  for (const teamId of held) expect(await readTexts(device, teamId)).toEqual(['一', '二', '三'])
})

test('refuses a client id that another member has used in the team', async () => {
  const [owner, member] = await Promise.all([createPerson(server(), url), createPerson(server(), url)])
  const [first, second] = [owner.device(), member.device()]
  await Promise.all([untilReady(first), untilReady(second)])
  const to = await createTeam(first, '同一编号')
  await first.request('team.addTeamMembers', { teamId: to, accounts: [member.accid] })
  const idClient = crypto.randomUUID()
  const original = await say(first, to, '原话', idClient)
  const refusal = { code: imErrors.invalid.code, message: 'idClient已用于这个会话里别人的消息，请换一个新的' }
  await expect(say(second, to, '换掉', idClient)).rejects.toMatchObject(refusal)
  expect(await say(first, to, '原话', idClient)).toMatchObject({ msg: { idServer: original.msg.idServer } })
  // both in one batch
  const sharedId = crypto.randomUUID()
  const results = await Promise.allSettled([say(first, to, '早', sharedId), say(second, to, '早', sharedId)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await readTexts(first, to)).toEqual(['原话', '早'])
})
