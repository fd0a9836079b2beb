// Tests of replies and threads, as pages use them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import '../../../test/indexed-db.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { createSuperTeam } from '../../../../server/test/steps/super-teams.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createTeam } from '../../../test/marks.ts'
import { closePages, getHistory, openPage, sendText, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import { editMessage, recallMessage, sendTeamText } from '../../../test/team-messages.ts'
import { getThread, readThread, reply } from '../../../test/threads.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const openPages = async () =>
  [await openPage(server(), url), await openPage(server(), url), await openPage(server(), url)] as const

test('carries the fields of a reply in the sent message, the push, the history, a sync and the local database', async () => {
  const person = await createPerson(server(), url)
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url, { person, db: true })]
  const first = await sendText(ann, bob.accid, '周六谁有空？')
  await until(() => bob.count('onmsg') === 1, 'the question')
  const answer = await reply(bob, bob.last('onmsg') as NimMessage, '我有空')
  await until(() => ann.count('onmsg') === 1, 'the answer')
  const thanks = await reply(ann, ann.last('onmsg') as NimMessage, '太好了')
  const fieldsOf = (kind: string, { from, to, time, idServer, idClient }: NimMessage) => ({
    [`${kind}FromAccount`]: from,
    [`${kind}ToAccount`]: to,
    [`${kind}Time`]: time,
    [`${kind}IdServer`]: idServer,
    [`${kind}IdClient`]: idClient,
  })
  expect(answer).toMatchObject({ ...fieldsOf('replyMsg', first), ...fieldsOf('threadMsg', first) })
  // a reply to a reply belongs to the same thread
  const expected = { ...fieldsOf('replyMsg', answer), ...fieldsOf('threadMsg', first), text: '太好了' }
  expect(thanks).toMatchObject(expected)
  await until(() => bob.count('onmsg') === 2, 'the thanks')
  expect(bob.last('onmsg')).toMatchObject(expected)
  expect((await getHistory(bob, ann.accid))[0]).toMatchObject(expected)
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    bob.nim.getLocalMsgs({ sessionId: `p2p-${ann.accid}`, done }),
  )
  expect(msgs.find(({ idClient }) => idClient === thanks.idClient)).toMatchObject(expected)
  const other = await openPage(server(), url, { person })
  expect((other.last('onroamingmsgs') as { msgs: NimMessage[] }).msgs.at(-1)).toMatchObject(expected)
  const { message } = await editMessage(ann, thanks, '太好了！')
  expect(message).toMatchObject({ ...expected, text: '太好了！' })
})

test('lists the replies of a thread by page, with their number and the time of the last one', async () => {
  const [ann, bob, eve] = await openPages()
  const first = await sendText(ann, bob.accid, '读书会读哪一本？')
  await sendText(bob, ann.accid, '不是回复')
  const replies: NimMessage[] = []
  for (const text of ['一', '二', '三', '四']) replies.push(await reply(bob, first, text))
  const second = await reply(ann, replies[3]!, '五')
  for (const page of [ann, bob])
    expect(await readThread(page, first)).toEqual({
      first: '读书会读哪一本？',
      replies: ['五', '四', '三', '二', '一'],
      total: 5,
    })
  expect(await getThread(bob, first)).toMatchObject({ timetag: second.time, lastMsgTime: second.time })
  const textsOfPage = async (query: object) => (await readThread(bob, first, query)).replies
  expect(await textsOfPage({ limit: 2 })).toEqual(['五', '四'])
  expect(await textsOfPage({ limit: 2, lastMsgId: replies[3]!.idServer })).toEqual(['三', '二'])
  expect(await textsOfPage({ limit: 2, reverse: true, lastMsgId: replies[0]!.idServer })).toEqual(['二', '三'])
  expect(await textsOfPage({ beginTime: replies[0]!.time, endTime: replies[3]!.time })).toEqual(['三', '二'])
  expect(await textsOfPage({ limit: 1_000 })).toHaveLength(5)
  await expect(getThread(bob, first, { beginTime: 2, endTime: 1 })).rejects.toThrow('endTime必须晚于beginTime')
  await expect(getThread(bob, first, { lastMsgId: '1' })).rejects.toMatchObject({ code: imErrors.notFound.code })
  // a message without replies is a thread of its own
  const alone = await sendText(ann, bob.accid, '没有人回复')
  expect(await readThread(bob, alone)).toEqual({ first: '没有人回复', replies: [], total: 0 })
  await expect(getThread(eve, first)).rejects.toMatchObject({ code: imErrors.notFound.code })
  // names the message by its id in another conversation, which the caller may read
  await sendText(eve, ann.accid, '您好')
  await expect(getThread(eve, { ...first, from: eve.accid, to: ann.accid })).rejects.toMatchObject({
    code: imErrors.notFound.code,
  })
})

