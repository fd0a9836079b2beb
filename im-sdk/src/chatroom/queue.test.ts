// Tests of the queue of a chatroom through the API of pages, on a real server.
import { expect, test } from 'vitest'
import { queueLimits, type QueueElement } from '@xinqiao/contract/im/chatroom/chatroom-queue.ts'
import { until } from '../../test/people.ts'
import { askRoom, type RoomPage, useRoom } from '../../test/rooms.ts'

const { server, room, enter, enterAnonymously } = useRoom(['ann', 'bob', 'cleo', 'dan'])
const offer = (page: RoomPage, elementKey: string, elementValue: string, options: object = {}) =>
  askRoom<QueueElement>(page, 'queueOffer', { elementKey, elementValue, ...options })
/** The queue as pairs of key and value. */
async function listQueue(page: RoomPage): Promise<[string, string][]> {
  const { queueList } = await askRoom<{ queueList: QueueElement[] }>(page, 'queueList')
  return queueList.map(({ elementKey, elementValue }) => [elementKey, elementValue])
}
/** Notices of the queue that a page has received. */
const changesOf = ({ received }: RoomPage) => received.flatMap(({ attach }) => attach?.queueChange ?? [])

test('keeps the order of offers, and the place of an element whose value is replaced', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  expect(await offer(bob, 'b', '一')).toEqual({
    elementKey: 'b',
    elementValue: '一',
    transient: false,
    elementAccount: 'bob',
  })
  await offer(bob, 'a', '二')
  await offer(ann, 'c', '三')
  await offer(ann, 'b', '新的')
  const expected = [
    ['b', '新的'],
    ['a', '二'],
    ['c', '三'],
  ]
  expect(await listQueue(bob)).toEqual(expected)
  expect(await askRoom(bob, 'peak')).toEqual({ elementKey: 'b', elementValue: '新的' })
  expect(await listQueue(bob)).toEqual(expected)
  expect(await askRoom(bob, 'queuePoll', { elementKey: 'a' })).toEqual({ elementKey: 'a', elementValue: '二' })
  expect(await askRoom(bob, 'queuePoll')).toEqual({ elementKey: 'b', elementValue: '新的' })
  expect(await askRoom(bob, 'queuePoll')).toEqual({ elementKey: 'c', elementValue: '三' })
  for (const method of ['queuePoll', 'peak']) await expect(askRoom(bob, method)).rejects.toMatchObject({ code: 404 })
  await expect(askRoom(bob, 'queuePoll', { elementKey: 'a' })).rejects.toMatchObject({ code: 404 })
})

test('notifies all visitors of each change, and keeps the notices in the history', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await offer(bob, 'b', '一')
  await offer(bob, 'c', '二')
  await askRoom(bob, 'queuePoll', { elementKey: 'b' })
  await askRoom(ann, 'queueDrop')
  // the queue is empty, so nothing changes
  await askRoom(ann, 'queueDrop')
  await offer(bob, 'd', '四')
  const changes = [
    { type: 'OFFER', elementKey: 'b', elementValue: '一' },
    { type: 'OFFER', elementKey: 'c', elementValue: '二' },
    { type: 'POLL', elementKey: 'b', elementValue: '一' },
    { type: 'DROP' },
    { type: 'OFFER', elementKey: 'd', elementValue: '四' },
  ]
  await until(() => changesOf(bob).length === 5, 'the notices')
  expect(changesOf(bob)).toEqual(changes)
  const notice = bob.received.find(({ attach }) => attach?.queueChange)
  expect(notice).toMatchObject({
    type: 'notification',
    from: 'bob',
    attach: { type: 'updateQueue', from: 'bob', to: ['bob'], toNick: ['bob的名字'] },
  })
  const { msgs } = await askRoom<{ msgs: RoomPage['received'] }>(ann, 'getHistoryMsgs', { reverse: true })
  expect(msgs.flatMap(({ attach }) => attach?.queueChange ?? [])).toEqual(changes)
})

