// Import of old messages by the server API.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { ClientEvents } from '../../../../im-sdk/src/sync/results/client-events.ts'
import { leaveAll, openDevice, textOf, textTo, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let hospital: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  hospital = await createBackend(server(), '医院')
})
afterEach(leaveAll)

type ImportResult = { msgid: string; code: number; idServer?: number; desc?: string }
async function importMessages(msgs: unknown[]): Promise<ImportResult[]> {
  const { code, results } = await hospital.request('msg/import', { msgs: JSON.stringify(msgs) })
  expect(code).toBe(200)
  return results as ImportResult[]
}
const listResultCodes = (results: ImportResult[]) => results.map(({ code }) => code)

let pairs = 0
/** Two imported accounts without a conversation. */
async function importPair() {
  pairs += 1
  const [ann, bob] = [`ann${pairs}`, `bob${pairs}`]
  const accounts = [ann, bob].map((accid) => ({ accid, token: `token-of-${accid}-at-the-app` }))
  await hospital.request('user/import', { accounts: JSON.stringify(accounts) })
  const openImportedDevice = (accid: string, events: ClientEvents = {}) =>
    openDevice(url, { accid, token: `token-of-${accid}-at-the-app` }, { appKey: hospital.appKey }, events)
  return { ann, bob, openImportedDevice }
}
const begin = Date.UTC(2020, 4, 1)
/** Message `i` of a conversation: the two write in turn, one message a minute. */
const createOldMessage = ({ ann, bob }: { ann: string; bob: string }, i: number, text = `旧消息${i}`) => ({
  from: i % 2 === 0 ? ann : bob,
  to: i % 2 === 0 ? bob : ann,
  msgid: `old-${ann}-${i}`,
  time: begin + i * 60_000,
  type: 0,
  body: JSON.stringify({ msg: text }),
})
const createOldMessages = (pair: { ann: string; bob: string }, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => createOldMessage(pair, from + i))

test('imports messages as read history with their own times, which can be searched and continued', async () => {
  const pair = await importPair()
  const { ann, bob } = pair
  const early = pair.openImportedDevice(bob)
  await untilReady(early)
  const results = await importMessages([
    { ...createOldMessage(pair, 0, '我不想活了'), ext: '{"n":1}' },
    createOldMessage(pair, 1),
  ])
  expect(results).toEqual([
    { msgid: `old-${ann}-0`, code: 200, idServer: expect.any(Number) as number },
    { msgid: `old-${ann}-1`, code: 200, idServer: expect.any(Number) as number },
  ])
  await importMessages([createOldMessage(pair, 2)])

  const late = pair.openImportedDevice(bob)
  await untilReady(late)
  const { sessions } = await late.request('msg.getSessions', {})
  const times = [0, 1, 2].map((i) => begin + i * 60_000)
  expect(sessions).toMatchObject([
    { to: ann, unread: 0, lastSeq: 3, updateTime: times[2], ack: times[2], msgReceiptTime: times[2] },
  ])
  expect(late.store.conversations.get(`p2p-${ann}`)?.msgs.map(textOf)).toEqual(['旧消息2'])
  const { msgs } = await late.request('msg.getHistoryMsgs', { scene: 'p2p', to: ann, reverse: true })
  expect(msgs.map(({ seq, time, from }) => [seq, time, from])).toEqual([
    [1, times[0], ann],
    [2, times[1], bob],
    [3, times[2], ann],
  ])
  expect([msgs[0]!.idServer, msgs[0]!.idClient]).toEqual([`${results[0]!.idServer}`, `old-${ann}-0`])
  expect(msgs[0]!.content).toMatchObject({ text: '我不想活了', custom: '{"n":1}' })
  const found = await late.request('search.msgFtsInServer', { keyword: '消息1' })
  expect(found.msgs.map(textOf)).toEqual(['旧消息1'])
  expect(await server().kit.sql`select from crisis_alert`).toHaveLength(0)
  const [{ bodies }] = await server().kit.sql<
    [{ bodies: string }]
  >`select json_agg(body)::text as bodies from im_message`
  expect(bodies).not.toContain(Buffer.from('旧消息').toString('hex'))

  // devices announce only the new message, whether they stayed connected or come back
  const a = pair.openImportedDevice(ann)
  await untilReady(a)
  const sent = await a.send(textTo(bob, '新消息'))
  expect(sent.seq).toBe(4)
  await until(() => early.received.length > 0 && late.received.length > 0, 'the new message')
  expect([...early.received, ...late.received].map(textOf)).toEqual(['新消息', '新消息'])
  const { sessions: now } = await late.request('msg.getSessions', {})
  expect(now[0]).toMatchObject({ unread: 1, lastSeq: 4 })
})

