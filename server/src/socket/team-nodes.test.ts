// Tests of teams whose members are on different nodes.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { leaveAll, createPerson, textOf, textTo, until, untilReady, type Device } from '../../../im-sdk/test/people.ts'
import { useTestRedis } from '../../test/stand-ins/use-redis.ts'
import { useTestServer } from '../../test/test-server.ts'

const { env } = useTestRedis()
afterEach(leaveAll)

const options = { isFrequencyLimited: false, checkEveryMs: hourMs, aliveEveryMs: 50, leaseMs: 1_500 }
const sendTeamText = (device: Device, teamId: string, text: string) =>
  device.send({ ...textTo(teamId, text), scene: 'team' })
const listReceivedTexts = (device: Device) =>
  device.received.filter(({ content }) => content.type === chatMessageTypes.text).map(textOf)

describe.each(['memory', 'redis'])('a team on two nodes over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 2 })
  const urls: string[] = []
  beforeAll(async () => {
    for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
  })

  test('sends members its messages in one order, from their joining to their leaving', async () => {
    const people = []
    for (const node of [0, 1, 1]) people.push(await createPerson(server(), urls[node]!))
    const [ann, bob, eve] = people.map((person) => person.device()) as [Device, Device, Device]
    await untilReady(ann, bob, eve)
    const { state } = await ann.request('team.createTeam', {
      type: 'advanced',
      name: '两个节点',
      beInviteMode: 'noVerify',
      accounts: [people[1]!.accid],
    })
    const { teamId } = state.team
    const id = `team-${teamId}`
    await until(() => bob.store.teams.has(id), 'the team')
    for (let i = 0; i < 10; i += 1) await sendTeamText(i % 2 === 0 ? ann : bob, teamId, `${i}`)
    await until(() => listReceivedTexts(ann).length === 5 && listReceivedTexts(bob).length === 5, 'the messages')
    expect(listReceivedTexts(bob)).toEqual(['0', '2', '4', '6', '8'])
    expect(bob.store.conversations.get(id)?.session.unread).toBe(5)

    // another node adds her, and her node begins to follow the team
    await ann.request('team.addTeamMembers', { teamId, accounts: [people[2]!.accid] })
    await until(() => eve.store.teams.has(id), 'the team of the new member')
    await sendTeamText(ann, teamId, '欢迎')
    await until(() => listReceivedTexts(eve).length === 1, 'the first message')
    expect(listReceivedTexts(eve)).toEqual(['欢迎'])
    expect(eve.store.teams.get(id)?.team.memberNum).toBe(3)

    // an edit reaches those who saw the message, not her who joined later
    const first = ann.store.conversations.get(id)!.msgs.find((msg) => textOf(msg) === '8')!
    const edit = { scene: 'team', to: teamId, idServer: first.idServer } as const
    await ann.request('msg.modifyMsg', { ...edit, content: { type: chatMessageTypes.text, text: '8，更正' } })
    await until(() => bob.store.modified.has(first.idServer), 'the edit')
    await sendTeamText(ann, teamId, '改好了')
    await until(() => listReceivedTexts(eve).length === 2, 'the message after the edit')
    expect(eve.store.modified.has(first.idServer)).toBe(false)

    await ann.request('team.removeTeamMembers', { teamId, accounts: [people[2]!.accid] })
    await until(() => !eve.store.teams.has(id), 'the end of the membership')
    await sendTeamText(ann, teamId, '她不该看到')
    await until(() => listReceivedTexts(bob).at(-1) === '她不该看到', 'the last message')
    expect(listReceivedTexts(eve)).toEqual(['欢迎', '改好了'])

    await ann.request('team.dismissTeam', { teamId })
    await until(() => !bob.store.teams.has(id) && !ann.store.teams.has(id), 'the end of the team')
  })
})

describe('a member whose removal was not pushed', () => {
  const server = useTestServer()

  test('receives no message of the team after the next check', async () => {
    const { url } = await server().listen({ ...options, checkEveryMs: 50 })
    const people = [await createPerson(server(), url), await createPerson(server(), url)]
    const [ann, bob] = people.map((person) => person.device()) as [Device, Device]
    await untilReady(ann, bob)
    const fields = { type: 'advanced', name: '掉线的节点', beInviteMode: 'noVerify' } as const
    const { state } = await ann.request('team.createTeam', { ...fields, accounts: [people[1]!.accid] })
    const { teamId } = state.team
    await until(() => bob.store.teams.has(`team-${teamId}`), 'the team')
    let count = 0
    const receivesNext = async () => {
      count += 1
      await sendTeamText(ann, teamId, `${count}`)
      // the reply follows the push on the same socket; a device that is just syncing announces the message later
      await bob.request('misc.getServerTime', {})
      return listReceivedTexts(bob).at(-1) === `${count}`
    }
    await until(receivesNext, 'a pushed message')
    // the state after a node removed the member and was killed before its push
    await server().kit.sql`
      update im_team_member m set is_valid = false, update_time = (extract(epoch from now()) * 1000)::bigint
      from im_account a where a.id = m.im_account_id and a.accid = ${people[1]!.accid}`
    await until(async () => !(await receivesNext()) && !(await receivesNext()), 'the end of the pushes')
    expect(await receivesNext()).toBe(false)
  })
})
