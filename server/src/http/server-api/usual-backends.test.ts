// Tests of habits of backends that were written for common messaging services: parameters without effect, and calls
// that they repeat.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { serverCalls, type ServerCallName } from '@xinqiao/contract/server-api/server-api.ts'
import { ignoredParameters } from '@xinqiao/contract/server-api/ignored.ts'
import { leaveAll, openDevice, textOf, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let clinic: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  clinic = await createBackend(server(), '门诊')
})
afterEach(leaveAll)

let created = 0
async function createAccount() {
  const accid = `visitor${(created += 1)}`
  const { info } = await clinic.request('user/create', { accid, props: '{}' })
  return { accid, device: () => openDevice(url, info, { appKey: clinic.appKey }) }
}
const toForm = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']))
const text = (msg: string) => ({ ope: '0', type: '0', body: JSON.stringify({ msg }) })

test('lists only parameters that the call does not have', () => {
  for (const [name, parameters] of Object.entries(ignoredParameters)) {
    const row = serverCalls[name as ServerCallName] as (typeof serverCalls)[ServerCallName] | undefined
    expect(row, name).toBeDefined()
    const { data, error } = row!.input.safeParse(toForm(parameters!))
    expect(data).toBeUndefined()
    const unknown = error!.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    expect([name, ...unknown]).toEqual([name, ...parameters!])
  }
})

test('accepts parameters without effect, and refuses unknown ones', async () => {
  const [ann, bob] = [await createAccount(), await createAccount()]
  const b = bob.device()
  await untilReady(b)
  const message = { from: ann.accid, to: bob.accid, ...text('您好') }
  const usual = { ...toForm(ignoredParameters['msg/sendMsg']!), option: '{"push":false,"badge":false,"roam":true}' }
  expect(await clinic.request('msg/sendMsg', { ...message, ...usual })).toMatchObject({ code: 200 })
  await until(() => b.received.length === 1, 'the message')
  expect(b.received[0]!.content).toMatchObject({ text: '您好', isPushable: 0, isUnreadable: 0 })
  expect(b.received[0]!.content.subType).toBeUndefined()
  expect(await clinic.request('msg/sendMsg', { ...message, option: '[]' })).toMatchObject({ code: 414 })
  expect(await clinic.request('msg/sendMsg', { ...message, optoin: '{}' })).toMatchObject({ desc: '没有参数optoin' })
  const profile = { accid: ann.accid, icon: 'https://clinic.example.cn/a.png', bid: '1' }
  expect(await clinic.request('user/updateUinfo', profile)).toEqual({ code: 200 })
  const { uinfos } = await clinic.request('user/getUinfos', { accids: JSON.stringify([ann.accid]) })
  expect(uinfos[0].icon).toBe('https://clinic.example.cn/a.png')
})

test('honours each option of a message or refuses it by name, in every call that sends', async () => {
  const [ann, bob] = [await createAccount(), await createAccount()]
  const [from, to] = [ann.accid, bob.accid]
  const members = JSON.stringify([to])
  const { tid } = await clinic.request('superteam/create', {
    owner: from,
    tname: '病友',
    inviteAccids: members,
    msg: 'x',
    beinvitemode: '1',
  })
  const batch = { fromAccid: from, toAccids: members }
  const senders: [call: string, form: Record<string, string>][] = [
    ['msg/sendMsg', { from, to, ...text('您好') }],
    ['msg/sendBatchMsg', { ...batch, type: '0', body: '{"msg":"您好"}' }],
    ['superteam/sendMsg', { fromAccid: from, tid, type: '0', body: '{"msg":"您好"}' }],
  ]
  const notices: typeof senders = [
    ['msg/sendAttachMsg', { from, msgtype: '0', to, attach: '{}' }],
    ['msg/sendBatchAttachMsg', { ...batch, attach: '{}' }],
    ['superteam/sendAttachMsg', { from, to: tid, attach: '{}' }],
  ]
  const send = ([call, form]: (typeof senders)[number], option: object): Promise<{ code: number; desc?: string }> =>
    clinic.request(call, { ...form, option: JSON.stringify(option) })
  const readRefusal = async (sender: (typeof senders)[number], option: object) => {
    const { code, desc } = await send(sender, option)
    expect([sender[0], code]).toEqual([sender[0], 414])
    return desc
  }
  const usual = {
    push: true,
    badge: false,
    history: true,
    roam: true,
    persistent: true,
    sendersync: true,
    needPushNick: false,
  }
  for (const sender of senders) {
    expect([sender[0], await send(sender, usual)]).toMatchObject([sender[0], { code: 200 }])
    for (const name of ['history', 'roam', 'persistent', 'sendersync', 'sessionUpdate', 'route'])
      expect(await readRefusal(sender, { [name]: false })).toBe(`option.${name}：不能为false：每条消息都保存并同步`)
    expect(await readRefusal(sender, { needPushNick: true })).toBe('option.needPushNick：不能为true：推送从不带昵称')
    expect(await readRefusal(sender, { foo: 1 })).toBe('option：没有参数foo')
    expect(await readRefusal(sender, { push: 0 })).toBe('option.push：必须是布尔值')
  }
  for (const notice of notices) {
    expect([notice[0], await send(notice, { badge: false, route: false })]).toMatchObject([notice[0], { code: 200 }])
    expect(await readRefusal(notice, { badge: true })).toMatch(/^option\.badge：不能为true/)
    expect(await readRefusal(notice, { foo: 1 })).toBe('option：没有参数foo')
  }
})

