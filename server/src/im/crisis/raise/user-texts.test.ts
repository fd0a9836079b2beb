// Tests that the word list and the detector read tips, places, file names and custom content as the sender's words.
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  leaveAll,
  createPerson,
  untilReady,
  textTo,
  type Device,
  type ChatPerson,
} from '../../../../../im-sdk/test/people.ts'
import { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { mapUserTexts, userTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  staff = await server().enter('service')
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '加微信', action: 1 })
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '代写论文', action: 2 })
})
afterEach(leaveAll)

async function meet(): Promise<{ ann: ChatPerson; doctor: ChatPerson; from: Device; to: Device }> {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const [from, to] = [ann.device(), doctor.device()]
  await Promise.all([untilReady(from), untilReady(to)])
  await from.send(textTo(doctor.accid, '您好'))
  return { ann, doctor, from, to }
}
const draftTo = (to: string, content: object) =>
  ({ scene: 'p2p', to, idClient: crypto.randomUUID(), content }) as ReturnType<typeof textTo>
const countOpenAlerts = async () =>
  (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })).data.open

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
const kinds: [string, (text: string) => object][] = [
  ['a tip', (tip) => ({ type: 10, tip })],
  ['custom content', (content) => ({ type: 100, content })],
  ['custom content in JSON', (text) => ({ type: 100, content: JSON.stringify({ kind: 'card', text }) })],
  [
    'custom content behind escapes',
    (text) => ({ type: 100, content: JSON.stringify({ text }).replace(/[^ -~]/gu, escaped) }),
  ],
  ['custom content 30 levels deep', (text) => ({ type: 100, content: '['.repeat(30) + `"${text}"` + ']'.repeat(30) })],
  [
    'custom content in JSON inside JSON',
    (text) => {
      const inner = JSON.stringify({ text }).replace(/[^ -~]/gu, escaped)
      return { type: 100, content: JSON.stringify({ data: inner }) }
    },
  ],
  ['a key of custom content', (text) => ({ type: 100, content: JSON.stringify({ [text]: 1 }) })],
  ['the title of a place', (title) => ({ type: 4, geo: { lng: 113, lat: 34, title } })],
  ['the custom field of a text', (custom) => ({ type: 0, text: '您好', custom })],
  ['the words of a push', (pushContent) => ({ type: 0, text: '您好', pushContent })],
]

test.each(kinds)('shows the card and raises an alert for a sign of danger in %s', async (_name, contentOf) => {
  const { doctor, from } = await meet()
  const before = await countOpenAlerts()
  const reply = await from.request('msg.sendMsg', draftTo(doctor.accid, contentOf('我不想活了，今晚就跳楼')))
  expect(reply.care).toBe('plan')
  expect(await countOpenAlerts()).toBe(before + 1)
})

test.each(kinds)('masks and refuses words of the word list in %s', async (_name, contentOf) => {
  const { doctor, from } = await meet()
  const { msg } = await from.request('msg.sendMsg', draftTo(doctor.accid, contentOf('请加微信续费')))
  expect(userTextsOf(msg.content).join('\n')).toContain('请***续费')
  const refused = from.request('msg.sendMsg', draftTo(doctor.accid, contentOf('可以代写论文')))
  await expect(refused).rejects.toMatchObject({ code: 414 })
})

test('checks custom system messages and friend requests alike', async () => {
  const { doctor, from } = await meet()
  const before = await countOpenAlerts()
  const notice = (content: string) =>
    from.request('notify.sendCustomSysMsg', { scene: 'p2p', to: doctor.accid, content })
  const befriend = (ps: string) => from.request('friend.friendRequest', { account: doctor.accid, type: 2, ps })
  expect((await notice('请加微信')).sysMsg.content).toBe('请***')
  await expect(notice('代写论文')).rejects.toMatchObject({ code: 414 })
  await expect(befriend('代写论文')).rejects.toMatchObject({ code: 414 })
  await notice('我不想活了，今晚就跳楼')
  await befriend('我不想活了，今晚就跳楼')
  expect(await countOpenAlerts()).toBe(before + 1)
})

test('raises an alert for a custom system message to a stranger, and keeps its words', async () => {
  const [ann, stranger] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const from = ann.device()
  await untilReady(from)
  const words = '我不想活了，药都准备好了'
  await from.request('notify.sendCustomSysMsg', { scene: 'p2p', to: stranger.accid, content: words })
  const { data } = await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })
  const newest = Math.max(...data.content.map(({ id }) => id))
  const opened = await server().requestAs(staff, 'POST /admin/care/transcript', { id: newest, reason: '核实危机情况' })
  expect(opened.data.lines).toMatchObject([{ isWriter: true, text: words }])
})

test.each([5, 11, 12])('refuses users the type %i', async (type) => {
  const { doctor, from } = await meet()
  for (const content of [{ type }, { type, attach: '{}' }, { type, tip: '系统提示' }]) {
    await expect(from.request('msg.sendMsg', draftTo(doctor.accid, content))).rejects.toMatchObject({ code: 414 })
  }
})

test('accepts no sentences in the technical fields of a file', () => {
  const file = { url: 'https://example.cn/files/im/a', name: 'a.mp3', size: 1, dur: 1, ext: 'mp3' }
  const parse = (changes: object) =>
    MessageContent.safeParse({ type: 2, file: { ...file, audioCodec: 'mp4a.40.2', ...changes } }).success
  expect(parse({})).toBe(true)
  for (const name of ['ext', 'audioCodec', 'container'])
    expect([name, parse({ [name]: '请加微信' })]).toEqual([name, false])
})

test('refuses a client that marks its message as a notice of the server', async () => {
  const { doctor, from } = await meet()
  const { msg } = await from.request('msg.sendMsg', {
    ...draftTo(doctor.accid, { type: 10, tip: '系统提示', isErased: true }),
    isErased: true,
  } as never)
  expect(msg).not.toHaveProperty('isErased')
  expect(msg.content).not.toHaveProperty('isErased')
})

test('finds every text of a message, and changes nothing else', () => {
  const file = { url: 'https://example.cn/files/im/a', ext: 'pdf', size: 1 }
  const content = {
    type: 6,
    file: { ...file, name: 'a.pdf' },
    custom: 'b',
    pushContent: 'c',
    pushPayload: 'd',
  } as const
  expect(userTextsOf(content)).toEqual(['a.pdf', 'b', 'c', 'd'])
  expect(mapUserTexts(content, (text) => text.toUpperCase())).toEqual({
    type: 6,
    custom: 'B',
    pushContent: 'C',
    pushPayload: 'D',
    file: { ...file, name: 'A.PDF' },
  })
  expect(userTextsOf({ type: 6, file })).toEqual([])
})
