// Tests that broadcasts by staff reach devices on several nodes.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import {
  leaveAll,
  createPerson,
  openDevice,
  until,
  untilReady,
  type ChatPerson,
} from '../../../../im-sdk/test/people.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import type { RequestInput } from '../../../test/api-requests.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { selectSentBroadcasts } from './broadcast-store.ts'

const server = useTestServer({}, { nodeCount: 2 })
const urls: string[] = []
let staff: Caller
let siteId = 0
beforeAll(async () => {
  const options = { isFrequencyLimited: false, checkEveryMs: hourMs }
  for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
  staff = await server().enter('administrator')
  siteId = (await server().requestAs(staff, 'GET /admin/apps')).data.content[0]!.id
})
afterEach(leaveAll)

const sendBroadcast = (input: RequestInput<'POST /admin/chat/broadcast'>) =>
  server().requestAs(staff, 'POST /admin/chat/broadcast', input)
const listBroadcasts = async () => (await server().requestAs(staff, 'GET /admin/chat/broadcasts')).data.content

/** A device that collects the broadcasts that it receives, by push or by sync. */
function listen(person: ChatPerson, url: string) {
  const bodies: string[] = []
  const device = person.device(
    { url },
    {
      broadcast: ({ body }) => void bodies.push(body),
      synced: ({ broadcasts }) => void bodies.push(...broadcasts.map(({ body }) => body)),
    },
  )
  return { device, bodies }
}

test('sends a broadcast that sounds like danger only after a confirmation', async () => {
  const appId = (await createBackend(server(), '学校')).id
  const draft = { appId, body: '我活不下去了，想从楼上跳下去，大家再见。' }
  expect(await sendBroadcast(draft)).toMatchObject({ status: 409, reason: 'soundsDangerous' })
  expect((await sendBroadcast({ ...draft, isConfirmed: true })).status).toBe(200)
})

test('reaches connected devices on all nodes at once, later ones at sync, and those of other apps never', async () => {
  const backend = await createBackend(server(), '医院')
  const { info } = await backend.request('user/create', { accid: 'lilei' })
  const foreign: string[] = []
  const stranger = openDevice(
    urls[0]!,
    info,
    { appKey: backend.appKey },
    { broadcast: ({ body }) => void foreign.push(body) },
  )
  const [ann, bob, eve] = [
    await createPerson(server(), urls[0]!),
    await createPerson(server(), urls[1]!),
    await createPerson(server(), urls[0]!),
  ]
  const [a, b] = [listen(ann, urls[0]!), listen(bob, urls[1]!)]
  await untilReady(a.device, b.device, stranger)
  const { data, msg } = await sendBroadcast({ appId: siteId, body: ' 今晚八点维护 ', hours: 24 })
  expect([msg, data]).toEqual(['已发送', { id: expect.any(Number), receivers: null }])
  await until(() => a.bodies.length === 1 && b.bodies.length === 1, 'the pushes')
  const e = listen(eve, urls[1]!)
  await untilReady(e.device)
  expect([a.bodies, b.bodies, e.bodies]).toEqual([['今晚八点维护'], ['今晚八点维护'], ['今晚八点维护']])
  await sendBroadcast({ appId: backend.id, body: '只给医院' })
  await until(() => foreign.length === 1, 'the broadcast of the app')
  expect(foreign).toEqual(['只给医院'])
  expect(a.bodies).toHaveLength(1)
  const entry = await selectLastAuditEntry(server().kit.sql, { subject: `chatBroadcast ${data.id}` })
  expect(entry).toMatchObject({ action: 'chatBroadcastSent', detail: { appId: siteId, receivers: '所有账号' } })
})

test('reaches only selected accounts, by push and at sync', async () => {
  const [ann, bob, eve] = [
    await createPerson(server(), urls[0]!),
    await createPerson(server(), urls[1]!),
    await createPerson(server(), urls[0]!),
  ]
  // an account that has not read any yet receives the earlier ones first
  await server().owner`update im_broadcast set expires_at = now()`
  const [a, b] = [listen(ann, urls[0]!), listen(bob, urls[1]!)]
  await untilReady(a.device, b.device)
  const { data } = await sendBroadcast({
    appId: siteId,
    body: '请补交材料',
    accids: [bob.accid.toUpperCase(), eve.accid],
  })
  expect(data.receivers).toBe(2)
  await until(() => b.bodies.length === 1, 'the push')
  await sendBroadcast({ appId: siteId, body: '给所有人' })
  await until(() => a.bodies.length === 1 && b.bodies.length === 2, 'the second push')
  const [e, a2] = [listen(eve, urls[1]!), listen(ann, urls[1]!)]
  await untilReady(e.device, a2.device)
  expect([a.bodies, b.bodies, e.bodies]).toEqual([['给所有人'], ['请补交材料', '给所有人'], ['请补交材料', '给所有人']])
  expect(a2.bodies).toEqual([])
  expect((await listBroadcasts()).slice(0, 2)).toMatchObject([
    { body: '给所有人', receivers: null, appName: '本站' },
    { body: '请补交材料', receivers: 2 },
  ])
})

