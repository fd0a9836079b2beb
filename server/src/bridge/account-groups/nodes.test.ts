// Tests of a group of accounts whose members are on different nodes: mutes by staff, reactions, and the limit of
// messages.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { imErrors, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { teamSendRate } from '@xinqiao/contract/im/messages/msg.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { createPerson, leaveAll, until, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { readTeamTexts, sayInTeam } from '../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { useTestRedis } from '../../../test/stand-ins/use-redis.ts'

const { env } = useTestRedis()
afterEach(leaveAll)

const options = { checkEveryMs: hourMs, aliveEveryMs: 50, leaseMs: 1_500 }

describe.each(['memory', 'redis'])('a group on two nodes over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 2 })
  const urls: string[] = []
  beforeAll(async () => {
    for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
  })

  /** Ann is on the first node, Bob on both. */
  async function createGroup() {
    const ann = await createPerson(server(), urls[0]!)
    const bob = await createPerson(server(), urls[1]!)
    const marks: string[] = []
    const devices = {
      ann: ann.device(),
      bob: bob.device({}, { quickComment: ({ comment, isAdded }) => marks.push(`${comment.body} ${isAdded}`) }),
      bobOnFirst: bob.device({ url: urls[0]! }),
    }
    await untilReady(...Object.values(devices))
    const modes = { type: 'advanced', beInviteMode: 'noVerify' } as const
    const input = { ...modes, name: '夜读', accounts: [bob.accid] }
    const { teamId } = (await devices.ann.request('team.createTeam', input)).state.team
    await until(() => devices.bob.store.teams.has(`team-${teamId}`), 'the team on the other node')
    return { ...devices, bobId: bob.accid, marks, teamId }
  }

  test('stops a member on the other node at once when staff mute this member', async () => {
    const { bob, bobOnFirst, teamId } = await createGroup()
    await sayInTeam(bob, teamId, '还没有')
    const admin = await server().enter('administrator')
    const id = Number(teamId)
    const { data } = await server().requestAs(admin, 'GET /admin/accountGroup/members', { id })
    const memberId = data.content[1]!.id
    const mute = (isMuted: boolean) =>
      server().requestAs(admin, 'POST /admin/accountGroup/muteMember', { id, memberId, isMuted, reason: '发广告' })
    const reasonAt = (device: Device) => device.store.teams.get(`team-${teamId}`)?.own.muteReason

    // the request goes to the first node
    expect((await mute(true)).code).toBe(200)
    await expect(sayInTeam(bob, teamId, '加我')).rejects.toMatchObject({ code: imErrors.muted.code })
    await until(() => [bob, bobOnFirst].every((device) => reasonAt(device) === '发广告'), 'the reason on both nodes')
    expect((await mute(false)).code).toBe(200)
    await sayInTeam(bob, teamId, '谢谢')
    await until(() => reasonAt(bob) === undefined, 'the end of the mute')
    expect(await readTeamTexts(bob, teamId)).toEqual(['还没有', '谢谢'])
  })

  test('brings a reaction to the other node once, and its removal too', async () => {
    const { ann, bob, marks, teamId } = await createGroup()
    const { msg } = await sayInTeam(ann, teamId, '早')
    const target = { scene: 'team', to: teamId, idServer: msg.idServer } as const
    await ann.request('msgExtend.addQuickComment', { ...target, body: 1 })
    // adding it again changes nothing, so no one is informed
    await ann.request('msgExtend.addQuickComment', { ...target, body: 1 })
    await ann.request('msgExtend.addQuickComment', { ...target, body: 2 })
    await ann.request('msgExtend.deleteQuickComment', { ...target, body: 1 })
    await until(() => marks.length === 3, 'the reactions on the other node')
    // a repeated push would arrive before this message, which takes the same way
    await sayInTeam(ann, teamId, '好')
    await until(() => bob.received.some(({ content }) => 'text' in content && content.text === '好'), 'the message')
    expect(marks).toEqual(['1 true', '2 true', '1 false'])
  })

  // a shared count would need a round trip to the bus for each message
  test('limits the messages of an account to a team on each node separately', async () => {
    const { bob, bobOnFirst, teamId } = await createGroup()
    const countStored = async (device: Device) => {
      const sends = Array.from({ length: teamSendRate.times + 5 }, (_, i) =>
        sayInTeam(device, teamId, `第${i}句`).then(
          () => 200,
          ({ code }: ImFailure) => code,
        ),
      )
      return Object.groupBy(await Promise.all(sends), String)
    }
    for (const device of [bob, bobOnFirst]) {
      const { 200: stored, [imErrors.tooOften.code]: refused } = await countStored(device)
      expect([stored?.length, refused?.length]).toEqual([teamSendRate.times, 5])
    }
  })
})