test('changes several values in place, and returns the keys that the queue does not have', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  for (const key of ['a', 'b', 'c']) await offer(bob, key, '旧', { transient: key === 'a' })
  const quiet = { elementMap: { a: '静', x: '没有' } }
  expect(await askRoom(ann, 'queueChange', quiet)).toEqual({ elementKeyArray: ['x'] })
  const loud = { elementMap: { c: '三', b: '二', y: '没有' }, needNotify: true, notifyExt: '{"n":1}' }
  expect(await askRoom(ann, 'queueChange', loud)).toEqual({ elementKeyArray: ['y'] })
  const missing = { elementMap: { z: '没有' }, needNotify: true }
  expect(await askRoom(ann, 'queueChange', missing)).toEqual({ elementKeyArray: ['z'] })
  expect(await listQueue(ann)).toEqual([
    ['a', '静'],
    ['b', '二'],
    ['c', '三'],
  ])
  // the owner is still bob, whose transient element ends with the visit
  bob.chatroom.disconnect()
  await until(() => changesOf(ann).some(({ type }) => type === 'PARTCLEAR'), 'the removal')
  expect(changesOf(ann).filter(({ type }) => type !== 'OFFER')).toEqual([
    { type: 'BATCH_UPDATE', elementKv: { b: '二', c: '三' } },
    { type: 'PARTCLEAR', elementKv: { a: '静' } },
  ])
  const batch = ann.received.find(({ attach }) => attach?.queueChange?.type === 'BATCH_UPDATE')
  expect(batch?.attach).toMatchObject({ type: 'batchUpdateQueue', from: 'ann', custom: '{"n":1}' })
})

test('removes transient elements when the last connection of their owner ends', async () => {
  const ann = await enter('ann')
  const [bob, phone] = [await enter('bob'), await enter('bob')]
  await offer(bob, 'hand', '举手', { transient: true })
  await offer(bob, 'question', '问题')
  const isGone = () => changesOf(ann).some(({ type }) => type === 'PARTCLEAR')
  bob.chatroom.disconnect()
  await offer(phone, 'hand 2', '再举手', { transient: true })
  expect(await listQueue(ann)).toHaveLength(3)
  phone.chatroom.logout()
  await until(isGone, 'the removal')
  expect(await listQueue(ann)).toEqual([['question', '问题']])
  const notice = ann.received.find(({ attach }) => attach?.queueChange?.type === 'PARTCLEAR')
  expect(notice?.attach).toMatchObject({
    type: 'batchUpdateQueue',
    from: 'bob',
    to: ['bob'],
    toNick: ['bob的名字'],
    queueChange: { elementKv: { hand: '举手', 'hand 2': '再举手' } },
  })
})

test('removes the transient elements of a visitor who is kicked, and keeps those that another account took over', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await offer(bob, 'a', '一', { transient: true })
  await offer(bob, 'b', '二', { transient: true })
  await offer(ann, 'b', '主持人接手')
  await askRoom(ann, 'kickChatroomMember', { account: 'bob' })
  await until(() => changesOf(ann).some(({ type }) => type === 'PARTCLEAR'), 'the removal')
  expect(await listQueue(ann)).toEqual([['b', '主持人接手']])
})

test('lets only the creator and the managers change the queue at level 1', async () => {
  const [ann, bob, cleo] = [await enter('ann'), await enter('bob'), await enter('cleo')]
  await offer(bob, 'b', '一')
  await askRoom(ann, 'updateChatroom', { chatroom: { queuelevel: 1 }, needNotify: false })
  const refused = { code: 403 }
  const requests: [string, object][] = [
    ['queueOffer', { elementKey: 'c', elementValue: '二' }],
    ['queuePoll', {}],
    ['queueChange', { elementMap: { b: '改' } }],
    ['queueDrop', {}],
  ]
  for (const [method, options] of requests)
    await expect(askRoom(bob, method, options), method).rejects.toMatchObject(refused)
  expect(await listQueue(bob)).toEqual([['b', '一']])
  await askRoom(ann, 'markChatroomManager', { account: 'cleo', isAdd: true })
  await offer(cleo, 'c', '二')
  await askRoom(cleo, 'queuePoll', { elementKey: 'b' })
  await askRoom(ann, 'markChatroomManager', { account: 'cleo', isAdd: false })
  await expect(askRoom(cleo, 'queuePoll')).rejects.toMatchObject(refused)
  expect(await listQueue(ann)).toEqual([['c', '二']])
})

