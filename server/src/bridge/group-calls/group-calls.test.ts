// Tests of group calls with a real Janus: who enters, ten people, aliases, removal, and the end with its record.
import { dayMs } from '@xinqiao/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { useGroupCalls } from '../../../test/steps/group-call-steps.ts'
import { createTestJanus, sfuSecret } from '../../../test/stand-ins/janus.ts'
import { offerOfPage } from '../../../test/session-descriptions.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { deleteOldGroupCalls, watchEndedCalls, watchGroupCalls } from './watch.ts'

const janus = await createTestJanus()
afterAll(() => janus.end())
const server = useTestServer({ SFU_URL: janus.url, SFU_SECRET: sfuSecret }, { nodeCount: 2 })
const { open, start, join, findRefusal, sync, readState, end, findCurrent, listRoom, readRecords } =
  useGroupCalls(server)
let url = ''
let group: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  group = await open(11)
})
afterAll(leaveAll)
const watch = async () => {
  await watchGroupCalls(server().kit)
  await watchEndedCalls(server().kit)
}

test('lets only the leader start a call, and only members enter it', async () => {
  const [member, outsider, counsellor] = [
    group.members[0]!,
    await server().enter('user'),
    await server().enter('counsellor'),
  ]
  const { teamId } = group
  for (const person of [member, outsider, counsellor])
    expect((await server().requestAs(person, 'POST /groupCall/start', { teamId })).code).not.toBe(200)
  expect(await findCurrent(member)).toMatchObject({ isOffered: true, canLead: false, title: '情绪团体', call: null })
  const id = await start()
  // a second request to start, on another node, finds the same call
  expect((await server().on(1).requestAs(group.leader, 'POST /groupCall/start', { teamId })).data.id).toBe(id)
  expect(await findCurrent(member)).toMatchObject({ call: { id, people: 0, isRemoved: false } })
  expect((await server().requestAs(outsider, 'GET /groupCall/current', { teamId })).code).toBe(404)
  for (const person of [outsider, counsellor]) expect(await findRefusal(person, id)).toBe('notFound')
  const participant = await join(member, id)
  const { people } = await readState(member, id, participant)
  expect(people).toMatchObject([{ name: '成员1', isSelf: true, isLeader: false }])
  const names = Object.keys(people[0]!)
  expect(names).not.toContain('accid')
  expect((await sync(outsider, id, participant)).code).toBe(404)
  expect((await server().requestAs(member, 'POST /groupCall/end', { id })).code).toBe(403)
  await end(id)
})

test('admits ten people, and the next one once a person has left', async () => {
  const id = await start()
  const [first = 0, ...others] = await Promise.all(
    [group.leader, ...group.members.slice(0, 9)].map((person) => join(person, id)),
  )
  expect(new Set([first, ...others]).size).toBe(10)
  expect(await listRoom(id)).toHaveLength(10)
  const late = group.members[10]!
  expect(await findRefusal(late, id)).toBe('callFull')
  await server().requestAs(group.members[8]!, 'POST /groupCall/leave', { id, participant: others[8]! })
  expect(await listRoom(id)).toHaveLength(9)
  await join(late, id)
  // a reload takes no second place, and ends the seat of the earlier page
  const again = await join(late, id)
  expect(await listRoom(id)).toHaveLength(10)
  expect((await readState(late, id, again)).state).toBe('seated')
  expect((await readState(late, id, 5)).state).toBe('elsewhere')
  expect((await readState(group.leader, id, first)).people.map(({ name }) => name)).toHaveLength(10)
  await end(id)
  expect(await listRoom(id)).toBeNull()
  expect(await readState(late, id, again)).toMatchObject({ state: 'over', ending: 'ended' })
  expect((await readRecords(url)).slice(-2)).toEqual([
    '发起了团体通话',
    expect.stringMatching(/^团体通话 \d:\d\d，11人参加$/),
  ])
})

test('asks a member to agree to the present text before a call', async () => {
  const id = await start()
  const member = group.members[0]!
  await server().kit.sql`
    update led_consent set version = '2026-11' where account_id = ${member.id} and withdrawn_at is null`
  expect(await findCurrent(member)).toMatchObject({ consentGroupId: group.id })
  expect(await findCurrent(group.leader)).toMatchObject({ consentGroupId: null })
  expect(await findRefusal(member, id)).toBe('forbidden')
  const { version, hash } = (await server().request('GET /peerGroup/consentText')).data
  await server().requestAs(member, 'POST /peerGroup/renewConsent', { id: group.id, consent: { version, hash } })
  expect(await findCurrent(member)).toMatchObject({ consentGroupId: null })
  await join(member, id)
  await end(id)
})

