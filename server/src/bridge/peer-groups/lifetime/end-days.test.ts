// Tests of the last day of a group: the entry closes, and leaders and secretariat are asked to end the group.
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor } from '../../../../db/fixtures/counsellor.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { chinaDay } from '../../../kit/time.ts'
import { stopApplicationsOfPastGroups } from './end-days.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { callAsAdmin, readGroup, readNotices } = usePeerGroups(server, () => people)
const { addBooking, applyWith, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  people = await enterPeerGroupPeople(server())
  await createCounsellor(server().kit.sql, { accountId: people.leader.id })
})

test('accepts people on the last day, and no one afterwards', async () => {
  const { id } = await publish(await propose({ endsOn: chinaDay() }))
  const [client, other] = [await server().enter('user'), await server().enter('user')]
  const bookingId = await addBooking(people.leader, client, 1)
  await stopApplicationsOfPastGroups(server().kit)
  expect((await readGroup(client, id)).isOpen).toBe(true)
  expect((await applyWith(client, id, '小舟', await readText())).code).toBe(200)

  await server().kit.sql`update peer_group set ends_on = '2026-01-31' where id = ${id}`
  expect((await applyWith(other, id, '远山', await readText())).code).toBe(409)
  const invitation = await server().requestAs(people.leader, 'POST /peerGroup/invite', { id, bookingId })
  expect(invitation.code).toBe(409)
  await stopApplicationsOfPastGroups(server().kit)
  await stopApplicationsOfPastGroups(server().kit)
  expect((await readGroup(client, id)).isOpen).toBe(false)
  for (const person of [people.leader, people.admin]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const asked = (await readNotices(person)).filter((title) => title.includes('结束日期已过'))
    expect(asked).toHaveLength(1)
  }
  expect((await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open' })).code).toBe(409)
})
