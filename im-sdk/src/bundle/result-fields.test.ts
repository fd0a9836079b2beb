// Tests the fields that existing pages read from results and callbacks, on both published builds.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { closePages, openPage, sendText, waitForDone, type Page } from '../../test/page.ts'
import { createPerson, until, type ChatPerson } from '../../test/people.ts'
import { methodOptionsWithoutEffect } from '../nim/core/options-without-effect.ts'
import type { NimMessage } from '../nim/present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const openNewPage = (person?: ChatPerson, options: object = {}) =>
  openPage(server(), url, { ...(person && { person }), ...options })
const createUser = () => createPerson(server(), url)

/** Sends a tip with these options, and returns the arguments of `done`. */
const sendTip = ({ nim }: Page, options: object) =>
  new Promise<{ error: (Error & { code?: unknown }) | null; msg: NimMessage }>((resolve) => {
    nim.sendTipMsg({
      scene: 'p2p',
      to: 'nobody',
      tip: '提示',
      ...options,
      done: (error, msg) => resolve({ error, msg }),
    })
  })

test('friends: each result has account, friend and alias; the notice has the name of the request as its type', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const account = bob.accid
  expect(await waitForDone((done) => ann.nim.addFriend({ account, done }))).toMatchObject({
    account,
    alias: '',
    friend: { account, valid: true },
  })
  await until(() => bob.count('onsysmsg') === 1, 'the notice')
  expect(bob.last('onsysmsg')).toMatchObject({ type: 'addFriend', category: 'friend', from: ann.accid })
  expect(bob.last('onupdatesysmsgunread')).toMatchObject({ total: 1, addFriend: 1, applyTeam: 0 })
  expect(await waitForDone((done) => ann.nim.updateFriend({ account, alias: '老同学', done }))).toMatchObject({
    account,
    alias: '老同学',
    friend: { alias: '老同学' },
  })
  expect(await waitForDone((done) => ann.nim.deleteFriend({ account, done }))).toMatchObject({
    account,
    friend: { account, valid: false },
  })
  await until(() => bob.count('onsysmsg') === 2, 'the end')
  expect(bob.last('onsysmsg')).toMatchObject({ type: 'deleteFriend' })
})

test('returns local system messages as { sysMsgs }, filtered by the same types', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  await waitForDone((done) => ann.nim.applyFriend({ account: bob.accid, ps: '您好', done }))
  await until(() => bob.count('onsysmsg') === 1, 'the notice')
  const listSysMsgs = (type: string) => waitForDone((done) => bob.nim.getLocalSysMsgs({ type, done }))
  expect(await listSysMsgs('applyFriend')).toMatchObject({
    sysMsgs: [{ type: 'applyFriend', ps: '您好', from: ann.accid }],
  })
  expect(await listSysMsgs('addFriend')).toEqual({ sysMsgs: [] })
})

test('names the recalled message in the notice of a recall', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const msg = await sendText(ann, bob.accid, '说错了')
  await until(() => bob.count('onmsg') === 1, 'the message')
  await waitForDone((done) => ann.nim.recallMsg({ msg, done }))
  await until(() => bob.count('onsysmsg') === 1, 'the recall')
  const { idClient, idServer, time } = msg
  expect(bob.last('onsysmsg')).toMatchObject({
    type: 'deleteMsg',
    msg: { idClient, idServer, time, from: ann.accid, sessionId: `p2p-${ann.accid}`, flow: 'in' },
  })
  expect(JSON.stringify(bob.last('onsysmsg'))).not.toContain('说错了')
})

test('keeps the other fields of an old row in merge helpers, and does not change it', async () => {
  const { nim } = await openNewPage()
  expect(nim.mergeSessions([{ id: 'p2p-a', localCustom: 'x', unread: 1 }], [{ id: 'p2p-a', unread: 2 }])).toEqual([
    { id: 'p2p-a', localCustom: 'x', unread: 2 },
  ])
  const old = { account: 'a', alias: '甲' }
  expect(nim.mergeFriends([old], { account: 'a', custom: 'c' })).toEqual([{ account: 'a', alias: '甲', custom: 'c' }])
  expect(old).toEqual({ account: 'a', alias: '甲' })
})

