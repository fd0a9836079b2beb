// Tests that bad names of accounts are refused wherever a name is set.
import { expect, test } from 'vitest'
import { roles, type RoleId } from '@xinqiao/contract/roles.ts'
import { smsCode, useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '100000' })

let phones = 13_711_110_000
const newPhone = () => `${(phones += 1)}`
const bad = [
  '13800000106',
  '１３８０００００１０６',
  '管理员',
  '协会秘书处',
  'аdmin',
  'ａdmin',
  'system',
  'xinqiao_2026',
]

const register = async (username: string) => {
  const phone = newPhone()
  const ip = `203.0.113.${phones % 250}`
  await server().request('GET /auth/registerSendSms', { phone }, { ip })
  const input = { username, phone, validateCode: smsCode, password: 'lan-tian-7-bai-yun' }
  return { phone, reply: await server().request('POST /auth/register', input, { ip }) }
}

test.each(bad)('refuses to register %s', async (username) => {
  const { reply } = await register(username)
  expect(reply).toMatchObject({ status: 400, reason: 'invalid', data: { fields: { username: expect.any(String) } } })
})

test('stores a name normalised, and accepts every spelling at sign-in', async () => {
  const { reply } = await register('小雨ＡＢ９')
  expect(reply.status).toBe(200)
  const spellings = ['小雨ＡＢ９', '小雨ab9']
  for (const username of spellings) {
    const signedIn = await server().request('POST /auth/mh/login', { username, password: 'lan-tian-7-bai-yun' })
    expect(signedIn.status).toBe(200)
    expect(signedIn.data.user.user.username).toBe('小雨AB9')
  }
  expect((await register('小雨AB9')).reply.reason).toBe('usernameTaken')
})

test.each([...bad, '官方客服', '匿名用户', 'a\u202Enimda', '林\u200B静'])('calls no profile %j', async (nickName) => {
  for (const role of ['user', 'counsellor'] as const) {
    const { token } = await server().enter(role)
    const input = { nickName, email: 'a@example.test', gender: 1 }
    const reply = await server().requestAs({ token }, 'PUT /api/users/center', input)
    expect(reply).toMatchObject({ status: 400, data: { fields: { nickName: expect.any(String) } } })
  }
})

test('applies the same rules to users created by administrators, and allows reserved names for staff', async () => {
  const admin = await server().enter('administrator')
  const create = (username: string, nickName: string, roleId: RoleId) =>
    server().requestAs(admin, 'POST /admin/user', { username, nickName, phone: newPhone(), roleId })
  expect(await create('秘书处甲', '林静', roles.user)).toMatchObject({
    data: { fields: { username: expect.any(String) } },
  })
  expect(await create('林静安', '秘书处', roles.counsellor)).toMatchObject({
    data: { fields: { nickName: expect.any(String) } },
  })
  expect((await create('秘书处甲', '秘书处', roles.service)).status).toBe(200)
})

test('replaces a reserved name when the account loses the role that allowed it', async () => {
  const admin = await server().enter('administrator')
  const user = { username: '秘书处乙', nickName: '秘书处', phone: newPhone(), roleId: roles.service }
  const { id } = (await server().requestAs(admin, 'POST /admin/user', user)).data
  const changeRole = (roleId: RoleId) => server().requestAs(admin, 'PUT /admin/user', { id, roleId, enabled: true })
  expect((await changeRole(roles.editor)).data.nickName).toBe('秘书处')
  expect((await changeRole(roles.counsellor)).data.nickName).toBe(`用户${id}`)
})
