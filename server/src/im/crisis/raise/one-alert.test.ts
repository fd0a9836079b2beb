// Tests that an account has at most one open alert, even when texts in several places raised it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady, textTo } from '../../../../../im-sdk/test/people.ts'
import { createDomain } from '../../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' })
let url = ''
let staff = { id: 0, token: '' }
let domainId = 0
beforeAll(async () => {
  domainId = await createDomain(server().kit.sql, '情绪困扰')
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
})
afterEach(leaveAll)

/** Sources of the alert, newest first. */
const listOpen = async () => {
  const { data } = await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open', size: 100 })
  return { ...data, content: data.content.toSorted((a, b) => b.id - a.id) }
}
const openAlert = async (id: number) => (await server().requestAs(staff, 'GET /admin/care/alert', { id })).data
const words = '我不想活了，药都准备好了'

let questions = 0
async function askQuestion(token: string, isAnonymous: boolean) {
  // a number makes the text unique, because an equal question would be refused
  const question = {
    title: `撑不下去了${(questions += 1)}`,
    content: words,
    anonymous: isAnonymous ? 1 : 2,
    tagIds: [domainId],
  }
  return server().requestAs({ token }, 'POST /problem/add', question)
}

test('opens one alert for fifteen parallel questions of one account, and shows each writer the help card', async () => {
  const before = (await listOpen()).open
  const user = await server().enter('user')
  const replies = await Promise.all(Array.from({ length: 15 }, () => askQuestion(user.token, true)))
  const acceptedReplies = replies.filter(({ status }) => status === 200)
  expect(acceptedReplies.length).toBeGreaterThan(1)
  for (const { data } of acceptedReplies) expect(data.care).toBe('plan')
  const { open, content } = await listOpen()
  expect(open).toBe(before + 1)
  expect(content[0]).toMatchObject({
    writerName: '匿名用户',
    writerPhone: '',
    level: 'plan',
    hits: acceptedReplies.length,
  })
  const { signals } = await openAlert(content[0]!.id)
  expect(signals).toHaveLength(acceptedReplies.length)
})

test('adds messages to two counsellors and a question to one alert, at the most severe level', async () => {
  const before = (await listOpen()).open
  const ann = await createPerson(server(), url)
  const doctors = [await createPerson(server(), url, 'counsellor'), await createPerson(server(), url, 'counsellor')]
  const device = ann.device()
  await untilReady(device)
  await device.send(textTo(doctors[0]!.accid, '活着没意思，我想死'))
  await Promise.all([device.send(textTo(doctors[1]!.accid, words)), askQuestion(ann.session, false)])
  const { open, content } = await listOpen()
  expect(open).toBe(before + 1)
  expect(content[0]).toMatchObject({ level: 'plan', hits: 3 })
  const alert = await openAlert(content[0]!.id)
  expect(alert.signals.map(({ level }) => level)).toEqual(['plan', 'plan', 'thought'])
  expect(alert.signals.find(({ place }) => place === '心理问答')!.questionId).not.toBeNull()
  // each source has its own request for access, with a reason
  const lines = await Promise.all(
    alert.signals.map(async ({ id }) => {
      const input = { id: alert.id, signalId: id, reason: '核实危机情况' }
      return (await server().requestAs(staff, 'POST /admin/care/transcript', input)).data.lines[0]!.text
    }),
  )
  expect(lines[2]).toBe('活着没意思，我想死')
  expect(lines.filter((text) => text.includes('药都准备好了'))).toHaveLength(2)
  const foreign = { id: alert.id, signalId: 999_999, reason: '核实危机情况' }
  expect((await server().requestAs(staff, 'POST /admin/care/transcript', foreign)).status).toBe(404)
})

test('adds an anonymous question to the alert of a known writer without a link', async () => {
  const ann = await createPerson(server(), url)
  const doctor = await createPerson(server(), url, 'counsellor')
  const device = ann.device()
  await untilReady(device)
  await device.send(textTo(doctor.accid, words))
  await askQuestion(ann.session, true)
  const { content } = await listOpen()
  const named = await openAlert(content[0]!.id)
  expect(named.writerName).not.toBe('匿名用户')
  expect(named.signals[0]).toMatchObject({ place: '匿名的心理问答', questionId: null })

  const bob = await createPerson(server(), url)
  await askQuestion(bob.session, true)
  const other = bob.device()
  await untilReady(other)
  await other.send(textTo(doctor.accid, words))
  const hidden = await openAlert((await listOpen()).content[0]!.id)
  expect(hidden).toMatchObject({ writerName: '匿名用户', writerPhone: '', hits: 2 })
  expect(hidden.signals[0]).toMatchObject({ place: '在线咨询对话' })
})

test('keeps an alert while one of its sources is deleted, and deletes it with the last one', async () => {
  const { owner } = server()
  const user = await server().enter('user')
  await askQuestion(user.token, true)
  await askQuestion(user.token, true)
  const { id } = (await listOpen()).content[0]!
  const [first, second] = (await openAlert(id)).signals
  await owner`delete from question where id = ${first!.questionId}`
  const left = await openAlert(id)
  expect(left).toMatchObject({ writerName: '匿名用户', signals: [{ id: second!.id }] })
  await owner`delete from question where id = ${second!.questionId}`
  expect((await server().requestAs(staff, 'GET /admin/care/alert', { id })).status).toBe(404)
})

test('refuses a second open alert of a writer in the database', async () => {
  const { owner, enter } = server()
  const { id: writer } = await enter('user')
  const insert = (level: string, state = 'open') => owner<{ id: number }[]>`
    insert into crisis_alert (writer_id, account_id, is_report, level, message_time, state, hits)
    values (${writer}, ${writer}, true, ${level}, 1, ${state}, 2) returning id`
  await insert('thought')
  await expect(insert('plan')).rejects.toThrow('crisis_alert_live')
})

test('raises an anonymous alert for a question that the word list refuses, and keeps its words', async () => {
  await server().kit.sql`
    insert into watch_word (word, plain, action) values ('代购药品', '代购药品', 'refuse') on conflict (plain) do nothing`
  const { id, token } = await server().enter('user')
  const question = { title: '想找代购药品', content: words, anonymous: 1, tagIds: [domainId] }
  const refused = await server().requestAs({ token }, 'POST /problem/add', question)
  expect(refused).toMatchObject({ status: 400, reason: 'wordRefused', data: { care: 'plan' } })
  const [row] = await server().kit.sql<{ id: number }[]>`select id from crisis_alert where writer_id = ${id}`
  expect(await openAlert(row!.id)).toMatchObject({ writerName: '匿名用户', level: 'plan' })
  const input = { id: row!.id, reason: '核实危机情况' }
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', input)
  expect(data.lines).toMatchObject([{ text: `想找代购药品\n${words}` }])
})
