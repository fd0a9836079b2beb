// Tests of the callback API, as a page uses it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, until } from '../../test/people.ts'
import { waitForDone } from '../../test/page.ts'
import { NIM } from '../../test/tested-sdk.ts'
import type { NimOptions } from './core/options.ts'
import type { NimMessage } from './present/messages.ts'
import type { NimSession } from './present/sessions.ts'

const server = useTestServer()
let url = ''
const open: NIM[] = []
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterAll(() => {
  for (const nim of open) nim.destroy()
})

async function openPersonPage(options: Partial<NimOptions> = {}) {
  const { accid, token } = await createPerson(server(), url)
  const called: string[] = []
  const msgs: NimMessage[] = []
  const sessions: NimSession[] = []
  const nim = NIM.getInstance({
    appKey: 'x',
    account: accid,
    token,
    defaultLink: url,
    db: false,
    transports: ['websocket'],
    reconnectDelayProvider: () => 5,
    onconnect: () => called.push('onconnect'),
    onsessions: () => called.push('onsessions'),
    onsyncdone: () => called.push('onsyncdone'),
    onwillreconnect: () => called.push('onwillreconnect'),
    ondisconnect: ({ code }) => called.push(`ondisconnect ${code}`),
    onmsg: (msg) => msgs.push(msg),
    onupdatesession: (session) => sessions.push(session),
    ...options,
  })
  open.push(nim)
  return { accid, token, nim, called, msgs, sessions }
}

const sendWith = (send: (done: (error: Error | null, msg: NimMessage) => void) => void) =>
  new Promise<{ error: Error | null; msg: NimMessage }>((resolve) => send((error, msg) => resolve({ error, msg })))

test('connects, sends every type that needs no other service, reads history and resets unread', async () => {
  const [ann, bob] = [await openPersonPage(), await openPersonPage()]
  await until(() => [ann, bob].every(({ called }) => called.includes('onsyncdone')), 'onsyncdone')
  expect(ann.called).toEqual(['onconnect', 'onsessions', 'onsyncdone'])
  expect(NIM.getInstance({ account: ann.accid, token: ann.token })).toBe(ann.nim)
  expect(ann.nim.getLoginStatus()).toBe(1)

  const base = { scene: 'p2p', to: bob.accid }
  let atOnce: NimMessage | undefined
  const first = await sendWith((done) => (atOnce = ann.nim.sendText({ ...base, text: '您好', custom: '{}', done })))
  expect(atOnce).toMatchObject({ status: 'sending', flow: 'out', type: 'text', text: '您好', isUnreadable: true })
  expect(first).toMatchObject({ error: null, msg: { status: 'success', idClient: atOnce?.idClient, custom: '{}' } })
  await sendWith((done) => ann.nim.sendCustomMsg({ ...base, content: '{"a":1}', isUnreadable: false, done }))
  await sendWith((done) => ann.nim.sendTipMsg({ ...base, tip: '提醒', done }))
  await sendWith((done) => ann.nim.sendGeo({ ...base, geo: { lng: 120, lat: 30, title: '西湖' }, done }))
  await until(() => bob.msgs.length === 4, 'four messages')
  expect(bob.msgs.map(({ type }) => type)).toEqual(['text', 'custom', 'tip', 'geo'])
  expect(bob.msgs[0]).toMatchObject({ flow: 'in', sessionId: `p2p-${ann.accid}`, target: ann.accid, status: 'success' })
  expect(bob.sessions.at(-1)).toMatchObject({ id: `p2p-${ann.accid}`, unread: 3, scene: 'p2p', to: ann.accid })
  // the first session callback already contains a message; others may have arrived before the name of the sender
  expect(bob.sessions[0]).toMatchObject({
    lastMsg: { from: ann.accid, fromNick: expect.stringMatching(/./) as string },
  })

  const history = await new Promise<NimMessage[]>((resolve, reject) =>
    bob.nim.getHistoryMsgs({
      scene: 'p2p',
      to: ann.accid,
      asc: true,
      done: (error, data) => (error ? reject(error) : resolve(data!.msgs)),
    }),
  )
  expect(history.map(({ idServer }) => idServer)).toEqual(bob.msgs.map(({ idServer }) => idServer))
  await new Promise<void>((resolve) => bob.nim.resetSessionUnread(`p2p-${ann.accid}`, () => resolve()))
  expect(bob.sessions.at(-1)?.unread).toBe(0)
  bob.nim.sendMsgReceipt({ msg: bob.msgs.at(-1)! })
  await until(() => ann.sessions.at(-1)?.msgReceiptTime === bob.msgs.at(-1)!.time, 'the receipt')

  // the page may change the objects it receives
  bob.msgs[3]!.text = 'changed'
  const { sessions } = await waitForDone<{ sessions: NimSession[] }>((done) => bob.nim.getLocalSessions({ done }))
  expect(sessions[0]!.lastMsg!.text).toBeUndefined()
})