test('describes other devices and the device that kicks by a type in words', async () => {
  const person = await createUser()
  const first = await openNewPage(person)
  const second = await openNewPage(person)
  await until(() => first.count('onloginportschange') > 0, 'the second device')
  const ports = first.last('onloginportschange') as { deviceId: string }[]
  expect(ports).toMatchObject([{ type: 'Web', account: person.accid, online: true, os: '' }])
  await waitForDone((done) => first.nim.kick({ deviceIds: [ports[0]!.deviceId], done }))
  await until(() => second.count('ondisconnect') === 1, 'the kick')
  expect(second.last('ondisconnect')).toMatchObject({ code: 'kicked', from: 'Web', reason: 'otherPlatformKick' })
})

test('keeps the time and the sender of a local tip', async () => {
  const { msg } = await sendTip(await openNewPage(), {
    isLocal: true,
    time: 1_700_000_000_000,
    localFrom: 'system',
  })
  expect(msg).toMatchObject({ isLocal: true, time: 1_700_000_000_000, from: 'system', status: 'success' })
})

test('options for an outside content review stay in the sender’s message', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const review = { clientAntiSpam: true, antiSpamUsingYidun: true, antiSpamContent: '{}', yidunAntiCheating: '{"a":1}' }
  expect(await sendText(ann, bob.accid, '你好', review)).toMatchObject({ status: 'success', ...review })
  await until(() => bob.count('onmsg') === 1, 'the message')
  expect(bob.last('onmsg')).not.toHaveProperty('antiSpamContent')
})

test('delivers place, environment, push details and the referenced message to the other side', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const first = await sendText(ann, bob.accid, '第一句')
  const extra = { loc_x: 1, loc_y: 2, loc_z: 3, env: 'test', apns: { forcePush: true, content: '新消息' } }
  await sendText(ann, bob.accid, '答第一句', { ...extra, replyMsg: first })
  await until(() => bob.count('onmsg') === 2, 'both messages')
  const answer = bob.last('onmsg') as NimMessage
  expect(answer).toMatchObject({
    ...extra,
    replyMsgFromAccount: ann.accid,
    replyMsgToAccount: bob.accid,
    replyMsgTime: first.time,
    replyMsgIdServer: first.idServer,
    replyMsgIdClient: first.idClient,
    threadMsgIdServer: first.idServer,
  })
  const third = await sendText(bob, ann.accid, '再答', { replyMsg: answer })
  expect(third).toMatchObject({ replyMsgIdServer: answer.idServer, threadMsgIdServer: first.idServer })
})

test('flags that cannot be switched off are refused by name, and all others are delivered', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  for (const name of ['isHistoryable', 'isRoamingable', 'isSyncable', 'isOfflinable', 'cc', 'needUpdateSession']) {
    const { error, msg } = await sendTip(ann, { to: bob.accid, [name]: false })
    expect([error?.code, error?.message, msg.status]).toEqual([414, `${name}不能关闭`, 'fail'])
  }
  const { error, msg } = await sendTip(ann, {
    to: bob.accid,
    isPushable: false,
    needPushNick: false,
    isHistoryable: true,
  })
  expect([error, msg.isPushable, msg.needPushNick]).toEqual([null, false, false])
})

