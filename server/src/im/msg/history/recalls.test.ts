// Tests of the recalls that a page of the history brings.
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createPerson, leaveAll, untilReady } from '../../../../../im-sdk/test/people.ts'
import { explainQueries } from '../../../../test/plans.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { selectTeamRecalls } from '../../conversations/teams/team-change-store.ts'
import { selectRecalls } from '../removal/store.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

async function openDevice() {
  const person = await createPerson(server(), url)
  const device = person.device()
  await untilReady(device)
  return Object.assign(device, { accid: person.accid })
}
type Device = Awaited<ReturnType<typeof openDevice>>

const say = async (device: Device, to: string, text: string) =>
  (
    await device.request('msg.sendMsg', {
      scene: 'team',
      to,
      idClient: crypto.randomUUID(),
      content: { type: 0, text },
    })
  ).msg
const readRecalls = async (device: Device, to: string, period: object) => {
  const page = await device.request('msg.getHistoryMsgs', { scene: 'team', to, ...period })
  return page.recalls?.map(({ idServer, operator }) => ({ idServer, operator }))
}

test('brings the recalls of a team from the oldest message of the page, to members who saw them', async () => {
  const [ann, bob, eve] = [await openDevice(), await openDevice(), await openDevice()]
  const modes = { type: 'advanced', name: '夜读', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...modes, accounts: [bob.accid] })).state.team
  const first = await say(ann, teamId, '一')
  const second = await say(bob, teamId, '二')
  const third = await say(ann, teamId, '三')
  const recall = (device: Device, { idServer }: { idServer: string }) =>
    device.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer })
  await recall(bob, second)
  await recall(ann, first)
  await ann.request('team.addTeamMembers', { scene: 'team', teamId, accounts: [eve.accid] })
  const byBob = { idServer: second.idServer, operator: bob.accid }
  const byAnn = { idServer: first.idServer, operator: ann.accid }
  expect(await readRecalls(bob, teamId, { recallsBefore: 0 })).toEqual([byBob, byAnn])
  expect(await readRecalls(bob, teamId, { recallsBefore: second.time })).toEqual([byAnn])
  // recalls from before the oldest message of this page come with an older page
  expect(await readRecalls(bob, teamId, { recallsBefore: 0, limit: 1, msgTypes: [0] })).toEqual([])
  expect(await readRecalls(bob, teamId, { recallsBefore: third.time, endTime: third.time })).toEqual([byBob, byAnn])
  expect(await readRecalls(eve, teamId, { recallsBefore: 0 })).toEqual([])
  expect(await readRecalls(bob, teamId, {})).toBeUndefined()
})

test('finds recalls by an index', async () => {
  const [database] = await server().kit.sql<{ name: string }[]>`select current_database() as name`
  const base = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(base, async (db) => {
    await selectTeamRecalls(db, 1, 1, { after: 0, before: 9, limit: 100 })
    await selectRecalls(db, { imId: 1, conversationId: 1 }, { after: 0, before: 0, limit: 100 })
  })
  expect(explained).toHaveLength(2)
  const scans = explained.flatMap(({ query, steps }) =>
    steps.some(({ type, table }) => type === 'Seq Scan' && ['im_team_change', 'im_message'].includes(table))
      ? [query]
      : [],
  )
  expect(scans).toEqual([])
})
