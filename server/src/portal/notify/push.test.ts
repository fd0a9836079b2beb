// Tests of notices in browsers: encrypted, without content, only to browsers of the account, and ended with the
// session.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { keysOf } from '@xinqiao/contract/keys.ts'
import { noticeKinds, type NoticeKind } from '@xinqiao/contract/notices.ts'
import { startPushService, type TestBrowser } from '../../../test/stand-ins/push-service.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { inTransaction } from '../../kit/ctx.ts'
import { deliverNotices } from './deliver.ts'
import { notifyUsers } from './notify.ts'

const service = await startPushService(() => server().kit.push.publicKey)
const server = useTestServer({ PUSH_SERVICES: `push.example.com,*.push.example.net,${service.origin}` })
afterAll(service.close)
beforeEach(() => server().kit.sql`delete from delivery`)

const subscribeBrowser = async (person: Caller, browser = service.openBrowser()) => {
  const { status, code } = await server().requestAs(person, 'POST /message/push', browser.subscription)
  expect([status, code]).toEqual([200, 200])
  return browser
}
const isOn = async (person: Caller, { subscription: { endpoint } }: TestBrowser) =>
  (await server().requestAs(person, 'POST /message/push/state', { endpoint })).data.isOn
const sendNotice = (person: Caller, kind: NoticeKind = 'booking') =>
  inTransaction(server().kit, (scope) =>
    notifyUsers(scope, { kind, userIds: [person.id], title: '您与林静安老师的预约：关于失眠', link: '/booking/index' }),
  )
const runDeliveryJob = () => deliverNotices(server().kit)
const selectPushes = (person: Caller) =>
  server().kit.sql<{ state: string; failure: string | null }[]>`
    select state, failure from delivery where account_id = ${person.id} and channel = 'push' order by id`

test('reaches every subscribed browser of the account, encrypted and without the content', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const [phone, desktop, other] = [
    await subscribeBrowser(ann),
    await subscribeBrowser(ann),
    await subscribeBrowser(bob),
  ]
  await sendNotice(ann)
  await runDeliveryJob()
  for (const { arrived } of [phone, desktop]) {
    expect(arrived).toHaveLength(1)
    expect(arrived[0]).toMatchObject({ urgency: 'normal', ttl: 86_400, subject: 'https://xinqiao.localhost' })
    expect(JSON.parse(arrived[0]!.text)).toEqual({
      title: '【心桥】您有一条预约提醒',
      body: '请登录后在消息中心查看',
      url: '/message/index',
      tag: 'booking',
      isUrgent: false,
    })
  }
  expect(other.arrived).toEqual([])
  expect(await selectPushes(ann)).toEqual([{ state: 'sent', failure: null }])
  const [row] = await server().kit.sql`select subscription_sealed from push_subscription limit 1`
  expect(Buffer.from(row!['subscription_sealed'] as Uint8Array).toString('latin1')).not.toContain('127.0.0.1')
})

test('reaches browsers with each kind that may be pushed, without its content', async () => {
  const ann = await server().enter('administrator')
  const browser = await subscribeBrowser(ann)
  const pushed = keysOf(noticeKinds).filter((kind) => noticeKinds[kind].push)
  await forEachInOrder(pushed, (kind) => sendNotice(ann, kind))
  await runDeliveryJob()
  const texts = browser.arrived.map(({ text }) => text)
  expect(texts.map((text) => (JSON.parse(text) as { tag: string }).tag).toSorted()).toEqual(pushed.toSorted())
  for (const text of texts) expect(text).not.toMatch(/林静安|失眠/)
})

test('sends duty notices as urgent, and choices do not turn them off', async () => {
  const ann = await server().enter('administrator')
  const browser = await subscribeBrowser(ann)
  await server().kit.sql`
    insert into notice_choice (account_id, kind, site, sms, mail, push)
    select ${ann.id}, kind, true, false, false, false from unnest(array['duty', 'booking']) as kind`
  await sendNotice(ann)
  await sendNotice(ann, 'duty')
  await runDeliveryJob()
  expect(browser.arrived.map(({ text, urgency }) => [(JSON.parse(text) as { url: string }).url, urgency])).toEqual([
    ['/admin/care', 'high'],
  ])
})

