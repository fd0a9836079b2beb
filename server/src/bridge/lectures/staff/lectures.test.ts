// Tests of lectures through the API: states, audiences, addresses of streams, reminders and recordings.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLevel, createMember } from '../../../../db/fixtures/membership.ts'
import { createLectureDraft, useLectures } from '../../../../test/steps/lecture-steps.ts'
import { fileForm, useTestServer, type Caller } from '../../../../test/test-server.ts'
import { updateLectureRooms } from '../lifetime/rooms.ts'

const replies: Record<string, string> = { '/live.m3u8': '#EXTM3U\n#EXT-X-VERSION:3\n', '/page': '<html>直播间</html>' }
const streams: Server = createServer((request, response) => {
  const body = replies[request.url ?? '']
  response.writeHead(body === undefined ? 404 : 200).end(body ?? '')
})
const origin = await new Promise<string>((resolve) => {
  streams.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(streams.address() as AddressInfo).port}`))
})
afterAll(() => void streams.close())

const server = useTestServer({ STREAM_ORIGINS: origin })
let editor: Caller
const { callAsEditor, createLecture, publish, read, appoint } = useLectures(server, () => editor)
beforeAll(async () => {
  editor = await server().enter('editor')
})
const noticesOf = async ({ id }: Caller): Promise<string[]> => {
  const rows = await server().kit.sql<{ title: string }[]>`
    select title from message where account_id = ${id} and kind = 'lecture' order by id`
  return rows.map(({ title }) => title)
}

test('hides a draft, and shows a published lecture by its time', async () => {
  const draft = await createLecture(createLectureDraft(60, 120))
  expect((await server().request('GET /lecture/getById', { id: draft })).code).toBe(404)
  const [coming, live, over] = [await publish(60, 120), await publish(-5, 55), await publish(-120, -60)]
  const phases = await Promise.all([coming, live, over].map(async (id) => (await read(id)).phase))
  expect(phases).toEqual(['coming', 'live', 'over'])
  const list = (await server().request('GET /lecture/list', {})).data.content.map(({ id }) => id)
  expect(list).toEqual([live, coming])
  const past = (await server().request('GET /lecture/list', { past: 'true' })).data.content.map(({ id }) => id)
  expect(past).toEqual([over])
})

test('refuses an address elsewhere or without a playlist, and warns of one that gives nothing yet', async () => {
  const save = (streamUrl: string) => callAsEditor('POST /admin/lecture', createLectureDraft(60, 120, { streamUrl }))
  expect((await save('https://elsewhere.example/live.m3u8')).fields['streamUrl']).toContain(origin)
  expect((await save(`${origin.replace('//', '//me:secret@')}/live.m3u8`)).fields['streamUrl']).toContain('账号和密码')
  expect((await save('https://elsewhere.example/live.m3u8')).fields['streamUrl']).toContain('负责运维的同事')
  for (const mistyped of ['不是地址', '/live.m3u8', 'live.m3u8'])
    expect((await save(mistyped)).fields['streamUrl']).toContain('不是完整的网址')
  for (const unplayable of ['rtmp://stream.example/live', 'javascript:alert(1)'])
    expect((await save(unplayable)).fields['streamUrl']).toContain('http或https开头')
  expect((await save(`${origin}/page`)).fields['streamUrl']).toContain('不是直播流')
  expect((await save(`${origin}/live.m3u8`)).data.warning).toBe('')
  expect((await save(`${origin}/later.m3u8`)).data.warning).toContain('请在开播前再试一次')
})

test('warns staff who remove the stream of a published lecture before its end', async () => {
  const streamUrl = `${origin}/live.m3u8`
  const save = async (id: number) =>
    (await callAsEditor('PUT /admin/lecture', { ...createLectureDraft(-5, 55), id })).data.warning
  expect(await save(await publish(-5, 55, { streamUrl }))).toContain('开讲后没有画面')
  expect(await save(await createLecture(createLectureDraft(-5, 55, { streamUrl })))).toBe('')
})

test('refuses times and credits that contradict each other, at the field', async () => {
  const save = (more: object) => callAsEditor('POST /admin/lecture', { ...createLectureDraft(60, 120), ...more })
  expect((await save({ endTime: createLectureDraft(0, 30).endTime })).fields).toHaveProperty('endTime')
  // both faults of the form at once
  const faults = (await save({ endTime: createLectureDraft(0, 30).endTime, streamUrl: '不是地址' })).fields
  expect(Object.keys(faults).toSorted()).toEqual(['endTime', 'streamUrl'])
  expect((await save({ credits: 1, streamUrl: `${origin}/live.m3u8`, neededMinutes: 56 })).fields).toHaveProperty(
    'neededMinutes',
    expect.stringMatching(/最多55分钟.*开头和结尾/),
  )
})

test('gives the stream only during the lecture, and only to those who may watch', async () => {
  const streamUrl = `${origin}/live.m3u8`
  const [coming, soon] = [await publish(60, 120, { streamUrl }), await publish(20, 80, { streamUrl })]
  expect([await read(coming), await read(soon)]).toMatchObject([{ streamUrl: '' }, { streamUrl: '' }])
  const [signedIn, members] = [
    await publish(-1, 59, { audience: 'signedIn', streamUrl }),
    await publish(-1, 59, { audience: 'members', streamUrl }),
  ]
  const user = await server().enter('user')
  expect(await read(signedIn)).toMatchObject({ missing: 'signIn', streamUrl: '', chatroomId: null })
  expect(await read(signedIn, user)).toMatchObject({ missing: null, streamUrl, chatroomId: expect.any(String) })
  expect(await read(members, user)).toMatchObject({ missing: 'membership', streamUrl: '' })
  expect((await server().requestAs(user, 'GET /lecture/questions', { id: members })).code).toBe(403)
  const levelId = await createLevel(server().kit.sql, { title: '个人会员' })
  await createMember(server().kit, { levelId, accountId: user.id, name: user.username, phone: user.phone })
  expect(await read(members, user)).toMatchObject({ missing: null, streamUrl })
})

test('reminds once when the room opens, and tells of a cancellation with its reason', async () => {
  const id = await publish(60, 120)
  const [user, moderator] = [await server().enter('user'), await server().enter('counsellor')]
  await appoint(id, moderator)
  await server().requestAs(user, 'POST /lecture/remind', { id, wantsReminder: true })
  expect((await read(id, user)).own).toMatchObject({ wantsReminder: true })
  await updateLectureRooms(server().kit)
  expect(await noticesOf(user)).toEqual([])
  await server().kit.sql`update lecture set starts_at = now() + interval '20 minutes' where id = ${id}`
  await updateLectureRooms(server().kit)
  await updateLectureRooms(server().kit)
  expect(await noticesOf(user)).toEqual([expect.stringMatching(/^讲座“睡眠与情绪”\d\d:\d\d开讲$/)])
  expect((await callAsEditor('POST /admin/lecture/state', { id, state: 'cancelled' })).fields['reason']).toBe(
    '请填写原因',
  )
  await callAsEditor('POST /admin/lecture/state', { id, state: 'cancelled', reason: '讲者生病' })
  expect((await noticesOf(user)).at(-1)).toBe('讲座“睡眠与情绪”已取消，原因：讲者生病')
  expect((await noticesOf(moderator)).at(-1)).toContain('讲者生病')
  expect(await read(id)).toMatchObject({ phase: 'cancelled', cancelReason: '讲者生病', streamUrl: '' })
})

test('reminds again after the lecture was moved to another day', async () => {
  const id = await publish(60, 120)
  const [user, late] = [await server().enter('user'), await server().enter('user')]
  await server().requestAs(user, 'POST /lecture/remind', { id, wantsReminder: true })
  const move = (begin: number) => callAsEditor('PUT /admin/lecture', { id, ...createLectureDraft(begin, begin + 60) })
  await move(20)
  expect(await noticesOf(user)).toHaveLength(1)
  expect((await server().requestAs(late, 'POST /lecture/remind', { id, wantsReminder: true })).msg).toContain(
    '马上开始',
  )
  await move(7 * 24 * 60)
  expect((await server().requestAs(late, 'POST /lecture/remind', { id, wantsReminder: true })).code).toBe(200)
  await move(25)
  expect([await noticesOf(user), await noticesOf(late)].map(({ length }) => length)).toEqual([2, 1])
})

test('opens the rooms of other lectures when one fails', async () => {
  const [failing, other] = [await publish(60, 120), await publish(60, 120)]
  const { owner, kit } = server()
  const user = await server().enter('user')
  const { sql } = kit
  const [row] = await sql<{ room_id: number }[]>`select room_id from lecture where id = ${failing}`
  await owner.unsafe(`
    alter table im_room add constraint failing_room check (id <> ${row!.room_id} or not is_open) not valid`)
  await sql`update lecture set starts_at = now() + interval '20 minutes' where id in ${sql([failing, other])}`
  await updateLectureRooms(server().kit)
  const isOpen = async (id: number) => (await read(id, user)).chatroomId !== null
  expect([await isOpen(failing), await isOpen(other)]).toEqual([false, true])
  await owner`alter table im_room drop constraint failing_room`
  await updateLectureRooms(server().kit)
  expect(await isOpen(failing)).toBe(true)
})

test('shows the stream until the room closes when a lecture runs over its time', async () => {
  const streamUrl = `${origin}/live.m3u8`
  const id = await publish(-60, 10, { streamUrl })
  const { sql } = server().kit
  await sql`update lecture set ends_at = now() - interval '5 minutes' where id = ${id}`
  const user = await server().enter('user')
  expect(await read(id, user)).toMatchObject({ phase: 'over', streamUrl, chatroomId: expect.any(String) })
  expect((await server().requestAs(user, 'POST /lecture/beat', { id })).code).toBe(200)
  await sql`update lecture set ends_at = now() - interval '16 minutes' where id = ${id}`
  await updateLectureRooms(server().kit)
  expect(await read(id, user)).toMatchObject({ streamUrl: '', chatroomId: null })
  expect((await server().requestAs(user, 'POST /lecture/beat', { id })).code).toBe(409)
})

test('keeps the announcement and the slow mode of moderators when staff save other fields', async () => {
  const id = await publish(-10, 50, { announcement: '提纲在下面', slowSeconds: 10 })
  const { announcement: _text, ...draft } = { announcement: '', ...createLectureDraft(-10, 80) }
  const reply = await callAsEditor('PUT /admin/lecture', { id, ...draft, slowSeconds: undefined })
  expect(reply.code, reply.msg).toBe(200)
  const { data } = await callAsEditor('GET /admin/lecture', { id })
  expect(data).toMatchObject({ announcement: '提纲在下面', slowSeconds: 10, endTime: expect.any(String) })
  await callAsEditor('PUT /admin/lecture', { id, ...draft, slowSeconds: 0, announcement: '讲义已上传' })
  expect((await callAsEditor('GET /admin/lecture', { id })).data).toMatchObject({
    announcement: '讲义已上传',
    slowSeconds: 0,
  })
})

test('serves an uploaded recording in ranges, after the lecture, to those who may watch', async () => {
  const id = await publish(-120, -60, { audience: 'signedIn' })
  const user = await server().enter('user')
  const refused = await server().upload(
    editor,
    `POST /admin/lecture/recording?id=${id}` as never,
    fileForm('a.mp4', Buffer.from('text')),
  )
  expect(refused.msg).toContain('MP4')
  const head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
  const video = Buffer.concat([head, Buffer.alloc(1000, 7)])
  const reply = await server().upload(
    editor,
    `POST /admin/lecture/recording?id=${id}` as never,
    fileForm('讲座.mp4', video),
  )
  expect(reply.msg).toBe('上传成功')
  const { replayUrl } = await read(id, user)
  const get = (headers: Record<string, string>) => server().app.inject({ url: replayUrl, headers })
  const cookie = `token=${user.token}`
  expect((await get({})).statusCode).toBe(404)
  expect((await get({ cookie })).rawPayload.equals(video)).toBe(true)
  const part = await get({ cookie, range: 'bytes=10-19' })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 10-19/${video.length}`)
  expect(part.rawPayload.equals(video.subarray(10, 20))).toBe(true)
  expect((await get({ cookie, range: 'bytes=-5' })).rawPayload).toHaveLength(5)
  expect((await get({ cookie, range: 'bytes=5000-' })).statusCode).toBe(416)
  // a HEAD request does not read the file
  const [row] = await server().kit.sql<{ recording_key: string }[]>`select recording_key from lecture where id = ${id}`
  await server().kit.files.remove(row!.recording_key)
  const headReply = await server().app.inject({ method: 'HEAD', url: replayUrl, headers: { cookie } })
  expect([headReply.statusCode, headReply.headers['content-length']]).toEqual([200, `${video.length}`])
  await callAsEditor('POST /admin/lecture/removeRecording', { id })
  expect((await get({ cookie })).statusCode).toBe(404)
})

