// Tests that files open on pages without a cookie of the server, for participants, as long as their login lasts.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { p2pIdOf } from '@xinqiao/contract/im/scene.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createBlob, describePicture, createPhoto } from '../../../../server/test/im-file-steps.ts'
import { closePages, getHistory, openPage, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until, type ChatPerson } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

async function sendPicture({ nim }: Page, to: string): Promise<NimMessage> {
  // when turned upright, it is 300 wide and 400 high
  const blob = createBlob(await createPhoto(), 'image/jpeg')
  return waitForDone<NimMessage>((done) => {
    nim.sendFile({ scene: 'p2p', to, type: 'image', blob, done: (error, msg) => done(error, msg) })
  })
}
const fileUrlOf = ({ file }: NimMessage): string => file!.url
/** Opens the file without a cookie. The test's address replaces the public one, which no name server knows. */
const openAddress = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, url))
const readStatus = async (address: string) => (await openAddress(address)).status

async function exchangePicture(): Promise<{
  ann: Page
  bob: Page
  bobPerson: ChatPerson
  sent: NimMessage
  received: NimMessage
}> {
  const bobPerson = await createPerson(server(), url)
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url, { person: bobPerson })]
  const sent = await sendPicture(ann, bob.accid)
  await until(() => bob.count('onmsg') === 1, 'the picture')
  return { ann, bob, bobPerson, sent, received: bob.last('onmsg') as NimMessage }
}

test('opens the address in a message for its reader, until it is changed or moved to another file', async () => {
  const { ann, bob, sent, received } = await exchangePicture()
  expect([await readStatus(fileUrlOf(sent)), await readStatus(fileUrlOf(received))]).toEqual([200, 200])
  const [inHistory] = await getHistory(bob, ann.accid)
  expect(await readStatus(fileUrlOf(inHistory!))).toBe(200)
  for (const broken of [
    fileUrlOf(received).replace(/&login=\d+/, (part) => `${part}1`),
    fileUrlOf(received).replace(/&until=\d/, '&until=9'),
    fileUrlOf(received).replace(/&sign=.*/, ''),
    fileUrlOf(received).replace(/&sign=(.)/, (_, first: string) => `&sign=${first === '0' ? '1' : '0'}`),
  ])
    expect(await readStatus(broken)).toBe(404)
  const other = await sendPicture(ann, bob.accid)
  const [signature] = /&login.*/.exec(fileUrlOf(received))!
  expect(await readStatus(`${fileUrlOf(other).replace(/&login.*/, '')}${signature}`)).toBe(404)
})

test('closes the address when the message is recalled, and when the login ends', async () => {
  const { ann, bobPerson, sent, received } = await exchangePicture()
  const address = fileUrlOf(received)
  await server().kit.sql`update session set idle_until = now() where account_id = (
    select account_id from im_account where accid = ${bobPerson.accid})`
  expect(await readStatus(address)).toBe(404)
  await server().kit.sql`update session set idle_until = expires_at where account_id = (
    select account_id from im_account where accid = ${bobPerson.accid})`
  expect(await readStatus(address)).toBe(200)
  await waitForDone((done) => ann.nim.recallMsg({ msg: sent, done }))
  expect([await readStatus(address), await readStatus(fileUrlOf(sent))]).toEqual([404, 200])
})

test('closes at a logout the addresses that this page has read, and those of no other page', async () => {
  const { ann, bob, bobPerson, sent, received } = await exchangePicture()
  const otherTab = await openPage(server(), url, { person: bobPerson })
  const [inOtherTab] = await getHistory(otherTab, ann.accid)
  // a renewed key is closed, too
  bob.nim.core.fileAddresses.setKey(await bob.nim.client.request('file.getFileKey', {}))
  const [again] = await getHistory(bob, ann.accid)
  const addresses = [received, again!, inOtherTab!, sent].map(fileUrlOf)
  const readStatuses = () => Promise.all(addresses.map(readStatus))
  expect(await readStatuses()).toEqual([200, 200, 200, 200])
  bob.nim.logout()
  await until(() => bob.count('ondisconnect') === 1, 'the logout')
  expect(await readStatuses()).toEqual([404, 404, 200, 200])
  bob.nim.connect()
  await until(() => bob.nim.getLoginStatus() === 1, 'the login')
  const [afterLogin] = await getHistory(bob, ann.accid)
  expect(await readStatus(fileUrlOf(afterLogin!))).toBe(200)
})

test("omits the sender's signature when a known file is forwarded or sent", async () => {
  const { bob, received } = await exchangePicture()
  const eve = await openPage(server(), url)
  await waitForDone((done) =>
    bob.nim.forwardMsg({ msg: received, scene: 'p2p', to: eve.accid, done: (e: Error | null) => done(e) }),
  )
  bob.nim.sendFile({ scene: 'p2p', to: eve.accid, type: 'image', file: received.file as never })
  await until(() => eve.count('onmsg') === 2, 'both pictures')
  const stored = eve.nim.client.store.conversations.get(p2pIdOf(bob.accid))!.msgs
  for (const { content } of stored) expect(JSON.stringify(content)).not.toContain('sign=')
  const findSignature = (address: string) => /&sign=(\w+)/.exec(address)?.[1]
  for (const { data } of eve.calls.filter(({ name }) => name === 'onmsg')) {
    expect(await readStatus(fileUrlOf(data as NimMessage))).toBe(200)
    expect(findSignature(fileUrlOf(data as NimMessage))).not.toBe(findSignature(fileUrlOf(received)))
  }
})

test('adds operations by a second question mark, which never enlarge the picture', async () => {
  const { received } = await exchangePicture()
  const readPictureSize = async (query: string) => describePicture(await openAddress(`${fileUrlOf(received)}${query}`))
  expect(await readPictureSize('?imageView&thumbnail=150x0&quality=85')).toBe('200 jpeg 150x200')
  expect(await readPictureSize('?imageView&thumbnail=900x0&quality=85')).toBe('200 jpeg 300x400')
  expect(await readPictureSize('?imageView&thumbnail=900z900')).toBe('200 jpeg 300x400')
  expect(await readPictureSize('&imageView&thumbnail=900y100')).toBe('200 jpeg 300x100')
})

test('renews a key that expires soon when a message is read', async () => {
  const { ann, bob } = await exchangePicture()
  bob.nim.core.fileAddresses.setKey({ login: 1, until: Date.now() + 60_000, key: 'old' })
  const openLastFile = async () => readStatus(fileUrlOf((await getHistory(bob, ann.accid))[0]!))
  await openLastFile()
  await until(async () => (await openLastFile()) === 200, 'the next key')
})
