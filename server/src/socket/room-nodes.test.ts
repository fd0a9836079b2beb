// Tests of a chatroom on two nodes.
import { hourMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../im-sdk/test/people.ts'
import {
  askRoom,
  createRoomApp,
  enterRoom,
  leaveRooms,
  roomNoticesOf,
  roomTextsOf,
  sendRoomText,
  type RoomApp,
} from '../../../im-sdk/test/rooms.ts'
import { useTestRedis } from '../../test/stand-ins/use-redis.ts'
import { useTestServer } from '../../test/test-server.ts'

const { env } = useTestRedis()
afterEach(leaveRooms)

const options = { isFrequencyLimited: false, checkEveryMs: hourMs, aliveEveryMs: 50, leaseMs: 1_500 }

describe.each(['memory', 'redis'])('a chatroom over the bus in %s', (kind) => {
  const server = useTestServer(kind === 'redis' ? env : {}, { nodeCount: 3 })
  const urls: string[] = []
  let app: RoomApp
  const accounts: Record<string, { account: string; token: string }> = {}
  beforeAll(async () => {
    for (const node of [0, 1]) urls.push((await server().listen(options, node)).url)
    app = await createRoomApp(server())
    for (const name of ['ann', 'bob', 'cleo']) accounts[name] = await app.createMember(name)
  })
  const enter = (node: number, name: string, chatroomId: string) =>
    enterRoom(urls[node]!, { appKey: app.appKey, chatroomId, ...accounts[name] })
  const numberOnline = (page: Awaited<ReturnType<typeof enter>>) =>
    (page.last('onconnect') as { chatroom: { onlineMemberNum: number } }).chatroom.onlineMemberNum

  test('passes messages and notices to the visitors of both nodes, and adds up who is online', async () => {
    const chatroomId = await app.createRoom('ann')
    const ann = await enter(0, 'ann', chatroomId)
    const bob = await enter(1, 'bob', chatroomId)
    await until(
      () => roomNoticesOf(ann).filter((type) => type === 'memberEnter').length === 2,
      'the visit on the other node',
    )
    await sendRoomText(ann, '您好')
    await sendRoomText(bob, '您也好')
    await until(() => roomTextsOf(bob).length + roomTextsOf(ann).length === 2, 'both messages')
    expect([roomTextsOf(ann), roomTextsOf(bob)]).toEqual([['您也好'], ['您好']])
    const cleo = await enter(0, 'cleo', chatroomId)
    expect(numberOnline(cleo)).toBe(3)
    bob.chatroom.disconnect()
    await until(() => roomNoticesOf(ann).includes('memberExit'), 'the end of the visit')
    cleo.chatroom.disconnect()
    expect(numberOnline(await enter(0, 'cleo', chatroomId))).toBe(2)
  })

  test('forgets the visitors of a node that has died', async () => {
    const { url, kit } = await server().listen(options, 2)
    const chatroomId = await app.createRoom('ann')
    const ann = await enter(0, 'ann', chatroomId)
    const onOther = await enterRoom(url, { appKey: app.appKey, chatroomId, ...accounts['bob'] })
    const countOnline = async () =>
      (await askRoom<{ chatroom: { onlineMemberNum: number } }>(ann, 'getChatroom')).chatroom.onlineMemberNum
    await until(async () => (await countOnline()) === 2, 'the visit on the other node')
    await kit.bus.close()
    await until(async () => (await countOnline()) === 1, 'the end of the lease')
    onOther.chatroom.destroy()
  })

  test('removes the element of a visitor who leaves one node from the queue of the other', async () => {
    const chatroomId = await app.createRoom('ann')
    const [ann, bob] = [await enter(0, 'ann', chatroomId), await enter(1, 'bob', chatroomId)]
    await askRoom(bob, 'queueOffer', { elementKey: 'bob', elementValue: '举手', transient: true })
    await until(() => roomNoticesOf(ann).includes('updateQueue'), 'the offer')
    bob.chatroom.disconnect()
    await until(() => roomNoticesOf(ann).includes('batchUpdateQueue'), 'the removal')
    expect(await askRoom(ann, 'queueList')).toEqual({ queueList: [] })
  })

  test('closes the room on both nodes', async () => {
    const chatroomId = await app.createRoom('ann')
    const pages = [await enter(0, 'ann', chatroomId), await enter(1, 'bob', chatroomId)]
    await app.request('chatroom/toggleCloseStat', { roomid: chatroomId, operator: 'ann', valid: 'false' })
    await until(() => pages.every((page) => page.count('ondisconnect') === 1), 'the end on both nodes')
    expect(pages.map((page) => page.last('ondisconnect'))).toMatchObject([
      { reason: 'chatroomClosed' },
      { reason: 'chatroomClosed' },
    ])
  })
})