test('refuses characters that cannot be stored, also as escapes of JSON', async () => {
  const [ann, bob] = [await createAccount(), await createAccount()]
  const refusal = { code: 414, desc: '内容中含有无效字符' }
  for (const msg of ['a\0b', '\ud800']) {
    const form = { from: ann.accid, to: bob.accid, ...text(msg) }
    expect(form.body).toContain('\\u')
    expect(await clinic.request('msg/sendMsg', form)).toEqual(refusal)
  }
})

test('refuses a parameter that a form has twice', async () => {
  const form: [string, string][] = [
    ['accids', '["a"]'],
    ['accids', '["b"]'],
  ]
  expect(await clinic.request('user/getUinfos', form)).toEqual({ code: 414, desc: 'accids出现了两次' })
})

test('names a missing parameter as the backend writes it', async () => {
  expect(await clinic.request('chatroom/sendMsg', {})).toMatchObject({ code: 414, desc: 'roomid：不能缺少' })
  expect(await clinic.request('msg/recall', {})).toMatchObject({ code: 414, desc: 'deleteMsgid：不能缺少' })
})

test('answers a call that is done with success although its log fails', async () => {
  const [ann, bob] = [await createAccount(), await createAccount()]
  const b = bob.device()
  await untilReady(b)
  await server().owner`alter table im_api_call add constraint no_call check (path not like 'msg/%') not valid`
  const reply = await clinic.request('msg/sendMsg', { from: ann.accid, to: bob.accid, ...text('只有一次') })
  await server().owner`alter table im_api_call drop constraint no_call`
  expect(reply).toMatchObject({ code: 200, data: { msgid: expect.any(Number) } })
  await until(() => b.received.length === 1, 'the message')
  expect(b.received.map(textOf)).toEqual(['只有一次'])
})

test('refuses blocked senders', async () => {
  const [ann, bob] = [await createAccount(), await createAccount()]
  await clinic.request('user/block', { accid: ann.accid })
  const { accid } = bob
  const calls = [
    clinic.request('msg/sendMsg', { from: ann.accid, to: accid, ...text('停用后') }),
    clinic.request('msg/sendBatchMsg', {
      fromAccid: ann.accid,
      toAccids: `["${accid}"]`,
      type: '0',
      body: '{"msg":"x"}',
    }),
    clinic.request('msg/sendAttachMsg', { from: ann.accid, msgtype: '0', to: accid, attach: '{}' }),
    clinic.request('msg/sendBatchAttachMsg', { fromAccid: ann.accid, toAccids: `["${accid}"]`, attach: '{}' }),
  ]
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([422, 422, 422, 422])
  expect((await clinic.request('user/updateUinfo', { accid: ann.accid, name: '停用的账号' })).code).toBe(200)
})

test('recalls messages of two accounts and of a team at any time', async () => {
  const [ann, bob] = [await createAccount(), await createAccount()]
  const b = bob.device()
  await untilReady(b)
  const sent = await clinic.request('msg/sendMsg', { from: ann.accid, to: bob.accid, ...text('发错了') })
  await until(() => b.received.length === 1, 'the message')
  await server().owner`update im_message set time = time - 3600000`
  const recall = (form: Record<string, string>) =>
    clinic.request('msg/recall', { timetag: '1', msg: '发错了', ...form })
  const message = { deleteMsgid: `${sent.data.msgid}`, type: '7', from: ann.accid, to: bob.accid }
  expect(await recall(message)).toMatchObject({ code: 508 })
  expect(await recall({ ...message, from: bob.accid, to: ann.accid, ignoreTime: '1' })).toMatchObject({ code: 404 })
  expect(await recall({ ...message, ignoreTime: '1' })).toEqual({ code: 200 })
  await until(() => b.store.removedIds.has(message.deleteMsgid), 'the recall')
  const period = { begintime: '0', endtime: `${Date.now() + 1_000}`, limit: '10' }
  const { msgs } = await clinic.request('history/querySessionMsg', { from: ann.accid, to: bob.accid, ...period })
  expect(msgs).toEqual([])

  const members = JSON.stringify([bob.accid])
  const { tid } = await clinic.request('team/create', {
    owner: ann.accid,
    tname: '护士群',
    members,
    teamMemberLimit: '200',
  })
  const inTeam = { from: bob.accid, ...text('群里发错'), ope: '1', to: tid }
  const { data } = await clinic.request('msg/sendMsg', inTeam)
  const byOwner = { deleteMsgid: `${data.msgid}`, type: '8', from: ann.accid, to: tid }
  expect(await recall(byOwner)).toEqual({ code: 200 })
  await until(() => b.store.removedIds.has(byOwner.deleteMsgid), 'the recall in the team')
})
