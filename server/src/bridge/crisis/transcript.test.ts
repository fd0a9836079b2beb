// Tests the transcript of an alert: texts that their writer removed or changed stay readable, long transcripts have
// pages, and the audit entry names source and range.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, createPerson, untilReady, textTo } from '../../../../im-sdk/test/people.ts'
import { createDomain } from '../../../db/fixtures/counsellor.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { transaction } from '../../kit/db/db.ts'
import { raiseAlertOfStoredText } from '../../im/crisis/raise/raise.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
})
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'

const readTranscript = async (id: number) =>
  (await server().requestAs(staff, 'POST /admin/care/transcript', { id, reason: '核实危机情况' })).data.lines.map(
    ({ text, fate }) => [text, fate],
  )

/** A conversation whose second message raises an alert. */
async function createAlertWithTexts() {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const from = ann.device()
  await untilReady(from)
  await from.send(textTo(doctor.accid, '老师您好'))
  const { idServer } = await from.send(textTo(doctor.accid, danger))
  const [alert] = await server().kit.sql<{ id: number }[]>`select max(id) as id from crisis_alert`
  const to = doctor.accid
  return { from, to, idServer, id: alert!.id, read: () => readTranscript(alert!.id) }
}
type RaisedAlert = Awaited<ReturnType<typeof createAlertWithTexts>>

test('keeps a recalled message that raised an alert readable, sealed and marked', async () => {
  const { from, to, idServer, id, read } = await createAlertWithTexts()
  await from.request('msg.deleteMsg', { scene: 'p2p', to, idServer })
  expect(await read()).toEqual([
    ['老师您好', null],
    [danger, 'recalled'],
  ])
  const [row] = await server().kit.sql<{ text_sealed: Buffer }[]>`
    select text_sealed from crisis_text where alert_id = ${id}`
  expect(row!.text_sealed.toString()).not.toContain('不想活')
})

test.each([
  [
    'recalled',
    async ({ from, to, idServer }: RaisedAlert) => from.request('msg.deleteMsg', { scene: 'p2p', to, idServer }),
  ],
  [
    'changed',
    async ({ from, to, idServer }: RaisedAlert) =>
      from.request('msg.modifyMsg', { scene: 'p2p', to, idServer, content: { type: 0, text: '没事了' } } as never),
  ],
])('keeps a dangerous message readable that is %s before its alert is raised', async (fate, remove) => {
  const raised = await createAlertWithTexts()
  // reproduces a node that died after storing the message and before raising the alert
  await server().kit.sql`
    insert into crisis_pending (sender_id, id_client, receiver, level)
    select sender_id, id_client, ${raised.to}, 'plan' from im_message where id = ${Number(raised.idServer)}`
  await server().kit.sql`delete from crisis_alert where id = ${raised.id}`
  await remove(raised)
  const [alert] = await server().kit.sql<{ id: number }[]>`select id from crisis_alert where id > ${raised.id}`
  const text = fate === 'changed' ? `${danger}\n→ 没事了` : danger
  expect(await readTranscript(alert!.id)).toContainEqual([text, fate])
})

test('keeps a message that raised an alert readable when its writer deletes it or clears the conversation', async () => {
  const { from, to, idServer, read } = await createAlertWithTexts()
  await from.request('msg.deleteMsgSelf', { msgs: [{ scene: 'p2p', to, idServer }] } as never)
  expect(await read()).toContainEqual([danger, 'deleted'])
  const other = await createAlertWithTexts()
  await other.from.request('msg.clearServerHistoryMsgs', { scene: 'p2p', to: other.to } as never)
  // the writer may remove a text that raised no alert
  expect(await other.read()).toEqual([[danger, 'cleared']])
})

test('keeps the text that raised the alert after an edit', async () => {
  const { from, to, idServer, read } = await createAlertWithTexts()
  const content = { type: 0, text: '没事了' }
  await from.request('msg.modifyMsg', { scene: 'p2p', to, idServer, content } as never)
  expect(await read()).toContainEqual([`${danger}\n→ 没事了`, 'changed'])
})

