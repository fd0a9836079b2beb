// Tests of the moderation of a chatroom by the backend of its app: muting all, and deleting a message.
import { expect, test } from 'vitest'
import { until } from '../../../../../im-sdk/test/people.ts'
import {
  askRoom,
  roomNoticesOf,
  roomTextsOf,
  sendRoomText,
  useRoom,
  type RoomPage,
} from '../../../../../im-sdk/test/rooms.ts'

const { room, enter, enterAnonymously } = useRoom(['ann', 'bob', 'cleo'])
const call = (name: 'chatroom/muteRoom' | 'chatroom/recall', form: Record<string, string>) =>
  room.app.request(name, { roomid: room.chatroomId, ...form })
const historyOf = async (page: RoomPage) => {
  const { msgs } = await askRoom<{ msgs: { text?: string }[] }>(page, 'getHistoryMsgs', { timetag: 0, limit: 50 })
  return msgs.flatMap(({ text }) => text ?? [])
}

test('mutes all visitors but the creator and the managers, and notifies the room once', async () => {
  const [ann, bob, cleo] = [await enter('ann'), await enter('bob'), await enter('cleo')]
  await askRoom(ann, 'markChatroomManager', { account: 'cleo', isAdd: true })
  const reply = await call('chatroom/muteRoom', { operator: 'cleo', mute: 'true' })
  expect(reply).toMatchObject({ desc: { muted: true } })
  await call('chatroom/muteRoom', { operator: 'ann', mute: 'true' })
  await until(() => roomNoticesOf(bob).includes('muteRoom'), 'the notice')
  await expect(sendRoomText(bob, '我想说')).rejects.toMatchObject({ code: 13_006 })
  await sendRoomText(ann, '请先听讲')
  await sendRoomText(cleo, '问题请排队')
  expect((await askRoom<{ chatroom: { mute: boolean } }>(bob, 'getChatroom')).chatroom.mute).toBe(true)
  await call('chatroom/muteRoom', { operator: 'ann', mute: 'false', needNotify: 'false' })
  await sendRoomText(bob, '现在可以了')
  await until(() => roomTextsOf(ann).includes('现在可以了'), 'the message')
  expect(roomNoticesOf(ann).filter((type) => type.endsWith('uteRoom'))).toEqual(['muteRoom'])
})

test('deletes a message from the history, and asks the visitors to hide it', async () => {
  const [ann, bob, guest] = [await enter('ann'), await enter('bob'), await enterAnonymously()]
  await sendRoomText(ann, '欢迎')
  const { idClient, time } = await sendRoomText(bob, '加我领取资料')
  await until(() => roomTextsOf(guest).length === 2, 'both messages')
  const form = { operator: 'ann', fromAcc: 'bob', msgId: idClient }
  expect(await call('chatroom/recall', form)).toMatchObject({ code: 200 })
  await until(() => roomNoticesOf(guest).includes('deleteChatroomMsg'), 'the notice')
  expect(guest.received.at(-1)?.attach).toMatchObject({ from: 'ann', to: ['bob'], msgId: idClient, msgTime: time })
  expect(await historyOf(guest)).toEqual(['欢迎'])
  expect(await call('chatroom/recall', form)).toMatchObject({ code: 404 })
})

test('refuses operators who are no moderators, and messages of other rooms', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const { idClient } = await sendRoomText(ann, '欢迎')
  const form = { fromAcc: 'ann', msgId: idClient }
  expect(await call('chatroom/recall', { operator: 'bob', ...form })).toMatchObject({ code: 403 })
  expect(await call('chatroom/muteRoom', { operator: 'bob', mute: 'true' })).toMatchObject({ code: 403 })
  const otherRoom = await room.app.createRoom('bob')
  expect(await call('chatroom/recall', { operator: 'bob', ...form, roomid: otherRoom })).toMatchObject({ code: 404 })
  expect(await historyOf(bob)).toEqual(['欢迎'])
})