test('shows the conversation on a device that comes back, and announces no imported message', async () => {
  const pair = await importPair()
  const offline: unknown[] = []
  const device = pair.openImportedDevice(pair.bob, { synced: (result) => offline.push(...result.offline) })
  await untilReady(device)
  device.disconnect()
  await importMessages(createOldMessages(pair, 0, 3))
  device.connect()
  await until(() => device.synced === 2, 'the second sync')
  const conversation = device.store.conversations.get(`p2p-${pair.ann}`)
  expect(conversation?.msgs.map(textOf)).toEqual(['旧消息0', '旧消息1', '旧消息2'])
  expect(conversation?.session).toMatchObject({ unread: 0, lastSeq: 3 })
  expect(device.received).toEqual([])
  expect(offline).toEqual([])
})

test('answers a repeated import with the same ids, and changes nothing', async () => {
  const pair = await importPair()
  const first = await importMessages(createOldMessages(pair, 0, 5))
  const readRows = () =>
    server().kit.sql`
    select (select json_agg(m order by id) from im_message m) as messages,
      (select json_agg(c order by id) from im_conversation c) as conversations,
      (select json_agg(s order by im_account_id, conversation_id) from im_session s) as sessions,
      (select json_agg(a order by id) from im_account a) as accounts`
  const before = await readRows()
  expect(await importMessages(createOldMessages(pair, 0, 5))).toEqual(first)
  expect(await readRows()).toEqual(before)
  // the first half of a longer export, with one row in it twice
  const twice = createOldMessage(pair, 6)
  const longer = await importMessages([...createOldMessages(pair, 3, 6), twice, twice])
  expect(longer.slice(0, 2)).toEqual(first.slice(3))
  expect(listResultCodes(longer)).toEqual([200, 200, 200, 200, 200])
  expect(longer[4]).toEqual(longer[3])
  const rows = await server().kit.sql<{ seq: number; id: number }[]>`
    select seq, id from im_message where id_client like ${`old-${pair.ann}-%`} order by time`
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(rows.map(({ id }) => id)).toEqual([...first, ...longer.slice(2, 4)].map(({ idServer }) => idServer))
})

test('refuses an id that its sender has used in another conversation', async () => {
  const [pair, other] = [await importPair(), await importPair()]
  await importMessages(createOldMessages(pair, 0, 1))
  const [message] = createOldMessages(pair, 0, 1)
  const results = await importMessages([
    { ...message!, to: other.bob },
    { ...message!, msgid: 'new', to: other.bob },
  ])
  expect(listResultCodes(results)).toEqual([3_011, 200])
})

test('stores each message once, in order, in two concurrent imports of the same messages', async () => {
  const pair = await importPair()
  const copies = await Promise.all([1, 2, 3].map(() => importMessages(createOldMessages(pair, 0, 50))))
  expect(copies[1]).toEqual(copies[0])
  expect(copies[2]).toEqual(copies[0])
  const rows = await server().kit.sql<{ seq: number; id_client: string }[]>`
    select seq, id_client from im_message where id_client like ${`old-${pair.ann}-%`} order by time`
  expect(rows).toEqual(Array.from({ length: 50 }, (_, i) => ({ seq: i + 1, id_client: `old-${pair.ann}-${i}` })))
})

