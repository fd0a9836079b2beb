// Tests the levels of alerts: the duty list is ordered by severity, and a writer's alert keeps the most severe level.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { leaveAll, createPerson, untilReady, textTo } from '../../../../../im-sdk/test/people.ts'
import { createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { transaction } from '../../../kit/db/db.ts'
import { raiseAlertOfStoredText } from './raise.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
})
beforeEach(async () => {
  await server().kit.sql`update crisis_alert set state = 'closed', outcome = 'contacted' where state <> 'closed'`
})
afterEach(leaveAll)

type ListedAlert = { id: number; level: CrisisLevel; hits: number }
const listOpen = async (): Promise<ListedAlert[]> =>
  (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })).data.content
const raise = (accountId: number, level: CrisisLevel) =>
  transaction(server().kit.sql, (tx) => raiseAlertOfStoredText(tx, { accountId, level }))

test('raises an alert for worry about another person in a message or a question', async () => {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const device = ann.device()
  await untilReady(device)
  const worry = '我朋友说他想自杀，怎么办'
  expect((await device.request('msg.sendMsg', textTo(doctor.accid, worry))).care).toBe('other')
  expect(await listOpen()).toMatchObject([{ level: 'other', hits: 1 }])
  const tagIds = [await createDomain(server().kit.sql, '情绪困扰')]
  const { token } = await server().enter('user')
  const question = { title: '担心朋友', content: worry, anonymous: 1, tagIds }
  const asked = await server().requestAs({ token }, 'POST /problem/add', question)
  // a level about other people does not hold the question back
  expect(asked.data).toMatchObject({ care: 'other', state: 'shown' })
  expect(await listOpen()).toMatchObject([{ level: 'other' }, { level: 'other' }])
})

test('lists the most severe level first', async () => {
  for (const level of crisisLevels.toReversed()) await raise((await server().enter('user')).id, level)
  expect((await listOpen()).map(({ level }) => level)).toEqual(crisisLevels)
})

test('raises the level of an alert by a more severe signal, and never lowers it', async () => {
  const { id } = await server().enter('user')
  const levels: CrisisLevel[] = []
  for (const level of ['violence', 'thought', 'other', 'plan', 'violence'] as const) {
    await raise(id, level)
    levels.push((await listOpen())[0]!.level)
  }
  expect(levels).toEqual(['violence', 'thought', 'thought', 'plan', 'plan'])
})