test('sends urgent notices before older ones of other kinds', async () => {
  const ann = await server().enter('administrator')
  const browser = await subscribeBrowser(ann)
  await sendNotice(ann)
  await sendNotice(ann, 'duty')
  await runDeliveryJob()
  expect(browser.arrived.map(({ urgency }) => urgency)).toEqual(['high', 'normal'])
})

test('has nothing to deliver to an account without a subscribed browser', async () => {
  const ann = await server().enter('user')
  await sendNotice(ann)
  expect(await selectPushes(ann)).toEqual([])
})

test.each([404, 410, 403])('deletes a subscription that the service answers with %i', async (status) => {
  const ann = await server().enter('user')
  const [gone, there] = [await subscribeBrowser(ann), await subscribeBrowser(ann)]
  gone.status = status
  await sendNotice(ann)
  await runDeliveryJob()
  expect(there.arrived).toHaveLength(1)
  expect([await isOn(ann, gone), await isOn(ann, there)]).toEqual([false, true])
  expect(await selectPushes(ann)).toEqual([{ state: 'sent', failure: null }])
})

test('retries a push service that fails', async () => {
  const ann = await server().enter('user')
  const browser = await subscribeBrowser(ann)
  browser.status = 503
  await sendNotice(ann)
  await runDeliveryJob()
  expect(await selectPushes(ann)).toEqual([{ state: 'queued', failure: 'push service answered 503' }])
  browser.status = 201
  await server().kit.sql`update delivery set next_try_at = now()`
  await runDeliveryJob()
  expect(browser.arrived).toHaveLength(1)
})

test.each([
  'http://127.0.0.1:1/send/x',
  'https://169.254.169.254/latest/meta-data',
  'https://push.example.com.evil.test/x',
  'https://evil-push.example.net/x',
  'http://push.example.com/x',
])('refuses %s, which is no known push service', async (endpoint) => {
  const ann = await server().enter('user')
  const { subscription } = service.openBrowser()
  const { code, msg } = await server().requestAs(ann, 'POST /message/push', { ...subscription, endpoint })
  expect([code, msg]).toEqual([400, '暂不支持此浏览器的通知服务，请改用短信或邮件接收'])
})

test.each(['https://push.example.com/x', 'https://a.push.example.net/x'])('accepts %s', async (endpoint) => {
  const { subscription } = service.openBrowser()
  await subscribeBrowser(await server().enter('user'), {
    ...service.openBrowser(),
    subscription: { ...subscription, endpoint },
  })
})

test('shows the notices of the account that subscribed last, until it turns them off', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const browser = await subscribeBrowser(ann)
  await subscribeBrowser(bob, browser)
  expect([await isOn(ann, browser), await isOn(bob, browser)]).toEqual([false, true])
  await sendNotice(ann)
  await runDeliveryJob()
  expect(browser.arrived).toEqual([])
  const { endpoint } = browser.subscription
  await server().requestAs(ann, 'POST /message/push/remove', { endpoint })
  await sendNotice(bob)
  await runDeliveryJob()
  expect(browser.arrived).toHaveLength(1)
  await server().requestAs(bob, 'POST /message/push/remove', { endpoint })
  expect(await isOn(bob, browser)).toBe(false)
})

test('ends the notices of a browser that signs out, but not those of an expired session', async () => {
  const ann = await server().enter('user')
  const browser = await subscribeBrowser(ann)
  await server().kit.sql`update session set idle_until = now() - interval '2 days' where account_id = ${ann.id}`
  await server().kit.sql`delete from session where idle_until < now() - interval '1 day'`
  await sendNotice(ann)
  await runDeliveryJob()
  expect(browser.arrived).toHaveLength(1)
  const bob = await server().enter('user')
  await subscribeBrowser(bob)
  await server().requestAs(bob, 'DELETE /auth/logout')
  expect(await server().kit.sql`select 1 from push_subscription where account_id = ${bob.id}`).toHaveLength(0)
})

test('keeps at most ten browsers of an account: the newest', async () => {
  const ann = await server().enter('user')
  const browsers = [await subscribeBrowser(ann)]
  for (let i = 0; i < 10; i += 1) browsers.push(await subscribeBrowser(ann)) // oxlint-disable-line no-await-in-loop -- to keep their order
  await sendNotice(ann)
  await runDeliveryJob()
  expect(browsers.map(({ arrived }) => arrived.length)).toEqual([0, ...Array.from({ length: 10 }, () => 1)])
})