test('keeps the tenth place for a leader', async () => {
  const id = await start()
  const participants = await Promise.all(group.members.slice(0, 9).map((person) => join(person, id)))
  expect(await findRefusal(group.members[9]!, id)).toBe('callFull')
  const ofLeader = await join(group.leader, id)
  expect((await readState(group.members[0]!, id, participants[0]!)).people).toHaveLength(10)
  await server().requestAs(group.members[0]!, 'POST /groupCall/leave', { id, participant: participants[0]! })
  await join(group.members[9]!, id)
  await server().requestAs(group.leader, 'POST /groupCall/leave', { id, participant: ofLeader })
  expect(await findRefusal(group.members[0]!, id)).toBe('callFull')
  await end(id)
})

test('passes descriptions on each node, and writes none of them into the log', async () => {
  const id = await start()
  const member = group.members[0]!
  const participant = await join(member, id)
  const request = { kind: 'publish', sdp: offerOfPage, isRestart: false } as const
  const reply = await server().on(1).requestAs(member, 'POST /groupCall/media', { id, participant, request })
  expect(reply.data.sdp).toContain('m=video')
  expect((await server().requestAs(member, 'POST /groupCall/media', { id, participant: 5, request })).reason).toBe(
    'wrongState',
  )
  const bad = { ...request, sdp: offerOfPage.replace('m=audio', 'm=application') }
  expect((await server().requestAs(member, 'POST /groupCall/media', { id, participant, request: bad })).reason).toBe(
    'wrongState',
  )
  const rows = await server().kit.sql`select * from group_call_member where call_id = ${id}`
  for (const text of [server().logs.join('\n'), JSON.stringify(rows)]) {
    expect(text).not.toContain('candidate')
    expect(text).not.toContain('a=')
  }
  await end(id)
})

test('lets the leader mute and remove a member, who cannot return to this call', async () => {
  const id = await start()
  const [ann, bob] = [group.members[0]!, group.members[1]!]
  await join(group.leader, id)
  await join(ann, id)
  const ofBob = await join(bob, id)
  const act = (person: Caller, key: 'POST /groupCall/mute' | 'POST /groupCall/remove', number: number) =>
    server().requestAs(person, key, { id, person: number, isMuted: true })
  const findPerson = async (title: string) =>
    (await readState(bob, id, ofBob)).people.find(({ name }) => name.includes(title))!
  const [numberOfLeader, numberOfAnn] = [(await findPerson('林医生')).person, (await findPerson('成员1')).person]
  for (const key of ['POST /groupCall/mute', 'POST /groupCall/remove'] as const) {
    expect((await act(ann, key, (await findPerson('成员2')).person)).code).toBe(403)
    expect((await act(group.leader, key, numberOfLeader)).code).toBe(404)
  }
  expect((await act(group.leader, 'POST /groupCall/mute', numberOfAnn)).code).toBe(200)
  expect(await findPerson('成员1')).toMatchObject({ isMuted: true })
  // a reload neither ends the mute nor changes the number by which the leader acts
  const next = await join(ann, id)
  expect(await findPerson('成员1')).toMatchObject({ isMuted: true, participant: next, person: numberOfAnn })
  await act(group.leader, 'POST /groupCall/remove', numberOfAnn)
  expect(await listRoom(id)).not.toContain(next)
  expect((await readState(ann, id, next)).state).toBe('removed')
  expect(await findRefusal(ann, id)).toBe('forbidden')
  expect((await findCurrent(ann)).call).toMatchObject({ isRemoved: true })
  await end(id)
  // a removed member may enter the next call
  const nextId = await start()
  await join(ann, nextId)
  await end(nextId)
})

test('removes a member who leaves the group', async () => {
  const id = await start()
  const member = group.members[9]!
  const [participant] = [await join(member, id), await join(group.leader, id)]
  await server().requestAs(member, 'POST /peerGroup/withdrawConsent', { id: group.id })
  expect((await sync(member, id, participant)).code).toBe(404)
  await watch()
  expect(await listRoom(id)).toHaveLength(1)
  expect(await findRefusal(member, id)).toBe('notFound')
  await end(id)
})

