// Tests of the chat session as a screen uses it, over real sockets.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { SocketServer } from '../../../server/src/socket/socket.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../test/people.ts'
import { createChatSession, type ChatSession } from './chat-session.ts'

const server = useTestServer({ RECALL_OR_EDIT_SECONDS: '300' })
let url = ''
let socketServer: SocketServer
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false }))
})
const chats: ChatSession[] = []
afterEach(() => {
  leaveAll()
  for (const chat of chats.splice(0)) chat.close()
})

async function createSignedInChat(role: 'user' | 'counsellor' = 'user') {
  const person = await createPerson(server(), url, role)
  const incoming: string[] = []
  const readAccount = () => server().requestAs({ token: person.session }, 'GET /neteaseUser/getUser')
  const chat = createChatSession({
    url,
    account: person.accid,
    token: person.token,
    transports: ['websocket'],
    delayOf: () => 20,
    refresh: async () => (await readAccount()).data.token,
    onIncoming: (msg) => incoming.push(msg.idClient),
  })
  chats.push(chat)
  chat.connect()
  await until(() => chat.state().hasSynced, 'the chat')
  return { ...person, chat, incoming }
}
const listLines = (chat: ChatSession, to: string) => chat.state().threads.get(to)?.lines ?? []
const listTexts = (chat: ChatSession, to: string) =>
  listLines(chat, to).map(({ content, status }) => `${'text' in content ? content.text : content.type} ${status}`)
// a picture of one white pixel
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)

test('shows two people what they write and what the other has read, by the names they may see', async () => {
  const [ann, doctor] = [await createSignedInChat(), await createSignedInChat('counsellor')]
  ann.chat.open(doctor.accid)
  ann.chat.sendText(doctor.accid, '老师您好')
  await until(() => listTexts(ann.chat, doctor.accid).join() === '老师您好 sending', 'the line at once')
  await until(() => listTexts(ann.chat, doctor.accid).join() === '老师您好 success', 'the line as sent')
  await until(() => doctor.chat.state().unread === 1, 'the message')
  const [conversation] = doctor.chat.state().conversations
  expect(conversation).toMatchObject({ to: ann.accid, unread: 1, last: { isOwn: false } })
  await until(() => doctor.chat.state().conversations[0]?.name.startsWith('来访者') === true, 'the alias')
  expect(doctor.incoming).toHaveLength(1)
  doctor.chat.open(ann.accid)
  await until(() => listLines(doctor.chat, ann.accid).length === 1, 'the thread')
  const [before] = listLines(doctor.chat, ann.accid)
  doctor.chat.markRead(ann.accid)
  await until(() => doctor.chat.state().unread === 0, 'everything read')
  const { time } = listLines(ann.chat, doctor.accid)[0]!
  await until(() => ann.chat.state().threads.get(doctor.accid)?.readTime === time, 'the receipt')
  // an unchanged line stays the same object
  expect(listLines(doctor.chat, ann.accid)[0]).toBe(before)

  doctor.chat.sendFile(ann.accid, new File([new Uint8Array(dot)], '图.png', { type: 'image/png' }), 'image')
  await until(() => listLines(doctor.chat, ann.accid).at(-1)?.localUrl !== null, 'the picture at once')
  await until(() => listLines(ann.chat, doctor.accid).length === 2, 'the picture')
  expect(listLines(ann.chat, doctor.accid)[1]?.content).toMatchObject({ type: 1, file: { w: 1, h: 1 } })
})

test('sends a reply with the replied message and the first one of its thread', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  bob.chat.open(ann.accid)
  ann.chat.sendText(bob.accid, '周三可以吗')
  await until(() => listTexts(bob.chat, ann.accid).length === 1, 'the message')
  const first = listLines(bob.chat, ann.accid)[0]!
  const reference = { from: ann.accid, to: bob.accid, time: first.time, idServer: first.idServer, idClient: first.key }
  bob.chat.sendText(ann.accid, '可以', { replied: first })
  await until(() => listTexts(ann.chat, bob.accid).length === 2, 'the reply')
  const second = listLines(ann.chat, bob.accid)[1]!
  expect(second.content).toMatchObject({ text: '可以', reply: reference, thread: reference })
  ann.chat.sendText(bob.accid, '那就说定了', { replied: second })
  await until(() => listTexts(bob.chat, ann.accid).length === 3, 'the second reply')
  expect(listLines(bob.chat, ann.accid)[2]!.content).toMatchObject({
    reply: { from: bob.accid, to: ann.accid, idClient: second.key },
    thread: reference,
  })
})

