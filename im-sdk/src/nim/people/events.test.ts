// Tests of events as a page uses them: the online state of others, own events, and subscriptions.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, textTo, until, untilReady, type ChatPerson } from '../../../test/people.ts'
import { closePages, openPage, waitForDone, type Page } from '../../../test/page.ts'
import type { NimEvent } from '../present/events.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const openUserPage = (person: ChatPerson) => openPage(server(), url, { person })
const listEvents = ({ calls }: Page): NimEvent[] =>
  calls.flatMap(({ name, data }) => (name === 'onpushevents' ? (data as { msgEvents: NimEvent[] }).msgEvents : []))
/** Two people with a conversation. */
async function createPair(): Promise<[ChatPerson, ChatPerson]> {
  const pair: [ChatPerson, ChatPerson] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [ann, bob] = pair
  const device = ann.device()
  await untilReady(device)
  await device.send(textTo(bob.accid, '您好'))
  device.disconnect()
  return pair
}

test('shows when an account comes and goes, and with which clients it is online', async () => {
  const [ann, bob] = await createPair()
  const a = await openUserPage(ann)
  const subscribed = await waitForDone((done) => a.nim.subscribeEvent({ type: 1, accounts: [bob.accid], done }))
  expect(subscribed).toEqual({ failedAccounts: [] })
  const b = await openUserPage(bob)
  await until(() => listEvents(a).length === 1, 'the login')
  expect(listEvents(a)[0]).toMatchObject({
    type: 1,
    value: 1,
    account: bob.accid,
    clientType: 'Web',
    custom: '',
    serverConfig: '{"online":[16]}',
  })
  b.nim.disconnect()
  await until(() => listEvents(a).length === 2, 'the disconnection')
  expect(listEvents(a)[1]).toMatchObject({ value: 3, serverConfig: '{"online":[]}' })
  const again = await openUserPage(bob)
  await waitForDone((done) => again.nim.logout({ done }))
  await until(() => listEvents(a).length === 4, 'the logout')
  expect(listEvents(a).map(({ value }) => value)).toEqual([1, 3, 1, 2])
})

test('brings the current state at once, but not within half a minute of the last time', async () => {
  const [ann, bob] = await createPair()
  const [a, b] = [await openUserPage(ann), await openUserPage(bob)]
  const own = { type: 100_002, value: 7, custom: '{"state":"busy"}' }
  const published = await waitForDone((done) => b.nim.publishEvent({ ...own, done }))
  expect(published).toMatchObject({ msgEvent: { ...own, account: bob.accid } })
  await waitForDone((done) => b.nim.publishEvent({ type: 100_003, value: 1, broadcastType: 1, done }))
  for (const type of [1, 100_002, 100_003])
    await waitForDone((done) => a.nim.subscribeEvent({ type, accounts: [bob.accid], done }))
  await until(() => listEvents(a).length === 2, 'the current events')
  expect(listEvents(a)).toMatchObject([{ type: 1, value: 1 }, own])
  await waitForDone((done) => a.nim.subscribeEvent({ type: 1, accounts: [bob.accid], done }))
  await waitForDone((done) => b.nim.publishEvent({ type: 100_003, value: 2, broadcastType: 1, done }))
  await until(() => listEvents(a).length === 3, 'the event for present subscribers')
  expect(listEvents(a)[2]).toMatchObject({ type: 100_003, value: 2 })
})

test('lists subscriptions as array and property, and ends them', async () => {
  const [ann, bob] = await createPair()
  const [a, b] = [await openUserPage(ann), await openUserPage(bob)]
  await waitForDone((done) => a.nim.subscribeEvent({ type: 1, accounts: [bob.accid], subscribeTime: 60, done }))
  const listed = await waitForDone((done) =>
    a.nim.querySubscribeEventsByAccounts({ type: 1, accounts: [bob.accid], done }),
  )
  expect([...(listed as unknown[])]).toMatchObject([{ type: 1, to: bob.accid, validTime: 60, sync: true }])
  expect(listed).toHaveProperty('msgEventSubscribes', [...(listed as unknown[])])
  await waitForDone((done) => a.nim.unSubscribeEventsByType({ type: 1, done }))
  const emptied = await waitForDone((done) => a.nim.querySubscribeEventsByType({ type: 1, done }))
  expect(emptied).toHaveLength(0)
  const before = listEvents(a).length
  await waitForDone((done) => b.nim.publishEvent({ type: 1, value: 10_001, done }))
  await waitForDone((done) => b.nim.sendText({ scene: 'p2p', to: ann.accid, text: '之后', done: (e) => done(e) }))
  await until(() => a.count('onmsg') === 1, 'the message after the event')
  expect(listEvents(a)).toHaveLength(before)
})

test('subscribes again after a reconnection', async () => {
  const [ann, bob] = await createPair()
  const a = await openUserPage(ann)
  await waitForDone((done) => a.nim.subscribeEvent({ type: 1, accounts: [bob.accid], done }))
  a.nim.client.drop()
  await until(() => a.count('onconnect') === 2, 'the reconnection')
  await openUserPage(bob)
  await until(() => listEvents(a).length > 0, 'the login')
  expect(listEvents(a).at(-1)).toMatchObject({ value: 1, account: bob.accid })
})

test('hides strangers, accounts that block the caller, and unknown ones; shows counsellors to all', async () => {
  const [ann, bob] = await createPair()
  const [stranger, counsellor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const [a, b] = [await openUserPage(ann), await openUserPage(bob)]
  await waitForDone((done) => b.nim.markInBlacklist({ account: ann.accid, isAdd: true, done }))
  const accounts = [bob.accid, stranger.accid, 'no-such-account', counsellor.accid, ann.accid]
  const subscribed = await waitForDone((done) => a.nim.subscribeEvent({ type: 1, accounts, done }))
  expect(subscribed).toEqual({ failedAccounts: [bob.accid, stranger.accid, 'no-such-account'] })
})

test.each([
  ['publishEvent', { type: 1, value: 1 }, 'value不能小于10000'],
  ['publishEvent', { type: 7, value: 10_000 }, 'type只能是1、2、3'],
  ['publishEvent', { type: 100_000, value: 1, validTime: 59 }, 'validTime不能小于60秒'],
  ['subscribeEvent', { type: 1, accounts: [] }, 'accounts不能为空数组'],
  ['subscribeEvent', { type: 1, accounts: ['a'], subscribeTime: 2_592_001 }, 'subscribeTime不能大于30天'],
] as const)('%s refuses %o', async (method, options, message) => {
  const page = await openUserPage(await createPerson(server(), url))
  const call = page.nim[method] as (given: object) => void
  const error = await new Promise<Error>((resolve) => call.call(page.nim, { ...options, done: resolve }))
  expect(error).toMatchObject({ code: 414, message: expect.stringContaining(message) as string })
})
