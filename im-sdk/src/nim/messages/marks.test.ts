// Tests of comments, pins and collected items, as pages use them.
import { expect, test } from 'vitest'
import type { Collect } from '@xinqiao/contract/im/messages/collects.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { comment, createTeam, lastRest, listComments, listPins, pin, unpin } from '../../../test/marks.ts'
import { sendText, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'

const { openPages } = setUpPages()

test('shows a comment to the other side and removes it, from either view of the message', async () => {
  const [ann, bob] = await openPages()
  const msg = await sendText(ann, bob.accid, '第一天上班')
  await until(() => bob.count('onmsg') === 1, 'the message')
  const received = bob.last('onmsg') as NimMessage
  const { comment: added } = await comment(bob, received, 7, { custom: '加油' })
  expect(added).toMatchObject({ from: bob.accid, body: 7, custom: '加油' })
  await until(() => ann.count('onQuickComment') === 1, 'the comment')
  expect(ann.last('onQuickComment')).toMatchObject({ idServer: msg.idServer, idClient: msg.idClient, from: ann.accid })
  expect(lastRest(ann, 'onQuickComment')).toEqual([added])
  // adding it a second time changes nothing and sends no push
  expect((await comment(bob, received, 7)).comment).toEqual(added)
  await comment(ann, msg, 8)
  const [list] = await listComments(bob, [received])
  expect(list).toMatchObject({ idClient: msg.idClient, comments: [added, { from: ann.accid, body: 8 }] })
  expect(list!.commentTimetag).toBe(list!.comments[1]!.time)
  await waitForDone((done) => bob.nim.deleteQuickComment({ msg: received, body: 7, done }))
  await until(() => ann.count('onDeleteQuickComment') === 1, 'the removal')
  expect(ann.count('onQuickComment')).toBe(1)
  expect((await listComments(ann, [msg]))[0]!.comments).toMatchObject([{ from: ann.accid }])
  await expect(waitForDone((done) => bob.nim.deleteQuickComment({ msg: received, body: 7, done }))).rejects.toThrow()
})

test('refuses comments of strangers, of blocked and of muted accounts, and more than 20 of one person', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const msg = await sendText(ann, bob.accid, '私下说')
  await expect(comment(eve, msg, 1)).rejects.toMatchObject({ code: imErrors.notFound.code })
  expect(await listComments(eve, [msg])).toEqual([])
  await expect(comment(bob, msg, 1.5)).rejects.toThrow('body只能是整数')
  for (let body = 1; body <= 20; body += 1) await comment(bob, msg, body)
  await expect(comment(bob, msg, 21)).rejects.toThrow('每人最多20个')
  await waitForDone((done) => ann.nim.addToBlacklist({ account: bob.accid, done }))
  await waitForDone((done) => bob.nim.deleteQuickComment({ msg, body: 1, done }))
  await expect(comment(bob, msg, 1)).rejects.toMatchObject({ code: imErrors.blockedByPeer.code })

  const teamId = await createTeam(pages)
  const inTeam = await sendText(ann, teamId, '大家好', { scene: 'team' })
  await waitForDone((done) => ann.nim.updateMuteStateInTeam({ teamId, account: eve.accid, mute: true, done }))
  await expect(comment(eve, inTeam, 1)).rejects.toMatchObject({ code: imErrors.muted.code })
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  await expect(comment(eve, inTeam, 1)).rejects.toMatchObject({ code: imErrors.notInTeam.code })
  expect(await listComments(eve, [inTeam])).toEqual([])
})

test('informs no member of marks on messages from before the joining', async () => {
  const [ann, bob, eve] = await openPages()
  const teamId = await createTeam([ann, bob])
  const early = await sendText(ann, teamId, '只有我们知道', { scene: 'team' })
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [eve.accid], done }))
  await comment(ann, early, 3, { custom: '别告诉她' })
  await pin(ann, early, '家里的事')
  const late = await sendText(ann, teamId, '欢迎', { scene: 'team' })
  await comment(ann, late, 4)
  await until(() => eve.count('onQuickComment') === 1, 'the later comment')
  await until(() => bob.count('onQuickComment') === 2, 'both comments')
  expect(lastRest(eve, 'onQuickComment')).toMatchObject([{ body: 4 }])
  expect([bob.count('onPinMsgChange'), eve.count('onPinMsgChange')]).toEqual([1, 0])
})