test('fails a message sent offline, resends it under the same id, and delivers it once', async () => {
  const [ann, bob] = [await openPersonPage(), await openPersonPage()]
  await until(() => [ann, bob].every(({ called }) => called.includes('onsyncdone')), 'onsyncdone')
  ann.nim.disconnect()
  expect(ann.called.at(-1)).toBe('ondisconnect logout')
  const failed = await sendWith((done) => ann.nim.sendText({ scene: 'p2p', to: bob.accid, text: '再试', done }))
  expect(failed).toMatchObject({ error: { code: 'Error_Connection_Socket_State_not_Match' }, msg: { status: 'fail' } })
  ann.nim.connect()
  await until(() => ann.nim.getLoginStatus() === 1, 'the login')
  const again = await sendWith((done) => ann.nim.resendMsg({ msg: failed.msg, done }))
  expect(again).toMatchObject({ error: null, msg: { idClient: failed.msg.idClient, resend: true } })
  // a page that resends its old copy of the failed message gets the delivered one
  expect(ann.nim.resendMsg({ msg: failed.msg })).toMatchObject({ status: 'success', idServer: again.msg.idServer })
  await until(() => bob.msgs.length === 1, 'the message')
})

test('rejects invalid input before it is sent', async () => {
  const ann = await openPersonPage()
  await until(() => ann.called.includes('onsyncdone'), 'onsyncdone')
  for (const [field, options] of [
    ['content.text', { text: '' }],
    ['content.subType', { text: 'x', subType: 0 }],
    ['scene', { text: 'x', scene: 'room' }],
  ] as const) {
    const { error, msg } = await sendWith((done) => ann.nim.sendText({ scene: 'p2p', to: ann.accid, ...options, done }))
    expect(error).toMatchObject({ code: 414, data: { field } })
    expect(msg.status).toBe('fail')
  }
})

test('gives another instance, which logs in, for another app key or account; the same one otherwise', async () => {
  const ann = await openPersonPage()
  await until(() => ann.called.includes('onsyncdone'), 'onsyncdone')
  const inOtherApp = NIM.getInstance({ ...ann.nim.options, appKey: 'y' })
  open.push(inOtherApp)
  expect(inOtherApp).not.toBe(ann.nim)
  await until(() => inOtherApp.getLoginStatus() === 1, 'the login')
  expect([inOtherApp.options.appKey, ann.nim.options.appKey]).toEqual(['y', 'x'])
  expect(NIM.getInstance({ ...ann.nim.options })).toBe(ann.nim)
  inOtherApp.destroy()
  expect(NIM.getInstance({ ...ann.nim.options })).toBe(ann.nim)
  const bob = await openPersonPage()
  expect(bob.nim).not.toBe(ann.nim)
})

test('gives unsent messages and tips the time of the server', async () => {
  const { nim, accid, called } = await openPersonPage()
  await until(() => called.includes('onsyncdone'), 'onsyncdone')
  // the server of the test has the clock of this process
  const time = nim.client.now() + 86_400_000
  Object.assign(nim.client, { now: () => time })
  const { msg: tip } = await sendWith((done) =>
    nim.sendTipMsg({ scene: 'p2p', to: accid, tip: '对方已离开', isLocal: true, done }),
  )
  nim.disconnect()
  const unsent = nim.sendText({ scene: 'p2p', to: accid, text: '断线时写的' })
  const file = nim.sendFile({ scene: 'p2p', to: accid, type: 'file', blob: new Blob(['a']) })
  // two messages of one millisecond differ, so that the local database orders them
  expect([tip, unsent, file]).toMatchObject([{ time }, { time }, { time: time + 1 }])
})

test('leaves a destroyed instance offline, and reports why', async () => {
  const errors: { message: string }[] = []
  const { nim } = await openPersonPage({ onerror: (error) => void errors.push(error) })
  await waitForDone((done) => nim.destroy({ done }))
  nim.connect()
  expect(errors).toEqual([])
  await until(() => errors.length > 0, 'the error')
  expect(errors).toMatchObject([{ message: '实例已销毁，请用NIM.getInstance新建' }])
  expect(nim.getLoginStatus()).toBe(0)
})

test('changes the token by setOptions, and reports that account and app key cannot change', async () => {
  const errors: unknown[] = []
  const ann = await openPersonPage({ onerror: (error) => void errors.push(error) })
  ann.nim.setOptions({ token: 'new', account: ann.accid, appKey: 'x' })
  // a token that comes with another account is not that of this one
  ann.nim.setOptions({ token: 'of bob', account: 'bob' })
  await until(() => errors.length > 0, 'the error')
  expect(errors).toEqual([expect.objectContaining({ code: 414, data: { field: 'account' } })])
  expect(ann.nim.options).toMatchObject({ token: 'new', account: ann.accid })
})