test('sends text written offline when the network is back, once and in order', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  socketServer.cut()
  await until(() => ann.chat.state().link !== 'online', 'the cut')
  ann.chat.sendText(bob.accid, '一')
  ann.chat.sendText(bob.accid, '二')
  expect(listTexts(ann.chat, bob.accid).filter((line) => line.endsWith('success'))).toEqual([])
  await until(() => listTexts(ann.chat, bob.accid).join() === '一 success,二 success', 'both to be sent')
  bob.chat.open(ann.accid)
  await until(() => listTexts(bob.chat, ann.accid).join() === '一 success,二 success', 'both to arrive')
})

/** Makes the database refuse or accept writes, and ends the connections of the nodes. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const { owner, databaseUrl } = server()
  const name = new URL(databaseUrl).pathname.slice(1)
  await owner.unsafe(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`
}

test('sends automatically again what a server without a writable database refused', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  const codes: unknown[] = []
  const { send } = ann.chat.client
  ann.chat.client.send = (draft) =>
    send(draft).catch((error: unknown) => {
      codes.push((error as { code?: unknown }).code)
      throw error
    })
  await setReadOnly(true)
  try {
    ann.chat.sendText(bob.accid, '一')
    await until(() => codes.length > 1, 'two refusals')
    expect(listTexts(ann.chat, bob.accid)).toEqual(['一 sending'])
  } finally {
    await setReadOnly(false)
  }
  expect(new Set(codes)).toEqual(new Set([503]))
  await until(() => listTexts(ann.chat, bob.accid).join() === '一 success', 'the message to be sent')
  expect(ann.chat.state().link).toBe('online')
  await until(() => bob.incoming.length === 1, 'the message')
}, 120_000)

test('keeps the order when the server refuses the first message for a while and takes later ones', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  const { send } = ann.chat.client
  let isFirst = true
  ann.chat.client.send = async (draft) => {
    const wasFirst = isFirst
    isFirst = false
    if (wasFirst) throw imFail('unavailable')
    return send(draft)
  }
  for (const text of ['一', '二', '三']) ann.chat.sendText(bob.accid, text)
  await until(() => listTexts(ann.chat, bob.accid).join() === '一 success,二 success,三 success', 'all in order')
})

test('sends a text while the picture before it is being uploaded', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  ann.chat.sendFile(bob.accid, new File([new Uint8Array(dot)], '图.png', { type: 'image/png' }), 'image')
  ann.chat.sendText(bob.accid, '看图')
  await until(() => listTexts(ann.chat, bob.accid).join() === '看图 success,1 success', 'the text before the picture')
})

test('sends a document with its name, also one chosen offline', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  bob.chat.open(ann.accid)
  socketServer.cut()
  await until(() => ann.chat.state().link !== 'online', 'the cut')
  ann.chat.sendFile(bob.accid, new File(['%PDF-1.4 一周记录'], '睡眠记录.pdf', { type: 'application/pdf' }), 'file')
  await until(() => listLines(ann.chat, bob.accid).length === 1, 'the waiting document')
  expect(listLines(ann.chat, bob.accid)[0]).toMatchObject({
    status: 'sending',
    percentage: 0,
    localUrl: null,
    content: { type: 6, file: { url: '', name: '睡眠记录.pdf', size: 21 } },
  })
  await until(() => listLines(bob.chat, ann.accid).length === 1, 'the document')
  const { content } = listLines(bob.chat, ann.accid)[0]!
  expect(content).toMatchObject({ type: 6, file: { name: '睡眠记录.pdf', size: 21 } })
})

test('keeps a refused message as failed, and lets the user retry or discard it', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  ann.chat.sendFile(bob.accid, new File(['no picture'], '图.png', { type: 'image/png' }), 'image')
  const readLastLine = () => listLines(ann.chat, bob.accid).at(-1)
  await until(() => readLastLine()?.status === 'fail', 'the refusal')
  expect(readLastLine()).toMatchObject({ fault: expect.stringMatching(/^这不是有效的图片/), canRetry: false })
  const seen: (string | undefined)[] = []
  ann.chat.subscribe(() => seen.push(readLastLine()?.status))
  ann.chat.retry(readLastLine()!.key)
  await until(() => seen.includes('sending'), 'another try')
  await until(() => readLastLine()?.status === 'fail', 'the same refusal')
  ann.chat.discard(readLastLine()!.key)
  await until(() => listLines(ann.chat, bob.accid).length === 0, 'nothing left')
})

test('loads history in pages until there is no more', async () => {
  const [ann, bob] = [await createSignedInChat(), await createPerson(server(), url)]
  const device = bob.device()
  await untilReady(device)
  for (let i = 0; i < 70; i += 1) await device.send(textTo(ann.accid, `${i}`))
  const fresh = createChatSession({
    url,
    account: ann.accid,
    token: ann.token,
    transports: ['websocket'],
    refresh: () => Promise.resolve(ann.token),
  })
  chats.push(fresh)
  // opens the thread before the connection is open
  fresh.open(bob.accid)
  fresh.connect()
  const countLines = () => listLines(fresh, bob.accid).length
  await until(() => countLines() === 31, 'the first page beside the last message')
  await fresh.loadOlder(bob.accid)
  await until(() => countLines() === 61, 'the second page')
  await fresh.loadOlder(bob.accid)
  await until(() => countLines() === 70, 'the rest')
  expect(fresh.state().threads.get(bob.accid)?.hasOlder).toBe(false)
  expect(listTexts(fresh, bob.accid)).toEqual(Array.from({ length: 70 }, (_, i) => `${i} success`))
})

test('shows a deleted conversation again with the next message, including its history', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.sendText(bob.accid, '第一句')
  const listPartners = () => bob.chat.state().conversations.map(({ to }) => to)
  await until(() => listPartners().includes(ann.accid), 'the conversation')
  await bob.chat.deleteConversation(ann.accid)
  await until(() => listPartners().length === 0, 'an empty list')
  expect(bob.chat.state().unread).toBe(0)
  ann.chat.sendText(bob.accid, '第二句')
  await until(() => listPartners().includes(ann.accid), 'the conversation again')
  bob.chat.open(ann.accid)
  await until(() => listLines(bob.chat, ann.accid).length === 2, 'both')
  expect(bob.chat.state().unread).toBe(1)
})

test('ends the chat session when the user signs out elsewhere, and says why', async () => {
  const ann = await createSignedInChat()
  await server().requestAs({ token: ann.session }, 'DELETE /auth/logout', {})
  await socketServer.checkSignInSessions()
  await until(() => ann.chat.state().link === 'ended', 'the end')
  expect(ann.chat.state().end).toMatchObject({ code: 'kicked', reason: 'serverKick' })
})

test('replaces a recalled message by a notice on both sides, within the time limit', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  for (const [reader, other] of [
    [ann, bob],
    [bob, ann],
  ] as const)
    reader.chat.open(other.accid)
  ann.chat.sendText(bob.accid, '说错了')
  ann.chat.sendText(bob.accid, '没说错')
  await until(() => listLines(bob.chat, ann.accid).length === 2, 'both messages')
  // the reply may come after the push to the other side
  await until(() => listLines(ann.chat, bob.accid).every(({ idServer }) => idServer !== null), 'both replies')
  const first = listLines(ann.chat, bob.accid)[0]!
  await ann.chat.recall(bob.accid, first.idServer!)
  await until(() => listTexts(bob.chat, ann.accid).join() === '10 success,没说错 success', 'the word in its place')
  expect(listLines(ann.chat, bob.accid).map(({ content }) => content)).toEqual([
    { type: 10, tip: '你撤回了一条消息' },
    { type: 0, text: '没说错' },
  ])
  const { sql } = server().kit
  await sql`update im_message set time = time - 600000 where sender_id = (select id from im_account where accid = ${ann.accid})`
  const late = ann.chat.recall(bob.accid, listLines(ann.chat, bob.accid)[1]!.idServer!)
  await expect(late).rejects.toMatchObject({ code: 508 })
})

test('shows the recall button within the window that the server configures', async () => {
  const [ann, bob] = [await createSignedInChat(), await createSignedInChat()]
  ann.chat.open(bob.accid)
  ann.chat.sendText(bob.accid, '您好')
  await until(() => listTexts(ann.chat, bob.accid).join() === '您好 success', 'the message')
  const line = listLines(ann.chat, bob.accid)[0]!
  expect(ann.chat.canRecall(line, line.time + 299_000)).toBe(true)
  expect(ann.chat.canRecall(line, line.time + 301_000)).toBe(false)
})

test('shows a pinned conversation first on every device, and typing to online accounts', async () => {
  const [ann, bob, eve] = [await createSignedInChat(), await createSignedInChat(), await createSignedInChat()]
  for (const sender of [bob, eve]) sender.chat.sendText(ann.accid, '您好')
  await until(() => ann.chat.state().conversations.length === 2, 'two conversations')
  const listPartners = () => ann.chat.state().conversations.map(({ to }) => to)
  const second = listPartners()[1]!
  await ann.chat.setTop(second, true)
  await until(() => listPartners()[0] === second, 'the second on top')
  expect(ann.chat.state().conversations[0]?.isTop).toBe(true)
  await ann.chat.setTop(second, false)
  await until(() => listPartners()[1] === second, 'the old order')

  bob.chat.notifyTyping(ann.accid)
  await until(() => ann.chat.state().typing.has(bob.accid), 'the word')
  expect(ann.chat.state().typing.has(eve.accid)).toBe(false)
  bob.chat.sendText(ann.accid, '写好了')
  await until(() => !ann.chat.state().typing.has(bob.accid), 'the message instead')
})
