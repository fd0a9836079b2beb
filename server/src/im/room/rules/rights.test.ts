// Tests of the rights of visitors of a chatroom: which of their texts, files and changes reach the room.
import { expect, test } from 'vitest'
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import { until } from '../../../../../im-sdk/test/people.ts'
import {
  askRoom,
  roomNoticesOf,
  type RoomPage,
  roomTextsOf,
  sendRoomText,
  useRoom,
} from '../../../../../im-sdk/test/rooms.ts'
import { enterChatroom } from '../visits/enter.ts'

const { server, room, enter, enterAnonymously } = useRoom(['ann', 'bob', 'cleo'])
const request = <Name extends CommandName>({ chatroom }: RoomPage, name: Name, input: CommandInput<Name>) =>
  chatroom.room!.core.request(name, input)

test('passes on no text of a visitor who may not write', async () => {
  const ann = await enter('ann')
  await askRoom(ann, 'markChatroomGaglist', { account: 'bob', isAdd: true })
  await room.app.request('user/mute', { accid: 'cleo', mute: 'true' })
  const texts = { chatroomCustom: '资料', chatroomEnterCustom: '进来了' }
  const silentPages: [RoomPage, number][] = [
    [await enter('bob', texts), 13_004],
    [await enter('cleo', texts), 2_002],
    [await enterAnonymously(texts), 403],
  ]
  for (const [page, code] of silentPages) {
    const refusal = { code }
    await expect(request(page, 'chatroom.updateMyInfo', { custom: '资料' })).rejects.toMatchObject(refusal)
    await expect(request(page, 'chatroom.updateMyInfo', { notifyCustom: '您好' })).rejects.toMatchObject(refusal)
    await expect(request(page, 'chatroom.updateTags', { ext: '您好' })).rejects.toMatchObject(refusal)
    await request(page, 'chatroom.updateMyInfo', { nick: '新名字', needNotify: true })
    await request(page, 'chatroom.updateTags', { tags: ['a'] })
    page.chatroom.logout()
  }
  await until(() => roomNoticesOf(ann).filter((type) => type === 'memberExit').length === 3, 'the last notices')
  await room.app.request('user/mute', { accid: 'cleo', mute: 'false' })
  const notices = ann.received.filter(({ from }) => from !== 'ann')
  expect(new Set(notices.map(({ attach }) => attach!.type))).toEqual(new Set(['memberEnter', 'memberExit']))
  expect(notices.flatMap(({ fromCustom, attach }) => [fromCustom, attach!.custom]).filter(Boolean)).toEqual([])
})

test('lets visitors of other apps use names that only the staff of the association has on the site', async () => {
  for (const chatroomNick of ['某市协会小王', '客服小李', 'admin1', '匿名者']) {
    const page = await enterAnonymously({ chatroomNick })
    expect(page.last('onconnect')).toMatchObject({ member: { nick: chatroomNick } })
  }
  const numbered = await enterAnonymously({ chatroomNick: '13800000000' })
  expect(numbered.last('ondisconnect')).toMatchObject({ code: 414 })
})

test('lets only moderators choose the receivers of a message, who receive it once', async () => {
  const [ann, bob, cleo] = [await enter('ann'), await enter('bob'), await enter('cleo')]
  await expect(sendRoomText(bob, '悄悄话', { toAccids: ['cleo'] })).rejects.toMatchObject({ code: 403 })
  const draft = { idClient: 'targeted-1', content: { type: 0, text: '只给你' }, toAccids: ['cleo'] } as const
  const first = await request(ann, 'chatroom.sendMsg', { ...draft, toAccids: [...draft.toAccids] })
  expect(await request(ann, 'chatroom.sendMsg', { ...draft, toAccids: [...draft.toAccids] })).toEqual(first)
  await sendRoomText(ann, '结束')
  await until(() => roomTextsOf(cleo).includes('结束'), 'the last message')
  expect(roomTextsOf(cleo)).toEqual(['只给你', '结束'])
})

test('checks the rights before the file, and grants the sender no lasting access to it', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await askRoom(bob, 'sendFile', { type: 'file', blob: new Blob(['x'], { type: 'text/plain' }) })
  await until(() => ann.received.some(({ type }) => type === 'file'), 'the file')
  expect(await server().kit.sql`select 1 from im_file_share`).toEqual([])
  await askRoom(ann, 'markChatroomGaglist', { account: 'bob', isAdd: true })
  const file = { url: 'https://other.example/a.txt', size: 1, ext: 'txt', name: 'a.txt', md5: 'a'.repeat(32) }
  const draft = { idClient: 'foreign-file', content: { type: 6, file } }
  await expect(request(bob, 'chatroom.sendMsg', draft as never)).rejects.toMatchObject({ code: 13_004 })
})

