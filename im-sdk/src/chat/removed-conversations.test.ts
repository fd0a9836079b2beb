// Tests that a search finds conversations that the account has removed from its list.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../test/people.ts'
import { createChatSession } from './chat-session.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('finds a removed conversation by its messages and in the list of removed ones', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const sender = ann.device()
  await untilReady(sender)
  const chat = createChatSession({
    url,
    account: bob.accid,
    token: bob.token,
    transports: ['websocket'],
    refresh: () => Promise.resolve(bob.token),
  })
  try {
    chat.connect()
    await sender.send(textTo(bob.accid, '今天的暗号是菠萝'))
    await until(() => chat.state().conversations.length === 1, 'the conversation')
    expect(chat.listRemovedConversations()).toEqual([])
    await chat.deleteConversation(ann.accid)
    await until(() => chat.state().conversations.length === 0, 'an empty list')
    const text = '今天的暗号是菠萝'
    expect(chat.listRemovedConversations()).toMatchObject([{ to: ann.accid, last: { content: { text } } }])
    const { lines } = await chat.search('菠萝')
    expect(lines.map(({ to, line }) => [to, line.content])).toMatchObject([[ann.accid, { text }]])
    await sender.send(textTo(bob.accid, '明天见'))
    await until(() => chat.state().conversations.length === 1, 'the conversation again')
    expect(chat.listRemovedConversations()).toEqual([])
  } finally {
    chat.close()
  }
})
