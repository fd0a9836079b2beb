// Tests of the server API of apps, with accounts on real sockets.
import { hourMs } from '@xinqiao/contract/time.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, openDevice, textOf, textTo, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let socketServer: Awaited<ReturnType<ReturnType<typeof server>['listen']>>['socketServer']
let hospital: Awaited<ReturnType<typeof createBackend>>
let school: typeof hospital
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  hospital = await createBackend(server(), '医院')
  school = await createBackend(server(), '学校')
})
afterEach(leaveAll)

let created = 0
async function createAccount(backend = hospital, form: Record<string, string> = {}) {
  const accid = `member${(created += 1)}`
  const { code, info } = await backend.request('user/create', { accid, ...form })
  expect(code).toBe(200)
  const token = info.token as string
  return { accid, token, device: () => openDevice(url, { accid, token }, { appKey: backend.appKey }) }
}
const createTextBody = (msg: string) => ({ type: '0', body: JSON.stringify({ msg }) })

test('answers each refusal with its own code before the body is read, and logs it', async () => {
  const nonce = randomUUID()
  const late = Math.floor(Date.now() / 1000) - 302
  const path = 'user/getUinfos'
  const form = { accids: '["nobody"]' }
  const { request } = hospital
  expect(await request(path, form, { nonce })).toEqual({ code: 200, uinfos: [] })
  // clocks may differ by five minutes
  for (const seconds of [-290, 290]) {
    const curTime = Math.floor(Date.now() / 1000) + seconds
    expect((await request(path, form, { curTime })).code).toBe(200)
  }
  const codes = [
    await request(path, form, { nonce }),
    await request(path, form, { curTime: late }),
    await request(path, form, { curTime: late + 604 }),
    await request(path, form, { secret: school.secret }),
    await request(path, form, { appKey: 'f'.repeat(32) }),
    await request(path, form, { headers: { origin: 'https://chat.example.cn' } }),
    await request('user/destroy'),
    await request(path, { accids: '["nobody"]', more: '1' }),
    await request(path, { accids: 'nobody' }),
  ].map(({ code }) => code)
  expect(codes).toEqual([3_004, 3_003, 3_003, 3_002, 3_001, 3_006, 404, 414, 414])
  const named = await request('msg/sendMsg', { from: 'a', ope: '0', to: 'b', ...createTextBody('您好'), optoin: '{}' })
  expect(named).toEqual({ code: 414, desc: '没有参数optoin' })
  codes.push(named.code)
  // a forged call does not use up the nonce
  const forged = randomUUID()
  expect((await request(path, form, { nonce: forged, secret: 'x' })).code).toBe(3_002)
  expect((await request(path, form, { nonce: forged })).code).toBe(200)
  const huge = { accids: 'x'.repeat(1_100_000) }
  expect((await request(path, huge, { secret: 'x' })).code).toBe(3_002)
  expect((await request(path, huge)).code).toBe(413)

  await server().requestAs(school, 'PUT /admin/apps/state', { id: school.id, isOpen: false })
  expect((await school.request(path, form)).code).toBe(3_005)
  await server().requestAs(school, 'PUT /admin/apps/state', { id: school.id, isOpen: true })
  const rows = await server().kit.sql<{ app_id: number | null; code: number }[]>`
    select app_id, code from im_api_call order by id`
  expect(rows.map(({ code }) => code)).toEqual([200, 200, 200, ...codes, 3_002, 200, 3_002, 413, 3_005])
  expect(rows.filter(({ code }) => code === 3_001)[0]?.app_id).toBeNull()
  expect(JSON.stringify(await server().kit.sql`select * from im_api_call`)).not.toContain('nobody')
  const input = { id: hospital.id, page: 1, size: 2 }
  const { data } = await server().requestAs(hospital, 'GET /admin/apps/calls', input)
  expect(data.totalElements).toBe(rows.filter(({ app_id }) => app_id === hospital.id).length)
  expect(data.content[0]).toMatchObject({ path: `${path}.action`, code: 413 })
})