test('refuses an expression of tags that cannot be stored, or that is too long to evaluate often', async () => {
  const ann = await enter('ann')
  const tags = Array.from({ length: 21 }, (_, i) => ({ tag: `${i}` }))
  const expressions = [{ tag: 'a\0' }, { tag: '\ud800' }, { tag: 'a'.repeat(33) }, { or: tags }]
  for (const expression of expressions) {
    const notifyTargetTags = JSON.stringify(expression)
    await expect(sendRoomText(ann, '您好', { notifyTargetTags })).rejects.toMatchObject({ code: 414 })
  }
  await sendRoomText(ann, '您好', { notifyTargetTags: JSON.stringify({ or: tags.slice(1) }) })
})

test('stores the messages of a visitor in their order, also while an alert is raised for one', async () => {
  const bob = await enter('bob')
  const texts = ['我不想活了，今晚就跳楼', ...Array.from({ length: 8 }, (_, i) => `第${i}句`)]
  await Promise.all(texts.map((text) => sendRoomText(bob, text)))
  const { msgs } = await request(bob, 'chatroom.getHistory', { reverse: true, msgTypes: [0] })
  expect(msgs.map(({ content }) => 'text' in content && content.text)).toEqual(texts)
})

test('ends a gag with a role, and lists a gagged visitor once', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await askRoom(ann, 'markChatroomGaglist', { account: 'bob', isAdd: true })
  const listAccounts = async (guest: boolean) =>
    (await request(ann, 'chatroom.getMembers', { guest })).members.map(({ account }) => account)
  expect([await listAccounts(true), await listAccounts(false)]).toEqual([[], ['ann', 'bob']])
  await askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  await sendRoomText(bob, '谢谢')
})

test('keeps the role of a manager whose rights rest during a gag', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  const gag = (isAdd: boolean) =>
    request(ann, 'chatroom.markMember', { account: 'bob', mark: 'gaglist', isAdd, level: 0, custom: '' })
  expect((await gag(true)).member).toMatchObject({ type: 'restricted', gaged: true })
  const muteAll = () => request(bob, 'chatroom.updateRoom', { chatroom: { mute: true } } as never)
  await expect(muteAll()).rejects.toMatchObject({ code: 403 })
  await expect(sendRoomText(bob, '在吗')).rejects.toMatchObject({ code: 13004 })
  expect((await gag(false)).member).toMatchObject({ type: 'manager', gaged: false })
  await sendRoomText(bob, '谢谢')
})

test('refuses every command of a blocked visitor whose connection has not ended', async () => {
  await enter('ann')
  const bob = await enter('bob')
  await server().kit.sql`
    insert into im_room_member (room_id, im_account_id, role, is_blacked, create_time, update_time)
    select ${room.chatroomId}, id, 'none', true, 1, 1 from im_account where accid = 'bob'`
  const attempts: (() => Promise<unknown>)[] = [
    () => request(bob, 'chatroom.getHistory', {}),
    () => request(bob, 'chatroom.getRoom', {}),
    () => request(bob, 'chatroom.getMembers', { guest: true }),
    () => request(bob, 'chatroom.getMembersByTag', { tag: 'a' }),
    () => request(bob, 'chatroom.getMembersInfo', { accounts: ['ann'] }),
    () => request(bob, 'chatroom.countMembersByTag', { tag: 'a' }),
    () => request(bob, 'chatroom.updateMyInfo', { nick: '新名字' }),
    () => request(bob, 'chatroom.updateTags', { tags: ['a'] }),
    () => request(bob, 'chatroom.updatePlace', { place: null }),
    () => request(bob, 'chatroom.closeRoom', {}),
    () => sendRoomText(bob, '您好'),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 13_003 })
})