test('answers each refused message with the code of its reason, and stores the others', async () => {
  const pair = await importPair()
  const other = await importPair()
  const text = createOldMessage(pair, 10)
  const foreign = JSON.stringify({ name: 'a.png', size: 1, md5: 'x', ext: 'png', w: 1, h: 1, url: 'https://old.cn/a' })
  const { data } = await server().requestAs(await server().enter('user'), 'GET /neteaseUser/getUser')
  const results = await importMessages([
    text,
    { ...text, msgid: 'nobody', to: 'nobody' },
    { ...text, msgid: 'from-site', from: data.accid },
    { ...text, msgid: 'same-time' },
    { ...text, msgid: 'earlier', time: begin },
    { ...text, msgid: 'future', time: Date.now() + 600_000 },
    { ...text, msgid: 'type', time: begin + 700_000, type: 7 },
    { ...text, msgid: 'notice', time: begin + 700_000, type: 5, body: '{}' },
    { ...text, msgid: 'text', time: begin + 700_000, body: 'no json' },
    { ...text, msgid: 'empty', time: begin + 700_000, body: '{"msg":""}' },
    { ...text, msgid: 'long', time: begin + 700_000, body: JSON.stringify({ msg: 'x'.repeat(5_001) }) },
    { ...text, msgid: 'more', time: begin + 700_000, isRead: true },
    { ...text, msgid: 'file', time: begin + 700_000, type: 1, body: foreign },
    { ...text, msgid: 'x'.repeat(65), time: begin + 700_000 },
    null,
    { ...createOldMessage(other, 0), msgid: 'custom', type: 100, body: '{"kind":"card"}' },
    createOldMessage(pair, 20),
  ])
  const refused = results.map(({ msgid, code }) => [msgid.slice(0, 12), code])
  expect(refused).toEqual([
    [text.msgid, 200],
    ...[
      ['nobody', 404],
      ['from-site', 404],
      ['same-time', 3_008],
      ['earlier', 3_008],
      ['future', 3_010],
    ],
    ...['type', 'notice', 'text', 'empty', 'long', 'more', 'file', 'xxxxxxxxxxxx', ''].map((name) => [name, 414]),
    ['custom', 200],
    [createOldMessage(pair, 20).msgid, 200],
  ])
  expect(results.filter(({ code }) => code !== 200).map(({ desc }) => desc)).not.toContain('')
  const texts = results.map(({ desc }) => desc)
  expect([texts[1], texts[6], texts[7]]).toEqual(['账号nobody不存在', 'type：消息类型不正确', 'type：消息类型不正确'])

  const a = pair.openImportedDevice(pair.ann)
  await untilReady(a)
  await a.send(textTo(pair.bob, '新消息'))
  const later = { ...createOldMessage(pair, 30), time: Date.now() }
  expect(listResultCodes(await importMessages([createOldMessage(pair, 20), later]))).toEqual([200, 3_009])
  expect((await hospital.request('msg/import', { msgs: JSON.stringify(Array(501).fill(text)) })).code).toBe(414)
})

test('leaves no gap and no equal time in an import among messages of the same people', async () => {
  const pair = await importPair()
  const [a, b] = [pair.openImportedDevice(pair.ann), pair.openImportedDevice(pair.bob)]
  await untilReady(a, b)
  const sends = Array.from({ length: 40 }, (_, i) =>
    (i % 2 === 0 ? a : b).send(textTo(i % 2 === 0 ? pair.bob : pair.ann, `新${i}`)),
  )
  const imports = [0, 10, 20, 30].map((from) => importMessages(createOldMessages(pair, from, from + 10)))
  const results = (await Promise.all(imports)).flat()
  await Promise.all(sends)
  const rows = await server().kit.sql<{ seq: number; id_client: string }[]>`
    select m.seq, m.id_client from im_message m join im_account a on a.id = m.sender_id
    where a.accid in (${pair.ann}, ${pair.bob}) order by m.time`
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1))
  const stored = results.filter(({ code }) => code === 200)
  expect(rows).toHaveLength(40 + stored.length)
  const isOld = rows.map((row) => row.id_client.startsWith('old-'))
  expect(isOld.lastIndexOf(true)).toBe(stored.length - 1)
})
