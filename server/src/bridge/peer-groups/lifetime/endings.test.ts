// Tests of the ends of groups: closings by staff, and who ended a group, when and why.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { callAsAdmin, decide, readGroup, readOwnId } = usePeerGroups(server, () => people)
const { applyWith, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  await server().listen({ isFrequencyLimited: false })
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const setAsLeader = (id: number, state: 'open' | 'closed' | 'dissolved', reason = '') =>
  server().requestAs(people.leader, 'POST /peerGroup/leaderState', { id, state, reason })

test('keeps an entry closed that the secretariat closed, until it opens the entry again', async () => {
  const { id } = await publish(await propose())
  expect((await setAsLeader(id, 'closed')).code).toBe(200)
  expect((await setAsLeader(id, 'open')).code).toBe(200)
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'closed' })
  expect((await setAsLeader(id, 'open')).msg).toContain('联系秘书处')
  expect((await readGroup(people.leader, id)).isClosedByStaff).toBe(true)
  expect((await readGroup({ token: '' }, id)).isClosedByStaff).toBe(false)
  expect((await callAsAdmin('GET /admin/peerGroup', { id })).data.isClosedByStaff).toBe(true)
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open' })
  expect((await setAsLeader(id, 'closed')).code).toBe(200)
  expect((await readGroup(people.leader, id)).isClosedByStaff).toBe(false)
  // also an entry that the leader has closed before
  expect((await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'closed' })).code).toBe(200)
  expect((await setAsLeader(id, 'open')).msg).toContain('联系秘书处')
  expect((await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'closed' })).code).toBe(409)
})

test('records the decisions and states of leaders, and who ended a group', async () => {
  const { id } = await publish(await propose())
  const client = await server().enter('user')
  await applyWith(client, id, '小舟', await readText())
  const application = await readOwnId(client, id)
  await decide(application, false, '已满')
  await setAsLeader(id, 'closed')
  await setAsLeader(id, 'dissolved', '本期结束')
  const entries = await server().kit.sql<{ action: string; subject: string; reason: string; detail: object }[]>`
    select action, subject, reason, detail from audit_log where actor_id = ${people.leader.id} order by id desc limit 3`
  const subject = `peerGroup ${id}`
  expect(entries).toEqual([
    { action: 'peerGroupStateChanged', subject, reason: '本期结束', detail: { state: 'dissolved', byLeader: true } },
    { action: 'peerGroupStateChanged', subject, reason: '', detail: { state: 'closed', byLeader: true } },
    {
      action: 'peerApplicationDecided',
      subject: `peerApplication ${application}`,
      reason: '已满',
      detail: { isAccepted: false, byLeader: true },
    },
  ])
  const { end } = (await callAsAdmin('GET /admin/peerGroup', { id })).data
  expect(end).toEqual({ time: expect.stringMatching(/^20/), by: people.leader.username, reason: '本期结束' })
})
