// Tests of chatrooms through the API of pages, on a real server.
import { expect, test, vi } from 'vitest'
import { openPage, waitForDone } from '../../test/page.ts'
import { until } from '../../test/people.ts'
import {
  askRoom,
  createRoomApp,
  enterRoom,
  openRoomPage,
  roomNoticesOf,
  roomTextsOf,
  sendRoomText,
  useRoom,
} from '../../test/rooms.ts'
import type { ChatroomMessage } from './present.ts'

const { server, room, accounts, login, enter, enterAnonymously } = useRoom(['ann', 'bob', 'cleo'], { isRoomKept: true })

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('shows the room and the member after the login, and a notice to the others', async () => {
  const ann = await enter('ann')
  expect(ann.last('onconnect')).toMatchObject({
    chatroom: { id: room.chatroomId, name: '讲座', creator: 'ann', mute: false, onlineMemberNum: 1 },
    member: { account: 'ann', type: 'owner', nick: 'ann的名字', online: true, guest: false },
  })
  const bob = await enter('bob', { chatroomNick: '小波', chatroomEnterCustom: '{"from":"link"}', tags: ['a'] })
  expect(bob.last('onconnect')).toMatchObject({
    chatroom: { onlineMemberNum: 2 },
    member: { account: 'bob', type: 'guest', nick: '小波', guest: true, tags: ['a'] },
  })
  await until(() => roomNoticesOf(ann).length > 1, 'the notice of entering')
  expect(ann.received.at(-1)).toMatchObject({
    type: 'notification',
    from: 'bob',
    flow: 'in',
    attach: { type: 'memberEnter', from: 'bob', to: ['bob'], toNick: ['小波'], custom: '{"from":"link"}' },
  })
  bob.chatroom.logout()
  await until(() => roomNoticesOf(ann).includes('memberExit'), 'the notice of leaving')
  expect(bob.last('ondisconnect')).toMatchObject({ code: 'logout' })
})

test('sends each kind of message to the others, and returns it at once', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const returned = bob.chatroom.sendText({ text: '您好', custom: '{"a":1}', subType: 2 })
  expect(returned).toMatchObject({
    type: 'text',
    text: '您好',
    status: 'sending',
    flow: 'out',
    from: 'bob',
    chatroomId: room.chatroomId,
  })
  const tip = await askRoom<ChatroomMessage>(bob, 'sendTipMsg', { tip: '提示' })
  const custom = await askRoom<ChatroomMessage>(bob, 'sendCustomMsg', { content: '{"n":1}' })
  const geo = await askRoom<ChatroomMessage>(bob, 'sendGeo', { geo: { lng: 113, lat: 34, title: '郑州' } })
  expect([tip, custom, geo]).toMatchObject([
    { status: 'success', tip: '提示' },
    { status: 'success', content: '{"n":1}' },
    { status: 'success', geo: { title: '郑州' } },
  ])
  await until(
    () => ann.received.filter(({ from, type }) => from === 'bob' && type !== 'notification').length === 4,
    'all',
  )
  const [text] = ann.received.filter(({ text: words }) => words !== undefined)
  expect(text).toMatchObject({ text: '您好', custom: '{"a":1}', subType: 2, fromNick: 'bob的名字', flow: 'in' })
  // the writer receives no push of its messages
  expect(roomTextsOf(bob)).toEqual([])
  const { msgs } = await askRoom<{ msgs: ChatroomMessage[] }>(ann, 'getHistoryMsgs', { limit: 2 })
  expect(msgs.map(({ type }) => type)).toEqual(['geo', 'custom'])
  const later = await askRoom<{ msgs: ChatroomMessage[] }>(ann, 'getHistoryMsgs', {
    timetag: tip.time,
    reverse: true,
  })
  expect(later.msgs.map(({ type }) => type)).toEqual(['custom', 'geo'])
  const tips = await askRoom<{ obj: { msgs: ChatroomMessage[] } }>(ann, 'getHistoryMsgs', { msgTypes: ['tip'] })
  expect(tips.obj.msgs).toMatchObject([{ tip: '提示' }])
})