test('accepts a nonce once, also in concurrent calls', async () => {
  const nonce = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => hospital.request('user/getUinfos', { accids: '["a"]' }, { nonce })),
  )
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 5 }, () => 3_004),
  ])
  // the signature of a used nonce, with zeros moved from its end to the time
  const [begin, seconds] = [randomUUID(), `${Math.floor(Date.now() / 1000)}`]
  const codeOf = async (end: string, curTime: string) =>
    (await hospital.request('user/getUinfos', { accids: '["a"]' }, { nonce: `${begin}${end}`, curTime })).code
  expect([await codeOf('00', seconds), await codeOf('0', `0${seconds}`), await codeOf('', `00${seconds}`)]).toEqual([
    200, 3_003, 3_003,
  ])
})

test('accepts the former secret for a day', async () => {
  const { id, secret, token } = school
  const { data } = await server().requestAs({ token }, 'POST /admin/apps/secret', { id })
  const callWithSecret = async (key: string) =>
    (await school.request('user/getUinfos', { accids: '["a"]' }, { secret: key })).code
  expect([await callWithSecret(secret), await callWithSecret(data.secret)]).toEqual([200, 200])
  await server().owner`update im_app set former_secret_until = now() where id = ${id}`
  expect([await callWithSecret(secret), await callWithSecret(data.secret)]).toEqual([3_002, 200])
  school.secret = data.secret
})

test('logs unsigned calls up to a limit, and signed calls always', async () => {
  const { sql } = server().kit
  const countLoggedCalls = async () => (await sql`select 1 from im_api_call`).length
  const requestUnsigned = () => hospital.request('user/getUinfos', { accids: '["a"]' }, { secret: 'x' })
  await requestUnsigned()
  const { count: limits } = await sql`update throttle set hits = 99 where starts_with(key, 'server-api:')`
  expect(limits).toBe(1)
  const before = await countLoggedCalls()
  expect(await requestUnsigned()).toMatchObject({ code: 3_002 })
  expect(await requestUnsigned()).toMatchObject({ code: 3_002 })
  expect(await countLoggedCalls()).toBe(before + 1)
  await hospital.request('user/getUinfos', { accids: '["a"]' })
  expect(await countLoggedCalls()).toBe(before + 2)
})

test.each(['user/create', 'robot/create'] as const)('leaves no account after a refused %s', async (path) => {
  const { request } = hospital
  const accid = `refused${randomUUID().slice(0, 8)}`
  const faults: Record<string, string>[] = [{ name: '13800000000' }, { name: 'x'.repeat(65) }]
  if (path === 'user/create') faults.push({ email: 'notmail' })
  for (const fault of faults) expect((await request(path, { accid, name: '小李', ...fault })).code).toBe(414)
  expect((await request('user/getUinfos', { accids: JSON.stringify([accid]) })).uinfos).toEqual([])
  expect((await request(path, { accid, name: '小李' })).code).toBe(200)
})

test('creates, finds and changes accounts of the caller’s app', async () => {
  const { request } = hospital
  const profile = { name: '李雷', icon: 'https://chat.example.cn/a.png', email: 'a@example.cn', mobile: '13800000000' }
  const { accid, token } = await createAccount(hospital, { ...profile, gender: '1', ex: '{"room":3}' })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await request('user/create', { accid: accid.toUpperCase() })).code).toBe(3_000)
  const found = { ...profile, accid, sign: '', birth: '', gender: 1, ex: '{"room":3}', valid: true, mute: false }
  const accids = JSON.stringify([accid, 'nobody'])
  expect((await request('user/getUinfos', { accids })).uinfos).toEqual([found])
  expect((await request('user/updateUinfo', { accid, name: '韩梅', mobile: '' })).code).toBe(200)
  expect((await request('user/getUinfos', { accids })).uinfos).toEqual([{ ...found, name: '韩梅', mobile: '' }])
  // another app neither sees nor changes the account, and may use the same name
  expect((await school.request('user/getUinfos', { accids }, { secret: school.secret })).uinfos).toEqual([])
  const form = { token: 'x'.repeat(16) }
  const unknown = await school.request('user/update', { ...form, accid: 'nobody' }, { secret: school.secret })
  const foreign = await school.request('user/update', { ...form, accid }, { secret: school.secret })
  expect([foreign.code, foreign.desc?.replace(accid, 'nobody')]).toEqual([404, unknown.desc])
  const [row] = await server().kit.sql<{ text: string }[]>`select string_agg(im_token::text, ' ') as text from im_token`
  expect(row!.text).not.toContain(token)
})

