// Tests that staff see and operate the connected accounts of all nodes, with either bus.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { leaveAll, createPerson, openDevice, textTo, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { selectLastAuditEntry } from '../../../test/audit-log.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestRedis } from '../../../test/stand-ins/use-redis.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { deleteLostConnections } from '../connections/store.ts'

const { env } = useTestRedis()
afterEach(leaveAll)

const reason = '值班人员测试'

describe.each(['memory', 'redis'])('two nodes over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 2 })
  const urls: string[] = []
  let staff: Caller
  beforeAll(async () => {
    const options = { isFrequencyLimited: false, checkEveryMs: hourMs }
    for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
    staff = await server().enter('service')
  })

  const list = async (key = '') => (await server().requestAs(staff, 'GET /admin/chat/online', { key })).data
  const accountIdOf = async (accid: string): Promise<number> => (await list(accid)).content[0]!.accountId

  test('lists the devices of both nodes, newest first, with the alias of a client', async () => {
    const [ann, tom] = [
      await createPerson(server(), urls[0]!),
      await createPerson(server(), urls[1]!, 'counsellor', { hasAgreed: false }),
    ]
    await untilReady(ann.device())
    await untilReady(tom.device())
    await until(async () => (await list()).totalElements === 2, 'the devices')
    const { content } = await list()
    expect(content.map(({ accid }) => accid)).toEqual([tom.accid, ann.accid])
    expect(content[1]).toMatchObject({ appName: '本站', clientType: 16, isMuted: false, isBlocked: false })
    expect(content[1]!.name).toMatch(/^来访者[\dA-F]{4}$/)
    const [tomRow] = await server().kit.sql<{ nickname: string }[]>`
      select nickname from account join im_account i on i.account_id = account.id where accid = ${tom.accid}`
    expect(content[0]!.name).toBe(tomRow!.nickname)
    expect((await list(content[1]!.name)).content).toEqual([content[1]])
    expect((await list(ann.accid.toUpperCase())).totalElements).toBe(1)
    expect((await server().requestAs(staff, 'GET /admin/chat/online', { page: 2, size: 1 })).data.content).toEqual([
      content[1],
    ])
    leaveAll()
    await until(async () => (await list()).totalElements === 0, 'both to leave')
  })

  test('kicks all devices of an account on both nodes, which may sign in again', async () => {
    const ann = await createPerson(server(), urls[0]!)
    const [a1, a2] = [ann.device(), ann.device({ url: urls[1]! })]
    await untilReady(a1, a2)
    const id = await accountIdOf(ann.accid)
    expect((await server().requestAs(staff, 'POST /admin/chat/kick', { id, reason })).msg).toBe('已断开')
    await until(() => a1.ends.length === 1 && a2.ends.length === 1, 'the ends')
    const end = { code: 'kicked', reason: 'serverKick', custom: 'kicked', message: '管理员已断开您的聊天连接' }
    expect([a1.ends, a2.ends]).toEqual([[end], [end]])
    await until(async () => (await list(ann.accid)).totalElements === 0, 'the empty list')
    expect(await selectLastAuditEntry(server().kit.sql)).toMatchObject({
      action: 'chatKicked',
      subject: `chatAccount ${id}`,
      reason,
    })
    await untilReady(ann.device())
  })

  test('lets a muted account of the site read and not write, until it is unmuted', async () => {
    const [ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[1]!)]
    const [a, b] = [ann.device(), bob.device()]
    await untilReady(a, b)
    const id = await accountIdOf(ann.accid)
    const isRefused = () =>
      a.send(textTo(bob.accid, '您好')).then(
        () => false,
        (error: { code: number }) => error.code === 2_002,
      )
    await server().requestAs(staff, 'PUT /admin/chat/muted', { id, isMuted: true, reason })
    await until(isRefused, 'the mute')
    await b.send(textTo(ann.accid, '在吗'))
    await until(() => a.received.length === 1, 'the message')
    expect(
      (await server().requestAs(staff, 'GET /admin/chat/restricted', { key: ann.accid })).data.content,
    ).toMatchObject([{ id, accid: ann.accid, isMuted: true, isBlocked: false }])
    // a mute also applies after the next login
    const again = ann.device()
    await untilReady(again)
    await expect(again.send(textTo(bob.accid, '您好'))).rejects.toMatchObject({ code: imErrors.muted.code })
    await server().requestAs(staff, 'PUT /admin/chat/muted', { id, isMuted: false, reason })
    expect(await selectLastAuditEntry(server().kit.sql)).toMatchObject({
      action: 'chatUnmuted',
      subject: `chatAccount ${id}`,
      reason,
    })
    await until(async () => !(await isRefused()), 'the end of the mute')
  })

  test('disconnects a blocked account with the reason, and refuses its sign-in until it is restored', async () => {
    const ann = await createPerson(server(), urls[1]!)
    const a = ann.device()
    await untilReady(a)
    const id = await accountIdOf(ann.accid)
    await server().requestAs(staff, 'PUT /admin/chat/blocked', { id, isBlocked: true, reason })
    await until(() => a.ends.length === 1, 'the end')
    expect(a.ends[0]).toMatchObject({ custom: 'blocked', message: '您的聊天账号已停用。如有疑问，请联系网站管理员' })
    const refused = ann.device()
    await until(() => refused.ends.length === 1, 'the refusal')
    expect(refused.ends[0]).toMatchObject({ code: 422 })
    expect(await selectLastAuditEntry(server().kit.sql)).toMatchObject({
      action: 'chatBlocked',
      subject: `chatAccount ${id}`,
      reason,
    })
    await server().requestAs(staff, 'PUT /admin/chat/blocked', { id, isBlocked: false, reason })
    await untilReady(ann.device())
  })

  test('reports an unknown account as not found', async () => {
    const change = { id: 999_999, reason }
    const replies = [
      await server().requestAs(staff, 'POST /admin/chat/kick', change),
      await server().requestAs(staff, 'PUT /admin/chat/blocked', { ...change, isBlocked: true }),
      await server().requestAs(staff, 'PUT /admin/chat/muted', { ...change, isMuted: true }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('operates the accounts of an app', async () => {
    const backend = await createBackend(server(), '医院')
    const { info } = await backend.request('user/create', { accid: 'lilei', name: '李雷' })
    const device = openDevice(urls[1]!, info, { appKey: backend.appKey })
    await untilReady(device)
    const { content } = await list('李雷')
    expect(content).toMatchObject([{ accid: 'lilei', name: '李雷', appName: '医院' }])
    await server().requestAs(staff, 'POST /admin/chat/kick', { id: content[0]!.accountId, reason })
    await until(() => device.ends.length === 1, 'the end')
  })
})

describe('the accounts of an app', () => {
  const server = useTestServer()

  test('lists them in order with who is online, finds one by its beginning, and names no other app', async () => {
    const { url } = await server().listen({ isFrequencyLimited: false })
    const staff = await server().enter('service')
    const [clinic, school] = [await createBackend(server(), '门诊'), await createBackend(server(), '学校')]
    const { info } = await clinic.request('user/create', { accid: 'bob', name: '波' })
    await clinic.request('user/create', { accid: 'ann_1', name: '安' })
    await clinic.request('user/create', { accid: 'ann_2' })
    await school.request('user/create', { accid: 'ann_3' })
    await clinic.request('user/mute', { accid: 'ann_2', mute: 'true' })
    await untilReady(openDevice(url, info, { appKey: clinic.appKey }))
    const list = async (key = '', id = clinic.id) =>
      (await server().requestAs(staff, 'GET /admin/chat/accounts', { id, key })).data
    await until(async () => (await list('bob')).content[0]?.isOnline === true, 'the connection')
    const { appName, content, totalElements } = await list()
    expect([appName, totalElements]).toEqual(['门诊', 3])
    expect(content.map(({ accid, name, isOnline, isMuted }) => [accid, name, isOnline, isMuted])).toEqual([
      ['ann_1', '安', false, false],
      ['ann_2', 'ann_2', false, true],
      ['bob', '波', true, false],
    ])
    expect((await list('ANN_')).content.map(({ accid }) => accid)).toEqual(['ann_1', 'ann_2'])
    expect((await list('ann%')).totalElements).toBe(0)
    const { status } = await server().requestAs(staff, 'GET /admin/chat/accounts', { id: 999_999 })
    expect(status).toBe(404)
  })
})

describe('the table of connections', () => {
  const server = useTestServer()

  test('omits and deletes connections of a node that stopped without removing them', async () => {
    const { url } = await server().listen({ isFrequencyLimited: false, aliveEveryMs: 20 })
    const { sql } = server().kit
    const staff = await server().enter('administrator')
    const ann = await createPerson(server(), url)
    const device = ann.device()
    await untilReady(device)
    const [lost, account] = [randomUUID(), sql`(select id from im_account where accid = ${ann.accid})`]
    await sql`insert into im_node (id, name, seen_at) values (${lost}, 'lost', now() - interval '16 seconds')`
    await sql`
      insert into im_connection (connection_id, node_id, im_account_id, device_id, client_type, since)
      values ('lost', ${lost}, ${account}, 'a-lost-device', 16, now() - interval '1 hour')`
    const list = async () => (await server().requestAs(staff, 'GET /admin/chat/online')).data
    expect(await list()).toMatchObject({ totalElements: 1, content: [{ accid: ann.accid }] })
    await deleteLostConnections(sql)
    const ids = await sql<{ device_id: string }[]>`select device_id from im_connection`
    expect(ids.map(({ device_id }) => device_id)).toEqual([device.deviceId])
    // a node that counted as stopped writes its connections again
    await sql`delete from im_node`
    await sql`delete from im_connection`
    await until(async () => (await list()).totalElements === 1, 'the connection to be written again')
  })
})
