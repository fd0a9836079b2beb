// Compares the documented fields of chatroom notices and of events of calls with those that pages receive.
import { afterEach, expect, test } from 'vitest'
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatroomMessage } from '@xinqiao/im-sdk/chatroom/present.ts'
import { closePages, openPage } from '../../../im-sdk/test/page.ts'
import { until } from '../../../im-sdk/test/people.ts'
import { askRoom, useRoom, type RoomPage } from '../../../im-sdk/test/rooms.ts'
import { callEventTexts, signalFieldTexts } from './call-events.ts'
import { memberFieldTexts, roomFieldTexts, roomMessageTexts, roomNotices } from './chatroom-notice-texts.ts'

const { server, room, enter } = useRoom(['ann', 'bob', 'cleo'], { isRoomKept: true })
afterEach(closePages)

const noticesOf = ({ received }: RoomPage) => received.flatMap(({ attach }) => (attach ? [attach] : []))

/** The owner causes each notice, and `cleo` receives them. */
async function causeRoomNotices(ann: RoomPage, bob: RoomPage): Promise<void> {
  const marks = ['markChatroomManager', 'markChatroomCommonMember', 'markChatroomGaglist'] as const
  for (const mark of marks)
    for (const isAdd of [true, false]) await askRoom(ann, mark, { account: 'bob', isAdd, level: 1 })
  for (const duration of [60, 0]) {
    await askRoom(ann, 'updateChatroomMemberTempMute', { account: 'bob', duration })
    await askRoom(ann, 'updateTagMembersTempMute', { tag: 'a', duration })
  }
  await askRoom(bob, 'updateMyChatroomMemberInfo', { member: { nick: '小波' }, needNotify: true })
  await askRoom(bob, 'updateTags', { tags: ['a'] })
  await askRoom(ann, 'updateChatroom', { chatroom: { announcement: '开始了' } })
  await askRoom(ann, 'queueOffer', { elementKey: 'k', elementValue: 'v' })
  await askRoom(ann, 'queueChange', { elementMap: { k: 'w' }, needNotify: true, notifyExt: 'e' })
  await askRoom(ann, 'queuePoll', {})
  const { idClient } = await askRoom<ChatroomMessage>(ann, 'sendText', { text: '早' })
  const form = { roomid: room.chatroomId, operator: 'ann' }
  await room.app.request('chatroom/muteRoom', { ...form, mute: 'true' })
  await room.app.request('chatroom/muteRoom', { ...form, mute: 'false' })
  const deletion = { ...form, fromAcc: 'ann', msgId: idClient }
  expect(await room.app.request('chatroom/recall', deletion)).toMatchObject({ code: 200 })
  await askRoom(ann, 'kickChatroomMember', { account: 'bob' })
  for (const isAdd of [true, false]) await askRoom(ann, 'markChatroomBlacklist', { account: 'bob', isAdd })
  await askRoom(ann, 'closeChatroom', {})
}

async function openCaller({ account, token }: { account: string; token: string }, events: SignalEvent[]) {
  const page = await openPage(server(), room.url, { person: { accid: account, token }, appKey: room.app.appKey })
  page.nim.on('signalingNotify', (event) => events.push(event))
  return page
}

test('documents the fields of each chatroom notice, and of members, rooms and messages', async () => {
  const [ann, cleo, bob] = [await enter('ann'), await enter('cleo'), await enter('bob', { tags: ['a'] })]
  await causeRoomNotices(ann, bob)
  await until(() => noticesOf(cleo).some(({ type }) => type === 'closeChatroom'), 'the end')
  const notices = noticesOf(cleo)
  const optional = new Set(['memberExit', 'batchUpdateQueue', 'updateQueue'])
  expect(new Set(notices.map(({ type }) => type))).toEqual(new Set(Object.keys(roomNotices)))
  for (const { type, from: _from, fromNick: _fromNick, ...others } of notices) {
    const { fields } = roomNotices[type]
    if (optional.has(type)) expect(Object.keys(others), type).toEqual(expect.arrayContaining([...fields]))
    else expect([type, ...Object.keys(others).sort()]).toEqual([type, ...fields.toSorted()])
  }
  const { chatroom, member } = ann.last('onconnect') as { chatroom: object; member: object }
  expect(Object.keys(chatroom).sort()).toEqual(Object.keys(roomFieldTexts).sort())
  expect(Object.keys(member).sort()).toEqual(Object.keys(memberFieldTexts).sort())
  for (const msg of cleo.received) expect(Object.keys(msg).filter((name) => !(name in roomMessageTexts))).toEqual([])
})

test('documents the fields of each event of a call', async () => {
  const events: SignalEvent[] = []
  const names = ['ann2', 'bob2'] as const
  const people = await Promise.all(names.map((name) => room.app.createMember(name)))
  const [a, b] = [await openCaller(people[0]!, events), await openCaller(people[1]!, events)]
  const invitation = { channelId: '', account: 'bob2', offlineEnabled: true }
  const { channelId } = await a.nim.signalingCreateAndJoin({ type: 1, channelName: '复诊' })
  Object.assign(invitation, { channelId })
  await a.nim.signalingInvite({ ...invitation, requestId: 'r1' })
  await a.nim.signalingCancel({ ...invitation, requestId: 'r1' })
  await a.nim.signalingInvite({ ...invitation, requestId: 'r2' })
  await b.nim.signalingReject({ channelId, account: 'ann2', requestId: 'r2' })
  await a.nim.signalingInvite({ ...invitation, requestId: 'r3' })
  await b.nim.signalingJoinAndAccept({ channelId, account: 'ann2', requestId: 'r3' })
  await a.nim.signalingControl({ channelId, attachExt: 'offer' })
  await b.nim.signalingLeave({ channelId })
  await b.nim.signalingJoin({ channelId })
  await a.nim.signalingClose({ channelId })
  await until(() => events.some(({ eventType }) => eventType === 'ROOM_CLOSE'), 'the end')
  expect(new Set(events.map(({ eventType }) => eventType))).toEqual(new Set(Object.keys(callEventTexts)))
  const { attach: _attach, ...fields } = signalFieldTexts
  for (const event of events) {
    const isJoin = event.eventType === 'ROOM_JOIN'
    expect(Object.keys(event).sort()).toEqual(Object.keys(isJoin ? signalFieldTexts : fields).sort())
    expect([event.eventType, event.channelInValid]).toEqual([event.eventType, event.eventType === 'ROOM_CLOSE'])
    expect(event.msgid !== '', event.eventType).toBe(['INVITE', 'CANCEL_INVITE'].includes(event.eventType))
  }
})
