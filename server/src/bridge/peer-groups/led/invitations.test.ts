// Tests of invitations to counsellor-led groups: once in some days, withdrawn, and used by applicants who wait.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { ledConsentText } from './consent-text.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { callAsAdmin, decide, readGroup, readNotices, readOwnId } = usePeerGroups(server, () => people)
const { addBooking, applyWith, enterCounsellor, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  await server().listen({ isFrequencyLimited: false })
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const publishOne = async (fields: object = {}) => publish(await propose(fields))
const enterClient = async (hour: number) => {
  const client = await server().enter('user')
  return { client, bookingId: await addBooking(people.leader, client, hour) }
}
const invite = (id: number, bookingId: number) =>
  server().requestAs(people.leader, 'POST /peerGroup/invite', { id, bookingId })
const withdraw = (id: number, bookingId: number) =>
  server().requestAs(people.leader, 'POST /peerGroup/withdrawInvitation', { id, bookingId })
const forgetInvitations = (id: number) => server().kit.sql`
  update led_invitation set invited_at = invited_at - interval '8 days' where group_id = ${id}`

test('invites each client once in seven days, also after a withdrawal', async () => {
  const { id } = await publishOne()
  const { client, bookingId } = await enterClient(1)
  const readClient = async () =>
    (await server().requestAs(people.leader, 'GET /peerGroup/clients', { id })).data.content.find(
      (row) => row.bookingId === bookingId,
    )
  expect(await readClient()).toMatchObject({ isInvited: false, canInvite: true })
  expect((await withdraw(id, bookingId)).code).toBe(409)
  expect((await invite(id, bookingId)).code).toBe(200)
  expect(await readClient()).toMatchObject({ isInvited: true, canInvite: false })
  expect((await invite(id, bookingId)).msg).toContain('7天内')
  expect((await withdraw(id, bookingId)).code).toBe(200)
  expect((await withdraw(id, bookingId)).code).toBe(409)
  expect(await readClient()).toMatchObject({ isInvited: false, canInvite: false })
  expect((await readGroup(client, id)).isInvited).toBe(false)
  expect((await invite(id, bookingId)).code).toBe(409)
  await forgetInvitations(id)
  expect((await invite(id, bookingId)).code).toBe(200)
  expect((await readGroup(client, id)).isInvited).toBe(true)
})

test('hides from each leader whom the other one invited', async () => {
  const coLeader = await enterCounsellor()
  const { id } = await publishOne({ coLeader: coLeader.username })
  const { client, bookingId } = await enterClient(6)
  const ofCoLeader = await addBooking(coLeader, client, 7)
  const act = async (call: 'POST /peerGroup/invite' | 'POST /peerGroup/withdrawInvitation') =>
    (await server().requestAs(coLeader, call, { id, bookingId: ofCoLeader })).code
  await invite(id, bookingId)
  const { data } = await server().requestAs(coLeader, 'GET /peerGroup/clients', { id })
  expect(data.content).toMatchObject([{ isInvited: false, canInvite: true }])
  expect(await act('POST /peerGroup/withdrawInvitation')).toBe(409)
  expect(await act('POST /peerGroup/invite')).toBe(200)
  expect(await act('POST /peerGroup/invite')).toBe(409)
  // the client reads one notice, and either invitation admits
  expect((await readNotices(client)).filter((title) => title.includes('邀请您参加'))).toHaveLength(1)
  expect(await act('POST /peerGroup/withdrawInvitation')).toBe(200)
  expect((await readGroup(client, id)).isInvited).toBe(true)
  await withdraw(id, bookingId)
  expect((await readGroup(client, id)).isInvited).toBe(false)
})

test('shows each leader who declined their invitation, and lets the client apply later', async () => {
  const coLeader = await enterCounsellor()
  const { id } = await publishOne({ coLeader: coLeader.username })
  const { client, bookingId } = await enterClient(9)
  const ofCoLeader = await addBooking(coLeader, client, 10)
  const decline = () => server().requestAs(client, 'POST /peerGroup/declineInvitation', { id })
  const readStates = async (leader: Caller) =>
    (await server().requestAs(leader, 'GET /peerGroup/clients', { id })).data.content.find((row) =>
      [bookingId, ofCoLeader].includes(row.bookingId),
    )
  expect((await decline()).code).toBe(404)
  await invite(id, bookingId)
  expect(await readStates(people.leader)).toMatchObject({ isInvited: true, hasDeclined: false })
  expect((await decline()).msg).toBe('已谢绝邀请')
  expect((await decline()).code).toBe(404)
  expect(await readStates(people.leader)).toMatchObject({ isInvited: false, canInvite: false, hasDeclined: true })
  expect(await readStates(coLeader)).toMatchObject({ isInvited: false, canInvite: true, hasDeclined: false })
  expect((await readGroup(client, id)).isInvited).toBe(false)
  // a later invitation begins anew, and one that was used is not declined
  await forgetInvitations(id)
  expect((await invite(id, bookingId)).code).toBe(200)
  expect(await readStates(people.leader)).toMatchObject({ isInvited: true, hasDeclined: false })
  expect((await applyWith(client, id, '远山', await readText(), '')).code).toBe(200)
  expect((await withdraw(id, bookingId)).code).toBe(200)
  expect(await readStates(people.leader)).toMatchObject({ isInvited: false, hasDeclined: false })
  expect((await decline()).code).toBe(404)
})

test('sends one notice for two concurrent invitations', async () => {
  const { id } = await publishOne()
  const { client, bookingId } = await enterClient(8)
  const codes = (await Promise.all([invite(id, bookingId), invite(id, bookingId)])).map(({ code }) => code)
  expect(codes.toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await readNotices(client)).filter((title) => title.includes('邀请您参加'))).toHaveLength(1)
})

