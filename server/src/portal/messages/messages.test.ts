// Tests of the message centre through the API.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { inTransaction } from '../../kit/ctx.ts'
import { notifyUsers, type NoticeDraft } from '../notify/notify.ts'

const server = useTestServer()
const sendNotice = (notice: NoticeDraft) => inTransaction(server().kit, (scope) => notifyUsers(scope, notice))
const listUnread = async (token: string) => (await server().requestAs({ token }, 'GET /message/getUnReadByUserId')).data
const listRead = async (token: string) => (await server().requestAs({ token }, 'GET /message/getReadByUserId')).data

test('marks the caller’s messages as read, one by one or all', async () => {
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  const { sql } = server().kit
  const [bulletin] = await sql<{ id: number }[]>`
    insert into bulletin (title, content, audience) values ('停机公告', '今晚维护', 'everybody') returning id`
  const link = `/detail/index?id=${bulletin!.id}`
  await sendNotice({ kind: 'bulletin', userIds: [ann.id], title: '停机公告', link, bulletinId: bulletin!.id })
  await sendNotice({
    kind: 'answered',
    userIds: [ann.id],
    title: '睡不好',
    link: '/',
    questionId: 7,
    from: { name: '林', avatar: '' },
  })
  await sendNotice({ kind: 'review', userIds: [ann.id], title: '您的提问已通过审核', link: '/' })
  expect(await listUnread(ann.token)).toMatchObject([
    { type: 5, problemTitle: '您的提问已通过审核' },
    { type: 1, problemId: 7, problemTitle: '睡不好', fromName: '林' },
    { type: 6, bulletinId: bulletin!.id, bulletinContent: '停机公告', problemTitle: '' },
  ])
  expect((await server().requestAs(ann, 'GET /message/unreadCount')).data).toEqual({
    official: 2,
    notice: 1,
    isRinging: false,
    isInCall: false,
  })
  const [newest] = await listUnread(ann.token)
  expect((await server().requestAs(bob, 'POST /message/updateReadById', { id: newest!.id })).status).toBe(404)
  expect((await server().requestAs(ann, 'POST /message/updateReadById', { id: newest!.id })).status).toBe(200)
  expect((await server().requestAs(ann, 'POST /message/updateReadById', { id: newest!.id })).status).toBe(200)
  expect(await listRead(ann.token)).toMatchObject([{ id: newest!.id }])
  expect(await listUnread(ann.token)).toHaveLength(2)
  expect((await server().requestAs(ann, 'POST /message/updateReadByUserId', { userId: bob.id })).reason).toBe(
    'notYours',
  )
  expect((await server().requestAs(ann, 'POST /message/updateReadByUserId', { userId: ann.id })).status).toBe(200)
  expect(await listUnread(ann.token)).toEqual([])
  expect(await listRead(ann.token)).toHaveLength(3)
  // only its receivers can open a bulletin
  const openBulletin = (token: string) => server().requestAs({ token }, 'GET /message/bulletin', { id: bulletin!.id })
  expect((await openBulletin(ann.token)).data).toMatchObject({ title: '停机公告', content: '今晚维护' })
  expect((await openBulletin(bob.token)).status).toBe(404)
})

test('stores channels per kind and quiet hours', async () => {
  const ann = await server().enter('user')
  const getSettings = () => server().requestAs(ann, 'GET /message/settings')
  const { data } = await getSettings()
  expect(data.choices).toContainEqual({ kind: 'answered', site: true, sms: false, mail: true, push: true })
  expect(data.quiet).toEqual({ enabled: false, from: 22 * 60, to: 8 * 60 })
  const choices = [
    { kind: 'answered', site: false, sms: true, mail: false, push: false },
    { kind: 'bulletin', site: false, sms: false, mail: true, push: true },
  ]
  const quiet = { enabled: true, from: 0, to: 1439 }
  const saved = await server().requestAs(ann, 'PUT /message/settings', { choices, quiet })
  expect(saved).toMatchObject({ status: 200, msg: '已保存' })
  expect((await getSettings()).data).toEqual(saved.data)
  expect(saved.data.choices).toContainEqual(choices[0])
  // bulletins always stay in the message centre
  expect(saved.data.choices).toContainEqual({ ...choices[1], site: true })
  expect(saved.data.quiet).toEqual(quiet)
  for (const wrong of [
    { choices, quiet: { ...quiet, to: 1440 } },
    { choices: [{ kind: 'x' }], quiet },
  ]) {
    expect((await server().sendRaw('PUT', '/message/settings', wrong, ann)).status).toBe(400)
  }
})

test('refuses empty quiet hours and duplicate kinds', async () => {
  const user = await server().enter('user')
  const { data } = await server().requestAs(user, 'GET /message/settings')
  const saveSettings = (over: object) => server().requestAs(user, 'PUT /message/settings', { ...data, ...over })
  const none = { enabled: true, from: 600, to: 600 }
  expect(await saveSettings({ quiet: none })).toMatchObject({ status: 400, msg: '免打扰的开始与结束时间不能相同' })
  expect((await saveSettings({ quiet: { ...none, enabled: false } })).status).toBe(200)
  const twice = [data.choices[0], data.choices[0]]
  expect(await saveSettings({ choices: twice })).toMatchObject({ status: 400, msg: '同一类消息只能设置一次' })
})
