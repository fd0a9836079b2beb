// Tests of the members of a chatroom, its settings, and the tags and places of visitors.
import { expect, test } from 'vitest'
import type { RoomInfo, RoomMember } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { until } from '../../test/people.ts'
import { askRoom, roomNoticesOf, type RoomPage, roomTextsOf, sendRoomText, useRoom } from '../../test/rooms.ts'

const { server, enter, enterAnonymously } = useRoom(['ann', 'bob', 'cleo', 'dan'])
const listMembers = async (page: RoomPage, method: string, options: object): Promise<RoomMember[]> =>
  (await askRoom<{ members: RoomMember[] }>(page, method, options)).members
const accountsOf = (members: readonly RoomMember[]) => members.map(({ account }) => account)

test('lists stored members and guests by pages, by tag and by account', async () => {
  const ann = await enter('ann', { tags: ['a'] })
  await enter('bob', { tags: ['a', 'b'] })
  await enter('cleo', { tags: ['b'] })
  await enterAnonymously()
  await askRoom(ann, 'markChatroomCommonMember', { account: 'bob', isAdd: true, level: 3 })
  await askRoom(ann, 'markChatroomCommonMember', { account: 'dan', isAdd: true })
  const members = await listMembers(ann, 'getChatroomMembers', { guest: false })
  expect(members).toMatchObject([
    { account: 'ann', type: 'owner', online: true, nick: 'ann的名字' },
    { account: 'dan', type: 'common', online: false },
    { account: 'bob', type: 'common', level: 3, online: true, guest: false },
  ])
  const online = await listMembers(ann, 'getChatroomMembers', { guest: false, onlyOnline: true })
  expect(accountsOf(online)).toEqual(['ann', 'bob'])
  const [newest] = await listMembers(ann, 'getChatroomMembers', { guest: true, limit: 1 })
  expect(newest).toMatchObject({ type: 'anonymous', nick: '路人' })
  const others = await listMembers(ann, 'getChatroomMembers', { guest: true, time: newest!.enterTime })
  expect(accountsOf(others)).toEqual(['cleo'])
  expect(accountsOf(await listMembers(ann, 'getChatroomMembersByTag', { tag: 'b' }))).toEqual(['cleo', 'bob'])
  expect(await askRoom(ann, 'getChatroomMemberCountByTag', { tag: 'a' })).toEqual({ count: 2 })
  const namedMembers = await listMembers(ann, 'getChatroomMembersInfo', { accounts: ['bob', 'nobody', 'dan', 'ann'] })
  expect(namedMembers).toMatchObject([{ account: 'bob', level: 3 }, { account: 'dan' }, { type: 'owner' }])
  const tooMany = { accounts: Array.from({ length: 21 }, (_, i) => `a${i}`) }
  await expect(askRoom(ann, 'getChatroomMembersInfo', tooMany)).rejects.toMatchObject({ code: 414 })
})

test('lists members of the same moment on one page, so that none is lost between pages', async () => {
  const ann = await enter('ann')
  for (const account of ['bob', 'cleo', 'dan']) await askRoom(ann, 'markChatroomCommonMember', { account, isAdd: true })
  const page = { guest: false, limit: 1 }
  const [, last] = await listMembers(ann, 'getChatroomMembers', page)
  expect(last?.account).toBe('dan')
  await server().kit
    .sql`update im_room_member set update_time = ${last!.updateTime} where update_time < ${last!.updateTime}`
  expect(accountsOf(await listMembers(ann, 'getChatroomMembers', page)).toSorted()).toEqual([
    'ann',
    'bob',
    'cleo',
    'dan',
  ])
})

