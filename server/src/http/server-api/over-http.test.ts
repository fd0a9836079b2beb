// Tests of every call of the server API over HTTP, with form-encoded bodies as backends write them.
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { serverCalls } from '@xinqiao/contract/server-api/server-api.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { openRecordingConnection } from '../../../test/recording-connection.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { absentNames, serverCallInputs } from '../../im/apps/every-command.cases.ts'
import { teamCallInputs } from '../../im/apps/team-calls.cases.ts'
import { authoriseServerCall } from '../../im/apps/calls/signature.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'

const server = useTestServer()
let url = ''
let clinic: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  clinic = await createBackend(server(), '门诊')
  await forEachInOrder(['cleo', 'dan'], (accid) => clinic.request('user/create', { accid }))
})

type Signing = { appKey?: string; secret?: string; nonce?: string; curTime?: number }

const sign = ({ appKey = clinic.appKey, secret = clinic.secret, nonce = randomUUID(), curTime }: Signing = {}) => {
  const CurTime = `${curTime ?? Math.floor(Date.now() / 1000)}`
  const CheckSum = createHash('sha1').update(`${secret}${nonce}${CurTime}`).digest('hex')
  return { AppKey: appKey, Nonce: nonce, CurTime, CheckSum }
}

/** Calls as the clients of backends do, which read the status of HTTP before the code. */
async function callOverHttp(path: string, form: Record<string, string>, signing?: Signing) {
  const reply = await fetch(`${url}/nimserver/${path}.action`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8', ...sign(signing) },
    body: new URLSearchParams(form).toString(),
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  return (await reply.json()) as { code: number; desc?: string; [name: string]: unknown }
}

/** Inputs of calls that name no existing account, team or room. */
const ownInputs: Record<string, Record<string, string>> = {
  'user/create': { accid: 'eva', name: '伊 & 娃 + 100%' },
  'user/import': { accounts: '[{"accid":"fay","name":"菲"}]' },
  'robot/create': { accid: 'robot1', name: '助手' },
  'msg/broadcastMsg': { body: '今晚维护' },
  'crisis/queryText': { id: '1' },
}
const inputs = Object.keys(serverCalls).map((path) => {
  const make = { ...serverCallInputs, ...teamCallInputs }[path as keyof typeof teamCallInputs]
  return [path, make ? make({ ...absentNames, account: 'dan', other: 'dan' }) : ownInputs[path]] as const
})

test.each(inputs)('answers %s over HTTP with a code that its caller can act on', async (path, form) => {
  expect(form).toBeDefined()
  const { code, desc } = await callOverHttp(path, form!)
  // the accounts, teams and rooms that the forms name need not exist
  expect([200, 403, 404, 414, 802, 804, 816, 13_002]).toContain(code)
  expect(desc ?? '').not.toMatch(/必须是|不能为空|没有参数|没有这个接口|不能缺少/)
})

test('reads spaces, signs and Chinese of a form as they were written', async () => {
  const profile = { accid: 'gus', name: '古 & 斯 + 100% =?', ex: '{"a":"b&c=d"}' }
  expect((await callOverHttp('user/create', profile)).code).toBe(200)
  const { uinfos } = await callOverHttp('user/getUinfos', { accids: '["gus"]' })
  expect(uinfos).toEqual([expect.objectContaining(profile)])
})

test('answers each refusal with its own code', async () => {
  const form = { accids: '["cleo"]' }
  const nonce = randomUUID()
  const late = Math.floor(Date.now() / 1000) - 302
  const codeOf = async (signing: Signing, path = 'user/getUinfos', input: Record<string, string> = form) =>
    (await callOverHttp(path, input, signing)).code
  expect(await codeOf({ nonce })).toBe(200)
  expect([await codeOf({ nonce }), await codeOf({ curTime: late })]).toEqual([3_004, 3_003])
  expect([await codeOf({ secret: 'wrong' }), await codeOf({ appKey: 'f'.repeat(32) })]).toEqual([3_002, 3_001])
  await callOverHttp('user/block', { accid: 'dan' })
  const message = { ope: '0', to: 'cleo', type: '0', body: '{"msg":"您好"}' }
  expect(await codeOf({}, 'msg/sendMsg', { from: 'dan', ...message })).toBe(422)
  expect(await codeOf({}, 'msg/sendMsg', { from: 'nobody', ...message })).toBe(404)
})

test('names the nonce as the fault of one that is empty or too long', async () => {
  for (const nonce of ['', 'n'.repeat(129)]) {
    for (const appKey of [clinic.appKey, 'f'.repeat(32)]) {
      const answer = await callOverHttp('user/getUinfos', { accids: '["cleo"]' }, { nonce, appKey })
      const isKnown = appKey === clinic.appKey
      expect(answer).toEqual(
        isKnown ? { code: 3_002, desc: 'Nonce 不能为空，也不能超过128个字符' } : { code: 3_001, desc: 'AppKey 不存在' },
      )
    }
  }
  expect((await callOverHttp('user/getUinfos', { accids: '["cleo"]' }, { nonce: 'n'.repeat(128) })).code).toBe(200)
})

test('asks for a form where a client sends JSON, and for POST where it reads the address', async () => {
  const address = `${url}/nimserver/user/getUinfos.action`
  const sendJson = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ accids: ['cleo'] })
    const type = { 'Content-Type': 'application/json' }
    return (await fetch(address, { method: 'POST', headers: { ...type, ...headers }, body })).json()
  }
  const formWanted = { code: 414, desc: '请用表单（application/x-www-form-urlencoded）提交' }
  expect(await sendJson(sign())).toEqual(formWanted)
  // the signature is checked before the body
  expect(await sendJson(sign({ secret: 'wrong' }))).toMatchObject({ code: 3_002 })
  const read = async (path: string) => {
    const reply = await fetch(`${url}/nimserver/${path}`)
    return [reply.status, reply.headers.get('content-type'), await reply.json()]
  }
  const json = [200, 'application/json; charset=utf-8']
  expect(await read('user/getUinfos.action?accids=x')).toEqual([...json, { code: 405, desc: '请用 POST 调用' }])
  expect(await read('user/unknown.action')).toEqual([...json, { code: 404, desc: '没有这个接口' }])
})