test('ends a seat later if the media server did not end it at once', async () => {
  const { sql } = server().kit
  const id = await start()
  const participant = await join(group.members[0]!, id)
  await sql`update group_call_member set leave_time = seen_time where participant = ${participant}`
  expect(await listRoom(id)).toEqual([participant])
  await watch()
  expect(await listRoom(id)).toEqual([])
  expect(await sql`select memory from group_call_member where participant = ${participant}`).toEqual([{ memory: '' }])
  await end(id)
})

test('withdraws the rights of a leader who no longer leads the group', async () => {
  const { sql } = server().kit
  const id = await start()
  const participant = await join(group.leader, id)
  const setRole = (role: number) =>
    sql`update im_team_member set role = ${role} where team_id = ${group.teamId} and im_account_id =
      (select i.id from im_account i where i.account_id = ${group.leader.id})`
  const readLead = async () => (await readState(group.leader, id, participant)).people[0]!.isLeader
  expect(await readLead()).toBe(true)
  await setRole(0)
  expect(await readLead()).toBe(false)
  expect((await end(id)).code).toBe(404)
  await setRole(2)
  expect(await readLead()).toBe(true)
  await end(id)
})

test('accepts a heartbeat of the leader while the call ends', async () => {
  const { owner } = server()
  const id = await start()
  const participant = await join(group.leader, id)
  const running = await owner.begin(async (tx) => {
    // locks the call before its people, as the end of a call does
    await tx`select id from group_call where id = ${id} for update`
    const report = sync(group.leader, id, participant)
    await expect.poll(() => owner`select 1 from pg_locks where not granted`, { timeout: 10_000 }).not.toHaveLength(0)
    await tx`update group_call_member set is_connected = false where call_id = ${id}`
    return { report }
  })
  expect((await running.report).code).toBe(200)
  await end(id)
})

test('ends seats without a heartbeat, and a call without a leader', async () => {
  const { sql } = server().kit
  const id = await start()
  const [ofLeader, ofAnn] = [await join(group.leader, id), await join(group.members[0]!, id)]
  await sql`update group_call_member set seen_time = seen_time - 46000 where participant = ${ofLeader}`
  await watch()
  expect(await listRoom(id)).toEqual([ofAnn])
  await sql`update group_call set led_time = led_time - 181000 where id = ${id}`
  await watch()
  expect(await listRoom(id)).toBeNull()
  expect(await readState(group.members[0]!, id, ofAnn)).toMatchObject({ state: 'over', ending: 'leaderless' })
})

test('removes a stranger from the room, and closes a room that was created too late', async () => {
  const { sql, media } = server().kit
  const id = await start()
  const participant = await join(group.leader, id)
  await media!.join(`${id}`, '77')
  await watch()
  expect(await listRoom(id)).toEqual([participant])
  await end(id)
  await media!.create(`${id}`)
  await watch()
  expect(await listRoom(id)).toBeNull()
  await sql`update group_call set end_time = end_time - 901000 where id = ${id}`
  await watch()
  await sql`update group_call set end_time = end_time - ${366 * dayMs}::bigint where id = ${id}`
  await deleteOldGroupCalls(server().kit)
  expect(await sql`select 1 from group_call where id = ${id}`).toHaveLength(0)
})

test('continues a call after a restart of Janus, and reports when Janus is away', async () => {
  const id = await start()
  const participant = await join(group.leader, id)
  await janus.stop()
  expect((await readState(group.leader, id, participant)).state).toBe('seated')
  expect(await findRefusal(group.members[0]!, id)).toBe('mediaUnavailable')
  await watch()
  await janus.start()
  expect((await readState(group.leader, id, participant)).state).toBe('lost')
  const next = await join(group.leader, id)
  expect(await listRoom(id)).toEqual([next])
  expect((await readState(group.leader, id, next)).people).toHaveLength(1)
  await end(id)
})

test('ends a call together with its group', async () => {
  const id = await start()
  const member = group.members[0]!
  const participant = await join(member, id)
  const { id: groupId, leader } = group
  await server().requestAs(leader, 'POST /peerGroup/leaderState', { id: groupId, state: 'dissolved', reason: '已完成' })
  await watch()
  expect(await listRoom(id)).toBeNull()
  expect((await sync(member, id, participant)).code).toBe(404)
})