test('ends a login during which the account is blocked', async () => {
  const { sql } = server().kit
  const [account] = await sql<{ id: number; app_id: number }[]>`
    select id, app_id from im_account where accid = 'bob' order by id desc limit 1`
  const visitor = { imId: account!.id, appId: account!.app_id, accid: 'bob', roleId: null, isMuted: false }
  const ctx = {
    sql,
    viewer: { ...visitor, deviceId: 'device', clientType: 16 },
    rooms: { visitsOf: () => [], listVisitors: () => [], deliver: () => {} },
    async enterRoom(_id: number, visit: object) {
      await sql`
        insert into im_room_member (room_id, im_account_id, role, is_blacked, create_time, update_time)
        values (${room.chatroomId}, ${account!.id}, 'none', true, 1, 1)`
      return visit
    },
  }
  const input = {
    chatroomId: room.chatroomId,
    nick: '',
    avatar: '',
    custom: '',
    enterCustom: '',
    tags: [],
    notifyTargetTags: '',
  }
  const site = { findRoomRefusal: () => Promise.resolve(null), signFile: <Content>(content: Content) => content }
  await expect(enterChatroom(input as never, ctx as never, site)).rejects.toMatchObject({ code: 13_003 })
})

test('refuses a nick of a moderator, or of a profession, to other visitors', async () => {
  const [ann, bob] = [await enter('ann', { chatroomNick: '李医生' }), await enter('bob')]
  expect(ann.last('onconnect')).toMatchObject({ member: { nick: '李医生' } })
  for (const chatroomNick of ['李医生', '王咨询师', 'Ann的名字']) {
    const page = await enterAnonymously({ chatroomNick })
    expect(page.last('ondisconnect')).toMatchObject({ code: 414 })
    await expect(request(bob, 'chatroom.updateMyInfo', { nick: chatroomNick })).rejects.toMatchObject({ code: 414 })
  }
  await askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  await request(bob, 'chatroom.updateMyInfo', { nick: '王咨询师' })
})

test('keeps a muted tag until the mute ends', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob', { tags: ['x', 'y'] })]
  await request(ann, 'chatroom.tempMuteTag', { tag: 'x', duration: 60 })
  await expect(request(bob, 'chatroom.updateTags', { tags: ['y'] })).rejects.toMatchObject({ code: 13_004 })
  await request(bob, 'chatroom.updateTags', { tags: ['x', 'z'] })
  await request(ann, 'chatroom.tempMuteTag', { tag: 'x', duration: 0 })
  await request(bob, 'chatroom.updateTags', { tags: [] })
})

test('keeps the audience of the notices of a visitor who changes tags only', async () => {
  const notifyTargetTags = '{"tag":"staff"}'
  const [ann, cleo] = [await enter('ann', { tags: ['staff'] }), await enter('cleo')]
  const [bob, phone] = [await enter('bob', { notifyTargetTags }), await enter('bob', { notifyTargetTags })]
  await request(bob, 'chatroom.updateTags', { tags: ['a'] })
  await until(() => phone.count('onTagsUpdate') === 1, 'the tags on the other device')
  expect(phone.last('onTagsUpdate')).toEqual({ tags: ['a'], notifyTargetTags })
  await sendRoomText(bob, '结束')
  await until(() => [ann, cleo].every((page) => roomTextsOf(page).includes('结束')), 'the last message')
  expect(roomNoticesOf(ann)).toContain('updateTags')
  expect(roomNoticesOf(cleo)).not.toContain('updateTags')
})

test('names the room in the alert of a text for the backend of an app', async () => {
  const { sql } = server().kit
  await sql`update im_app set alert_url = 'https://alerts.example/' where app_key = ${room.app.appKey}`
  const cleo = await enter('cleo')
  await sendRoomText(cleo, '我不想活了，今晚就跳楼')
  expect(await sql`select session_id from im_app_alert`).toEqual([{ session_id: `chatroom-${room.chatroomId}` }])
})

test('accepts pictures of visitors from the site only', async () => {
  const ownAvatar = new URL('/api/a.png', server().kit.config.publicUrl).href
  const bob = await enter('bob', { chatroomAvatar: ownAvatar })
  expect(bob.last('onconnect')).toMatchObject({ member: { avatar: ownAvatar } })
  for (const avatar of ['https://other.example/a.png', 'data:image/png;base64,AA==', '/a.png'])
    await expect(request(bob, 'chatroom.updateMyInfo', { avatar })).rejects.toMatchObject({ code: 414 })
  // pages pass pictures of other services, and texts that are no address
  for (const chatroomAvatar of ['https://other.example/a.png', 'chatroomAvatar']) {
    const cleo = await enter('cleo', { chatroomAvatar })
    expect(cleo.last('onconnect')).toMatchObject({ member: { avatar: '' } })
  }
})
