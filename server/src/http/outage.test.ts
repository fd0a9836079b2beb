// Tests of API and chat while the database is down, hangs or is read-only, and after its return.
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { leaveAll, createPerson, openDevice, textOf, textTo, until, untilReady } from '../../../im-sdk/test/people.ts'
import { openProxy } from '../../test/stand-ins/proxy.ts'
import { useTestServer } from '../../test/test-server.ts'

const proxy = await openProxy(inject('postgresUrl'))
const server = useTestServer({}, { reach: (url) => url.replace(/127\.0\.0\.1:\d+/, new URL(proxy.url).host) })
afterAll(() => proxy.close())
afterEach(leaveAll)
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})

let keys = 0
/** Uses a new search key each time, so that the reply is not from a cache. */
const readList = () => server().request('GET /consultDoctor/list', { key: `林${(keys += 1)}` })
const changeProfile = (person: { token: string }) =>
  server().requestAs(person, 'PUT /api/users/center', { email: 'a@b.cn', nickName: `小桥${(keys += 1)}`, gender: 2 })
const readReadiness = async () => (await server().app.inject('/readyz')).json<{ status: string }>().status
const untilReadable = () => expect.poll(async () => (await readList()).status, { timeout: 20_000 }).toBe(200)

test.each([
  ['refuses connections', (isOn: boolean) => proxy.refuse(isOn)],
  ['drops every packet', (isOn: boolean) => Promise.resolve(proxy.swallow(isOn))],
])('answers 503 at once while the database %s, and serves when it is back', async (_name, harm) => {
  await untilReadable()
  await harm(true)
  await readList()
  const replies = await Promise.all(Array.from({ length: 20 }, readList))
  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 503, reason: 'unavailable', headers: { 'retry-after': '2' } })
  }
  const lines = server().logs.filter((line) => line.includes('database unreachable'))
  expect(lines.length).toBeLessThan(20)
  expect(lines.join('')).not.toContain('"stack"')
  expect(await readReadiness()).toBe('database unreachable')
  await harm(false)
  await untilReadable()
})

test('refuses chat messages clearly while the database is away, and accepts them when it is back', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [openDevice(url, ann), openDevice(url, bob)]
  await untilReady(a)
  await untilReady(b)
  await proxy.refuse(true)
  const idClient = crypto.randomUUID()
  await expect(a.send(textTo(bob.accid, '在吗', idClient))).rejects.toMatchObject({ code: 503 })
  await proxy.refuse(false)
  const isSent = () =>
    a.send(textTo(bob.accid, '在吗', idClient)).then(
      () => true,
      () => false,
    )
  await until(isSent, 'the message to be taken')
  await until(() => b.received.length > 0, 'the message to arrive')
  expect(b.received.map(textOf)).toEqual(['在吗'])
})

test('continues to read while the database refuses writes, reports it, and writes again afterwards', async () => {
  const person = await server().enter('user')
  const [row] = await server().owner<{ name: string }[]>`select current_database() as name`
  await server().owner.unsafe(`alter database ${row!.name} set default_transaction_read_only = on`)
  proxy.cut()
  await untilReadable()
  expect(await changeProfile(person)).toMatchObject({ status: 503, reason: 'readOnly' })
  expect(await server().requestAs(person, 'GET /auth/devices')).toMatchObject({ status: 200 })
  await expect.poll(readReadiness).toBe('database does not accept writes')
  await server().owner.unsafe(`alter database ${row!.name} reset default_transaction_read_only`)
  proxy.cut()
  await expect.poll(async () => (await changeProfile(person)).status, { timeout: 20_000 }).toBe(200)
  await expect.poll(readReadiness).toBe('ok')
})
