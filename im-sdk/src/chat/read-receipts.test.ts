// Tests of the read receipt that a page sends after it was loaded, over real sockets.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../test/people.ts'
import { findConversation } from './threads/lines.ts'
import { createChatSession, type ChatSession } from './chat-session.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
let page: ChatSession | undefined
afterEach(() => {
  page?.close()
  leaveAll()
})

test('confirms messages before the answer of the reader, which alone is on a new page', async () => {
  const ann = await createPerson(server(), url)
  const doctor = await createPerson(server(), url, 'counsellor')
  const { accid: account, token } = doctor
  const [writer, reader] = [ann.device(), doctor.device()]
  await Promise.all([untilReady(writer), untilReady(reader)])
  const { time } = await writer.send(textTo(account, '在吗'))
  await reader.send(textTo(ann.accid, '我先打个电话'))
  page = createChatSession({ url, account, token, transports: ['websocket'], refresh: () => Promise.resolve(token) })
  page.connect()
  await until(() => page?.state().hasSynced === true, 'the page')
  page.markRead(ann.accid)
  const readReceiptTime = () => findConversation(writer, account)?.session.msgReceiptTime ?? 0
  await expect.poll(readReceiptTime).toBeGreaterThanOrEqual(time)
})
