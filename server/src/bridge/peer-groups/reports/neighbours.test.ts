// Tests of what staff read of a report beside the reported message: the number of reports, and neighbouring lines.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import {
  type PeerGroupPeople,
  enterPeerGroupPeople,
  sayInTeam,
  usePeerGroups,
} from '../../../../test/steps/peer-group-steps.ts'
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
  expect((await server().requestAs(ann, 'POST /peerGroup/report', report)).code).toBe(200)
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
  expect((await server().requestAs(ann, 'GET /admin/peerReports/waiting', {})).code).toBe(403)
})

test('gives a person the name that the reporter saw, also after a new nickname or a return without one', async () => {
  const [ann, bob, eve] = [await server().enter('user'), await server().enter('user'), await server().enter('user')]
  const devices = [await openDeviceOf(url, ann), await openDeviceOf(url, bob), await openDeviceOf(url, eve)] as const
  const [a, b, e] = devices
  const fields = { type: 'advanced', name: '夜读', beInviteMode: 'noVerify', joinMode: 'noVerify' } as const
  const { teamId } = (await a.request('team.createTeam', { ...fields, accounts: [b.accid, e.accid] })).state.team
  const ref = { scene: 'team', teamId } as const
  const rename = (device: (typeof devices)[number], nickInTeam: string) =>
    device.request('team.updateInfoInTeam', { ...ref, nickInTeam })
  await rename(a, '小舟')
  await rename(b, '小河')
  await rename(e, '小山')
  const sent = []
  for (const [i, text] of ['一', '二', '三', '加我买药'].entries())
    sent.push((await sayInTeam(devices[i % 3]!, teamId, text)).msg)
  const report = { teamId, reason: 'advert', text: '卖药', idServer: sent[3]!.idServer } as const
  await e.request('team.leaveTeam', ref)
  expect((await server().requestAs(bob, 'POST /peerGroup/report', report)).code).toBe(200)
  await rename(a, '小船')
  await rename(b, '小江')
  await e.request('team.applyTeam', { ...ref, ps: '' })
  await sayInTeam(a, teamId, '四')
  await sayInTeam(e, teamId, '五')
  const { data } = await callAsAdmin('GET /admin/peerReports', { state: 'open' })
  expect(data.content.find((row) => row.teamId === Number(teamId))).toMatchObject({
    reporterAlias: '小河',
    reportedAlias: '小舟',
    message: '加我买药',
    neighbours: [
      { isAfter: false, alias: '小河', text: '二' },
      { isAfter: false, alias: '小山', text: '三' },
      { isAfter: true, alias: '小舟', text: '四' },
      { isAfter: true, alias: '小山', text: '五' },
    ],
  })
})