test('sends a picture that every visitor can open', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const blob = new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' })
  await askRoom(bob, 'sendFile', { type: 'image', blob })
  await until(() => ann.received.some(({ type }) => type === 'image'), 'the picture')
  const address = new URL(ann.received.find(({ type }) => type === 'image')!.file!.url)
  const reply = await fetch(`${room.url}${address.pathname}${address.search}`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await fetch(`${room.url}${address.pathname}`)).status).toBe(404)
})

test('shows a picture of the sender in custom content and as the avatar, and no file of others', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const blob = new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' })
  const { url } = await askRoom<{ url: string }>(bob, 'previewFile', { type: 'image', blob })
  const open = async (address: string) => {
    const { pathname, search } = new URL(address)
    return (await fetch(`${room.url}${pathname}${search}`)).status
  }
  const content = JSON.stringify({ picture: url })
  await expect(askRoom(ann, 'sendCustomMsg', { content })).rejects.toMatchObject({ code: 404 })
  await askRoom(bob, 'sendCustomMsg', { content })
  const findShown = () => ann.received.find(({ type, from }) => type === 'custom' && from === 'bob')
  await until(() => findShown() !== undefined, 'the custom message')
  expect(await open((JSON.parse(findShown()!.content as string) as { picture: string }).picture)).toBe(200)
  await askRoom(bob, 'updateMyChatroomMemberInfo', { member: { avatar: url } })
  const { members } = await askRoom<{ members: { avatar: string }[] }>(ann, 'getChatroomMembersInfo', {
    accounts: ['bob'],
  })
  expect(members[0]!.avatar).not.toContain('sign=')
  expect(await open(members[0]!.avatar)).toBe(200)
})

test('restricts messages to tags, accounts and places, in the history as well', async () => {
  const ann = await enter('ann', { tags: ['staff'] })
  const bob = await enter('bob', { tags: ['left'], loc_x: 0, loc_y: 0, loc_z: 0, distance: 10 })
  const cleo = await enter('cleo', { tags: ['right'] })
  await sendRoomText(ann, '给左边', { notifyTargetTags: '{"tag":"left"}' })
  await sendRoomText(ann, '给不在左边的', { notifyTargetTags: '{"not":{"tag":"left"}}' })
  await sendRoomText(ann, '给cleo', { toAccids: ['cleo'] })
  await sendRoomText(ann, '很远', { loc_x: 100, loc_y: 0, loc_z: 0 })
  await sendRoomText(ann, '结束')
  await until(() => [bob, cleo].every((page) => roomTextsOf(page).includes('结束')), 'the last message')
  expect(roomTextsOf(bob)).toEqual(['给左边', '结束'])
  expect(roomTextsOf(cleo)).toEqual(['给不在左边的', '给cleo', '很远', '结束'])
  const textsInHistory = async (page: typeof bob, method = 'getHistoryMsgs', options = {}) => {
    const { msgs } = await askRoom<{ msgs: ChatroomMessage[] }>(page, method, {
      limit: 4,
      msgTypes: ['text'],
      ...options,
    })
    return msgs.flatMap(({ text }) => text ?? [])
  }
  expect((await textsInHistory(bob)).slice(0, 3)).toEqual(['结束', '很远', '给左边'])
  expect((await textsInHistory(cleo)).slice(0, 3)).toEqual(['结束', '很远', '给不在左边的'])
  expect(await textsInHistory(ann, 'getHistoryMsgsByTags', { tags: ['left'] })).toEqual(['给左边'])
  expect(await textsInHistory(cleo, 'getHistoryMsgsByTags', { tags: ['left'] })).toEqual([])
  await expect(sendRoomText(ann, '错', { notifyTargetTags: '{"tags":1}' })).rejects.toMatchObject({ code: 414 })
})

