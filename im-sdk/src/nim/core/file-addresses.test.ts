// Tests that files open on pages without a cookie of the server, for participants, as long as their login lasts.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stripAccessParams } from '@xinqiao/contract/im/files/file-messages.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { advanceClock } from '../../../../server/test/clock.ts'
import { createBlob, describePicture, createPhoto } from '../../../../server/test/steps/im-file-steps.ts'
import { closePages, getHistory, openPage, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until, type ChatPerson } from '../../../test/people.ts'
import type { UploadedFile } from '../../upload/upload-options.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimUser } from '../present/people.ts'
import type { NimTeam } from '../present/teams.ts'

const hourMs = 3_600_000
const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

async function sendPicture({ nim }: Page, to: string): Promise<NimMessage> {
  // the photo is 300 wide and 400 high when it is turned upright
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

test('opens no address after a day, and gives a new one to a page that reads the message again', async () => {
  const { ann, bob, received } = await exchangePicture()
  const address = fileUrlOf(received)
  // the database keeps its clock, so logins stay alive
  advanceClock(23.9 * hourMs)
  expect(await readStatus(address)).toBe(200)
  advanceClock(24.1 * hourMs)
  expect(await readStatus(address)).toBe(404)
  // a device that slept for a day has lost its connection
  bob.nim.client.drop()
  await until(() => bob.count('onconnect') === 2, 'the next login')
  const [inHistory] = await getHistory(bob, ann.accid)
  expect(fileUrlOf(inHistory!)).not.toBe(address)
  expect([await readStatus(fileUrlOf(inHistory!)), await readStatus(address)]).toEqual([200, 404])
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
  const stored = eve.nim.client.store.conversations.get(p2pSessionIdOf(bob.accid))!.msgs
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

describe('an uploaded picture', () => {
  const upload = async ({ nim }: Page) => {
    const blob = createBlob(await createPhoto(), 'image/jpeg')
    return (await waitForDone<UploadedFile>((done) => nim.previewFile({ type: 'image', blob, done }))).url
  }

  test('opens for everyone as the avatar of an account and of a team', async () => {
    const ann = await openPage(server(), url)
    const [own, team] = [await upload(ann), await upload(ann)]
    expect(await readStatus(stripAccessParams(own))).toBe(404)
    const user = await waitForDone<NimUser>((done) => ann.nim.updateMyInfo({ avatar: own, done }))
    expect(user.avatar).not.toContain('sign=')
    const { team: created } = await waitForDone<{ team: NimTeam }>((done) =>
      ann.nim.createTeam({ type: 'advanced', name: '读书会', avatar: team, done } as never),
    )
    expect(created.avatar).not.toContain('sign=')
    ann.nim.logout()
    for (const avatar of [user.avatar, created.avatar]) {
      const reply = await openAddress(`${avatar}?imageView&thumbnail=150x0`)
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await describePicture(reply)).toBe('200 jpeg 150x200')
    }
  })

  test('is refused as an avatar to everyone but its owner', async () => {
    const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
    const avatar = await upload(ann)
    const refusal = { code: 414, message: '头像要用自己上传的图片' }
    await expect(waitForDone((done) => bob.nim.updateMyInfo({ avatar, done }))).rejects.toMatchObject(refusal)
    const team = { type: 'advanced', name: '读书会', avatar }
    await expect(waitForDone((done) => bob.nim.createTeam({ ...team, done } as never))).rejects.toMatchObject(refusal)
    expect(await waitForDone((done) => ann.nim.updateMyInfo({ avatar, done }))).toBeDefined()
  })

  test('opens for the receivers of a custom message that shows it, until the message is recalled', async () => {
    const { ann, bob } = await exchangePicture()
    const eve = await openPage(server(), url)
    const picture = await upload(ann)
    const content = JSON.stringify({ type: 3, picture, link: `${stripAccessParams(picture)}?imageView` })
    const msg = await waitForDone<NimMessage>((done) =>
      ann.nim.sendCustomMsg({ scene: 'p2p', to: bob.accid, content, done }),
    )
    await until(() => bob.count('onmsg') === 2, 'the custom message')
    const read = (message: NimMessage) => JSON.parse(message.content as string) as { picture: string; link: string }
    const shown = read(bob.last('onmsg') as NimMessage)
    expect([await readStatus(shown.picture), await readStatus(shown.link)]).toEqual([200, 200])
    expect(shown.picture).not.toBe(picture)
    expect(await readStatus(read(msg).picture)).toBe(200)
    // the receiver did not upload it, so quoting it opens it for no one
    const quote = bob.last('onmsg') as NimMessage
    await waitForDone((done) =>
      bob.nim.sendCustomMsg({ scene: 'p2p', to: eve.accid, content: quote.content as string, done }),
    )
    await until(() => eve.count('onmsg') === 1, 'the quote')
    expect(await readStatus(read(eve.last('onmsg') as NimMessage).picture)).toBe(404)
    await waitForDone((done) => ann.nim.recallMsg({ msg, done }))
    expect(await readStatus(shown.picture)).toBe(404)
  })

  test('opens for the members of a team whose custom message shows it', async () => {
    const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
    const { team } = await waitForDone<{ team: NimTeam }>((done) =>
      ann.nim.createTeam({
        type: 'advanced',
        name: '读书会',
        accounts: [bob.accid],
        beInviteMode: 'noVerify',
        done,
      } as never),
    )
    const content = JSON.stringify({ picture: await upload(ann) })
    const to = team.teamId
    await waitForDone((done) => ann.nim.sendCustomMsg({ scene: 'team', to, content, done }))
    const findShown = () =>
      bob.calls.map(({ data }) => data as NimMessage | undefined).find((data) => data?.type === 'custom')
    await until(() => findShown() !== undefined, 'the custom message')
    const { picture } = JSON.parse(findShown()!.content as string) as { picture: string }
    expect(await readStatus(picture)).toBe(200)
  })

  test('receives no signature at an address of another server', async () => {
    const { ann, bob } = await exchangePicture()
    const foreign = (await upload(ann)).replace(/^https?:\/\/[^/]+/, 'https://elsewhere.example')
    await waitForDone((done) => ann.nim.sendCustomMsg({ scene: 'p2p', to: bob.accid, content: foreign, done }))
    await until(() => bob.count('onmsg') === 2, 'the custom message')
    expect((bob.last('onmsg') as NimMessage).content).toBe(stripAccessParams(foreign))
  })
})