test('shows the words that raised the alert when the asker changed the question', async () => {
  const { sql } = server().kit
  const asker = await server().enter('user')
  const draft = { title: '求助', content: danger, tagIds: [await createDomain(sql, '情绪困扰')], anonymous: 1 }
  const { id } = (await server().requestAs(asker, 'POST /problem/add', draft)).data
  const change = { ...draft, id, title: '睡不好', content: '夜里总醒' }
  await server().requestAs(asker, 'PUT /problem', change)
  await server().requestAs(asker, 'PUT /problem', { ...change, content: '夜里总醒，想请教老师' })
  const [alert] = await sql<{ id: number }[]>`select id from crisis_alert where question_id = ${id}`
  const look = { id: alert!.id, reason: '危机干预' }
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', look)
  expect(data.lines).toMatchObject([
    {
      text: `求助\n${danger}\n→ 睡不好\n夜里总醒\n→ 睡不好\n夜里总醒，想请教老师`,
      signs: [danger],
      fate: 'changed',
    },
  ])
})

test('deletes the preserved texts too when the conversation is erased', async () => {
  const { from, to, idServer, id } = await createAlertWithTexts()
  await from.request('msg.deleteMsg', { scene: 'p2p', to, idServer })
  const [row] = await server().kit.sql<{ id: number }[]>`
    select conversation_id as id from crisis_alert where id = ${id}`
  const admin = await server().enter('administrator')
  await server().requestAs(admin, 'POST /admin/chat/erase', { id: row!.id, reason: '当事人书面申请清除' })
  expect(await server().kit.sql`select 1 from crisis_text where alert_id = ${id}`).toHaveLength(0)
})

test('shows texts in pages, newest first, and leaves none out', async () => {
  const { sql, secrets } = server().kit
  const ann = await server().enter('user')
  for (let i = 0; i < 120; i += 1)
    await transaction(sql, (tx) =>
      raiseAlertOfStoredText(tx, {
        accountId: ann.id,
        level: 'thought',
        sealText: (row) => secrets.seal(`第${i}次`, { table: 'crisis_text', column: 'text_sealed', row }),
      }),
    )
  const [alert] = await sql<{ id: number }[]>`select id from crisis_alert where writer_id = ${ann.id}`
  const texts: string[] = []
  let before: number | undefined
  for (let page = 0; page < 3; page += 1) {
    const input = { id: alert!.id, reason: '核实危机情况', before }
    const { lines, hasMore } = (await server().requestAs(staff, 'POST /admin/care/transcript', input)).data
    expect(hasMore).toBe(page < 2)
    texts.unshift(...lines.map(({ text }) => text))
    before = lines[0]!.cursor
  }
  expect(texts).toEqual(Array.from({ length: 120 }, (_, i) => `第${i}次`))
})

test('names the source and the range in the audit entry of an access', async () => {
  const { id } = await createAlertWithTexts()
  const input = { id, reason: '核实危机情况' }
  const { data } = await server().requestAs(staff, 'POST /admin/care/transcript', input)
  const entry = await selectLastAuditEntry(server().kit.sql)
  const [first, last] = [data.lines[0]!.time, data.lines.at(-1)!.time]
  expect(entry?.detail).toEqual({ signal: data.signalId, lines: 2, from: first, until: last })
})

test('does not prolong the session when the list or an open alert is polled', async () => {
  const { id } = await createAlertWithTexts()
  const service = await server().enter('service')
  await server().kit.sql`update session set seen_at = seen_at - interval '1 hour'`
  const selectSessions = () => server().kit.sql`select id, seen_at, idle_until from session order by id`
  const before = await selectSessions()
  expect((await server().requestAs(service, 'GET /admin/care/alerts')).status).toBe(200)
  expect((await server().requestAs(service, 'GET /admin/care/alert', { id })).status).toBe(200)
  expect(await selectSessions()).toEqual(before)
  await server().requestAs(service, 'GET /admin/care/duty')
  expect(await selectSessions()).not.toEqual(before)
})
