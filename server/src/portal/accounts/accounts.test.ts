// Accounts through the door: every promise of the front door about signing in, codes, devices and profiles.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { smsCode, useHouse } from '../../../test/house.ts'

const house = useHouse({ SMS_DAILY_LIMIT: '500' })
let phones = 13_700_000_000
let addresses = 0
const newPhone = () => `${(phones += 1)}`
const newIp = () => `192.0.2.${(addresses += 1)}`
const password = 'Beautiful-day-7'

async function sendCode(phone: string, purpose: 'register' | 'login' = 'register', ip = newIp()) {
  return house().call('GET', `/auth/${purpose}SendSms`, { phone }, { ip })
}
async function registerNew(username: string, phone = newPhone()) {
  await sendCode(phone)
  const reply = await house().call('POST', '/auth/register', { username, phone, validateCode: smsCode, password })
  return { phone, reply }
}
const login = (username: string, pass = password, ip = newIp(), headers: Record<string, string> = {}) =>
  house().call('POST', '/auth/mh/login', { username, password: pass }, { ip, headers })
/** Lets the next code to this phone go out at once. */
const forgetLastSms = () => house().kit.sql`update sms_message set created_at = created_at - interval '2 minutes'`
async function solve() {
  const { data } = await house().call('GET', '/auth/challenge')
  const solution = await solveChallenge({ challenge: data.challenge, deriveKey })
  return btoa(JSON.stringify({ challenge: data.challenge, solution }))
}

describe('registering', () => {
  test('works with the code of the phone, and both ways of signing in follow', async () => {
    const { phone, reply } = await registerNew('新朋友')
    expect(reply).toMatchObject({ status: 200, code: 200, msg: '注册成功，请登录！' })
    const byName = await login('新朋友')
    expect(byName.data.user.user).toMatchObject({ username: '新朋友', phone, roles: [{ id: 6 }] })
    const byPhone = await house().call('POST', '/auth/mh/login', { phone, password }, { ip: newIp() })
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
    const reply = await house().call('POST', '/auth/register', input)
    expect(reply).toMatchObject({ status: 400, code: 400, reason: 'invalid' })
    expect(reply.data.fields[field]).toBe(message)
  })

  test('a taken name does not use up the code, a taken phone is said only to its owner', async () => {
    const { phone } = await registerNew('先来的人')
    const other = newPhone()
    await sendCode(other)
    const taken = await house().call('POST', '/auth/register', {
      username: '先来的人',
      phone: other,
      validateCode: smsCode,
      password,
    })
    expect(taken).toMatchObject({ status: 400, reason: 'usernameTaken' })
    const again = await house().call('POST', '/auth/register', {
      username: '后来的人',
      phone: other,
      validateCode: smsCode,
      password,
    })
    expect(again.status).toBe(200)
    await forgetLastSms()
    const answer = await sendCode(phone)
    expect(answer).toMatchObject({ status: 200, msg: '验证码已发送，请注意查收' })
    const same = await house().call('POST', '/auth/register', {
      username: '又一个人',
      phone,
      validateCode: smsCode,
      password,
    })
    expect(same).toMatchObject({ status: 400, reason: 'phoneTaken' })
  })
})