test('gives rights to managers, and refuses those who have none', async () => {
  const [ann, bob, cleo] = [await enter('ann'), await enter('bob'), await enter('cleo')]
  const asBob = (method: string, options: object) => askRoom(bob, method, options)
  const refused = { code: 403 }
  await expect(asBob('markChatroomGaglist', { account: 'cleo', isAdd: true })).rejects.toMatchObject(refused)
  await expect(sendRoomText(bob, '急', { highPriority: true })).rejects.toMatchObject(refused)
  const { member } = await askRoom<{ member: RoomMember }>(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  expect(member).toMatchObject({ account: 'bob', type: 'manager', online: true })
  await until(() => roomNoticesOf(cleo).includes('addManager'), 'the notice')
  await asBob('markChatroomGaglist', { account: 'cleo', isAdd: true })
  await expect(sendRoomText(cleo, '您好')).rejects.toMatchObject({ code: 13_004 })
  await asBob('markChatroomIdentity', { account: 'cleo', isAdd: false, identity: 'mute' })
  await sendRoomText(cleo, '您好')
  expect((await sendRoomText(bob, '急', { highPriority: true })).highPriority).toBe(true)
  // a manager may mute neither the creator nor another manager
  await askRoom(ann, 'markChatroomManager', { account: 'dan', isAdd: true })
  for (const account of ['ann', 'dan'])
    await expect(asBob('markChatroomGaglist', { account, isAdd: true })).rejects.toMatchObject(refused)
  await expect(asBob('markChatroomManager', { account: 'cleo', isAdd: true })).rejects.toMatchObject(refused)
  const unknown = asBob('markChatroomIdentity', { account: 'cleo', isAdd: true, identity: 'king' })
  await expect(unknown).rejects.toMatchObject({ code: 414 })
})

test('refuses a manager who loses the role while muting', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await enter('cleo')
  await askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  const mute = () => askRoom(bob, 'updateChatroomMemberTempMute', { account: 'cleo', duration: 60, needNotify: false })
  const [, result] = await Promise.allSettled([
    askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: false }),
    mute(),
  ])
  await expect(mute()).rejects.toMatchObject({ code: 403 })
  const [cleo] = await listMembers(ann, 'getChatroomMembersInfo', { accounts: ['cleo'] })
  expect(cleo!.tempMuted).toBe(result.status === 'fulfilled')
})

test('mutes an account or a tag for a time', async () => {
  const [ann, bob] = [await enter('ann', { tags: ['t'] }), await enter('bob')]
  await askRoom(ann, 'updateChatroomMemberTempMute', { account: 'bob', duration: 60, needNotify: true })
  await expect(sendRoomText(bob, '您好')).rejects.toMatchObject({ code: 13_004 })
  await until(() => roomNoticesOf(bob).includes('addTempMute'), 'the notice')
  const notice = bob.received.findLast(({ attach }) => attach?.type === 'addTempMute')
  expect(notice?.attach).toMatchObject({ to: ['bob'], duration: 60 })
  const [member] = await listMembers(ann, 'getChatroomMembersInfo', { accounts: ['bob'] })
  expect(member).toMatchObject({ tempMuted: true })
  await server().kit.sql`update im_room_mute set until = ${Date.now()}`
  await sendRoomText(bob, '到时间了')
  await askRoom(ann, 'updateTagMembersTempMute', { tag: 't', duration: 60, needNotify: true })
  const cleo = await enter('cleo', { tags: ['t'] })
  await expect(sendRoomText(cleo, '您好')).rejects.toMatchObject({ code: 13_004 })
  await sendRoomText(ann, '创建者可以')
  await askRoom(ann, 'updateTagMembersTempMute', { tag: 't', duration: 0, needNotify: true })
  await sendRoomText(cleo, '解除了')
  await until(() => roomTextsOf(ann).includes('解除了'), 'the message')
})

