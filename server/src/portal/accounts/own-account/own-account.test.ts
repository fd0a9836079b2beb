// Tests of accounts: registration, profile, administration, sealed phone numbers.
import { describe, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { smsCode } from '../../../../test/test-server.ts'
import { useAccounts, password } from '../../../../test/steps/account-steps.ts'

const accounts = useAccounts()
const { server } = accounts

describe('registering', () => {
  test('creates an account by SMS code, which then signs in by name or phone number', async () => {
    const { phone, reply } = await accounts.registerNew('新朋友')
    expect(reply).toMatchObject({ status: 200, code: 200, msg: '注册成功，请登录！' })
    const byName = await accounts.login('新朋友')
    expect(byName.data.user.user).toMatchObject({ username: '新朋友', phone, roles: [{ id: 6 }] })
    const byPhone = await server().request('POST /auth/mh/login', { phone, password }, { ip: accounts.newIp() })
    expect(byPhone.data.user.user.id).toBe(byName.data.user.user.id)
  })

  test.each([
    [{}, '请输入账号', 'username'],
    [{ username: '有名字' }, '请输入手机号', 'phone'],
    [{ username: '有名字', phone: '13711112222' }, '请输入验证码', 'validateCode'],
    [{ username: '有名字', phone: '13711112222', validateCode: '1' }, '请输入密码', 'password'],
    [
      { username: '<b>粗</b>', phone: '13711112222', validateCode: '1', password },
      '账号只能包含文字、数字、点、横线和下划线',
      'username',
    ],
    [
      { username: '有名字', phone: '13711112222', validateCode: '1', password: '12345678' },
      '密码太容易被猜到：很多人都用过这个密码或其中的一部分。可以用几个互不相关的词连起来',
      'password',
    ],
  ])('refuses %j with %s', async (input, message, field) => {
    const reply = await server().sendRaw('POST', '/auth/register', input)
    expect(reply).toMatchObject({ status: 400, code: 400, reason: 'invalid' })
    expect(reply.fields[field]).toBe(message)
  })

  test('keeps the code after a taken name, and reveals a taken phone number only to its owner', async () => {
    const { phone } = await accounts.registerNew('先来的人')
    const other = accounts.newPhone()
    await accounts.sendCode(other)
    const taken = await server().request('POST /auth/register', {
      username: '先来的人',
      phone: other,
      validateCode: smsCode,
      password,
    })
    expect(taken).toMatchObject({ status: 400, reason: 'usernameTaken' })
    const again = await server().request('POST /auth/register', {
      username: '后来的人',
      phone: other,
      validateCode: smsCode,
      password,
    })
    expect(again.status).toBe(200)
    await accounts.forgetLastSms()
    const answer = await accounts.sendCode(phone)
    expect(answer).toMatchObject({ status: 200, msg: '验证码已发送，请注意查收' })
    const same = await server().request('POST /auth/register', {
      username: '又一个人',
      phone,
      validateCode: smsCode,
      password,
    })
    expect(same).toMatchObject({ status: 400, reason: 'phoneTaken' })
  })
})

describe('the profile', () => {
  test('changes only the caller’s profile; a foreign id is refused and recorded', async () => {
    const me = await server().enter('user')
    const other = await server().enter('user')
    const profile = { email: 'a@b.cn', nickName: '小禾', gender: 2 }
    const saved = await server().requestAs(me, 'PUT /api/users/center', { ...profile, id: me.id })
    expect(saved).toMatchObject({
      status: 200,
      msg: '修改成功',
      data: { nickName: '小禾', gender: 2, email: 'a@b.cn' },
    })
    expect((await server().requestAs(me, 'PUT /api/users/center', profile)).status).toBe(200)
    const foreign = await server().requestAs(me, 'PUT /api/users/center', { ...profile, id: other.id })
    expect(foreign).toMatchObject({ status: 403, code: 403, reason: 'notYours' })
    const events = await server().kit
      .sql`select detail from security_event where kind = 'foreignId' and account_id = ${me.id}`
    expect(events).toHaveLength(1)
  })

  test.each([
    [{ email: '', nickName: '甲', gender: 1 }, '请完善信息'],
    [{ email: 'a@b.cn', nickName: '', gender: 1 }, '请完善信息'],
    [{ email: 'a@b.cn', nickName: '甲' }, '请完善信息'],
    [{ email: 'a', nickName: '甲', gender: 1 }, '请输入正确的邮箱地址'],
    [{ email: 'a@b.cn', nickName: '<img>', gender: 1 }, '不能包含特殊符号'],
  ])('refuses %j with %s', async (profile, message) => {
    const user = await server().enter('user')
    expect(await server().sendRaw('PUT', '/api/users/center', profile, user)).toMatchObject({
      status: 400,
      msg: message,
    })
  })

  test('asks for the old password before a change, which ends the other sessions', async () => {
    await accounts.registerNew('改密码')
    const [a, b] = [await accounts.login('改密码'), await accounts.login('改密码')].map(
      (reply) => reply.data.access_token,
    )
    const changePassword = (oldPass: string, newPass: string) =>
      server().requestAs({ token: a! }, 'POST /api/users/updatePass', { oldPass, newPass })
    expect((await changePassword('', '')).msg).toBe('请输入密码')
    expect((await changePassword('not-it-at-all', 'Another-day-8')).reason).toBe('wrongOldPassword')
    expect((await changePassword(password, 'Another-day-8')).msg).toBe('修改成功')
    expect((await server().requestAs({ token: b! }, 'GET /auth/me')).status).toBe(401)
    expect((await server().requestAs({ token: a! }, 'GET /auth/me')).status).toBe(200)
  })
})

describe('administrators', () => {
  test('creates accounts, changes roles, and keeps the last administrator', async () => {
    const admin = await server().enter('administrator')
    const phone = accounts.newPhone()
    const made = await server().requestAs(admin, 'POST /admin/user', {
      username: 'new-editor',
      nickName: '新编辑',
      phone,
      roleId: roles.editor,
    })
    expect(made.data.password).toHaveLength(14)
    const signedIn = await accounts.login('new-editor', made.data.password)
    expect(signedIn.status).toBe(200)
    const list = await server().requestAs(admin, 'GET /admin/users', { key: 'new-editor' })
    expect(list.data.content[0]!.phone).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`)
    const off = await server().requestAs(admin, 'PUT /admin/user', {
      id: made.data.id,
      roleId: roles.editor,
      enabled: false,
    })
    expect(off.data.enabled).toBe(false)
    expect((await server().requestAs({ token: signedIn.data.access_token }, 'GET /auth/me')).status).toBe(401)
    expect((await accounts.login('new-editor', made.data.password)).reason).toBe('accountDisabled')
    await server().kit
      .sql`update account set enabled = false where role_id = ${roles.administrator} and id <> ${admin.id}`
    const last = await server().requestAs(admin, 'PUT /admin/user', { id: admin.id, roleId: roles.user, enabled: true })
    expect(last).toMatchObject({ status: 409, reason: 'lastAdministrator' })
  })
})

test('seals phones in the database, and writes none into a log line or event', async () => {
  const { phone } = await accounts.registerNew('保密')
  const tables = ['account', 'sms_message', 'sms_code', 'security_event', 'throttle']
  for (const table of tables) {
    const rows = await server().kit.sql`select t::text as line from ${server().kit.sql(table)} t`
    expect(rows.some((row) => String(row.line).includes(phone))).toBe(false)
  }
  expect(server().logs.some((line) => line.includes(phone) || line.includes(password))).toBe(false)
})
