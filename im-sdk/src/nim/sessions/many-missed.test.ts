// Tests of a device that missed more messages of a conversation than a sync fetches.
import { afterEach, beforeAll, expect, test } from 'vitest'
import '../../../test/indexed-db.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createTeam } from '../../../test/marks.ts'
import { closePages, findSession, openPage, sendText, textsOf, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import { editMessage, readTexts, recallMessage } from '../../../test/team-messages.ts'
import type { NimMessage } from '../present/messages.ts'
import type { OlderMessagesMark } from '../present/sessions.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const missed = 620
const scenes = ['p2p', 'team'] as const

/** Ann and Bob have talked in a conversation; then Ann writes many messages while Bob is offline. */
async function missMany(scene: (typeof scenes)[number]) {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url, { db: true })]
  const teamId = scene === 'team' ? await createTeam([ann, bob]) : null
  const [toBob, toAnn] = [teamId ?? bob.accid, teamId ?? ann.accid]
  await sendText(ann, toBob, '旧消息', { scene })
  await until(() => findSession(bob, toAnn)?.unread === 1, 'the first message')
  bob.nim.disconnect()
  const sends: Promise<NimMessage>[] = []
  for (let i = 0; i < missed; i += 1) sends.push(sendText(ann, toBob, `${i}`, { scene }))
  await Promise.all(sends)
  const comeBack = async () => {
    bob.nim.connect()
    await until(() => bob.count('onsyncdone') === 2, 'the next sync')
  }
  return { ann, bob, target: { scene, to: toAnn }, sessionId: `${scene}-${toAnn}`, comeBack }
}
const readLocal = async ({ nim }: Page, sessionId: string) =>
  (
    await waitForDone<{ msgs: NimMessage[] }>((done) =>
      nim.getLocalMsgs({ sessionId, desc: false, limit: 1_000, done }),
    )
  ).msgs
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${from + i}`)

test.each(scenes)('fetches the latest of many missed messages, and the others on demand (%s)', async (scene) => {
  const { ann, bob, target, sessionId, comeBack } = await missMany(scene)
  await comeBack()
  const offline = (bob.last('onofflinemsgs') as { msgs: NimMessage[] }).msgs
  expect(textsOf(offline)).toEqual(numbers(missed - 100, missed))
  expect(findSession(bob, target.to)).toMatchObject({ unread: missed + 1, lastMsg: { text: `${missed - 1}` } })
  // the local history begins after the gap
  expect(textsOf(await readLocal(bob, sessionId))).toEqual(numbers(missed - 100, missed))
  const [more] = bob.last('onSessionsWithMoreRoaming') as OlderMessagesMark[]
  expect(more).toMatchObject({ id: sessionId, time: offline[0]!.time })
  const readBefore = async (endTime: number) =>
    (
      await waitForDone<{ msgs: NimMessage[] }>((done) =>
        bob.nim.getHistoryMsgs({ ...target, endTime, asc: true, done }),
      )
    ).msgs
  let texts: (string | undefined)[] = []
  for (let page = await readBefore(more!.time); page.length > 0; page = await readBefore(page[0]!.time))
    texts = [...textsOf(page.filter(({ type }) => type === 'text')), ...texts]
  expect(texts).toEqual(['旧消息', ...numbers(0, missed - 100)])
  // messages continue without a gap
  await sendText(ann, scene === 'p2p' ? bob.accid : target.to, '现在', { scene })
  await until(() => findSession(bob, target.to)?.unread === missed + 2, 'the next message')
  expect(textsOf(await readLocal(bob, sessionId))).toEqual([...numbers(missed - 100, missed), '现在'])
})

test('keeps the local history when most of the missed messages were recalled', async () => {
  const { bob, sessionId, comeBack } = await missMany('p2p')
  await server().kit.sql`
    update im_message set body = '' where conversation_id = (select max(id) from im_conversation) and seq between 10 and 600`
  await comeBack()
  expect(textsOf(await readLocal(bob, sessionId))).toEqual(['旧消息', ...numbers(0, 8), ...numbers(599, missed)])
  const { from, seq } = bob.nim.client.store.conversations.get(sessionId)!
  expect([from, seq]).toEqual([1, missed + 1])
})

test('shows more than 500 edits and recalls of a team that were missed', async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url, { db: true })]
  const teamId = await createTeam([ann, bob])
  const sessionId = `team-${teamId}`
  const sends = numbers(0, 510).map((text) => sendText(ann, teamId, text, { scene: 'team' }))
  const sent = await Promise.all(sends)
  await until(() => findSession(bob, teamId)?.unread === sent.length, 'all messages')
  bob.nim.disconnect()
  const [recalled, edited] = [sent.slice(0, 3), sent.slice(3)]
  for (const msg of recalled) await recallMessage(ann, msg)
  for (const msg of edited) await editMessage(ann, msg, `改${msg.text}`)
  bob.nim.connect()
  await until(() => bob.count('onsyncdone') === 2, 'the next sync')
  expect(findSession(bob, teamId)).toMatchObject({ unread: edited.length, lastMsg: { text: '改509' } })
  // the device holds the last message, and reads the others as history
  expect(textsOf(await readLocal(bob, sessionId))).toEqual(['改509'])
  expect(await readTexts(bob, teamId)).toEqual(
    numbers(410, 510)
      .map((text) => `改${text}`)
      .toReversed(),
  )
  await sendText(ann, teamId, '后来', { scene: 'team' })
  await until(() => findSession(bob, teamId)?.unread === edited.length + 1, 'the next message')
  expect(textsOf(await readLocal(bob, sessionId))).toEqual(['改509', '后来'])
})

/** Texts of `onroamingmsgs` by session. */
const roamingTextsOf = (page: Page) =>
  Object.fromEntries(
    page.calls.flatMap(({ name, data }) => {
      if (name !== 'onroamingmsgs') return []
      const { sessionId, msgs } = data as { sessionId: string; msgs: NimMessage[] }
      return [[sessionId, textsOf(msgs.filter(({ type }) => type === 'text'))]]
    }),
  )

test.each(scenes)('gives a new browser the unread messages before an answer of the account (%s)', async (scene) => {
  const [ann, cleo] = [await openPage(server(), url), await openPage(server(), url)]
  const person = await createPerson(server(), url)
  const bob = await openPage(server(), url, { person })
  for (const { nim } of [ann, cleo]) await waitForDone((done) => nim.addFriend({ account: person.accid, done }))
  const teamId = scene === 'team' ? await createTeam([ann, bob, cleo]) : null
  const [toBob, toAnn] = [teamId ?? bob.accid, teamId ?? ann.accid]
  await sendText(ann, toBob, '已读', { scene })
  await until(() => findSession(bob, toAnn)?.unread === 1, 'the first message')
  await waitForDone((done) => bob.nim.resetSessionUnread(`${scene}-${toAnn}`, done))
  for (const text of ['未读1', '未读2', '未读3']) await sendText(ann, toBob, text, { scene })
  await sendText(bob, toAnn, '回答', { scene })
  // a session with one unread message, before an answer
  await sendText(cleo, bob.accid, '一句')
  await sendText(bob, cleo.accid, '两句')
  bob.nim.destroy()
  const page = await openPage(server(), url, { person })
  expect(roamingTextsOf(page)).toEqual({
    [`${scene}-${toAnn}`]: ['未读1', '未读2', '未读3', '回答'],
    [`p2p-${cleo.accid}`]: ['一句', '两句'],
  })
})

test('gives a new browser the unread messages of each session, up to a hundred', async () => {
  const [ann, cleo] = [await openPage(server(), url), await openPage(server(), url)]
  const person = await createPerson(server(), url)
  for (const { nim } of [ann, cleo]) await waitForDone((done) => nim.addFriend({ account: person.accid, done }))
  const teamId = await createTeam([ann, cleo, person])
  await sendText(ann, person.accid, '已读')
  const first = await openPage(server(), url, { person })
  await waitForDone((done) => first.nim.resetSessionUnread(`p2p-${ann.accid}`, done))
  first.nim.destroy()
  for (let i = 0; i < 5; i += 1) await sendText(ann, person.accid, `第${i}句`)
  for (let i = 0; i < 2; i += 1) await sendText(ann, teamId, `群${i}`, { scene: 'team' })
  await Promise.all(Array.from({ length: 120 }, (_, i) => sendText(cleo, person.accid, `${i}`)))
  const page = await openPage(server(), url, { person })
  expect(roamingTextsOf(page)).toEqual({
    [`p2p-${ann.accid}`]: ['第0句', '第1句', '第2句', '第3句', '第4句'],
    [`team-${teamId}`]: ['群0', '群1'],
    [`p2p-${cleo.accid}`]: expect.objectContaining({ length: 100, 99: '119' }),
  })
  // the others are history
  const more = page.last('onSessionsWithMoreRoaming') as OlderMessagesMark[]
  expect(more.map(({ id }) => id)).toContain(`p2p-${cleo.accid}`)
  const older = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    page.nim.getHistoryMsgs({
      scene: 'p2p',
      to: ann.accid,
      endTime: more.find(({ to }) => to === ann.accid)!.time,
      done,
    }),
  )
  expect(textsOf(older.msgs)).toEqual(['已读'])
  // the fetched messages count as received, so that later ones follow without a gap
  await sendText(ann, person.accid, '现在')
  await until(() => page.count('onmsg') === 1, 'the next message')
  expect(page.count('onofflinemsgs')).toBe(0)
})