test('leaves out recalled, deleted and cleared messages, and keeps the other replies', async () => {
  const [ann, bob] = await openPages()
  const first = await sendText(ann, bob.accid, '发错了的问题')
  const wrong = await reply(bob, first, '答错了')
  await reply(bob, first, '答对了')
  await recallMessage(bob, wrong)
  expect(await readThread(ann, first)).toEqual({ first: '发错了的问题', replies: ['答对了'], total: 1 })
  await recallMessage(ann, first)
  expect(await readThread(ann, first)).toEqual({ first: null, replies: ['答对了'], total: 1 })
  // replies to a message that was recalled meanwhile
  await reply(bob, first, '还没有看到撤回')
  expect(await readThread(ann, first)).toMatchObject({ replies: ['还没有看到撤回', '答对了'] })
  const [right] = (await getThread(ann, first, { reverse: true })).msgs as [NimMessage]
  await waitForDone((done) => ann.nim.deleteMsgSelf({ msg: right, done }))
  expect(await readThread(ann, first)).toMatchObject({ replies: ['还没有看到撤回'], total: 1 })
  expect(await readThread(bob, first)).toMatchObject({ total: 2 })
  await waitForDone((done) => ann.nim.clearServerHistoryMsgs({ to: bob.accid, done }))
  await expect(getThread(ann, first)).rejects.toMatchObject({ code: imErrors.notFound.code })
  expect(await readThread(bob, first)).toMatchObject({ total: 2 })
})

test('does not move an edited message to another thread', async () => {
  const [ann, bob] = await openPages()
  const [first, second] = [await sendText(ann, bob.accid, '甲'), await sendText(ann, bob.accid, '乙')]
  const answer = await reply(bob, first, '回复甲')
  const { from, to, time, idServer = '', idClient } = second
  const other = { from, to, time, idServer, idClient }
  await bob.nim.client.request('msg.modifyMsg', {
    scene: 'p2p',
    to: ann.accid,
    idServer: answer.idServer!,
    content: { type: 0, text: '改成回复乙', reply: other, thread: other },
  })
  expect((await getHistory(ann, bob.accid))[0]).toMatchObject({ text: '改成回复乙', threadMsgIdServer: first.idServer })
  expect(await readThread(ann, second)).toMatchObject({ total: 0 })
})

const scenes = ['team', 'superTeam'] as const
/** @returns the id of a team of the first page with the second */
async function createTeamOf(scene: (typeof scenes)[number], ann: Page, bob: Page): Promise<string> {
  if (scene === 'superTeam') return createSuperTeam(server(), ann.accid, { name: '互助', accounts: [bob.accid] })
  const fields = { type: 'advanced', name: '互助', beInviteMode: 'noVerify' } as const
  const { state } = await ann.nim.client.request('team.createTeam', { ...fields, accounts: [bob.accid] })
  return state.team.teamId
}

test.each(scenes)('shows a thread of a %s from the joining until the leaving', async (scene) => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeamOf(scene, ann, bob)
  const first = await sendText(ann, teamId, '谁带相机？', { scene })
  await reply(bob, first, '我带')
  await expect(getThread(eve, first)).rejects.toMatchObject({ code: imErrors.notInTeam.code })
  await ann.nim.client.request('team.addTeamMembers', { scene, teamId, accounts: [eve.accid] })
  // the new member sees neither the first message nor earlier replies
  await expect(getThread(eve, first)).rejects.toMatchObject({ code: imErrors.notFound.code })
  const last = await reply(bob, first, '还要三脚架吗？')
  expect(await readThread(eve, first)).toEqual({ first: null, replies: ['还要三脚架吗？'], total: 1 })
  expect(await readThread(ann, first)).toEqual({
    first: '谁带相机？',
    replies: ['还要三脚架吗？', '我带'],
    total: 2,
  })
  await recallMessage(bob, last)
  await expect(getThread(eve, first)).rejects.toMatchObject({ code: imErrors.notFound.code })
  await ann.nim.client.request('team.removeTeamMembers', { scene, teamId, accounts: [bob.accid] })
  await expect(getThread(bob, first)).rejects.toMatchObject({ code: imErrors.notInTeam.code })
  expect(await readThread(ann, first)).toMatchObject({ replies: ['我带'], total: 1 })
})

test('counts a reply in a team as unread, like any message', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam([ann, bob])
  const first = await sendTeamText(ann, teamId, '一')
  await reply(ann, first, '二')
  await until(() => bob.count('onmsg') >= 3, 'the reply')
  const session = bob.nim.client.store.conversations.get(`team-${teamId}`)!.session
  expect(session.unread).toBe(2)
})
