// Tests that rooms guard their texts and their load: the word list, the detector, mutes by staff, and rate limits.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { QueueElement } from '@xinqiao/contract/im/chatroom/chatroom-queue.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { RequestPacket } from '@xinqiao/contract/im/wire.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { openSocket } from '../../../../../im-sdk/src/connection/socket.ts'
import { createPerson, until } from '../../../../../im-sdk/test/people.ts'
import {
  askRoom,
  createRoomApp,
  enterRoom,
  leaveRooms,
  openRoomPage,
  roomTextsOf,
  sendRoomText,
  type RoomApp,
} from '../../../../../im-sdk/test/rooms.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { createManagedRoom } from '../managed/managed.ts'

const server = useTestServer()
let url = ''
let staff = { id: 0, token: '' }
let app: RoomApp
let chatroomId = ''
const accounts: Record<string, { account: string; token: string }> = {}
beforeAll(async () => {
  ;({ url } = await server().listen({ checkEveryMs: hourMs, loginWithinMs: 2_000 }))
  staff = await server().enter('service')
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '加微信', action: 1 })
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '代写论文', action: 2 })
  app = await createRoomApp(server())
  for (const name of ['ann', 'bob', 'flo']) accounts[name] = await app.createMember(name)
  chatroomId = await app.createRoom('ann', { allowAnonymous: 'true' })
})
afterEach(leaveRooms)
/** A packet of a client that heeds no limits. */
function toPacket(name: CommandName, sequence: number, input: object): RequestPacket {
  const { serviceId, command } = getCommand(name)
  return [serviceId, command.id, sequence, input]
}
const enter = (name: string, options: object = {}) =>
  enterRoom(url, { appKey: app.appKey, chatroomId, ...accounts[name], ...options })

test('masks and refuses words of the word list in messages and in nicks', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob', { chatroomNick: '加微信吧' })]
  expect(bob.last('onconnect')).toMatchObject({ member: { nick: '***吧' } })
  await sendRoomText(bob, '请加微信续费')
  await until(() => roomTextsOf(ann).length === 1, 'the message')
  expect(roomTextsOf(ann)).toEqual(['请***续费'])
  const { core } = bob.chatroom.room!
  const refusal = { code: 414 }
  await expect(core.request('chatroom.updateTags', { tags: ['代写论文'] })).rejects.toMatchObject(refusal)
  const notifyTargetTags = '{"not":{"tag":"代写论文"}}'
  await expect(sendRoomText(bob, '您好', { notifyTargetTags })).rejects.toMatchObject(refusal)
  await expect(sendRoomText(bob, '可以代写论文')).rejects.toMatchObject({ code: 414 })
  const refused = openRoomPage(url, { appKey: app.appKey, chatroomId, ...accounts['bob'], chatroomNick: '代写论文' })
  await until(() => refused.count('ondisconnect') === 1, 'the refusal')
  expect(refused.last('ondisconnect')).toMatchObject({ code: 414 })
})

test('masks and refuses words of the word list in the queue', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const offer = (elementKey: string, elementValue: string) =>
    askRoom<QueueElement>(bob, 'queueOffer', { elementKey, elementValue })
  expect(await offer('加微信', '{"text":"请加微信"}')).toMatchObject({
    elementKey: '***',
    elementValue: '{"text":"请***"}',
  })
  await expect(offer('问题', '可以代写论文')).rejects.toMatchObject({ code: 414 })
  await askRoom(bob, 'queueChange', { elementMap: { 加微信: '还是加微信' } })
  expect(await askRoom(ann, 'queueList')).toEqual({ queueList: [{ elementKey: '***', elementValue: '还是***' }] })
  await askRoom(ann, 'queueDrop')
})

test('raises an alert for a text of a site account that sounds like danger, and shows help to its writer', async () => {
  const person = await createPerson(server(), url)
  const [row] = await server().kit.sql<{ id: number; app_id: number }[]>`
    select id, app_id from im_account where accid = ${person.accid}`
  const roomId = await createManagedRoom(server().kit.sql, {
    creator: { id: row!.id, appId: row!.app_id },
    name: '讲座',
  })
  const page = await enterRoom(url, { chatroomId: `${roomId}`, account: person.accid, token: person.token })
  expect(page.last('onconnect')).toMatchObject({ member: { type: 'owner', nick: expect.stringMatching(/^来访者/) } })
  const before = (await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })).data.open
  await sendRoomText(page, '我不想活了，今晚就跳楼')
  expect(page.last('oncare')).toEqual({ level: 'plan' })
  expect((await server().requestAs(staff, 'GET /admin/care/alerts', { state: 'open' })).data.open).toBe(before + 1)
})