test('applies a renewed token, a block with kick and a mute to open sockets at once', async () => {
  const { request } = hospital
  const [ann, bob] = [await createAccount(), await createAccount()]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  await a.send(textTo(bob.accid, '您好'))
  await until(() => b.received.length === 1, 'the message')

  await request('user/mute', { accid: ann.accid, mute: 'true' })
  const isRefused = () =>
    a.send(textTo(bob.accid, '禁言中')).then(
      () => false,
      (error: { code: number }) => error.code === 2_002,
    )
  await until(isRefused, 'the mute')
  await request('user/mute', { accid: ann.accid, mute: 'false' })
  await until(async () => !(await isRefused()), 'the end of the mute')

  const { info } = await request('user/refreshToken', { accid: ann.accid })
  await until(() => a.ends.length > 0, 'the end of the former token')
  const renewed = openDevice(url, info, { appKey: hospital.appKey })
  await untilReady(renewed)

  // without kick, the device stays connected until the next check
  await request('user/block', { accid: bob.accid })
  expect(b.ends).toEqual([])
  await socketServer.checkSignInSessions()
  await until(() => b.ends.length > 0, 'the end of a blocked account')
  expect(b.ends[0]).toMatchObject({ code: 'kicked', reason: 'serverKick', custom: 'blocked' })
  const blocked = bob.device()
  await until(() => blocked.ends.length > 0, 'the refusal')
  expect(blocked.ends[0]).toMatchObject({ code: 422 })
  await request('user/unblock', { accid: bob.accid })
  await untilReady(bob.device())
  await request('user/block', { accid: info.accid, needkick: 'true' })
  await until(() => renewed.ends.length > 0, 'the kick')
})

test('replaces the token of an account by the one that the backend chose', async () => {
  const { request } = hospital
  const { accid, device } = await createAccount()
  const former = device()
  await untilReady(former)
  const token = 'a-token-of-the-backend'
  expect(await request('user/update', { accid, token })).toEqual({ code: 200 })
  await until(() => former.ends.length > 0, 'the end of the former token')
  const refused = device()
  await until(() => refused.ends.length > 0, 'the refusal of the former token')
  expect(refused.ends[0]).toMatchObject({ code: 302 })
  await untilReady(openDevice(url, { accid, token }, { appKey: hospital.appKey }))
  const other = await createAccount()
  expect((await request('user/update', { accid: other.accid, token })).code).toBe(3_007)
  await untilReady(other.device())
  expect((await request('user/create', { accid: 'newcomer', token })).code).toBe(3_007)
  expect((await request('user/getUinfos', { accids: '["newcomer"]' })).uinfos).toEqual([])
})

test('sends tips, places and custom messages, which the history returns as they were sent', async () => {
  const { request } = hospital
  const [ann, bob] = [await createAccount(), await createAccount()]
  const geo = { lng: 120.1, lat: 30.2, title: '西湖' }
  const drafts = [
    { type: '10', body: JSON.stringify({ msg: '提示' }) },
    { type: '4', body: JSON.stringify(geo) },
    { type: '100', body: '{"kind":"card"}' },
  ]
  const names = { from: ann.accid, to: bob.accid }
  for (const draft of drafts) expect((await request('msg/sendMsg', { ...names, ope: '0', ...draft })).code).toBe(200)
  const period = { begintime: '0', endtime: `${Date.now() + 1_000}`, limit: '10' }
  const { msgs } = await request('history/querySessionMsg', { ...names, ...period })
  expect(msgs).toMatchObject([
    { type: 10, body: { msg: '提示' } },
    { type: 4, body: geo },
    { type: 100, body: '{"kind":"card"}' },
  ])
})

