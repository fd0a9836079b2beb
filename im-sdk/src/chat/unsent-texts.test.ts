// Tests of texts that were not sent, across two chat sessions of one device, over real sockets.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, leaveAll, until } from '../../test/people.ts'
import { createChatSession, type ChatSession } from './chat-session.ts'
import type { UnsentText, UnsentTextStorage } from './outbox/unsent-texts.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
const chats: ChatSession[] = []
afterEach(() => {
  leaveAll()
  for (const chat of chats.splice(0)) chat.close()
})

function createStorage(): UnsentTextStorage {
  let texts: readonly UnsentText[] = []
  return { read: () => texts, save: (next) => (texts = next) }
}

type Person = { accid: string; token: string }
function openChat({ accid, token }: Person, unsentTexts?: UnsentTextStorage): ChatSession {
  const chat = createChatSession({
    url,
    account: accid,
    token,
    transports: ['websocket'],
    refresh: () => Promise.resolve(token),
    ...(unsentTexts && { unsentTexts }),
  })
  chats.push(chat)
  return chat
}
const listTexts = (chat: ChatSession, to: string) =>
  (chat.state().threads.get(to)?.lines ?? []).map(
    ({ content, status, fault }) => `${'text' in content ? content.text : content.type} ${fault ?? status}`,
  )

test('sends texts of an earlier session once and in order, and keeps a refused one as refused', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const storage = createStorage()
  const earlier = openChat(ann, storage)
  earlier.connect()
  await until(() => earlier.state().hasSynced, 'the chat')
  const { send } = earlier.client
  earlier.client.send = () => Promise.reject(imFail('forbidden', '对方不接收'))
  earlier.sendText(bob.accid, '一')
  await until(() => listTexts(earlier, bob.accid).join() === '一 对方不接收', 'the refusal')
  // the server receives this text, and its reply is lost
  earlier.client.send = async (draft) => {
    await send(draft)
    return new Promise(() => {})
  }
  earlier.sendText(bob.accid, '二')
  earlier.sendText(bob.accid, '三')
  const receiver = openChat(bob)
  receiver.open(ann.accid)
  receiver.connect()
  await until(() => listTexts(receiver, ann.accid).length === 1, 'the text')
  // keeps the texts, because `close` fails all of them: a page that is loaded again never calls it
  const texts = storage.read()
  earlier.close()
  storage.save(texts)

  const later = openChat(ann, storage)
  later.open(bob.accid)
  await until(() => listTexts(later, bob.accid).join() === '一 对方不接收,二 sending,三 sending', 'the texts at once')
  later.connect()
  await until(() => listTexts(later, bob.accid).join() === '一 对方不接收,二 success,三 success', 'the waiting texts')
  await until(() => listTexts(receiver, ann.accid).length === 2, 'the third text')
  expect(storage.read().map(({ content }) => 'text' in content && content.text)).toEqual(['一'])
  later.retry(storage.read()[0]!.key)
  await until(() => listTexts(receiver, ann.accid).join() === '二 success,三 success,一 success', 'all texts once')
  expect(storage.read()).toEqual([])
})