test('pins a message of a team for all members; its managers may remove any pin', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeam(pages)
  const msg = await sendText(ann, teamId, '周六九点见', { scene: 'team' })
  const stored = await pin(bob, msg, '别忘了')
  expect(stored).toMatchObject({ pinFrom: bob.accid, pinCustom: '别忘了', msg: { idServer: msg.idServer, to: teamId } })
  await until(() => eve.count('onPinMsgChange') === 1, 'the pin')
  expect([eve.last('onPinMsgChange'), lastRest(eve, 'onPinMsgChange')]).toEqual([stored, ['add']])
  expect(await listPins(eve, `team-${teamId}`)).toMatchObject([{ idServer: msg.idServer, pinCustom: '别忘了' }])
  await expect(pin(eve, msg)).rejects.toThrow('已由他人标记')
  await expect(unpin(eve, msg)).rejects.toMatchObject({ code: imErrors.notAllowedInTeam.code })
  await waitForDone((done) => bob.nim.updateMsgPin({ msg, pinCustom: '带水杯', done }))
  await until(() => lastRest(eve, 'onPinMsgChange')?.[0] === 'update', 'the change')
  await unpin(ann, msg)
  await until(() => lastRest(eve, 'onPinMsgChange')?.[0] === 'delete', 'the removal')
  expect(await listPins(eve, `team-${teamId}`)).toEqual([])
  await expect(waitForDone((done) => bob.nim.updateMsgPin({ msg, done }))).rejects.toThrow('没有标记')
})

test('forgets the pins and comments of a recalled message', async () => {
  const [ann, bob] = await openPages()
  const msg = await sendText(ann, bob.accid, '发错了')
  await pin(bob, msg)
  await comment(bob, msg, 1)
  await waitForDone((done) => ann.nim.recallMsg({ msg, done }))
  expect(await listPins(ann, `p2p-${bob.accid}`)).toEqual([])
  expect(await listComments(bob, [msg])).toEqual([])
  await expect(comment(bob, msg, 2)).rejects.toMatchObject({ code: imErrors.notFound.code })
})

test('keeps collected items for their owner, by page, type and unique id', async () => {
  const [ann, bob] = await openPages()
  const add = ({ nim }: Page, data: string, extra: object = {}) =>
    waitForDone<{ collect: Collect }>((done) => nim.addCollect({ type: 1, data, ...extra, done }))
  const list = ({ nim }: Page, query: object = {}) =>
    waitForDone<{ collectList: Collect[]; total: number }>((done) => nim.getCollects({ ...query, done }))
  const datasOf = ({ collectList }: { collectList: Collect[] }) => collectList.map(({ data }) => data)
  for (const data of ['一', '二', '三']) await add(ann, data)
  await add(ann, '四', { type: 2, uniqueId: 'four', custom: '旧' })
  const { collect } = await add(ann, '新四', { type: 2, uniqueId: 'four', custom: '新' })
  const all = await list(ann)
  expect([all.total, datasOf(all)]).toEqual([4, ['新四', '三', '二', '一']])
  const first = await list(ann, { type: 1, limit: 2 })
  expect([first.total, datasOf(first)]).toEqual([3, ['三', '二']])
  expect(datasOf(await list(ann, { type: 1, limit: 2, lastId: first.collectList[1]!.id }))).toEqual(['一'])
  expect(datasOf(await list(ann, { reverse: true, limit: 1 }))).toEqual(['一'])
  const changed = await waitForDone<Collect>((done) =>
    ann.nim.updateCollect({ collect: { ...collect, custom: '最新' }, done }),
  )
  expect(changed).toMatchObject({ id: collect.id, data: '新四', custom: '最新', uniqueId: 'four' })
  expect(await list(bob)).toEqual({ collectList: [], total: 0 })
  await expect(waitForDone((done) => bob.nim.updateCollect({ collect, done }))).rejects.toMatchObject({ code: 404 })
  const remove = ({ nim }: Page, collectList: Collect[]) =>
    waitForDone<{ deleteNum: number }>((done) => nim.deleteCollects({ collectList, done }))
  expect((await remove(bob, all.collectList)).deleteNum).toBe(0)
  expect((await remove(ann, all.collectList.slice(0, 3))).deleteNum).toBe(3)
  expect(datasOf(await list(ann))).toEqual(['一'])
})