test('writes a calendar entry with the title and the address', async () => {
  const id = await publish(60, 120)
  const { raw } = await server().request('GET /lecture/ics', { id })
  expect(raw).toContain('SUMMARY:讲座：睡眠与情绪')
  expect(raw).toContain(`/lectures/detail?id=${id}`)
})

test('appoints a moderator by login name, telephone number, nickname or chat account', async () => {
  const id = await publish(60, 120)
  const [ann, bob] = [await server().enter('counsellor'), await server().enter('user')]
  const { sql } = server().kit
  await sql`update account set nickname = '小禾主持' where id = ${ann.id}`
  const add = (username: string) =>
    callAsEditor('POST /admin/lecture/moderator', { id, username, name: '林医生', isAdded: true })
  const { accid } = (await server().requestAs(bob, 'GET /neteaseUser/getUser')).data
  for (const name of [ann.username.toUpperCase(), ann.phone, '小禾主持'])
    expect((await add(name)).data).toEqual({ username: ann.username })
  for (const name of [bob.phone, accid]) expect((await add(name)).data).toEqual({ username: bob.username })
  const entries = await sql<{ detail: string }[]>`select detail::text from audit_log where subject = ${`lecture ${id}`}`
  expect(entries.map(({ detail }) => detail).join(' ')).not.toContain(ann.phone)
  await sql`update account set nickname = '小禾主持' where id = ${bob.id}`
  expect((await add('小禾主持')).fields['username']).toBe('有几个账号叫：小禾主持，请改用登录名')
  for (const name of ['没有的人', editor.username, editor.phone])
    expect((await add(name)).fields['username']).toContain('没有这个账号，或它不能使用聊天')
})

