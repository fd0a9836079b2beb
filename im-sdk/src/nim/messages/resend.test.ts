// Tests of messages that a page shows as failed, and of what it gets for them.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, getHistory, openPage, textsOf, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url: string
let beforeReply: (command: string) => void
let cut: () => void
beforeAll(async () => {
  const first = await server().listen({ isFrequencyLimited: false, beforeReply: (name) => beforeReply(name) })
  url = first.url
  cut = first.socketServer.cut
})
beforeEach(() => {
  beforeReply = () => {}
})
afterEach(closePages)

type SendOutcome = { error: Error | null; msg: NimMessage; returned: unknown }
const send = (call: (done: (error: Error | null, msg?: NimMessage) => void) => unknown) =>
  new Promise<SendOutcome>((resolve) => {
    const returned = call((error, msg) => queueMicrotask(() => resolve({ error, msg: msg!, returned })))
  })

/** Sends a text whose reply is lost, and waits until the message arrives by the sync after it. */
async function loseReply(ann: Page, to: string): Promise<NimMessage> {
  beforeReply = (name) => {
    if (name === 'msg.sendMsg') cut()
  }
  const { error, msg } = await send((done) => ann.nim.sendText({ scene: 'p2p', to, text: '在吗', done }))
  expect([error === null, msg.status]).toEqual([false, 'fail'])
  beforeReply = () => {}
  await until(() => ann.count('onofflinemsgs') > 0, 'the stored message')
  return msg
}

test('answers a resend with the stored message when only the reply was lost', async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
  const failed = await loseReply(ann, bob.accid)
  const [stored] = await getHistory(ann, bob.accid)
  const { error, msg } = await send((done) => ann.nim.resendMsg({ msg: failed, done }))
  expect(error).toBeNull()
  expect(msg).toMatchObject({ status: 'success', idServer: stored!.idServer, idClient: failed.idClient, text: '在吗' })
  expect(textsOf(await getHistory(bob, ann.accid))).toEqual(['在吗'])
})

test('answers a resend of a row that the page has merged with the stored message', async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
  await loseReply(ann, bob.accid)
  const [stored] = await getHistory(ann, bob.accid)
  const { error, msg } = await send((done) => ann.nim.resendMsg({ msg: stored!, done }))
  expect([error, msg.idServer]).toEqual([null, stored!.idServer])
})

test('returns a message with its id and text when sending fails before it begins', async () => {
  const ann = await openPage(server(), url)
  const failure = { flow: 'out', status: 'fail', error: { code: 414 } }
  const withId = { ...failure, idClient: expect.stringMatching(/^\w{32}$/) as string }
  expect(ann.nim.sendText(undefined as never)).toMatchObject(withId)
  expect(ann.nim.sendText({ text: '您好' } as never)).toMatchObject({ ...withId, text: '您好' })
  const row = { idClient: 'mine', text: '您好', status: 'success', flow: 'out' } as NimMessage
  const { error, msg } = await send((done) => ann.nim.resendMsg({ msg: row, done }))
  expect(error).toMatchObject({ code: 414 })
  expect(msg).toMatchObject({ ...failure, idClient: 'mine', text: '您好' })
  expect(msg).not.toHaveProperty('msg')
  // the copy of a forwarded message is another message
  const copy = ann.nim.forwardMsg({ msg: row, scene: 'p2p' } as never)
  expect(copy).toMatchObject({ ...withId, text: '您好' })
})
