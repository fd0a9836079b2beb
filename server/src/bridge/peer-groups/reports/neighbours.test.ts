// Tests of what staff read of a report beside the reported message: the number of reports, and neighbouring lines.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  sayInTeam,
  usePeerGroups,
} from '../../../../test/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, join, openDeviceOf, publishGroup } = usePeerGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

test('shows two lines before and after a reported one while the report is open, without recalled ones', async () => {
  const { id, teamId } = await publishGroup()
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await join(ann, id, '小舟')
  await join(bob, id, '小河')
  const [a, b] = [await openDeviceOf(url, ann), await openDeviceOf(url, bob)]
  const lines = ['一', '二', '三', '举报我', '四', '五', '六']
  const sent = []
  for (const [i, text] of lines.entries()) sent.push((await sayInTeam(i % 2 ? b : a, teamId, text)).msg)
  await a.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: sent[4]!.idServer })
  const report = { teamId, reason: 'harm', text: '骂人', idServer: sent[3]!.idServer } as const
  expect((await server().callAs(ann, 'POST /peerGroup/report', report)).code).toBe(200)
  const find = async () =>
    (await callAsAdmin('GET /admin/peerReports', {})).data.content.find((row) => row.groupId === id)!
  const row = await find()
  expect(row.neighbours).toEqual([
    { isAfter: false, alias: '小河', text: '二' },
    { isAfter: false, alias: '小舟', text: '三' },
    { isAfter: true, alias: '小河', text: '五' },
    { isAfter: true, alias: '小舟', text: '六' },
  ])
  expect((await callAsAdmin('GET /admin/peerReports/waiting', {})).data).toEqual({ open: 1 })
  await callAsAdmin('POST /admin/peerReport/handle', { id: row.id, outcome: '已提醒' })
  expect((await find()).neighbours).toEqual([])
  expect((await callAsAdmin('GET /admin/peerReports/waiting', {})).data).toEqual({ open: 0 })
  expect((await server().callAs(ann, 'GET /admin/peerReports/waiting', {})).code).toBe(403)
})
