// Tests of new texts of a claimed alert: the follower is notified and sees them in the console until they have looked.
// Otherwise the alert escalates to colleagues, who can claim it.
import { beforeEach, expect, test } from 'vitest'
import { selectMessages } from '../../../test/messages.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { notifyDuty } from './duty.ts'

const server = useTestServer()
let [follower, deputy, head]: Caller[] = []
let writer: Caller

const sendLetter = (text: string, level = 'thought') => server().requestAs(writer, 'POST /care/letter', { text, level })
const callAsFollower = (key: 'POST /admin/care/take' | 'POST /admin/care/seen', input: object) =>
  server().requestAs(follower!, key, input as { id: number; hits: number })
const getWaiting = async (who: Caller) => (await server().requestAs(who, 'GET /admin/care/waiting')).data
const getAlert = async (who: Caller, id: number) =>
  (await server().requestAs(who, 'GET /admin/care/alert', { id })).data

/** Runs the job, and lists the titles of the notices that each person received, in the order of the ranks. */
async function runJob(): Promise<string[][]> {
  const people = [follower!, deputy!, head!]
  const readTitles = async ({ id }: Caller) => (await selectMessages(server().kit.sql, id)).map(({ title }) => title)
  const before = await Promise.all(people.map(readTitles))
  await notifyDuty(server().kit)
  const after = await Promise.all(people.map(readTitles))
  return after.map((titles, index) => titles.slice(before[index]!.length))
}

const news = '您跟进的危机提醒有新的内容，请尽快查看'
let id = 0
beforeEach(async () => {
  const { sql } = server().kit
  await sql`update crisis_alert set state = 'closed', outcome = 'contacted' where state <> 'closed'`
  await sql`delete from duty_person`
  const boss = await server().enter('administrator')
  ;[follower, deputy, head] = [boss, await server().enter('service'), await server().enter('service')]
  for (const [person, rank] of [
    [follower, 'duty'],
    [deputy, 'deputy'],
    [head, 'head'],
  ] as const)
    await server().requestAs(boss, 'PUT /admin/care/duty', { accountId: person.id, onDuty: true, rank })
  writer = await server().enter('user')
  await sendLetter('今天很难受')
  const [row] = await sql<{ id: number }[]>`select id from crisis_alert where state = 'open'`
  ;({ id } = row!)
  // alerts of the demo content are marked as notified for good
  await sql`update crisis_alert set calls = 3, called_at = now() + interval '100 years' where id = ${id}`
  await callAsFollower('POST /admin/care/take', { id })
})

test('notifies the follower of a new text, and shows it until the follower has looked', async () => {
  expect(await runJob()).toEqual([[], [], []])
  expect(await getAlert(follower!, id)).toMatchObject({ isMine: true, isUnseen: false, isHandedOver: false })
  await sendLetter('还是很难受')
  expect(await runJob()).toEqual([[news], [], []])
  expect(await getWaiting(follower!)).toMatchObject({ newsIds: [id], handedOverIds: [], overdueIds: [] })
  expect(await getWaiting(deputy!)).toMatchObject({ newsIds: [], overdueIds: [] })
  const { content } = (await server().requestAs(deputy!, 'GET /admin/care/alerts', { state: 'taken' })).data
  expect(content).toMatchObject([{ id, isMine: false, isUnseen: true, unseenHits: 1, isOverdue: false }])
  // neither a colleague nor an older page of the follower counts as a look
  await server().requestAs(deputy!, 'POST /admin/care/seen', { id, hits: 2 })
  await callAsFollower('POST /admin/care/seen', { id, hits: 1 })
  expect((await getWaiting(follower!)).newsIds).toEqual([id])
  await callAsFollower('POST /admin/care/seen', { id, hits: 2 })
  expect((await getWaiting(follower!)).newsIds).toEqual([])
  expect(await getAlert(follower!, id)).toMatchObject({ isUnseen: false, unseenSince: null })
})

test('sends no notice of a text that the follower has already looked at', async () => {
  await sendLetter('还是很难受')
  await callAsFollower('POST /admin/care/seen', { id, hits: 2 })
  expect(await runJob()).toEqual([[], [], []])
})