test('refuses to clear a history without the other devices of the account, and leaves it unchanged on all', async () => {
  const ann = await createUser()
  const bob = await createUser()
  const [here, there] = [await openNewPage(ann), await openNewPage(ann)]
  await sendText(here, bob.accid, '留着')
  await until(() => there.count('onmsg') === 1, 'the message on the other device')
  const readTexts = async ({ nim }: Page) =>
    (
      await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getHistoryMsgs({ scene: 'p2p', to: bob.accid, done }))
    ).msgs.map(({ text }) => text)
  const clear = (options: object) =>
    waitForDone((done) => here.nim.clearServerHistoryMsgsWithSync({ scene: 'p2p', to: bob.accid, ...options, done }))
  for (const name of ['isSyncSelf', 'isDeleteRoam']) {
    const refusal = clear({ isSyncSelf: true, isDeleteRoam: true, [name]: false })
    await expect(refusal).rejects.toMatchObject({ code: 414, message: `${name}不能关闭` })
  }
  for (const page of [here, there]) expect(await readTexts(page)).toEqual(['留着'])
  expect([here.count('onClearServerHistoryMsgs'), there.count('onClearServerHistoryMsgs')]).toEqual([0, 0])

  await clear({ isSyncSelf: true, isDeleteRoam: true })
  await until(() => there.count('onClearServerHistoryMsgs') === 1, 'the clearing on the other device')
  for (const page of [here, there]) expect(await readTexts(page)).toEqual([])
})

test('returns a message to a team that does not exist as it was written, with an error', async () => {
  const ann = await openNewPage()
  const returned = ann.nim.sendText({ scene: 'team', to: '1', text: '大家好' })
  expect(returned).toMatchObject({ scene: 'team', sessionId: 'team-1', to: '1', target: '1', status: 'sending' })
  const { error, msg } = await sendTip(ann, { scene: 'team', to: '1' })
  expect([error?.code, msg.scene, msg.sessionId, msg.status]).toEqual([804, 'team', 'team-1', 'fail'])
})

test('accepts the message or options with it in isMsgRemoteRead, and announces a receipt', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const msg = await sendText(ann, bob.accid, '读了吗')
  await until(() => bob.count('onmsg') === 1, 'the message')
  expect([ann.nim.isMsgRemoteRead(msg), ann.nim.isMsgRemoteRead({ msg })]).toEqual([false, false])
  await waitForDone((done) => bob.nim.sendMsgReceipt({ msg: bob.last('onmsg') as NimMessage, done }))
  await until(() => ann.count('onMsgReceipts') === 1, 'the receipt')
  expect(ann.last('onMsgReceipts')).toEqual([
    { scene: 'p2p', to: bob.accid, sessionId: `p2p-${bob.accid}`, msgReceiptTime: msg.time },
  ])
  expect([ann.nim.isMsgRemoteRead(msg), ann.nim.isMsgRemoteRead({ msg })]).toEqual([true, true])
})

test('completes the address of a picture on this server', async () => {
  const ann = await openNewPage()
  const user = await waitForDone((done) => ann.nim.updateMyInfo({ avatar: '/files/a.webp', done }))
  expect(user).toMatchObject({ avatar: `${url}/files/a.webp` })
  expect(ann.nim.client.store.users.get(ann.accid)?.avatar).toBe('/files/a.webp')
})

test('refuses an avatar that is no address of a picture', async () => {
  const ann = await openNewPage()
  for (const avatar of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/a.png', 'a.png']) {
    const refusal = { code: 414, message: 'avatar须是以 https:// 或 http:// 开头的地址' }
    await expect(waitForDone((done) => ann.nim.updateMyInfo({ avatar, done }))).rejects.toMatchObject(refusal)
    const team = { type: 'advanced', name: '值班', avatar } as const
    await expect(waitForDone((done) => ann.nim.createTeam({ ...team, done }))).rejects.toMatchObject(refusal)
  }
  await waitForDone((done) => ann.nim.updateMyInfo({ avatar: '', done }))
})

test('answers wrong input with a code and a sentence that names the field', async () => {
  const ann = await openNewPage()
  const sendSysMsg = (options: object) =>
    waitForDone((done) => ann.nim.sendCustomSysMsg({ scene: 'p2p', to: ann.accid, content: 'x', ...options, done }))
  await expect(sendSysMsg({ sendToOnlineUsersOnly: 'yes' })).rejects.toMatchObject({
    code: 414,
    message: expect.stringMatching(/^sendToOnlineUsersOnly：/) as string,
  })
  await expect(sendSysMsg({ content: '' })).rejects.toMatchObject({ code: 414, message: 'content不能为空' })
})

