// Tests of the marks that leaders of a peer group see at messages in danger.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../im-sdk/test/people.ts'
import { enterPeerGroupPeople, sayInTeam, type PeerGroupPeople, usePeerGroups } from '../../../test/peer-group-steps.ts'
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
const listMarked = async (caller: Caller, teamId: string) =>
  (await server().callAs(caller, 'GET /care/groupMessages', { teamId })).data

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
