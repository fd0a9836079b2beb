// Tests of the whole server: floods, health, metrics, SMS inbox.
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/test-server.ts'
import { inTransaction } from '../kit/ctx.ts'
import { deliverNotices } from '../portal/notify/deliver.ts'
import { notifyUsers } from '../portal/notify/notify.ts'

const server = useTestServer({ RATE_LIMIT: '20', SMS_PROVIDER: 'outbox' })

test('slows down a flood from one address only', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 22; i += 1)
    statuses.push((await server().request('GET /site/settings', undefined, { ip: '203.0.113.77' })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  const last = await server().request('GET /site/settings', undefined, { ip: '203.0.113.77' })
  expect(last).toMatchObject({ code: 429, msg: '操作过于频繁，请稍后再试' })
  expect((await server().request('GET /site/settings', undefined, { ip: '203.0.113.78' })).status).toBe(200)
})

test('reports health to all callers, and metrics to this machine only', async () => {
  expect((await server().app.inject('/healthz')).statusCode).toBe(200)
  const ready = await server().app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', version: '1.0.0' }])
  const near = await server().app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(near.body).toContain('http_request_duration_seconds')
  expect((await server().app.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })).statusCode).toBe(404)
})

test('shows the newest code in the outbox to this machine only', async () => {
  await server().request('GET /auth/registerSendSms', { phone: '13612345678' }, { ip: '203.0.113.90' })
  const near = await server().app.inject({ url: '/dev/sms?phone=13612345678', remoteAddress: '127.0.0.1' })
  expect(near.json()).toMatchObject({ phone: '13612345678', code: '246810', purpose: 'register' })
  expect((await server().app.inject({ url: '/dev/sms/inbox', remoteAddress: '127.0.0.1' })).body).toContain(
    '13612345678',
  )
  const far = await server().app.inject({ url: '/dev/sms?phone=13612345678', remoteAddress: '203.0.113.5' })
  expect(far.statusCode).toBe(404)
})

test('shows notices by SMS in the inbox, too', async () => {
  const { kit } = server()
  const { id, phone } = await server().enter('service')
  await inTransaction(kit, (scope) =>
    notifyUsers(scope, { kind: 'duty', userIds: [id], title: '有新的危机提醒', link: '/admin/care/1' }),
  )
  const readInbox = async () => (await server().app.inject({ url: '/dev/sms/inbox', remoteAddress: '127.0.0.1' })).body
  expect(await readInbox()).not.toContain(phone)
  await deliverNotices(kit)
  const inbox = await readInbox()
  expect(inbox).toContain(`<td>${phone}</td><td>通知</td><td>您有一条“值班提醒”消息</td>`)
  expect(inbox).not.toContain('危机')
})

test('does not wait for a body that is announced and never sent', async () => {
  const address = await server().app.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${address}/prod-api/auth/logout`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  })
  expect(reply.status).toBe(200)
})
