// Tests of the marks that leaders of a peer group see at messages in danger, and of their calls for the duty staff.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import {
  enterPeerGroupPeople,
  sayInTeam,
  type PeerGroupPeople,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { join, openDeviceOf, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

const danger = '活着没意思，我想死'
const readMarks = async (caller: Caller, teamId: string) =>
  (await server().requestAs(caller, 'GET /care/groupMessages', { teamId })).data
const listMarked = async (caller: Caller, teamId: string) =>
  (await readMarks(caller, teamId)).map(({ idServer }) => idServer)

test('lists messages in danger of a group for leader and co-leader only', async () => {
  const coLeader = await server().enter('user')
  const { id, teamId } = await publishGroup({ coLeader: coLeader.username })
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await join(user, id, '小舟')
  await join(other, id, '远山')
  const device = await openDeviceOf(url, user)
  await sayInTeam(device, teamId, '大家好')
  expect(await listMarked(people.leader, teamId)).toEqual([])
  const { msg } = await sayInTeam(device, teamId, danger)
  for (const leader of [people.leader, coLeader]) expect(await listMarked(leader, teamId)).toEqual([msg.idServer])
  for (const member of [user, other]) expect(await listMarked(member, teamId)).toEqual([])
  expect(await listMarked(await server().enter('counsellor'), teamId)).toEqual([])
})

test('lists a co-leader’s message in danger for the other leader, and for no former leader', async () => {
  const coLeader = await server().enter('user')
  const { id, teamId } = await publishGroup({ coLeader: coLeader.username })
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const device = await openDeviceOf(url, coLeader)
  const { msg } = await sayInTeam(device, teamId, danger)
  expect(await listMarked(people.leader, teamId)).toEqual([msg.idServer])
  expect(await listMarked(coLeader, teamId)).toEqual([])
  await sayInTeam(await openDeviceOf(url, user), teamId, danger)
  expect(await listMarked(coLeader, teamId)).toHaveLength(1)
  await device.request('team.leaveTeam', { teamId })
  expect(await listMarked(coLeader, teamId)).toEqual([])
})

test('lists no message of another group, none that was recalled, and none of a false alarm', async () => {
  const [{ id, teamId }, other] = [await publishGroup(), await publishGroup()]
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const device = await openDeviceOf(url, user)
  const { msg } = await sayInTeam(device, teamId, danger)
  const { msg: recalled } = await sayInTeam(device, teamId, '我打算今晚跳楼')
  await device.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: recalled.idServer })
  expect(await listMarked(people.leader, teamId)).toEqual([msg.idServer])
  expect(await listMarked(people.leader, other.teamId)).toEqual([])
  const { sql } = server().kit
  await sql`update crisis_alert set state = 'closed', outcome = 'contacted' where writer_id = ${user.id}`
  expect(await listMarked(people.leader, teamId)).toEqual([msg.idServer])
  await sql`update crisis_alert set outcome = 'falseAlarm' where writer_id = ${user.id}`
  expect(await listMarked(people.leader, teamId)).toEqual([])
})

const callDuty = (caller: Caller, teamId: string, idServer: string) =>
  server().requestAs(caller, 'POST /care/callForGroupMessage', { teamId, idServer })
const selectAlerts = (writer: Caller) =>
  server().kit.sql<{ id: number; state: string; level: string; is_due: boolean }[]>`
    select id, state, level, called_at is null or called_at = to_timestamp(0) as is_due
    from crisis_alert where writer_id = ${writer.id} order by id`

test('notifies the duty staff again when a leader calls them, and no one else may call', async () => {
  const { id, teamId } = await publishGroup()
  const [user, other] = [await server().enter('user'), await server().enter('user')]
  await join(user, id, '小舟')
  await join(other, id, '远山')
  const device = await openDeviceOf(url, user)
  const { msg: harmless } = await sayInTeam(device, teamId, '大家好')
  const { msg } = await sayInTeam(device, teamId, danger)
  const [alert] = await selectAlerts(user)
  await server().kit.sql`update crisis_alert set calls = 1, called_at = now() where id = ${alert!.id}`
  for (const caller of [user, other, await server().enter('counsellor')])
    expect((await callDuty(caller, teamId, msg.idServer)).status).toBe(404)
  expect((await callDuty(people.leader, teamId, harmless.idServer)).status).toBe(404)
  expect(await selectAlerts(user)).toMatchObject([{ is_due: false }])

  expect(await readMarks(people.leader, teamId)).toEqual([{ idServer: msg.idServer, calledTime: null }])
  expect((await callDuty(people.leader, teamId, msg.idServer)).msg).toBe('已通知值班人员')
  expect(await readMarks(people.leader, teamId)).toEqual([
    { idServer: msg.idServer, calledTime: expect.any(Number) as number },
  ])
  expect(await selectAlerts(user)).toEqual([{ ...alert, is_due: true }])
  const staff = await server().enter('service')
  const { notes } = (await server().requestAs(staff, 'GET /admin/care/alert', { id: alert!.id })).data
  expect(notes).toMatchObject([
    { text: expect.stringMatching(/^小组带领者：呼叫值班人员（消息写于[\d-]{5} [\d:]{5}）$/) },
  ])
  expect(await selectLastAuditEntry(server().kit.sql)).toMatchObject({
    action: 'protocolStepTaken',
    actor_id: people.leader.id,
    subject: `crisisAlert ${alert!.id}`,
    detail: { step: 'callDuty' },
  })
  // a leader who is also the writer's counsellor must not find the call in the conversation of both
  expect(await server().kit.sql`select 1 from crisis_step where alert_id = ${alert!.id}`).toEqual([])
})

test('opens another alert with the text when the duty staff have closed the first', async () => {
  const { id, teamId } = await publishGroup()
  const user = await server().enter('user')
  await join(user, id, '小舟')
  const { msg } = await sayInTeam(await openDeviceOf(url, user), teamId, danger)
  await server().kit.sql`update crisis_alert set state = 'closed', outcome = 'contacted' where writer_id = ${user.id}`
  expect((await callDuty(people.leader, teamId, msg.idServer)).status).toBe(200)
  const [closed, reopened] = await selectAlerts(user)
  expect([closed, reopened]).toMatchObject([{ state: 'closed' }, { state: 'open', level: closed!.level, is_due: true }])
  const staff = await server().enter('service')
  const reading = { id: reopened!.id, reason: '核实危机情况' }
  const { inGroup, lines } = (await server().requestAs(staff, 'POST /admin/care/transcript', reading)).data
  expect({ inGroup, lines }).toMatchObject({ inGroup: { name: '小舟' }, lines: [{ text: danger, fate: null }] })
  expect(await listMarked(people.leader, teamId)).toEqual([msg.idServer])
})