describe('SMS codes', () => {
  test.each([
    ['', '请填写手机号后获取验证码！'],
    ['12', '请填写正确的手机号后获取验证码！'],
    ['23800000001', '请填写正确的手机号后获取验证码！'],
  ])('phone %j is refused with %s', async (phone, message) => {
    expect(await sendCode(phone)).toMatchObject({ status: 400, msg: message })
  })

  test('trying name after name to learn who is here comes to an end', async () => {
    await registerNew('早就在的人')
    const ip = newIp()
    const input = { username: '早就在的人', phone: newPhone(), validateCode: '1', password }
    const ask = async () => (await house().call('POST', '/auth/register', input, { ip })).reason
    for (let i = 0; i < 30; i += 1) expect(await ask()).toBe('usernameTaken')
    expect(await ask()).toBe('tooManyRequests')
  })

  test('five wrong tries burn the code', async () => {
    const phone = newPhone()
    await sendCode(phone)
    const attempt = (validateCode: string) =>
      house().call('POST', '/auth/register', { username: `猜码${validateCode}`, phone, validateCode, password })
    for (let i = 0; i < 5; i += 1) expect(await attempt('000000')).toMatchObject({ status: 400, reason: 'wrongCode' })
    expect(await attempt(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
  })

  test('parallel guesses share the five tries', async () => {
    const phone = newPhone()
    await sendCode(phone)
    const guesses = Array.from({ length: 20 }, (_, i) =>
      house().call('POST', '/auth/register', { username: `并行${i}`, phone, validateCode: '111111', password }),
    )
    await Promise.all(guesses)
    const [row] = await house().kit.sql`select tries + foreign_tries as tries from sms_code order by id desc limit 1`
    expect(row?.tries).toBe(5)
  })

  test("a stranger's wrong tries do not use up the owner's", async () => {
    const [phone, owner] = [newPhone(), newIp()]
    await sendCode(phone, 'register', owner)
    const attempt = (validateCode: string, ip: string) =>
      house().call('POST', '/auth/register', { username: `本人${phone}`, phone, validateCode, password }, { ip })
    for (let i = 0; i < 6; i += 1) expect((await attempt('000000', newIp())).reason).toBe('wrongCode')
    expect((await attempt(smsCode, owner)).status).toBe(200)
  })

  test('twenty requests at once for one phone are one SMS', async () => {
    const phone = newPhone()
    const replies = await Promise.all(Array.from({ length: 20 }, () => sendCode(phone)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test("another site's page cannot have an SMS sent, and one IPv6 subscriber is one address", async () => {
    const foreign = await house().call(
      'GET',
      '/auth/registerSendSms',
      { phone: newPhone() },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(foreign).toMatchObject({ status: 403, reason: 'foreignOrigin' })
    const statuses: number[] = []
    for (let i = 1; i <= 11; i += 1)
      statuses.push((await sendCode(newPhone(), 'register', `2001:db8:7:7::${i}`)).status)
    expect(statuses.at(-1)).toBe(428)
  })

  test('a code is for one purpose, one phone, once, and five minutes', async () => {
    const { phone } = await registerNew('用一次')
    const reuse = await house().call('POST', '/auth/register', {
      username: '再用一次',
      phone,
      validateCode: smsCode,
      password,
    })
    expect(reuse.reason).toBe('wrongCode')
    const crossed = await house().call('POST', '/auth/updatePassword', {
      phone,
      validateCode: smsCode,
      password: 'Another-day-8',
      newPass: 'Another-day-8',
    })
    expect(crossed.reason).toBe('wrongCode')
    const late = newPhone()
    await sendCode(late)
    await house().kit.sql`update sms_code set expires_at = now() - interval '1 second' where used_at is null`
    const expired = await house().call('POST', '/auth/register', {
      username: '太晚了',
      phone: late,
      validateCode: smsCode,
      password,
    })
    expect(expired.reason).toBe('wrongCode')
  })

  test('a phone waits a minute, and past the free allowance a proof of work opens the way once', async () => {
    const phone = newPhone()
    expect((await sendCode(phone)).status).toBe(200)
    expect(await sendCode(phone)).toMatchObject({ status: 429, reason: 'smsTooOften' })
    await forgetLastSms()
    expect((await sendCode(phone)).status).toBe(200)
    await forgetLastSms()
    expect(await sendCode(phone)).toMatchObject({ status: 428, reason: 'challengeNeeded' })
    const altcha = await solve()
    const proved = await house().call('GET', '/auth/registerSendSms', { phone, altcha }, { ip: newIp() })
    expect(proved.status).toBe(200)
    await forgetLastSms()
    const replayed = await house().call('GET', '/auth/registerSendSms', { phone, altcha }, { ip: newIp() })
    expect(replayed).toMatchObject({ status: 428, reason: 'challengeNeeded' })
    const forged = btoa(JSON.stringify({ challenge: { signature: 'x' }, solution: {} }))
    expect(
      (await house().call('GET', '/auth/registerSendSms', { phone, altcha: forged }, { ip: newIp() })).status,
    ).toBe(428)
  })

  test('one address sending to many phones meets the proof of work', async () => {
    const ip = newIp()
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await sendCode(newPhone(), 'register', ip)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 428])
  })

  test('parallel sends from one address to many phones share its free allowance', async () => {
    const ip = '203.0.113.151'
    const strangers = Array.from({ length: 20 }, (_, i) => `${13_955_550_000 + i}`)
    const replies = await Promise.all(
      strangers.map((phone) => house().call('GET', '/auth/registerSendSms', { phone }, { ip })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ reason }) => reason === 'challengeNeeded')).toHaveLength(10)
  })

  test('asking for a reset tells nothing about the phone, and an unknown one gets no SMS', async () => {
    const { phone } = await registerNew('忘记密码')
    await forgetLastSms()
    const known = await sendCode(phone, 'login')
    const unknownPhone = newPhone()
    const unknown = await sendCode(unknownPhone, 'login')
    expect([unknown.status, unknown.raw]).toEqual([known.status, known.raw])
    const states = await house().kit.sql`select state from sms_message where purpose = 'reset' order by id`
    expect(states.map((row) => row.state)).toEqual([expect.stringMatching(/queued|sent/), 'muted'])
  })
})

test('a reset ends the lock that it is advised against', async () => {
  const { phone } = await registerNew('锁了再换')
  const ip = newIp()
  for (let i = 0; i < 6; i += 1) await login('锁了再换', 'wrong-guess', ip)
  await forgetLastSms()
  await sendCode(phone, 'login', ip)
  await house().call(
    'POST',
    '/auth/updatePassword',
    { phone, validateCode: smsCode, password: 'Another-day-8', newPass: 'Another-day-8' },
    { ip },
  )
  expect((await login('锁了再换', 'Another-day-8', ip)).status).toBe(200)
})

test('a reset ends every session and the new password works', async () => {
  const { phone } = await registerNew('换密码')
  const { data } = await login('换密码')
  await forgetLastSms()
  await sendCode(phone, 'login')
  const unequal = await house().call('POST', '/auth/updatePassword', {
    phone,
    validateCode: smsCode,
    password: 'Another-day-8',
    newPass: 'Another-day-9',
  })
  expect(unequal.data.fields.newPass).toBe('两次输入的密码不一致')
  const reset = await house().call('POST', '/auth/updatePassword', {
    phone,
    validateCode: smsCode,
    password: 'Another-day-8',
    newPass: 'Another-day-8',
  })
  expect(reset).toMatchObject({ status: 200, msg: '密码重置成功，请登录！' })
  expect((await house().call('GET', '/auth/me', undefined, { token: data.access_token })).status).toBe(401)
  expect((await login('换密码')).reason).toBe('wrongCredentials')
  expect((await login('换密码', 'Another-day-8')).status).toBe(200)
})

describe('sessions', () => {
  test('the cookie is HttpOnly and lax, the others are readable, and the bearer token works as well', async () => {
    await registerNew('有饼干')
    const reply = await login('有饼干')
    const cookies = reply.headers['set-cookie'] as string[]
    const find = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
    expect(find('token')).toMatch(/HttpOnly.*SameSite=Lax/)
    for (const name of ['roleid', 'username', 'useridList', 'avatarName', 'typeA']) {
      expect(find(name)).not.toBe('')
      expect(find(name)).not.toContain('HttpOnly')
    }
    const cookie = find('token').split(';')[0] ?? ''
    const byCookie = await house().call('GET', '/auth/me', undefined, { headers: { cookie } })
    const byBearer = await house().call('GET', '/auth/me', undefined, { token: reply.data.access_token })
    expect(byCookie.data).toEqual(byBearer.data)
  })

  test('other cookies are believed by nobody', async () => {
    const forged = await house().call('GET', '/auth/me', undefined, {
      headers: { cookie: 'roleid=1; useridList=10001; username=admin' },
    })
    expect(forged).toMatchObject({ status: 401, msg: '请先登录' })
    const { token } = await house().enter('user')
    const user = await house().call('GET', '/admin/users', {}, { token, headers: { cookie: 'roleid=1' } })
    expect(user.status).toBe(403)
  })

  test('only a hash of the token is stored', async () => {
    const { token } = await house().enter('user')
    const rows = await house().kit.sql`select token_hash::text as hash from session`
    expect(rows.some((row) => String(row.hash).includes(token))).toBe(false)
  })

  test('idle and absolute ends are kept', async () => {
    const idle = await house().enter('user')
    await house().kit.sql`update session set idle_until = now() - interval '1 second' where account_id = ${idle.id}`
    const reply = await house().call('GET', '/auth/me', undefined, { token: idle.token })
    expect(reply).toMatchObject({ status: 401, code: 401, msg: '登录信息过期重新登录' })
    const old = await house().enter('user')
    await house().kit.sql`update session set expires_at = now() - interval '1 second' where account_id = ${old.id}`
    expect((await house().call('GET', '/auth/me', undefined, { token: old.token })).status).toBe(401)
  })

  test('devices are listed, one or all others can be signed out, logout is idempotent', async () => {
    await registerNew('多设备')
    const [a, b, c] = [await login('多设备'), await login('多设备'), await login('多设备')].map(
      (reply) => reply.data.access_token as string,
    )
    const me = (token: string | undefined) => house().call('GET', '/auth/me', undefined, { token: token! })
    const { data: devices } = await house().call('GET', '/auth/devices', undefined, { token: a! })
    expect(devices).toHaveLength(3)
    expect(devices.filter((device: { current: boolean }) => device.current)).toHaveLength(1)
    const target = devices.find((device: { current: boolean }) => !device.current)
    expect((await house().call('POST', '/auth/devices/signOut', { id: target.id }, { token: a! })).status).toBe(200)
    const stranger = await house().enter('user')
    const own = devices.find((device: { current: boolean }) => device.current)
    expect(
      (await house().call('POST', '/auth/devices/signOut', { id: own.id }, { token: stranger.token })).status,
    ).toBe(404)
    await house().call('POST', '/auth/devices/signOut', {}, { token: a! })
    expect([(await me(a)).status, (await me(b)).status, (await me(c)).status]).toEqual([200, 401, 401])
    expect((await house().call('DELETE', '/auth/logout', {}, { token: a! })).msg).toBe('退出成功')
    expect((await house().call('DELETE', '/auth/logout', {}, { token: a! })).status).toBe(200)
    expect((await house().call('DELETE', '/auth/logout')).status).toBe(200)
    expect((await me(a)).status).toBe(401)
  })
})

describe('guessing passwords', () => {
  test('locks the guesser, not the owner', async () => {
    await registerNew('被猜的人')
    const attacker = newIp()
    for (let i = 0; i < 5; i += 1)
      expect((await login('被猜的人', 'wrong-guess', attacker)).reason).toBe('wrongCredentials')
    expect(await login('被猜的人', password, attacker)).toMatchObject({ status: 429, reason: 'tooManyFailures' })
    expect((await login('被猜的人', password, newIp())).status).toBe(200)
  })

  test('behind the same address, a browser that has signed in before is not locked out', async () => {
    await registerNew('同一屋檐')
    const ip = newIp()
    const first = await login('同一屋檐', password, ip)
    const device =
      (first.headers['set-cookie'] as string[]).find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? ''
    for (let i = 0; i < 6; i += 1) await login('同一屋檐', 'wrong-guess', ip)
    expect((await login('同一屋檐', password, ip)).reason).toBe('tooManyFailures')
    expect((await login('同一屋檐', password, ip, { cookie: device })).status).toBe(200)
  })

  test('from many addresses it gets dear for everybody and stays possible for the owner', async () => {
    await registerNew('四面八方')
    for (let i = 0; i < 20; i += 1) await login('四面八方', 'wrong-guess', `10.0.${i}.1`)
    expect((await login('四面八方')).reason).toBe('challengeNeeded')
    const altcha = await solve()
    const proved = await house().call(
      'POST',
      '/auth/mh/login',
      { username: '四面八方', password, altcha },
      { ip: newIp() },
    )
    expect(proved.status).toBe(200)
  })

  test('a name that nobody has is answered like a wrong password', async () => {
    await registerNew('真有此人')
    const real = await login('真有此人', 'wrong-guess')
    const none = await login('查无此人', 'wrong-guess')
    expect(none.raw).toBe(real.raw)
  })
})

describe('the profile', () => {
  test('is saved for the caller alone; a foreign id is refused and recorded', async () => {
    const me = await house().enter('user')
    const other = await house().enter('user')
    const profile = { email: 'a@b.cn', nickName: '小禾', gender: 2 }
    const saved = await house().call('PUT', '/api/users/center', { ...profile, id: me.id }, { token: me.token })
    expect(saved).toMatchObject({
      status: 200,
      msg: '修改成功',
      data: { nickName: '小禾', gender: 2, email: 'a@b.cn' },
    })
    expect((await house().call('PUT', '/api/users/center', profile, { token: me.token })).status).toBe(200)
    const foreign = await house().call('PUT', '/api/users/center', { ...profile, id: other.id }, { token: me.token })
    expect(foreign).toMatchObject({ status: 403, code: 403, reason: 'notYours' })
    const events = await house().kit
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
    const { token } = await house().enter('user')
    expect(await house().call('PUT', '/api/users/center', profile, { token })).toMatchObject({
      status: 400,
      msg: message,
    })
  })

  test('changing the password asks for the old one and ends the other sessions', async () => {
    await registerNew('改密码')
    const [a, b] = [await login('改密码'), await login('改密码')].map((reply) => reply.data.access_token as string)
    const change = (oldPass: string, newPass: string) =>
      house().call('POST', '/api/users/updatePass', { oldPass, newPass }, { token: a! })
    expect((await change('', '')).msg).toBe('请输入密码')
    expect((await change('not-it-at-all', 'Another-day-8')).reason).toBe('wrongOldPassword')
    expect((await change(password, 'Another-day-8')).msg).toBe('修改成功')
    expect((await house().call('GET', '/auth/me', undefined, { token: b! })).status).toBe(401)
    expect((await house().call('GET', '/auth/me', undefined, { token: a! })).status).toBe(200)
  })
})

describe('administrators', () => {
  test('make accounts, change roles, and cannot remove the last of themselves', async () => {
    const admin = await house().enter('administrator')
    const phone = newPhone()
    const made = await house().call(
      'POST',
      '/admin/user',
      { username: 'new-editor', nickName: '新编辑', phone, roleId: 3 },
      { token: admin.token },
    )
    expect(made.data.password).toHaveLength(14)
    const signedIn = await login('new-editor', made.data.password)
    expect(signedIn.status).toBe(200)
    const list = await house().call('GET', '/admin/users', { key: 'new-editor' }, { token: admin.token })
    expect(list.data.content[0].phone).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`)
    const off = await house().call(
      'PUT',
      '/admin/user',
      { id: made.data.id, roleId: 3, enabled: false },
      { token: admin.token },
    )
    expect(off.data.enabled).toBe(false)
    expect((await house().call('GET', '/auth/me', undefined, { token: signedIn.data.access_token })).status).toBe(401)
    expect((await login('new-editor', made.data.password)).reason).toBe('accountDisabled')
    await house().kit.sql`update account set enabled = false where role_id = 1 and id <> ${admin.id}`
    const last = await house().call(
      'PUT',
      '/admin/user',
      { id: admin.id, roleId: 6, enabled: true },
      { token: admin.token },
    )
    expect(last).toMatchObject({ status: 409, reason: 'lastAdministrator' })
  })
})

test('phones are stored sealed, and no log line or event holds one', async () => {
  const { phone } = await registerNew('保密')
  const tables = ['account', 'sms_message', 'sms_code', 'security_event', 'throttle']
  for (const table of tables) {
    const rows = await house().kit.sql`select t::text as line from ${house().kit.sql(table)} t`
    expect(rows.some((row) => String(row.line).includes(phone))).toBe(false)
  }
  expect(house().logs.some((line) => line.includes(phone) || line.includes(password))).toBe(false)
})