test('refuses messages of an account that its app has muted, and disconnects it when it is blocked', async () => {
  await app.request('user/mute', { accid: 'bob', mute: 'true' })
  const bob = await enter('bob')
  await expect(sendRoomText(bob, '您好')).rejects.toMatchObject({ code: 2_002 })
  const hand = { elementKey: 'bob', elementValue: '举手' }
  await expect(askRoom(bob, 'queueOffer', hand)).rejects.toMatchObject({ code: 2_002 })
  await app.request('user/block', { accid: 'bob', needkick: 'true' })
  await until(() => bob.count('ondisconnect') === 1, 'the end')
  expect(bob.last('ondisconnect')).toMatchObject({ code: 'kicked', reason: 'serverKick' })
  await app.request('user/unblock', { accid: 'bob' })
  await app.request('user/mute', { accid: 'bob', mute: 'false' })
})

test('slows a visitor who floods the room, and disconnects one who goes on', async () => {
  const replies: unknown[] = []
  const endings: unknown[] = []
  let isOver = false
  const socket = openSocket(url, ['websocket'], 10_000, {
    connect: () => socket.send(toPacket('chatroom.login', 1, login)),
    reply: ([, code]) => void replies.push(code),
    push: () => {},
    bye: ([code, detail]) => void endings.push(code, detail.message),
    closed: () => (isOver = true),
  })
  const login = { appKey: app.appKey, chatroomId, ...accounts['flo'], deviceId: 'flooding-device', clientType: 16 }
  await until(() => replies.length === 1, 'the login')
  for (let i = 2; i < 60; i += 1) {
    const content = { type: 0, text: `第${i}句` }
    socket.send(toPacket('chatroom.sendMsg', i, { idClient: `flood-${i}`, content }))
  }
  await until(() => replies.length === 59, 'the replies')
  expect(replies.filter((code) => code === 200).length).toBe(51)
  expect(replies.filter((code) => code === 416).length).toBe(8)
  for (let i = 60; i < 200; i += 1) socket.send(toPacket('chatroom.getHistory', i, {}))
  await until(() => isOver, 'the disconnection')
  expect(endings).toEqual([104, '操作过于频繁，连接已断开'])
})

test('refuses a login beside another one, so that no connection has two accounts', async () => {
  const replies: [sequence: number, code: unknown][] = []
  let isOver = false
  const socket = openSocket(url, ['websocket'], 10_000, {
    connect: () => {
      socket.send(toPacket('chatroom.login', 1, { ...login, account: '', token: '', nick: '听众' }))
      socket.send(toPacket('chatroom.login', 2, { ...login, ...accounts['bob'] }))
      socket.send(toPacket('user.getUsers', 3, { accounts: ['ann'] }))
    },
    reply: ([sequence, code]) => void replies.push([sequence, code]),
    push: () => {},
    bye: () => {},
    closed: () => (isOver = true),
  })
  const login = { appKey: app.appKey, chatroomId, deviceId: 'a-device-of-two', clientType: 16 }
  await until(() => isOver, 'the end of the connection')
  expect(replies).toContainEqual([2, 414])
  expect(replies).not.toContainEqual([3, 200])
})

test('ends a connection that stays without a login after leaving the room', async () => {
  const bob = await enter('bob')
  await bob.chatroom.room!.core.request('chatroom.logout', {})
  await until(() => bob.count('onwillreconnect') + bob.count('ondisconnect') > 0, 'the end of the connection')
})

test('refuses the commands of the chat to a connection in a room', async () => {
  const bob = await enter('bob')
  const { core } = bob.chatroom.room!
  await expect(core.request('msg.getSessions', {})).rejects.toMatchObject({ code: 403 })
  await expect(core.request('auth.logout', {})).rejects.toMatchObject({ code: 403 })
})
