// Tests of proposals: co-leaders agree before the publication, and counsellors change what waits or was declined.
import { beforeAll, expect, test } from 'vitest'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import {
  enterPeerGroupPeople,
  peerGroupDraft,
  usePeerGroups,
  type PeerGroupPeople,
} from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { callAsAdmin, readNotices } = usePeerGroups(server, () => people)
const { enterCounsellor, propose } = useLedGroups(server, () => people)
beforeAll(async () => {
  people = await enterPeerGroupPeople(server())
})

const answer = (caller: Caller, id: number, isAgreed: boolean) =>
  server().requestAs(caller, 'POST /peerGroup/coLead', { id, isAgreed })
const publish = (id: number, reason = '') => callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open', reason })
const readLed = async (caller: Caller, id: number) =>
  (await server().requestAs(caller, 'GET /peerGroup/led')).data.content.find((group) => group.id === id)

test('asks the co-leader before the publication', async () => {
  const [coLeader, other] = [await enterCounsellor(), await enterCounsellor()]
  const id = await propose({ coLeader: coLeader.username })
  expect((await readNotices(coLeader)).at(-1)).toContain('请您协同带领团体辅导“情绪团体”')
  expect(await readLed(coLeader, id)).toMatchObject({ isCoLeader: true, awaitsCoLeader: true, canEdit: false })
  expect((await publish(id)).msg).toContain('还没有同意')
  expect((await callAsAdmin('GET /admin/peerGroup', { id })).data.hasCoLeaderAgreed).toBe(false)
  expect((await answer(other, id, true)).code).toBe(404)
  expect((await answer(coLeader, id, true)).code).toBe(200)
  expect((await answer(coLeader, id, false)).code).toBe(409)
  expect((await readNotices(people.leader)).at(-1)).toContain('同意协同带领')
  expect((await publish(id)).code).toBe(200)
})

test('removes the name of a co-leader who declines, and asks another one', async () => {
  const [first, second] = [await enterCounsellor(), await enterCounsellor()]
  const id = await propose({ coLeader: first.username })
  await answer(first, id, false)
  expect((await readNotices(people.leader)).at(-1)).toContain('谢绝协同带领')
  expect(await readLed(first, id)).toBeUndefined()
  expect(await readLed(people.leader, id)).toMatchObject({ coLeader: '', awaitsCoLeader: false, canEdit: true })
  const draft = { ...peerGroupDraft, id, leader: people.leader.username, coLeader: second.username }
  await callAsAdmin('PUT /admin/peerGroup', draft)
  await answer(second, id, true)
  // a co-leader who agreed is asked again only about changed texts
  await callAsAdmin('PUT /admin/peerGroup', draft)
  expect(await readLed(second, id)).toMatchObject({ awaitsCoLeader: false })
  await callAsAdmin('PUT /admin/peerGroup', { ...draft, title: '情绪团体二' })
  expect(await readLed(second, id)).toMatchObject({ awaitsCoLeader: true, title: '情绪团体二' })
  // a notice that waits for its answer is not sent again because a text changed
  const notices = await readNotices(second)
  await callAsAdmin('PUT /admin/peerGroup', { ...draft, title: '情绪团体二', rules: '请准时参加' })
  expect(await readNotices(second)).toEqual(notices)
})

test('publishes a group without a co-leader only with a reason', async () => {
  const id = await propose()
  expect((await publish(id)).fields['reason']).toContain('没有协同带领者')
  expect((await publish(id, '本地只有一位咨询师')).code).toBe(200)
  const [entry] = await server().kit.sql`
    select reason from audit_log where action = 'peerGroupStateChanged' and subject = ${`peerGroup ${id}`}`
  expect(entry).toEqual({ reason: '本地只有一位咨询师' })
})

test('returns the texts of a declined proposal, and accepts them again', async () => {
  const id = await propose({ startsOn: '2027-03-01' })
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '请补充人群' })
  const { coLeader: _coLeader, ...texts } = peerGroupDraft
  const declined = await readLed(people.leader, id)
  expect(declined).toMatchObject({
    canEdit: true,
    endReason: '请补充人群',
    startsOn: '2027-03-01',
    description: texts.description,
  })
  const change = (caller: Caller) =>
    server().requestAs(caller, 'PUT /peerGroup/proposal', { ...texts, id, description: '面向成年人。' })
  expect((await change(await enterCounsellor())).code).toBe(404)
  expect((await change(people.leader)).code).toBe(200)
  const changed = { state: 'proposed', description: '面向成年人。', endReason: '', startsOn: '' }
  expect(await readLed(people.leader, id)).toMatchObject(changed)
  expect((await publish(id, '由一人带领')).code).toBe(200)
  expect((await change(people.leader)).code).toBe(409)
})

test('accepts proposals of counsellors with a public page only', async () => {
  const counsellor = await server().enter('counsellor')
  const { coLeader: _coLeader, ...texts } = peerGroupDraft
  const reply = await server().requestAs(counsellor, 'POST /peerGroup/propose', texts)
  expect(reply.msg).toContain('还没有公开')
})
