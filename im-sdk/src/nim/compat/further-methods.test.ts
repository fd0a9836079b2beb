// Tests of methods that pages of older SDKs call: records of calls, robots, utilities, and files of chatrooms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createApp, createAppMember, type AppRow } from '../../../../server/test/steps/app-members.ts'
import { openPage, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import { createRoomApp, enterRoom, leaveRooms, sendRoomText } from '../../../test/rooms.ts'
import { NIM } from '../../../test/tested-sdk.ts'
import type { NimMessage } from '../present/messages.ts'

const { server, url } = setUpPages()
let app: AppRow
beforeAll(async () => {
  app = await createApp(server(), '医院')
})
afterEach(leaveRooms)

const openAppPage = async (): Promise<Page> =>
  openPage(server(), url(), {
    person: await createAppMember(server(), url(), app, crypto.randomUUID().slice(0, 8)),
    appKey: app.appKey,
  })

test('sends the record of a call between accounts of an app, and of no others', async () => {
  const [ann, bob] = [await openAppPage(), await openAppPage()]
  const durations = [
    { accid: ann.accid, duration: 12.5 },
    { accid: bob.accid, duration: null },
  ]
  const attach = { type: 2, channelId: '17', status: 1, durations }
  const send = ({ nim }: Page, to: string) =>
    waitForDone<NimMessage>((done) => nim.sendG2Msg({ scene: 'p2p', to, attach, done: (...data) => done(...data) }))
  const sent = await send(ann, bob.accid)
  const stored = { ...attach, durations: [durations[0], { accid: bob.accid, duration: 0 }] }
  expect(sent).toMatchObject({ type: 'g2', status: 'success', attach: stored })
  await until(() => bob.count('onmsg') === 1, 'the record')
  expect(bob.last('onmsg')).toMatchObject({ type: 'g2', attach: stored })
  durations[1]!.accid = 'a-word-for-eve'
  await expect(send(ann, bob.accid)).rejects.toMatchObject({ code: 414 })
  const [doctor, client] = [await openPage(server(), url()), await openPage(server(), url())]
  await expect(send(doctor, client.accid)).rejects.toMatchObject({ code: 414 })
})

test('lists the robots of the app as pages of older SDKs read them', async () => {
  const { appKey, request, createMember } = await createRoomApp(server())
  await request('robot/create', { accid: 'guide', name: '导诊', welcome: '您好', questionUrl: '' })
  const { account: accid, token } = await createMember('asker')
  const page = await openPage(server(), url(), { person: { accid, token }, appKey })
  const robots = await waitForDone<object[]>((done) => page.nim.getRobots({ done }))
  expect(page.last('onrobots')).toEqual(robots)
  expect(page.nim.sendRobotMsg({ scene: 'p2p', to: 'guide', content: { type: 'welcome' } })).not.toHaveProperty('robot')
  expect(robots).toMatchObject([{ account: 'guide', nick: '导诊', botid: 'guide' }])
})

test('has the account, and the utilities and plug-ins of older SDKs', async () => {
  const page = await openAppPage()
  expect(page.nim.account).toBe(page.accid)
  const target = { nick: '旧', sign: '签名' }
  for (const { merge } of [NIM.util, page.nim.util])
    expect(merge(target, { nick: '新' })).toEqual({ nick: '新', sign: '签名' })
  expect(NIM.util.merge(undefined, { nick: '新' })).toEqual({ nick: '新' })
})

test('sends the log to the server of the page', async () => {
  const bodies: string[] = []
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => bodies.push(part))
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const logFunc = new NIM.LoggerPlugin({ url: `http://127.0.0.1:${port}`, level: 'warn' })
  for (let i = 0; i <= 50; i += 1) logFunc('warn', `第${i}条`)
  logFunc('info', '略过')
  await until(() => bodies.join('').includes('第50条'), 'the log')
  expect(bodies.join('').split('\n')).toHaveLength(51)
  receiver.close()
})

test('uploads files of a chatroom, and refuses questions to robots and messages outside of the history', async () => {
  const { appKey, createMember, createRoom } = await createRoomApp(server())
  const member = await createMember('host')
  const room = await enterRoom(url(), { appKey, ...member, chatroomId: await createRoom(member.account) })
  expect(room.chatroom.account).toBe('host')
  const blob = new Blob(['第一行'], { type: 'text/plain' })
  const file = await waitForDone<{ url: string; size: number }>((done) =>
    room.chatroom.previewFile({ type: 'file', blob, done }),
  )
  expect(file).toMatchObject({ size: 9 })
  const unstored = { text: '不留下', skipHistory: true }
  await expect(
    waitForDone((done) => room.chatroom.sendText({ ...unstored, done: (...data) => done(...data) })),
  ).rejects.toThrow('skipHistory')
  const sent = await sendRoomText(room, '您好')
  expect(sent).toMatchObject({ fromClientType: 'Web', resend: false })
  const [error, msg] = await new Promise<unknown[]>((resolve) => {
    room.chatroom.sendRobotMsg({ robotAccid: 'guide', content: { type: 'welcome' }, done: (...data) => resolve(data) })
  })
  expect([error, msg]).toMatchObject([{ code: 414 }, { status: 'fail' }])
})

test('helps with lists, data addresses and the question for a database before there is an instance', async () => {
  const { util, support, blob } = NIM
  const ann = { id: '7-ann', account: 'ann', user: { age: 3 } }
  const bob = { id: '7-bob', account: 'bob', user: { age: 2 } }
  expect(util.findObjInArray([ann, bob], { keyPath: 'account', value: 'bob' })).toEqual(bob)
  expect(util.findObjInArray([ann, bob], { keyPath: 'user.age', value: 9 })).toBeNull()
  expect(util.mergeObjArray([ann], [{ id: '7-ann', nick: 'A' }, bob])).toEqual([{ ...ann, nick: 'A' }, bob])
  expect(util.mergeObjArray([ann], bob, { keyPath: 'account' })).toEqual([ann, bob])
  expect(util.cutObjArray([ann, bob], [{ account: 'ann' }], { keyPath: 'account' })).toEqual([bob])
  const list = [ann, bob]
  expect(util.sortObjArray(list, { sortPath: 'user.age' })).toEqual([bob, ann])
  expect(util.sortObjArray(list, { sortPath: 'account', desc: true })).toEqual([bob, ann])
  expect(list).toEqual([ann, bob])
  expect(support.db).toBe(true)
  expect(await blob.fromDataURL('data:text/plain;base64,5oKo5aW9').text()).toBe('您好')
  expect(() => blob.fromDataURL('x')).toThrow('dataURL不正确')
})
