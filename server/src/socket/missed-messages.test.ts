// Tests of messages of high priority in a chatroom on two nodes: faults of the bus and of a node lose none.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { until } from '../../../im-sdk/test/people.ts'
import {
  createRoomApp,
  enterRoom,
  leaveRooms,
  roomTextsOf,
  sendRoomText,
  type RoomPage,
} from '../../../im-sdk/test/rooms.ts'
import { useTestRedis } from '../../test/stand-ins/use-redis.ts'
import { useTestServer } from '../../test/test-server.ts'
import { storeMessage } from '../im/room/messages/messages.ts'
import { createNotice } from '../im/room/rules/notices.ts'
import { transaction } from '../kit/db/db.ts'

const { redis, env } = useTestRedis()
afterEach(leaveRooms)

const highPriority = true

/** Two nodes, each with one visitor of a room: ann, who created it, and bob. */
function useTwoNodes(options: { checkEveryMs: number }) {
  const server = useTestServer(env, { nodeCount: 2 })
  const room = { id: 0, pages: [] as RoomPage[] }
  beforeAll(async () => {
    const app = await createRoomApp(server())
    const accounts = [await app.createMember('ann'), await app.createMember('bob')]
    const chatroomId = await app.createRoom('ann')
    room.id = Number(chatroomId)
    for (const [node, account] of accounts.entries()) {
      const { url } = await server().listen({ ...options, isFrequencyLimited: false, aliveEveryMs: 50 }, node)
      room.pages.push(await enterRoom(url, { appKey: app.appKey, chatroomId, ...account }))
    }
  })
  return { server, room }
}

describe('with a rare check of the database', () => {
  const { server, room } = useTwoNodes({ checkEveryMs: hourMs })

  test('delivers messages that were written during an outage of the bus, each once', async () => {
    const [ann, bob] = room.pages as [RoomPage, RoomPage]
    await sendRoomText(ann, '之前', { highPriority })
    await until(() => roomTextsOf(bob).length === 1, 'the message before the outage')
    await redis().stop()
    await until(async () => !(await server().kit.bus.isReachable()), 'the outage')
    await sendRoomText(ann, '普通')
    await sendRoomText(ann, '重要', { highPriority })
    await redis().start()
    await until(() => roomTextsOf(bob).includes('重要'), 'the missed message')
    await sendRoomText(ann, '之后', { highPriority })
    await until(() => roomTextsOf(bob).includes('之后'), 'the message after the outage')
    expect([roomTextsOf(bob), roomTextsOf(ann)]).toEqual([['之前', '重要', '之后'], []])
  })
})

describe('with a frequent check of the database', () => {
  const { server, room } = useTwoNodes({ checkEveryMs: 50 })

  test('delivers a message whose node died before it published it', async () => {
    const { sql, secrets } = server().kit
    const { id: senderId } = (await sql<{ id: number }[]>`select id from im_account where accid = 'ann'`)[0]!
    for (const priority of ['normal', 'high'] as const) {
      const notice = createNotice(room.id, { account: 'ann', nick: 'ann' }, { type: 'muteRoom' })
      const msg: RoomMessage = { ...notice, content: { type: 0, text: priority } }
      await transaction(sql, (tx) => storeMessage(tx, secrets, { roomId: room.id, senderId, msg, priority }))
    }
    await until(() => room.pages.every((page) => roomTextsOf(page).length > 0), 'the check')
    expect(room.pages.map(roomTextsOf)).toEqual([['high'], ['high']])
  })
})