test('ends the connection of a member who is kicked or blocked, with the reason', async () => {
  const [ann, bob, cleo] = [await enter('ann'), await enter('bob'), await enter('cleo')]
  expect(await askRoom(ann, 'kickChatroomMember', { account: 'bob', custom: '{"n":1}' })).toEqual({ account: 'bob' })
  await until(() => bob.count('ondisconnect') === 1, 'the end of the kicked one')
  expect(bob.last('ondisconnect')).toMatchObject({ code: 'kicked', reason: 'managerKick', custom: '{"n":1}' })
  await expect(askRoom(ann, 'kickChatroomMember', { account: 'bob' })).rejects.toMatchObject({ code: 404 })
  expect((await enter('bob')).count('onconnect')).toBe(1)
  await askRoom(ann, 'markChatroomBlacklist', { account: 'cleo', isAdd: true })
  await until(() => cleo.count('ondisconnect') === 1, 'the end of the blocked one')
  expect(cleo.last('ondisconnect')).toMatchObject({ code: 'kicked', reason: 'blacked' })
  expect((await enter('cleo')).last('ondisconnect')).toMatchObject({ code: 13_003 })
  expect(await askRoom(ann, 'markChatroomBlacklist', { account: 'cleo', isAdd: false })).toMatchObject({
    member: { account: 'cleo', nick: 'cleo的名字' },
  })
  await askRoom(ann, 'markChatroomCommonMember', { account: 'cleo', isAdd: true, level: 1 })
  await until(() => roomNoticesOf(ann).includes('addCommon'), 'the notice')
  expect(ann.received.at(-1)?.attach).toMatchObject({ type: 'addCommon', toNick: ['cleo的名字'] })
  await askRoom(ann, 'markChatroomCommonMember', { account: 'cleo', isAdd: false })
  expect((await enter('cleo')).count('onconnect')).toBe(1)
})

test('shows and changes the room, and lets only its creator close it', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const change = { chatroom: { announcement: '八点开始', queuelevel: 1 }, needNotify: true, custom: '{}' }
  await expect(askRoom(bob, 'updateChatroom', change)).rejects.toMatchObject({ code: 403 })
  await askRoom(ann, 'updateChatroom', change)
  await until(() => roomNoticesOf(bob).includes('updateChatroom'), 'the notice')
  expect(bob.received.at(-1)!.attach).toMatchObject({ chatroom: { announcement: '八点开始', queuelevel: 1 } })
  const { chatroom } = await askRoom<{ chatroom: RoomInfo }>(bob, 'getChatroom')
  expect(chatroom).toMatchObject({ name: '讲座', announcement: '八点开始', queuelevel: 1, onlineMemberNum: 2 })
  await expect(askRoom(ann, 'updateChatroom', { chatroom: {} })).rejects.toMatchObject({ code: 414 })
  await askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  await expect(askRoom(bob, 'closeChatroom')).rejects.toMatchObject({ code: 403 })
  await askRoom(ann, 'closeChatroom', { custom: '{"bye":1}' })
  await until(() => bob.count('ondisconnect') === 1, 'the end')
  expect(bob.last('ondisconnect')).toMatchObject({ reason: 'chatroomClosed', custom: '{"bye":1}' })
})

test('changes the name, the tags and the place of a visitor on all devices', async () => {
  const ann = await enter('ann')
  const [bob, phone] = [await enter('bob'), await enter('bob')]
  const member = { nick: '新名字', custom: '{"v":2}' }
  await askRoom(bob, 'updateMyChatroomMemberInfo', { member, needNotify: true, custom: '改了' })
  await until(() => roomNoticesOf(ann).includes('updateMemberInfo'), 'the notice')
  await sendRoomText(phone, '另一台设备')
  await until(() => roomTextsOf(ann).length === 1, 'the message')
  expect(ann.received.at(-1)).toMatchObject({ fromNick: '新名字', fromCustom: '{"v":2}' })
  const profession = askRoom(bob, 'updateMyChatroomMemberInfo', { member: { nick: '王医生' } })
  await expect(profession).rejects.toMatchObject({ code: 414 })
  await askRoom(bob, 'updateTags', { tags: ['x'] })
  await until(() => phone.count('onTagsUpdate') === 1, 'the tags on the other device')
  expect(phone.last('onTagsUpdate')).toEqual({ tags: ['x'], notifyTargetTags: '' })
  expect(bob.count('onTagsUpdate')).toBe(0)
  await askRoom(bob, 'updateCoordinate', { loc_x: 0, loc_y: 0, loc_z: 0, distance: 1 })
  await sendRoomText(ann, '只给x', { notifyTargetTags: '{"tag":"x"}' })
  await sendRoomText(ann, '远处', { loc_x: 50, loc_y: 0, loc_z: 0 })
  await sendRoomText(ann, '结束')
  await until(() => roomTextsOf(phone).includes('结束'), 'the last message')
  expect(roomTextsOf(phone)).toEqual(['只给x', '结束'])
})
