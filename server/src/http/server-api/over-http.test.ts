// Tests of every call of the server API over HTTP, with form-encoded bodies as backends write them.
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { serverCalls } from '@xinqiao/contract/server-api/server-api.ts'
import { createBackend } from '../../../test/backend.ts'
import { openRecordingConnection } from '../../../test/recording-connection.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { absentNames, serverCallInputs } from '../../im/apps/every-command.cases.ts'
import { teamCallInputs } from '../../im/apps/team-calls.cases.ts'
import { authoriseServerCall } from '../../im/apps/signature.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'

const server = useTestServer()
let url = ''
let clinic: Awaited<ReturnType<typeof createBackend>>
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  clinic = await createBackend(server(), '门诊')
  await forEachInOrder(['cleo', 'dan'], (accid) => clinic.call('user/create', { accid }))
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

/** Calls that name only things of the app itself. */
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
  // the things that the forms name need not exist
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
  expect(await record({ secret: 'wrong', curTime: late })).toEqual({ ...unknown, refusal: 'wrongClock' })
  expect(await record({ curTime: late })).toEqual({ ...unknown, refusal: 'wrongClock' })
  await close()
})