test('lets visitors offer at level 0 while the room is muted, but no gagged or anonymous ones', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const passer = await enterAnonymously()
  await expect(offer(passer, 'p', '一')).rejects.toMatchObject({ code: 403 })
  await server().kit.sql`update im_room set is_muted = true where id = ${room.chatroomId}`
  await offer(bob, 'b', '举手')
  expect(await listQueue(passer)).toEqual([['b', '举手']])
  expect(await askRoom(passer, 'peak')).toEqual({ elementKey: 'b', elementValue: '举手' })
  // dropping the whole queue would remove elements of others
  await expect(askRoom(bob, 'queueDrop')).rejects.toMatchObject({ code: 403 })
  await askRoom(ann, 'markChatroomGaglist', { account: 'bob', isAdd: true })
  await expect(offer(bob, 'b', '再举手')).rejects.toMatchObject({ code: 13_004 })
  await askRoom(ann, 'markChatroomGaglist', { account: 'bob', isAdd: false })
  await askRoom(ann, 'updateTagMembersTempMute', { tag: 't', duration: 60, needNotify: false })
  const cleo = await enter('cleo', { tags: ['t'] })
  await expect(offer(cleo, 'c', '举手')).rejects.toMatchObject({ code: 13_004 })
  await askRoom(ann, 'markChatroomCommonMember', { account: 'bob', isAdd: true })
  await askRoom(bob, 'queueDrop')
  expect(await listQueue(ann)).toEqual([])
})

test('lets only the creator and the managers offer for another account', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await expect(offer(bob, 'seat', '1号', { elementAccount: 'ann' })).rejects.toMatchObject({ code: 403 })
  await expect(offer(ann, 'seat', '1号', { elementAccount: 'nobody' })).rejects.toMatchObject({ code: 404 })
  const absent = { elementAccount: 'dan', transient: true }
  await expect(offer(ann, 'seat', '1号', absent)).rejects.toMatchObject({ code: 404 })
  expect(await offer(ann, 'seat', '1号', { elementAccount: 'dan' })).toMatchObject({ elementAccount: 'dan' })
  await offer(ann, 'seat', '1号', { elementAccount: 'bob', transient: true })
  bob.chatroom.disconnect()
  await until(() => changesOf(ann).some(({ type }) => type === 'PARTCLEAR'), 'the removal')
  expect(await listQueue(ann)).toEqual([])
})

test('limits keys and values by their bytes, changes by their number, and the queue by its length', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const invalid = { code: 414 }
  // three bytes for each character
  const [longestKey, longestValue] = ['键'.repeat(42) + 'ab', '值'.repeat(1_365) + 'a']
  expect(await offer(ann, longestKey, longestValue)).toMatchObject({ elementValue: longestValue })
  await expect(offer(ann, `${longestKey}c`, '值')).rejects.toMatchObject(invalid)
  await expect(offer(ann, 'k', `${longestValue}b`)).rejects.toMatchObject(invalid)
  await expect(offer(ann, '', '值')).rejects.toMatchObject(invalid)
  const createMap = (length: number) => Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, '值']))
  const most = await askRoom<{ elementKeyArray: string[] }>(ann, 'queueChange', { elementMap: createMap(100) })
  expect(most.elementKeyArray).toHaveLength(100)
  for (const elementMap of [createMap(101), {}, { [`${longestKey}c`]: '值' }, { 'k\0': '值' }])
    await expect(askRoom(ann, 'queueChange', { elementMap })).rejects.toMatchObject(invalid)

  await askRoom(ann, 'queueDrop')
  const insertElements = (owner: string, count: number) => server().kit.sql`
    insert into im_room_element (room_id, key, owner_id, is_transient, value_sealed, update_time)
    select ${room.chatroomId}::bigint, ${owner}::text || n, a.id, false, ''::bytea, 0 from generate_series(1, ${count}::int) n
    join im_account a on a.accid = ${owner}`
  await insertElements('bob', queueLimits.elementsOfOwner - 1)
  await offer(bob, 'last', '最后一个')
  await expect(offer(bob, 'more', '多一个')).rejects.toMatchObject(invalid)
  expect(await offer(bob, 'last', '可以替换')).toMatchObject({ elementValue: '可以替换' })
  await insertElements('dan', queueLimits.elements - queueLimits.elementsOfOwner)
  await expect(offer(ann, 'more', '多一个')).rejects.toMatchObject(invalid)
})

test('stores values sealed', async () => {
  const ann = await enter('ann')
  await offer(ann, 'a', '不能明文存储')
  const [row] = await server().kit.sql<{ value_sealed: Uint8Array }[]>`
    select value_sealed from im_room_element where room_id = ${room.chatroomId}`
  const stored = Buffer.from(row!.value_sealed)
  expect([stored.length > 0, stored.includes('不能明文存储')]).toEqual([true, false])
})