test('names invalid fields as the backend writes them', async () => {
  const draft = { from: 'cleo', to: 'cleo', ope: '0' }
  const describe = async (type: string, body: object, more: Record<string, string> = {}) =>
    (await callOverHttp('msg/sendMsg', { ...draft, type, body: JSON.stringify(body), ...more })).desc
  expect(await describe('0', {})).toMatch(/^msg(?!.*text)/)
  expect(await describe('0', { msg: 'x'.repeat(5_001) })).toMatch(/^msg(?!.*text)/)
  expect(await describe('10', {})).toMatch(/^msg(?!.*tip)/)
})

test.each([
  ['user/create', { accid: 'ida' }],
  ['user/updateUinfo', { accid: 'cleo' }],
  ['robot/create', { accid: 'robot2', name: '助手' }],
  ['team/create', { owner: 'cleo', tname: '值班', members: '["dan"]', msg: '来', magree: '0', joinmode: '0' }],
])('refuses in %s an icon that is no address of a picture', async (path, form) => {
  const answer = await callOverHttp(path, { ...form, icon: 'javascript:alert(1)' })
  expect(answer).toEqual({ code: 414, desc: 'icon须是以 https:// 或 http:// 开头的地址' })
})

test('sends the same statements for every refusal before a valid signature', async () => {
  const { sql, statements, close } = await openRecordingConnection(server())
  const record = async (signing: Signing) => {
    statements.length = 0
    const { AppKey: appKey, Nonce: nonce, CurTime: curTime, CheckSum: checkSum } = sign(signing)
    const { refusal } = await authoriseServerCall({ ...server().kit, sql }, { appKey, nonce, curTime, checkSum })
    return { refusal, statements: [...statements] }
  }
  const late = Math.floor(Date.now() / 1000) - 302
  const unknown = await record({ appKey: 'f'.repeat(32), secret: 'wrong' })
  expect(unknown).toMatchObject({ refusal: 'unknownApp', statements: { length: 1 } })
  expect(await record({ secret: 'wrong' })).toEqual({ ...unknown, refusal: 'wrongSignature' })
  expect(await record({ nonce: '' })).toEqual({ ...unknown, refusal: 'wrongNonce' })
  expect(await record({ secret: 'wrong', curTime: late })).toEqual({ ...unknown, refusal: 'wrongClock' })
  expect(await record({ curTime: late })).toEqual({ ...unknown, refusal: 'wrongClock' })
  await close()
})
