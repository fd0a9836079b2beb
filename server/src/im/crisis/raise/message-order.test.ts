// Tests that the alert of a message does not let later messages of its sender overtake it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, textOf, textTo, until, untilReady } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'

test.each(['p2p', 'team'] as const)('keeps the order of messages in danger and calm ones (%s)', async (scene) => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [from, to] = [ann.device(), bob.device()]
  await untilReady(from, to)
  const team = { scene: 'team' as const, name: '家人', type: 'normal' as const, accounts: [bob.accid] }
  const target = scene === 'p2p' ? bob.accid : (await from.request('team.createTeam', team)).state.team.teamId
  const texts = ['一', danger, '二', danger, '三']
  await Promise.all(texts.map((text) => from.send({ ...textTo(target, text), scene })))
  const received = () => to.received.map(textOf).filter(Boolean)
  await until(() => received().length === texts.length, 'the messages')
  expect(received()).toEqual(texts)
})