test('keeps the name of a moderator whom staff add again under another one', async () => {
  const id = await publish(60, 120)
  const person = await server().enter('counsellor')
  const set = (name: string, isAdded = true) =>
    callAsEditor('POST /admin/lecture/moderator', { id, username: person.username, name, isAdded })
  await set('林医生（主持）')
  for (const name of ['林医生', ''])
    expect((await set(name)).fields['username']).toContain('已经是主持人，显示的名字是“林医生（主持）”')
  expect((await set('林医生（主持）')).code).toBe(200)
  const list = async () => (await callAsEditor('GET /admin/lecture/moderators', { id })).data.content
  expect(await list()).toEqual([{ username: person.username, name: '林医生（主持）' }])
  await set('', false)
  await set('林医生')
  expect(await list()).toEqual([{ username: person.username, name: '林医生' }])
})

test('tells lists and pages which lectures have a stream', async () => {
  const [silent, streamed] = [await publish(-5, 55), await publish(-5, 55, { streamUrl: `${origin}/live.m3u8` })]
  const { content } = (await server().request('GET /lecture/list', { size: 50 })).data
  expect([silent, streamed].map((id) => content.find((card) => card.id === id)?.hasStream)).toEqual([false, true])
  expect([(await read(silent)).hasStream, (await read(streamed)).hasStream]).toEqual([false, true])
})
