// Tests of the limit of messages that an account of the site sends to one team.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { teamSendRate } from '@xinqiao/contract/im/messages/msg.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, leaveAll, until, untilReady } from '../../../test/people.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
afterEach(leaveAll)

async function createTeamOfTwo() {
  const people = [await createPerson(server(), url), await createPerson(server(), url)] as const
  const [ann, bob] = [people[0].device(), people[1].device()]
  await Promise.all([untilReady(ann), untilReady(bob)])
  const modes = { type: 'advanced', beInviteMode: 'noVerify' } as const
  const input = { ...modes, name: '夜读', accounts: [people[1].accid] }
  const { teamId } = (await ann.request('team.createTeam', input)).state.team
  return { ann, bob, annId: people[0].accid, bobId: people[1].accid, teamId }
}
const draftTo = (scene: 'p2p' | 'team', to: string, i: number) => ({
  scene,
  to,
  idClient: crypto.randomUUID(),
  content: { type: 0, text: `第${i}句` } as const,
})

test('refuses more than 20 messages to one team in 10 seconds, and no other message', async () => {
  const { ann, bob, annId, teamId } = await createTeamOfTwo()
  const other = (await ann.request('team.createTeam', { type: 'advanced', name: '晨读', accounts: [] })).state.team
    .teamId
  // without the queue of the SDK, which would repeat refused messages
  const codeOf = (draft: ReturnType<typeof draftTo>) =>
    ann.request('msg.sendMsg', draft).then(
      () => 200,
      ({ code }: ImFailure) => code,
    )
  const replies = await Promise.all([
    ...Array.from({ length: 30 }, (_, i) => codeOf(draftTo('team', teamId, i))),
    codeOf(draftTo('team', other, 0)),
    codeOf(draftTo('p2p', annId, 0)),
  ])
  expect(replies.slice(0, 30).filter((code) => code === 200)).toHaveLength(teamSendRate.times)
  expect(replies.slice(0, 30).filter((code) => code === imErrors.tooOften.code)).toHaveLength(10)
  expect(replies.slice(30)).toEqual([200, 200])
  await bob.request('msg.sendMsg', draftTo('team', teamId, 99))
})

test('sends what waited for the limit later, and names the wait', { timeout: 30_000 }, async () => {
  const { ann, bob, teamId } = await createTeamOfTwo()
  const waits: number[] = []
  const sends = Array.from({ length: 23 }, (_, i) =>
    ann.send(draftTo('team', teamId, i), (seconds) => waits.push(seconds)),
  )
  await Promise.all(sends)
  expect(waits.length).toBeGreaterThanOrEqual(3)
  expect(waits.every((seconds) => seconds >= 1 && seconds <= 11)).toBe(true)
  const texts = () =>
    bob.store.conversations
      .get(`team-${teamId}`)
      ?.msgs.flatMap(({ content }) => ('text' in content ? [content.text] : []))
  await until(() => texts()?.length === 23, 'all messages')
  expect(texts()).toEqual(Array.from({ length: 23 }, (_, i) => `第${i}句`))
})