test('sends to one and to many accounts, with the replies that common clients read', async () => {
  const { request } = hospital
  const [ann, bob, eve] = [await createAccount(), await createAccount(), await createAccount()]
  const [b, e] = [bob.device(), eve.device()]
  await untilReady(b, e)
  const { data } = await request('msg/sendMsg', {
    from: ann.accid,
    ope: '0',
    to: bob.accid,
    ...createTextBody('您好'),
    ext: '{"n":1}',
  })
  await until(() => b.received.length === 1, 'the message')
  const [first] = b.received
  expect(data).toEqual({ msgid: Number(first!.idServer), timetag: first!.time, antispam: false })
  expect([textOf(first!), first!.from, first!.content.custom]).toEqual(['您好', ann.accid, '{"n":1}'])

  const toAccids = JSON.stringify([bob.accid, eve.accid, 'nobody'])
  const batch = await request('msg/sendBatchMsg', {
    fromAccid: ann.accid,
    toAccids,
    ...createTextBody('大家好'),
    returnMsgid: 'true',
  })
  await until(() => b.received.length === 2 && e.received.length === 1, 'the messages')
  expect(batch).toMatchObject({ code: 200, unregister: ['nobody'], timetag: expect.any(Number) })
  expect(Object.keys(batch['msgids'])).toEqual([bob.accid, eve.accid])
  const many = JSON.stringify(Array.from({ length: 501 }, (_, i) => `m${i}`))
  expect(
    (await request('msg/sendBatchMsg', { fromAccid: ann.accid, toAccids: many, ...createTextBody('太多') })).code,
  ).toBe(414)

  const history = { from: bob.accid, to: ann.accid, begintime: '0', endtime: `${Date.now() + 1_000}`, limit: '10' }
  const answer = await request('history/querySessionMsg', { ...history, reverse: '2' })
  expect(answer).toMatchObject({ code: 200, size: 2 })
  expect(answer['msgs'].map((msg: { body: object }) => msg.body)).toEqual([{ msg: '大家好' }, { msg: '您好' }])
  expect(answer['msgs'][1]).toMatchObject({ from: ann.accid, type: 0, msgid: data.msgid, ext: '{"n":1}' })

  const to = { from: ann.accid, ope: '0', to: 'nobody' }
  expect((await request('msg/sendMsg', { ...to, ...createTextBody('您好') })).code).toBe(404)
  expect((await request('msg/sendMsg', { ...to, type: '0', body: '您好' })).code).toBe(414)
  expect((await request('msg/sendMsg', { ...to, ope: '2', ...createTextBody('群') })).code).toBe(414)
  expect((await request('msg/sendMsg', { ...to, type: '0', body: '{}' })).code).toBe(414)
})

test('sends system messages and broadcasts to the accounts of the app', async () => {
  const { request } = hospital
  const [ann, bob] = [await createAccount(), await createAccount()]
  const heard: string[] = []
  const notices: string[] = []
  const b = openDevice(
    url,
    bob,
    { appKey: hospital.appKey },
    { broadcast: ({ body }) => heard.push(body), passing: ({ content }) => notices.push(content) },
  )
  await untilReady(b)
  const from = { from: ann.accid, msgtype: '0', to: bob.accid }
  expect(await request('msg/sendAttachMsg', { ...from, attach: '{"a":1}', save: '1' })).toEqual({ code: 200 })
  await until(() => notices.length === 1, 'the notice')
  const toAccids = JSON.stringify([bob.accid, 'nobody'])
  const batch = await request('msg/sendBatchAttachMsg', { fromAccid: ann.accid, toAccids, attach: '{"b":2}' })
  expect(batch).toEqual({ code: 200, unregister: ['nobody'] })
  await until(() => JSON.stringify([...b.store.lastChanges.values()]).includes('{\\"b\\":2}'), 'the kept notice')
  const { msg } = await request('msg/broadcastMsg', { body: '今晚维护' })
  await until(() => heard.length === 1, 'the broadcast')
  expect([heard, notices]).toEqual([['今晚维护'], ['{"a":1}']])
  expect(msg).toEqual({ broadcastId: expect.any(Number), body: '今晚维护', createTime: expect.any(Number) })
})
