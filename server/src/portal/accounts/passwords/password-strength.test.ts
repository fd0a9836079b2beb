// Tests that weak passwords are refused with a reason wherever a password is set.
import { expect, test } from 'vitest'
import { dictionary } from '@zxcvbn-ts/language-common'
import { smsCode, useTestServer } from '../../../../test/test-server.ts'
import { findPasswordProblem } from './password-strength.ts'

const server = useTestServer({ RATE_LIMIT: '100000' })
let addresses = 0
const nextIp = () => `198.51.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`

async function register(password: string, username = '', phone = `137${`${addresses + 10_000_000}`.slice(-8)}`) {
  const ip = nextIp()
  await server().request('GET /auth/registerSendSms', { phone }, { ip })
  const input = { username: username || `访客${addresses}号`, phone, validateCode: smsCode, password }
  return server().request('POST /auth/register', input, { ip })
}

test.each([
  ['abcdefgh', '连续的字母或数字'],
  ['11112222', '重复的字符'],
  ['123456abc', '很多人都用过'],
  ['qq123456', '很多人都用过'],
  ['wang123456', '很多人都用过'],
  ['p@ssw0rd', '很多人都用过'],
  ['P@ssw0rd', '很多人都用过'],
  ['        ', '不能只有空格'],
  ['13800000106', '不能是手机号'],
  ['138-0000-0106', '不能是手机号'],
  ['88888888', '重复的字符'],
  ['qwertyuiop', '很多人都用过'],
  ['zhangwei1990', '姓名拼音'],
  ['woaini1314', '拼音或数字'],
  ['liming520', '拼音'],
  ['beijing2008', '拼音'],
  ['19900101', '日期'],
  ['xinqiao2026', ''],
  ['Xinqiao#2026', ''],
  ['1qaz@WSX', '很多人都用过'],
  ['5201314520', ''],
  ['aaaaaaaaaaaaaaaaaaaa', '重复的字符'],
  ['a13800000106', '不能是手机号'],
  ['330106199001011234', '身份证号码'],
  ['33010619900101123x', '身份证号码'],
  ['一二三四五六七八', '很多人都用过'],
  ['壹贰叁肆伍陆柒捌', '很多人都用过'],
  ['Admin@123', '很多人都用过'],
  ['wobuzhidao', '拼音'],
  ['caonima123', '拼音'],
  ['yiersansiwu', '拼音'],
  ['taobao123', '拼音'],
])('refuses %j: %s', async (password, reason) => {
  const reply = await register(password)
  expect(reply).toMatchObject({ status: 400, reason: 'invalid' })
  expect(reply.fields.password).toContain(reason)
})

test.each([
  'tKq4w9Zp',
  '晴天-自行车-书架',
  'lan-tian-7-bai-yun',
  'correct horse battery staple',
  'x'.repeat(3) + 'Zp7q-mB2',
])('accepts %j', async (password) => {
  expect((await register(password)).status).toBe(200)
})

test('refuses the ten thousand commonest passwords', async () => {
  const common = dictionary['passwords-common'].slice(0, 10_000).filter(({ length }) => length >= 8)
  expect(common.length).toBeGreaterThan(2_000)
  const accepted: string[] = []
  for (const password of common) {
    if ((await findPasswordProblem(password, { username: 'nobody-else' })) === null) accepted.push(password)
  }
  expect(accepted).toEqual([])
})

test("refuses the person's phone and names at every place where a password is set", async () => {
  const phone = '13798760001'
  expect((await register('kx-98760001-kx', '梧桐细雨', phone)).fields.password).toContain('您的手机号')
  expect((await register('kx-梧桐细雨-9', '梧桐细雨', phone)).fields.password).toContain('您的账号')

  expect((await register('kx-10006789731', '梧桐细雨乙', '13798760001')).fields.password).toContain('您的手机号')
  expect((await register('kx-雨细桐梧-9', '梧桐细雨', phone)).fields.password).toContain('您的账号')
  expect((await register('kx-梧.桐.细.雨', '梧桐细雨', phone)).fields.password).toContain('您的账号')

  const { token, phone: own, username } = await server().enter('user')
  const changePassword = (newPass: string) =>
    server().requestAs({ token }, 'POST /api/users/updatePass', { oldPass: 'Xinqiao#2026', newPass })
  expect((await changePassword(`kx-${own}-kx`)).fields.newPass).toContain('您的手机号')
  expect((await changePassword(`${username}!!`)).fields.newPass).toContain('您的账号')
  expect((await changePassword('abcdefgh')).fields.newPass).toContain('连续')

  const ip = nextIp()
  await server().request('GET /auth/loginSendSms', { phone: own }, { ip })
  const reset = (password: string) =>
    server().request(
      'POST /auth/updatePassword',
      { phone: own, validateCode: smsCode, password, newPass: password },
      { ip },
    )
  expect((await reset(`kx-${own}-kx`)).fields.password).toContain('您的手机号')
  expect((await reset('qq123456')).fields.password).toContain('很多人都用过')
  // a refused password does not use up the code
  expect((await reset('lan-tian-7-bai-yun')).status).toBe(200)
})

test('estimates a password of maximum length quickly', async () => {
  const before = performance.now()
  await register('a1!B'.repeat(32))
  expect(performance.now() - before).toBeLessThan(1_500)
})

test('limits estimates per network', async () => {
  const ip = nextIp()
  const input = { username: '访客甲乙', phone: '13700000099', validateCode: '000000', password: 'abcdefgh' }
  const replies = await Promise.all(
    Array.from({ length: 125 }, () => server().request('POST /auth/register', input, { ip })),
  )
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect(replies.filter(({ status }) => status === 400).length).toBeGreaterThan(100)
})