test('lets anonymous visitors read, and write nothing', async () => {
  const ann = await enter('ann')
  const guest = await enterAnonymously()
  expect(guest.last('onconnect')).toMatchObject({ member: { type: 'anonymous', nick: '路人', guest: true } })
  await sendRoomText(ann, '欢迎')
  await until(() => roomTextsOf(guest).includes('欢迎'), 'the message')
  await expect(sendRoomText(guest, '您好')).rejects.toMatchObject({ code: 403 })
  const blob = new Blob(['x'], { type: 'text/plain' })
  await expect(askRoom(guest, 'sendFile', { type: 'file', blob })).rejects.toMatchObject({ code: 403 })
  const closed = await room.app.createRoom('ann')
  const refused = openRoomPage(room.url, {
    appKey: room.app.appKey,
    chatroomId: closed,
    isAnonymous: true,
    chatroomNick: '路人',
  })
  await until(() => refused.count('ondisconnect') > 0, 'the refusal')
  expect(refused.last('ondisconnect')).toMatchObject({ code: 403 })
})

test('names options without effect in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await enter('cleo', { loginAuthType: 1, antiSpamBusinessId: 'x' })
  const names = warn.mock.calls.map(([text]) => /option (\w+)/.exec(String(text))?.[1])
  expect(names).toEqual(['loginAuthType', 'antiSpamBusinessId'])
})

test('refuses wrong tokens, unknown rooms and names of professions, once and for good', async () => {
  const codeOf = async (options: object) => {
    const page = openRoomPage(room.url, { ...login(), ...accounts['bob'], ...options })
    await until(() => page.count('ondisconnect') > 0, 'the refusal')
    expect(page.count('onwillreconnect')).toBe(0)
    return (page.last('ondisconnect') as { code: unknown }).code
  }
  expect(await codeOf({ token: 'wrong' })).toBe(302)
  expect(await codeOf({ chatroomId: '999999' })).toBe(404)
  expect(await codeOf({ chatroomId: 'x' })).toBe(414)
  expect(await codeOf({ chatroomNick: '王医生' })).toBe(414)
  expect(await codeOf({ tags: Array.from({ length: 11 }, (_, i) => `t${i}`) })).toBe(414)
  expect(await codeOf({ account: undefined })).toBe(414)
  expect(await codeOf({ chatroomAddresses: 'x' })).toBe(414)
})

test('ends the connections when the room is closed, and refuses to enter until it is open again', async () => {
  const roomId = await room.app.createRoom('ann')
  const [ann, bob] = [await enter('ann', { chatroomId: roomId }), await enter('bob', { chatroomId: roomId })]
  const setOpen = (operator: string, valid: string) =>
    room.app.request('chatroom/toggleCloseStat', { roomid: roomId, operator, valid })
  const forbidden = await setOpen('bob', 'false')
  expect(forbidden.code).toBe(403)
  await setOpen('ann', 'false')
  for (const page of [ann, bob]) {
    await until(() => page.count('ondisconnect') > 0, 'the end')
    expect(page.last('ondisconnect')).toMatchObject({ code: 'kicked', reason: 'chatroomClosed' })
    expect(roomNoticesOf(page)).toContain('closeChatroom')
  }
  const refused = await enter('bob', { chatroomId: roomId })
  expect(refused.last('ondisconnect')).toMatchObject({ code: 13_002 })
  await setOpen('ann', 'true')
  expect((await enter('bob', { chatroomId: roomId })).count('onconnect')).toBe(1)
})

test('fails a message without a connection, and resends it once', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  bob.chatroom.disconnect()
  const failed = await new Promise<{ error: Error | null; msg: ChatroomMessage }>((resolve) => {
    bob.chatroom.sendText({ text: '断线时写的', done: (error, msg) => resolve({ error, msg }) })
  })
  expect(failed.error?.message).toBe('chatroom not connected')
  expect(failed.msg).toMatchObject({ status: 'fail', text: '断线时写的' })
  bob.chatroom.connect()
  await until(() => bob.count('onconnect') === 2, 'the second login')
  const resent = await askRoom<ChatroomMessage>(bob, 'resendMsg', { msg: failed.msg })
  expect(resent).toMatchObject({ idClient: failed.msg.idClient, status: 'success', resend: true })
  await expect(askRoom(bob, 'resendMsg', { msg: resent })).rejects.toMatchObject({ code: 414 })
  // the same idClient again is the same message
  await sendRoomText(bob, '断线时写的', { idClient: failed.msg.idClient })
  await sendRoomText(bob, '结束')
  await until(() => roomTextsOf(ann).includes('结束'), 'the last message')
  expect(roomTextsOf(ann)).toEqual(['断线时写的', '结束'])
})