test('replies with a code when a method fails', async () => {
  const ann = await openNewPage()
  const readCode = (call: (done: (error: unknown) => void) => void) => new Promise((resolve) => call(resolve))
  const { nim } = ann
  expect(await readCode((done) => nim.updateLocalSession({ id: 'p2p-nobody', done }))).toMatchObject({ code: 404 })
  expect(await readCode((done) => nim.insertLocalSession({ scene: 'team', to: 'nobody', done }))).toMatchObject({
    code: 414,
  })
  expect(await readCode((done) => nim.getLocalSessions({ limit: 101, done }))).toMatchObject({ code: 414 })
  expect(await readCode((done) => nim.getLocalMsgs({ done }))).toMatchObject({ code: 'Error_Database' })
  expect(await readCode((done) => nim.reinitDB({ done }))).toMatchObject({ code: 'Error_Database' })
})

test('names each option without effect once in the console, and those of methods in the README', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const options = { autoMarkRead: true, syncRobots: false, nosScene: undefined, onMyTeamMembers: () => {} }
  const ann = await openNewPage(undefined, options)
  await openNewPage(undefined, options)
  const input = { scene: 'p2p', to: ann.accid, content: '{}', apnsText: 'x', env: 'test', cc: true }
  await waitForDone((done) => ann.nim.sendCustomSysMsg({ ...input, done }))
  await sendText(ann, ann.accid, '您好', { pushPayload: '{}', needPushNick: true })
  expect(warn.mock.calls.flat()).toEqual([
    'NIM: option autoMarkRead has no effect',
    'NIM: option syncRobots has no effect',
    'NIM: option onMyTeamMembers has no effect',
    'sendCustomSysMsg: option apnsText has no effect',
    'sendCustomSysMsg: option env has no effect',
    'sendText: option needPushNick has no effect',
  ])
  const methodOptions = methodOptionsWithoutEffect.flatMap((row) => row.flatMap((names) => names.split(' ')))
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8')
  expect(methodOptions.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('reads more than a hundred local messages at once', async () => {
  const [ann, bob] = [await openNewPage(undefined, { db: true }), await openNewPage()]
  for (let i = 0; i < 101; i += 1) await sendText(ann, bob.accid, `第${i}句`)
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
    ann.nim.getLocalMsgs({ sessionId: `p2p-${bob.accid}`, limit: 200, done }),
  )
  expect(msgs).toHaveLength(101)
})

test('continues the history after the message named by lastMsgId, also after its recall', async () => {
  const [ann, bob] = [await openNewPage(), await openNewPage()]
  const sent: NimMessage[] = []
  for (const text of ['一', '二', '三', '四']) sent.push(await sendText(ann, bob.accid, text))
  const readTexts = async (options: object) => {
    const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) =>
      ann.nim.getHistoryMsgs({ scene: 'p2p', to: bob.accid, limit: 2, ...options, done }),
    )
    return msgs.map(({ text }) => text)
  }
  const [first, second, third] = sent as [NimMessage, NimMessage, NimMessage]
  expect(await readTexts({ lastMsgId: third.idServer })).toEqual(['二', '一'])
  expect(await readTexts({ lastMsgId: third.idServer, endTime: second.time })).toEqual(['一'])
  expect(await readTexts({ lastMsgId: first.idServer, reverse: true })).toEqual(['二', '三'])
  expect(await readTexts({ lastMsgId: '' })).toEqual(['四', '三'])
  await waitForDone((done) => ann.nim.recallMsg({ msg: third, done }))
  expect(await readTexts({ lastMsgId: third.idServer })).toEqual(['二', '一'])
  await expect(readTexts({ lastMsgId: '999999999' })).rejects.toMatchObject({ code: 404 })
})
