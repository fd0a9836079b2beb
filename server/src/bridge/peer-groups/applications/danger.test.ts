// Test of applications to a peer group that sound like danger.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { apply, publishGroup, readNotices } = usePeerGroups(server, () => people)
beforeAll(async () => {
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

test('marks an application that sounds like danger for the leaders, and offers help when they refuse it', async () => {
  const { id } = await publishGroup()
  const [calm, inDanger] = [await server().enter('user'), await server().enter('user')]
  await apply(calm, id, '小舟')
  await apply(inDanger, id, '远山', '活着没意思，我想死')
  const { data } = await server().requestAs(people.leader, 'GET /peerGroup/applications', { id })
  const marks = Object.fromEntries(data.content.map(({ alias, isInDanger }) => [alias, isInDanger]))
  expect(marks).toEqual({ 小舟: false, 远山: true })

  // the notice of a refusal leads someone in danger to help
  await forEachInOrder(data.content, (application) =>
    server().requestAs(people.leader, 'POST /peerGroup/decide', {
      id: application.id,
      isAccepted: false,
      reason: '名额有限',
    }),
  )
  const readRefusal = async (caller: Caller) => (await readNotices(caller)).find((title) => title.includes('未通过'))
  expect(await readRefusal(calm)).toMatch(/原因：名额有限$/)
  expect(await readRefusal(inDanger)).toMatch(/原因：名额有限。难受的时候，可以随时拨打12356$/)
})