test('admits a waiting applicant only when the applicant accepts the invitation', async () => {
  const { id } = await publishOne()
  const { client, bookingId } = await enterClient(2)
  const accept = () => server().requestAs(client, 'POST /peerGroup/acceptInvitation', { id })
  await applyWith(client, id, '远山', await readText())
  expect((await accept()).code).toBe(404)
  await invite(id, bookingId)
  expect(await readGroup(client, id)).toMatchObject({ isInvited: true, own: { state: 'waiting' } })
  await server().requestAs(people.leader, 'POST /peerGroup/leaderState', { id, state: 'closed' })
  expect((await accept()).code).toBe(409)
  await server().requestAs(people.leader, 'POST /peerGroup/leaderState', { id, state: 'open' })
  const setVersion = (version: string) => server().kit.sql`
    update led_consent set version = ${version} where group_id = ${id} and withdrawn_at is null`
  await setVersion('2026-11')
  expect((await accept()).msg).toBe('知情同意书已更新，请刷新页面，阅读并同意新版后再接受邀请')
  await setVersion(ledConsentText.version)
  expect((await accept()).code).toBe(200)
  expect((await readGroup(client, id)).own?.state).toBe('accepted')
  expect((await accept()).code).toBe(404)
})

test('invites no one to a closed or full group, and only clients who can join', async () => {
  const { id } = await publishOne({ capacity: 3 })
  const { client: other, bookingId: ofOther } = await enterClient(3)
  await server().kit.sql`update account set role_id = ${roles.examiner} where id = ${other.id}`
  expect((await invite(id, ofOther)).code).toBe(404)
  const { bookingId } = await enterClient(4)
  await server().requestAs(people.leader, 'POST /peerGroup/leaderState', { id, state: 'closed' })
  expect((await invite(id, bookingId)).msg).toContain('恢复招募')
  await server().requestAs(people.leader, 'POST /peerGroup/leaderState', { id, state: 'open' })
  for (const alias of ['小舟', '听雨', '慢慢走']) {
    const applicant = await server().enter('user')
    await applyWith(applicant, id, alias, await readText())
    await decide(await readOwnId(applicant, id))
  }
  expect((await invite(id, bookingId)).msg).toContain('名额已满')
})

test('replaces no decision about a person who was removed, and ends with the leader', async () => {
  const { id } = await publishOne()
  const { client, bookingId } = await enterClient(5)
  await invite(id, bookingId)
  await server().kit.sql`update led_invitation set invited_by = ${people.admin.id} where group_id = ${id}`
  expect((await readGroup(client, id)).isInvited).toBe(false)
  await forgetInvitations(id)
  await invite(id, bookingId)
  await applyWith(client, id, '小舟', await readText(), '')
  // the leader does not see who joined, and so may invite a present member
  await forgetInvitations(id)
  expect((await invite(id, bookingId)).code).toBe(200)
  const { data } = await callAsAdmin('GET /admin/peerGroup/members', { id })
  await callAsAdmin('POST /admin/peerGroup/remove', { id: data.content[0]!.id, reason: '影响他人' })
  await forgetInvitations(id)
  expect((await invite(id, bookingId)).code).toBe(200)
  expect((await readGroup(client, id)).isInvited).toBe(false)
  await applyWith(client, id, '小舟', await readText())
  expect((await readGroup(client, id)).own?.state).toBe('waiting')
})
