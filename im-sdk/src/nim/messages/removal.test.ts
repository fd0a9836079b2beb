// Tests of recalling, deleting and clearing, as a page uses them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, until, type ChatPerson } from '../../../test/people.ts'
import { waitForDone, closePages, getHistory, openPage, sendText, findSession, type Page } from '../../../test/page.ts'
import type { NimMessage } from '../present/messages.ts'
import type { NimStickTop } from '../present/sessions.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const createUser = () => createPerson(server(), url)
const openPageOf = (owner: ChatPerson) => openPage(server(), url, { person: owner })
const readHistoryTexts = async (side: Page, to: string) => (await getHistory(side, to)).map(({ text }) => text)

test('removes a recalled message on both sides, its stored body, and its unread count', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a1, a2, b] = [await openPageOf(ann), await openPageOf(ann), await openPageOf(bob)]
  await sendText(a1, bob.accid, '早上好')
  const wrong = await sendText(a1, bob.accid, '这句说错了')
  await until(() => findSession(b, ann.accid)?.unread === 2, 'two unread')
  await waitForDone((done) => a1.nim.recallMsg({ msg: wrong, ps: '说错了', done }))
  await until(() => b.count('onsysmsg') === 1 && a2.count('onsysmsg') === 1, 'the recall')
  for (const side of [a2, b]) {
    expect(side.last('onsysmsg')).toMatchObject({
      type: 'deleteMsg',
      from: ann.accid,
      to: bob.accid,
      ps: '说错了',
      category: 'msg',
      deletedIdServer: wrong.idServer,
      deletedIdClient: wrong.idClient,
      deletedMsgTime: wrong.time,
    })
  }
  expect(a1.count('onsysmsg')).toBe(0)
  expect(findSession(b, ann.accid)).toMatchObject({ unread: 1, lastMsg: { text: '早上好' } })
  for (const [side, to] of [
    [a1, bob.accid],
    [a2, bob.accid],
    [b, ann.accid],
  ] as const) {
    expect(await readHistoryTexts(side, to)).toEqual(['早上好'])
    expect(findSession(side, to)?.lastMsg?.text).toBe('早上好')
  }
  const rows = await server().kit.sql<{ size: number }[]>`
    select length(body) as size from im_message where id_client = ${wrong.idClient}`
  expect(rows).toEqual([{ size: 0 }])
  // repeats a recall, as after a lost reply; then resends the message, which stays recalled
  await waitForDone((done) => a1.nim.deleteMsg({ msg: wrong, done }))
  const repeated = await a1.nim.client.request('msg.sendMsg', {
    scene: 'p2p',
    to: bob.accid,
    idClient: wrong.idClient,
    content: { type: 0, text: '这句说错了' },
  })
  expect(repeated.msg).toMatchObject({ idServer: wrong.idServer })
  expect(JSON.stringify(repeated.msg)).not.toContain('说错')
  await sendText(b, ann.accid, '您好')
  await until(() => a1.count('onmsg') === 1, 'the next message')
})

test('recalls only own sent messages within the window', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a, b] = [await openPageOf(ann), await openPageOf(bob)]
  const old = await sendText(a, bob.accid, '很久以前')
  await until(() => b.count('onmsg') === 1, 'the message')
  const theirs = b.last('onmsg') as NimMessage
  const recallMessage = (side: Page, msg: NimMessage) => waitForDone((done) => side.nim.recallMsg({ msg, done }))
  await expect(recallMessage(b, theirs)).rejects.toMatchObject({ code: 414 })
  const forged = b.nim.client.request('msg.deleteMsg', { scene: 'p2p', to: ann.accid, idServer: old.idServer! })
  await expect(forged).rejects.toMatchObject({ code: 404 })
  await expect(recallMessage(a, { ...old, status: 'fail' })).rejects.toMatchObject({ code: 414 })
  const { sql } = server().kit
  await sql`update im_message set time = time - 121000 where id_client = ${old.idClient}`
  await expect(recallMessage(a, old)).rejects.toMatchObject({ code: 508 })
  expect(await readHistoryTexts(b, ann.accid)).toEqual(['很久以前'])
})

test('deletes for oneself and clears on the account’s own devices only', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a1, a2, b] = [await openPageOf(ann), await openPageOf(ann), await openPageOf(bob)]
  const sent: NimMessage[] = []
  for (const text of ['一', '二', '三']) sent.push(await sendText(a1, bob.accid, text))
  await waitForDone((done) => a1.nim.deleteMsgSelfBatch({ msgs: [sent[0]!, sent[2]!], done }))
  await until(() => a2.count('onDeleteMsgSelf') === 2, 'the other device')
  expect(await readHistoryTexts(a1, bob.accid)).toEqual(['二'])
  expect(findSession(a2, bob.accid)?.lastMsg?.text).toBe('二')
  await until(() => b.count('onmsg') === 3, 'three messages')
  expect(await readHistoryTexts(b, ann.accid)).toEqual(['三', '二', '一'])
  const readMessagesById = async (side: Page) =>
    (
      await side.nim.client.request('msgExtend.getMsgsByIdServer', {
        reqMsgs: sent.map(({ idServer, time }) => ({
          scene: 'p2p' as const,
          from: ann.accid,
          to: bob.accid,
          time,
          idServer: idServer!,
        })),
      })
    ).msgs.length
  expect([
    await readMessagesById(a1),
    await readMessagesById(b),
    await readMessagesById(await openPageOf(await createUser())),
  ]).toEqual([1, 3, 0])

  await waitForDone((done) => b.nim.clearServerHistoryMsgsWithSync({ scene: 'p2p', to: ann.accid, done }))
  expect(b.last('onClearServerHistoryMsgs')).toMatchObject({ sessionId: `p2p-${ann.accid}` })
  expect(await readHistoryTexts(b, ann.accid)).toEqual([])
  expect(findSession(b, ann.accid)).toMatchObject({ unread: 0 })
  expect(findSession(b, ann.accid)?.lastMsg).toBeUndefined()
  await sendText(a1, bob.accid, '四')
  await until(() => b.count('onmsg') === 4, 'the next one')
  expect(await readHistoryTexts(b, ann.accid)).toEqual(['四'])
  expect(await readHistoryTexts(a1, bob.accid)).toEqual(['四', '二'])
})

test('keeps pinned sessions first', async () => {
  const [ann, bob] = [await createUser(), await createUser()]
  const [a1, a2] = [await openPageOf(ann), await openPageOf(ann)]
  const id = `p2p-${bob.accid}`
  type PinReply = { stickTopSession: NimStickTop }
  const put = await waitForDone<PinReply>((done) => a1.nim.addStickTopSession({ id, topCustom: '一', done }))
  expect(put.stickTopSession).toMatchObject({ id, to: bob.accid, isTop: true, topCustom: '一' })
  await until(() => a2.count('onStickTopSessions') === 2, 'the other device')
  expect(a2.last('onStickTopSessions')).toMatchObject([{ id, topCustom: '一' }])
  const other = waitForDone((done) => a1.nim.updateStickTopSession({ id: `p2p-${ann.accid}`, topCustom: '', done }))
  await expect(other).rejects.toMatchObject({ code: 404 })
  const gone = await waitForDone<PinReply>((done) => a1.nim.deleteStickTopSession({ id, done }))
  expect(gone.stickTopSession).toMatchObject({ isTop: false, topCustom: '' })
  expect(await waitForDone((done) => a1.nim.getStickTopSessions({ done }))).toEqual([])
})
