// Tests of further forms of calls that pages of existing SDKs use.
import { expect, test } from 'vitest'
import { createRoomApp } from '../../../test/rooms.ts'
import { openPage, sendText, setUpPages, textsOf, waitForDone } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimSession } from '../present/sessions.ts'

const { server, url, openPages } = setUpPages()

test('reads the id of a session from options, and hides several sessions at once', async () => {
  const [ann, bob, eve] = await openPages()
  await sendText(bob, ann.accid, '您好')
  await sendText(eve, ann.accid, '在吗')
  await until(() => ann.count('onmsg') === 2, 'the messages')
  const ids = [bob, eve].map(({ accid }) => `p2p-${accid}`)
  await waitForDone((done) => ann.nim.resetSessionUnread({ sessionId: ids[0]!, done }))
  await waitForDone((done) => ann.nim.setCurrSession({ sessionId: ids[1]!, done }))
  const list = async () =>
    (await waitForDone<{ sessions: NimSession[] }>((done) => ann.nim.getLocalSessions({ done }))).sessions
  expect((await list()).map(({ unread }) => unread)).toEqual([0, 0])
  await waitForDone((done) => ann.nim.deleteLocalSession({ id: ids, done }))
  expect(await list()).toEqual([])
})

test('reads the history from its end with the id 0 of a page that has no message', async () => {
  const [ann, bob] = await openPages()
  await sendText(ann, bob.accid, '您好')
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    ann.nim.getHistoryMsgs({ scene: 'p2p', to: bob.accid, lastMsgId: '0', done }),
  )
  expect(textsOf(msgs)).toEqual(['您好'])
})

test('calls a function that a page passes in place of options', async () => {
  const [ann] = await openPages()
  const { nim } = ann as unknown as { nim: Record<string, (done: (...result: unknown[]) => void) => unknown> }
  const call = (name: string) => new Promise((resolve) => nim[name]!((error, data) => resolve(error ?? data)))
  expect(await call('getTeams')).toEqual([])
  expect(await call('getServerTime')).toBeGreaterThan(0)
  // the SDK loads the code of these methods on their first use
  expect(await call('getFriends')).toEqual([])
  expect(await call('getCollects')).toMatchObject({ total: 0 })
  expect(await call('getUser')).toMatchObject({ code: 414, message: expect.stringContaining('account') })
  expect(await call('resetAllSessionUnread')).toBeUndefined()
})

test('calls a function that a page passes to disconnect, and names options that are missing', async () => {
  const [ann] = await openPages()
  const input = { scene: 'p2p', to: ann.accid }
  const readFault = (call: (done: (error: Error | null) => void) => unknown) =>
    new Promise((resolve) => call((error) => resolve(error?.message)))
  expect(await readFault((done) => ann.nim.sendGeo({ ...input, done } as never))).toBe('sendGeo：缺少geo（对象）')
  expect(await readFault((done) => ann.nim.sendTeamMsgReceipt({ done } as never))).toBe(
    'sendTeamMsgReceipt：缺少teamMsgReceipts（数组）',
  )
  await new Promise<void>((resolve) => ann.nim.disconnect(() => resolve()))
  await new Promise<void>((resolve) => ann.nim.destroy(() => resolve()))
})

test('names the client of a message of the backend, and reads other kinds of numbers', async () => {
  const app = await createRoomApp(server(), '医院')
  const [ann, bob] = [await app.createMember('ann'), await app.createMember('bob')]
  const person = { accid: ann.account, token: ann.token }
  const page = await openPage(server(), url(), { person, appKey: app.appKey })
  const body = JSON.stringify({ msg: '您好' })
  await app.request('msg/sendMsg', { from: bob.account, ope: '0', to: ann.account, type: '0', body })
  await until(() => page.count('onmsg') === 1, 'the message')
  expect(page.last('onmsg')).toMatchObject({ text: '您好', fromClientType: 'Server' })
  expect(await sendText(page, bob.account, '在')).toMatchObject({ fromClientType: 'Web' })
  // numbers of events as texts, and a name of a channel as number
  const event = { type: '100001', value: '1', validTime: 60 }
  await waitForDone((done) => page.nim.publishEvent({ ...event, done } as never))
  const channel = await page.nim.signalingCreate({ type: 1, channelName: 20261128 } as never)
  expect(channel).toMatchObject({ channelName: '20261128' })
})