test('finds receivers of the site by login name, nickname or telephone number, and names them before sending', async () => {
  const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[0]!)]
  const { sql } = server().kit
  const nameOf = async ({ accid }: ChatPerson) =>
    (
      await sql<{ username: string }[]>`
      select username from account join im_account i on i.account_id = account.id where i.accid = ${accid}`
    )[0]!.username
  const setNickname = (username: string, nickname: string) =>
    sql`update account set nickname = ${nickname} where username = ${username}`
  const [annName, bobName] = [await nameOf(ann), await nameOf(bob)]
  await setNickname(bobName, '小禾广播')
  const check = (accids: string[]) =>
    server().requestAs(staff, 'POST /admin/chat/broadcast/receivers', { appId: siteId, accids })
  const names = [ann.accid.toUpperCase(), annName.toUpperCase(), '小禾广播']
  const found = await check(names)
  expect(found.data).toMatchObject({ count: 2 })
  expect(found.data.names).toContain(`小禾广播（${bobName}）`)
  const caller = await server().enter('user')
  await server().requestAs(caller, 'GET /neteaseUser/getUser')
  expect((await check([caller.phone])).data.names).toEqual([expect.stringContaining(`（${caller.username}）`)])
  const listener = listen(bob, urls[1]!)
  await untilReady(listener.device)
  const sent = await sendBroadcast({ appId: siteId, body: '按登录名', accids: names })
  expect(sent.data).toMatchObject({ receivers: 2 })
  await until(() => listener.bodies.includes('按登录名'), 'the broadcast')
  // a nickname of several accounts names none of them
  await setNickname(annName, '小禾广播')
  expect((await check(['小禾广播'])).fields['accids']).toBe('有几个账号叫：小禾广播，请改用登录名')
  expect((await check(['没有的人'])).fields['accids']).toBe('该应用中没有这些账号：没有的人')
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from im_account where app_id = ${siteId} and account_id is not null`
  expect((await check([])).data).toEqual({ count, names: [] })
})

test('names receivers that do not exist, and sends nothing', async () => {
  const ann = await createPerson(server(), urls[0]!)
  const before = await listBroadcasts()
  const names = Array.from({ length: 7 }, (_, i) => `nobody${i}`)
  const reply = await sendBroadcast({ appId: siteId, body: '您好', accids: [ann.accid, ...names] })
  expect(reply.status).toBe(400)
  const sentence = '该应用中没有这些账号：nobody0、nobody1、nobody2、nobody3、nobody4等7个'
  expect(reply.fields).toEqual({ accids: sentence })
  expect((await sendBroadcast({ appId: 999_999, body: '您好' })).status).toBe(404)
  expect(await listBroadcasts()).toEqual(before)
})

test('expires a broadcast after the given hours', async () => {
  await server().owner`update im_broadcast set expires_at = now()`
  await sendBroadcast({ appId: siteId, body: '一小时有效', hours: 1 })
  const ann = await createPerson(server(), urls[0]!)
  const [row] = await server().kit.sql<{ minutes: number }[]>`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes from im_broadcast order by id desc limit 1`
  expect(row!.minutes).toBe(60)
  await server().owner`update im_broadcast set expires_at = now()`
  const a = listen(ann, urls[0]!)
  await untilReady(a.device)
  expect(a.bodies).toEqual([])
})

test('finds the page of sent broadcasts by an index', async () => {
  const { owner } = server()
  await owner`
    insert into im_broadcast (app_id, body, time, expires_at)
    select ${siteId}, repeat('old', 100), 0, now() from generate_series(1, 5000)`
  await owner`analyze im_broadcast, im_broadcast_target`
  const [database] = await owner<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(url, (db) => selectSentBroadcasts(db, { limit: 20, offset: 20 }))
  const [pageQuery, rowsQuery] = explained
  expect(pageQuery!.steps).toContainEqual(expect.objectContaining({ index: 'im_broadcast_pkey' }))
  expect(rowsQuery!.steps.filter(({ type }) => type === 'Seq Scan').map(({ table }) => table)).not.toContain(
    'im_broadcast',
  )
})