test('reconnects after a lost connection', async () => {
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  bob.chatroom.room!.core.connection.drop()
  await until(() => bob.count('onconnect') === 2, 'the second login')
  expect(bob.last('onwillreconnect')).toMatchObject({ retryCount: 1 })
  await sendRoomText(bob, '又来了')
  await until(() => roomTextsOf(ann).includes('又来了'), 'the message')
})

test('receives messages of high priority that were written while it was away, each once', async () => {
  const [ann, bob, cleo] = [await enter('ann'), await enter('bob', { tags: ['left'] }), await enter('cleo')]
  const urgent = { highPriority: true }
  await sendRoomText(ann, '来之前', urgent)
  await until(() => roomTextsOf(bob).length === 1, 'the message before the loss')
  let comeBack = () => {}
  const absence = new Promise<void>((resolve) => (comeBack = resolve))
  const { onwillreconnect } = bob.chatroom.options
  bob.chatroom.setOptions({ onwillreconnect: (info) => (onwillreconnect?.(info), absence) })
  bob.chatroom.room!.core.connection.drop()
  await until(() => bob.count('onwillreconnect') === 1, 'the loss')
  await sendRoomText(ann, '普通')
  await sendRoomText(ann, '给右边', { ...urgent, notifyTargetTags: '{"tag":"right"}' })
  await sendRoomText(ann, '重要', urgent)
  // once another visitor has the message, the node will not send it to bob in the same batch
  await until(() => roomTextsOf(cleo).includes('重要'), 'the message at another visitor')
  comeBack()
  await until(() => roomTextsOf(bob).includes('重要'), 'the missed message')
  await sendRoomText(ann, '结束')
  await until(() => roomTextsOf(bob).includes('结束'), 'the last message')
  expect(roomTextsOf(bob)).toEqual(['来之前', '重要', '结束'])
})

test('gives the addresses of a room to signed-in accounts of its app only', async () => {
  const other = await createRoomApp(server(), '学校')
  const dan = await other.createMember('dan')
  const page = await openPage(server(), room.url, {
    person: { accid: 'ann', token: accounts['ann']!.token },
    appKey: room.app.appKey,
  })
  const address = await waitForDone<{ address: string[]; chatroomId: string }>((done) =>
    page.nim.getChatroomAddress({ chatroomId: room.chatroomId, done }),
  )
  expect(address).toMatchObject({ chatroomId: room.chatroomId, address: ['http://xinqiao.localhost'] })
  const foreign = await openPage(server(), room.url, {
    person: { accid: 'dan', token: dan.token },
    appKey: other.appKey,
  })
  await expect(
    waitForDone((done) => foreign.nim.getChatroomAddress({ chatroomId: room.chatroomId, done })),
  ).rejects.toMatchObject({
    code: 404,
  })
  expect((await room.app.request('chatroom/requestAddr', { roomid: room.chatroomId })).addr).toEqual([
    'http://xinqiao.localhost',
  ])
  const refused = await enterRoom(room.url, { appKey: other.appKey, chatroomId: room.chatroomId, ...dan })
  expect(refused.last('ondisconnect')).toMatchObject({ code: 404 })
  page.nim.destroy()
  foreign.nim.destroy()
})

test('reports the end once, also to a page that destroys the room in the callback', async () => {
  const bob = await enter('bob')
  const ends: unknown[] = []
  bob.chatroom.setOptions({
    ondisconnect: (end) => {
      ends.push(end)
      bob.chatroom.destroy()
      bob.chatroom.disconnect()
    },
  })
  bob.chatroom.disconnect()
  await until(() => ends.length > 0, 'the end')
  expect(ends).toHaveLength(1)
})
