// Tests of calls of the server API in chatrooms: a backend speaks, names roles, and reads members and history.
import { expect, test } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { roomNoticesOf, roomTextsOf, sendRoomText, useRoom } from '../../../../im-sdk/test/rooms.ts'

const { room, enter } = useRoom(['ann', 'bob', 'cleo'])
const call = (name: string, form: Record<string, string>) =>
  room.app.request(name, { roomid: room.chatroomId, ...form })
const say = (fromAccid: string, msgId: string, attach: string) =>
  call('chatroom/sendMsg', { msgId, fromAccid, msgType: '0', attach, resendFlag: '0', useYidun: '1' })
const listData = ({ desc }: { desc?: unknown }) => (desc as { data: Record<string, unknown>[] }).data

test('sends a message once in the name of an account that is not in the room', async () => {
  const bob = await enter('bob')
  const { code, desc } = await say('ann', 'm1', '直播马上开始')
  expect([code, desc]).toEqual([
    200,
    {
      msgid_client: 'm1',
      fromAccount: 'ann',
      fromNick: 'ann的名字',
      fromAvator: '',
      fromClientType: 'REST',
      roomId: room.chatroomId,
      type: '0',
      attach: '直播马上开始',
      ext: '',
      time: expect.any(String),
    },
  ])
  await say('ann', 'm1', '直播马上开始')
  await say('ann', 'm2', '{"msg":"请就座"}')
  await until(() => roomTextsOf(bob).includes('请就座'), 'the messages')
  expect(roomTextsOf(bob)).toEqual(['直播马上开始', '请就座'])
  const history = { accid: 'cleo', timetag: '0', limit: '10', type: '0' }
  const { size, msgs } = await call('history/queryChatroomMsg', { ...history, reverse: '1' })
  expect([size, msgs[0]]).toMatchObject([2, { from: 'ann', msgid: 'm1', type: 0, body: { msg: '直播马上开始' } }])
  const later = await call('history/queryChatroomMsg', { ...history, timetag: `${msgs[0].sendtime}`, reverse: '1' })
  expect(later.msgs.map(({ msgid }: { msgid: string }) => msgid)).toEqual(['m2'])
})

test('names managers, mutes and blocks members, and reads their roles', async () => {
  const bob = await enter('bob')
  const mark = (target: string, opt: string, optvalue = 'true', operator = 'ann') =>
    call('chatroom/setMemberRole', { operator, target, opt, optvalue, notifyExt: '{}' })
  expect(await mark('cleo', '1')).toMatchObject({ code: 200, desc: { accid: 'cleo', type: 'MANAGER' } })
  expect(await mark('bob', '-2', 'true', 'cleo')).toMatchObject({ desc: { type: 'LIMITED' } })
  await until(() => roomNoticesOf(bob).includes('gagMember'), 'the notice')
  await expect(sendRoomText(bob, '我想说')).rejects.toMatchObject({ code: 13_004 })
  expect(await say('bob', 'm3', '我想说')).toMatchObject({ code: 13_004 })
  expect(await mark('ann', '-1', 'true', 'cleo')).toMatchObject({ code: 403 })
  expect(await mark('cleo', '1', 'true', 'bob')).toMatchObject({ code: 403 })
  const members = listData(await call('chatroom/membersByPage', { type: '0', endtime: '0', limit: '10' }))
  const roles = members.map(({ accid, type, muted }) => [accid, type, muted])
  expect(roles).toEqual([
    ['ann', 'CREATOR', false],
    ['bob', 'LIMITED', true],
    ['cleo', 'MANAGER', false],
  ])
  const found = await call('chatroom/queryMembers', { accids: '["cleo","unknown"]' })
  expect(listData(found)).toMatchObject([{ accid: 'cleo', nick: 'cleo的名字', type: 'MANAGER' }])
  expect(await mark('bob', '-1')).toMatchObject({ code: 200 })
  await until(() => bob.count('ondisconnect') === 1, 'the end')
})

test('changes the room, and tells its visitors unless the backend declines', async () => {
  const bob = await enter('bob')
  const reply = await call('chatroom/update', { name: '公开课', ext: '{"n":1}', needNotify: 'false' })
  expect(reply).toMatchObject({ code: 200, chatroom: { name: '公开课', ext: '{"n":1}', creator: 'ann' } })
  await call('chatroom/update', { announcement: '请关闭麦克风' })
  await until(() => roomNoticesOf(bob).includes('updateChatroom'), 'the notice')
  expect(roomNoticesOf(bob).filter((type) => type === 'updateChatroom')).toHaveLength(1)
  expect(await call('chatroom/update', {})).toMatchObject({ code: 414 })
  await room.app.request('user/block', { accid: 'cleo' })
  expect(await say('cleo', 'm4', '停用后')).toMatchObject({ code: 422 })
})