test('escalates to deputies and heads while the follower does not look, and lets a colleague claim the alert', async () => {
  const { sql } = server().kit
  const ageNews = (minutes: number) =>
    sql`update crisis_alert set unseen_called_at = unseen_called_at - make_interval(mins => ${minutes}),
      unseen_since = unseen_since - make_interval(mins => ${minutes})`
  expect((await server().requestAs(deputy!, 'POST /admin/care/take', { id })).status).toBe(409)
  await sendLetter('还是很难受')
  await runJob()
  await ageNews(4)
  // each further text notifies the follower, and does not postpone the escalation
  await sql`update crisis_alert set news_sent_at = now() - interval '3 minutes'`
  await sendLetter('没有人在吗')
  expect(await runJob()).toEqual([[news], [], []])
  await ageNews(2)
  const overdue = (minutes: number) => `一条跟进中的危机提醒有新的内容，跟进人${minutes}分钟没有查看，请立即处理`
  expect(await runJob()).toEqual([[overdue(6)], [overdue(6)], []])
  expect(await runJob()).toEqual([[], [], []])
  expect(await getWaiting(head!)).toMatchObject({ newsIds: [], overdueIds: [id] })
  await ageNews(11)
  expect(await runJob()).toEqual([[overdue(17)], [overdue(17)], [overdue(17)]])
  await ageNews(11)
  expect(await runJob()).toEqual([[overdue(28)], [overdue(28)], [overdue(28)]])

  const readTitles = async ({ id: personId }: Caller) =>
    (await selectMessages(server().kit.sql, personId)).map(({ title }) => title)
  const before = (await readTitles(follower!)).length
  expect((await server().requestAs(deputy!, 'POST /admin/care/take', { id })).status).toBe(200)
  expect((await readTitles(follower!)).slice(before)).toEqual(['您跟进的一条危机提醒已由同事接手'])
  expect(await getAlert(deputy!, id)).toMatchObject({ isMine: true, isUnseen: false, isOverdue: false })
  expect(await getWaiting(head!)).toMatchObject({ overdueIds: [] })
  await ageNews(60)
  expect(await runJob()).toEqual([[], [], []])
  expect((await server().requestAs(follower!, 'POST /admin/care/take', { id })).status).toBe(409)
})

test('shows an alert that was handed over to its new follower until they have opened it', async () => {
  const input = { id, accountId: deputy!.id, text: '已约定今晚再通话' }
  expect((await server().requestAs(follower!, 'POST /admin/care/handOver', input)).status).toBe(200)
  expect(await getWaiting(deputy!)).toMatchObject({ newsIds: [], handedOverIds: [id] })
  expect(await getWaiting(follower!)).toMatchObject({ newsIds: [], handedOverIds: [], overdueIds: [] })
  const listMine = async (who: Caller) =>
    (await server().requestAs(who, 'GET /admin/care/alerts', { state: 'mine' })).data.content
  expect(await listMine(deputy!)).toMatchObject([{ id, isMine: true, isHandedOver: true }])
  expect(await listMine(follower!)).toEqual([])
  await server().requestAs(deputy!, 'POST /admin/care/seen', { id, hits: 1 })
  expect((await getWaiting(deputy!)).handedOverIds).toEqual([])
  expect(await listMine(deputy!)).toMatchObject([{ id, isHandedOver: false }])
})

test('escalates an alert that its new follower does not open, and lets a colleague claim it', async () => {
  await server().requestAs(follower!, 'POST /admin/care/handOver', { id, accountId: head!.id, text: '交班' })
  expect(await runJob()).toEqual([[], [], []])
  await server().kit.sql`update crisis_alert set unseen_since = now() - interval '6 minutes'`
  const unopened = '一条交接的危机提醒已有6分钟没有打开，请立即处理'
  expect(await runJob()).toEqual([[unopened], [unopened], [unopened]])
  expect(await getWaiting(deputy!)).toMatchObject({ overdueIds: [id] })
  expect(await getWaiting(head!)).toMatchObject({ newsIds: [], handedOverIds: [id], overdueIds: [] })
  expect((await server().requestAs(deputy!, 'POST /admin/care/take', { id })).status).toBe(200)
  expect(await getWaiting(head!)).toMatchObject({ handedOverIds: [], overdueIds: [] })
})

test('passes texts that the last follower did not look at on to the next one', async () => {
  await sendLetter('还是很难受')
  await server().requestAs(follower!, 'POST /admin/care/handOver', { id, accountId: deputy!.id, text: '交班' })
  expect(await getWaiting(deputy!)).toMatchObject({ newsIds: [], handedOverIds: [id] })
  await sendLetter('没有人在吗')
  expect(await runJob()).toEqual([[], [news], []])
  await server().requestAs(deputy!, 'POST /admin/care/seen', { id, hits: 3 })
  expect(await getWaiting(deputy!)).toMatchObject({ newsIds: [], handedOverIds: [] })
})
