// Tests of sessions, password resets, and guessing of passwords.
import { describe, expect, test } from 'vitest'
import { smsCode } from '../../../../test/test-server.ts'
import { useAccounts, password } from '../../../../test/steps/account-steps.ts'

const accounts = useAccounts()
const { server } = accounts

test('removes the sign-in lock after a password reset', async () => {
  const { phone } = await accounts.registerNew('锁了再换')
  const ip = accounts.newIp()
  for (let i = 0; i < 6; i += 1) await accounts.login('锁了再换', 'wrong-guess', ip)
  await accounts.forgetLastSms()
  await accounts.sendCode(phone, 'login', ip)
  await server().request(
    'POST /auth/updatePassword',
    { phone, validateCode: smsCode, password: 'Another-day-8', newPass: 'Another-day-8' },
    { ip },
  )
  expect((await accounts.login('锁了再换', 'Another-day-8', ip)).status).toBe(200)
})

test('ends every session at a password reset, and accepts the new password', async () => {
  const { phone } = await accounts.registerNew('换密码')
  const { data } = await accounts.login('换密码')
  await accounts.forgetLastSms()
  await accounts.sendCode(phone, 'login')
  const unequal = await server().request('POST /auth/updatePassword', {
    phone,
    validateCode: smsCode,
    password: 'Another-day-8',
    newPass: 'Another-day-9',
  })
  expect(unequal.fields.newPass).toBe('两次输入的密码不一致')
  const reset = await server().request('POST /auth/updatePassword', {
    phone,
    validateCode: smsCode,
    password: 'Another-day-8',
    newPass: 'Another-day-8',
  })
  expect(reset).toMatchObject({ status: 200, msg: '密码重置成功，请登录！' })
  expect((await server().requestAs({ token: data.access_token }, 'GET /auth/me')).status).toBe(401)
  expect((await accounts.login('换密码')).reason).toBe('wrongCredentials')
  expect((await accounts.login('换密码', 'Another-day-8')).status).toBe(200)
})

describe('sessions', () => {
  test('sets the cookie HttpOnly and lax, the others readable, and accepts the bearer token as well', async () => {
    await accounts.registerNew('有饼干')
    const reply = await accounts.login('有饼干')
    const cookies = reply.headers['set-cookie'] as string[]
    const findCookie = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? ''
    expect(findCookie('token')).toMatch(/HttpOnly.*SameSite=Lax/)
    for (const name of ['roleid', 'username', 'useridList', 'avatarName', 'typeA']) {
      expect(findCookie(name)).not.toBe('')
      expect(findCookie(name)).not.toContain('HttpOnly')
    }
    const cookie = findCookie('token').split(';')[0] ?? ''
    const byCookie = await server().request('GET /auth/me', undefined, { headers: { cookie } })
    const byBearer = await server().requestAs({ token: reply.data.access_token }, 'GET /auth/me')
    expect(byCookie.data).toEqual(byBearer.data)
  })

  test('ignores all other cookies', async () => {
    const forged = await server().request('GET /auth/me', undefined, {
      headers: { cookie: 'roleid=1; useridList=10001; username=admin' },
    })
    expect(forged).toMatchObject({ status: 401, msg: '请先登录' })
    const { token } = await server().enter('user')
    const user = await server().requestAs({ token }, 'GET /admin/users', {}, { headers: { cookie: 'roleid=1' } })
    expect(user.status).toBe(403)
  })

  test('stores only a hash of the token', async () => {
    const { token } = await server().enter('user')
    const rows = await server().kit.sql`select token_hash::text as hash from session`
    expect(rows.some((row) => String(row.hash).includes(token))).toBe(false)
  })

  test('ends a session at its idle and absolute limits', async () => {
    const idle = await server().enter('user')
    await server().kit.sql`update session set idle_until = now() - interval '1 second' where account_id = ${idle.id}`
    const reply = await server().requestAs(idle, 'GET /auth/me')
    expect(reply).toMatchObject({ status: 401, code: 401, msg: '登录信息过期重新登录' })
    const old = await server().enter('user')
    await server().kit.sql`update session set expires_at = now() - interval '1 second' where account_id = ${old.id}`
    expect((await server().requestAs(old, 'GET /auth/me')).status).toBe(401)
  })

  test('prolongs a session at every request except a polled one', async () => {
    const { id, token } = await server().enter('service')
    const { sql } = server().kit
    await sql`update session set seen_at = now() - interval '10 minutes', idle_until = now() + interval '1 hour'
      where account_id = ${id}`
    const minutesLeft = async () => {
      const [row] = await sql<{ minutes: number }[]>`
        select round(extract(epoch from idle_until - now()) / 60)::integer as minutes from session where account_id = ${id}`
      return row!.minutes
    }
    expect((await server().requestAs({ token }, 'GET /admin/care/waiting')).status).toBe(200)
    expect(await minutesLeft()).toBe(60)
    expect((await server().requestAs({ token }, 'GET /auth/me')).status).toBe(200)
    expect(await minutesLeft()).toBe(120)
  })

  // an open workbench reads them every minute
  test.each([
    'GET /admin/care/alerts',
    'GET /admin/reviews',
    'GET /admin/peerReports/waiting',
    'GET /admin/memberApplications',
    'GET /admin/registrationRequests',
    'GET /admin/refunds',
    'GET /admin/transfers',
    'GET /admin/receipts',
  ] as const)('does not prolong the session of an open workbench by %s', async (key) => {
    const { id, token } = await server().enter('administrator')
    const selectIdleEnd = () => server().kit.sql`select idle_until from session where account_id = ${id}`
    await server().kit.sql`update session set seen_at = now() - interval '10 minutes' where account_id = ${id}`
    const before = await selectIdleEnd()
    expect((await server().requestAs({ token }, key, {})).status).toBe(200)
    expect(await selectIdleEnd()).toEqual(before)
  })

  test('lists devices, signs out one or all others, and logs out idempotently', async () => {
    await accounts.registerNew('多设备')
    const [a, b, c] = [
      await accounts.login('多设备'),
      await accounts.login('多设备'),
      await accounts.login('多设备'),
    ].map((reply) => reply.data.access_token)
    const readOwnAccount = (token: string | undefined) => server().requestAs({ token: token! }, 'GET /auth/me')
    const { data: devices } = await server().requestAs({ token: a! }, 'GET /auth/devices')
    expect(devices).toHaveLength(3)
    expect(devices.filter((device) => device.current)).toHaveLength(1)
    const target = devices.find((device) => !device.current)
    expect((await server().requestAs({ token: a! }, 'POST /auth/devices/signOut', { id: target!.id })).status).toBe(200)
    const stranger = await server().enter('user')
    const own = devices.find((device) => device.current)
    expect((await server().requestAs(stranger, 'POST /auth/devices/signOut', { id: own!.id })).status).toBe(404)
    await server().requestAs({ token: a! }, 'POST /auth/devices/signOut', {})
    expect([
      (await readOwnAccount(a)).status,
      (await readOwnAccount(b)).status,
      (await readOwnAccount(c)).status,
    ]).toEqual([200, 401, 401])
    expect((await server().requestAs({ token: a! }, 'DELETE /auth/logout', {})).msg).toBe('退出成功')
    expect((await server().requestAs({ token: a! }, 'DELETE /auth/logout', {})).status).toBe(200)
    expect((await server().request('DELETE /auth/logout')).status).toBe(200)
    expect((await readOwnAccount(a)).status).toBe(401)
  })
})

describe('guessing passwords', () => {
  test('locks the guesser, not the owner', async () => {
    await accounts.registerNew('被猜的人')
    const attacker = accounts.newIp()
    for (let i = 0; i < 5; i += 1)
      expect((await accounts.login('被猜的人', 'wrong-guess', attacker)).reason).toBe('wrongCredentials')
    expect(await accounts.login('被猜的人', password, attacker)).toMatchObject({
      status: 429,
      reason: 'tooManyFailures',
    })
    expect((await accounts.login('被猜的人', password, accounts.newIp())).status).toBe(200)
  })

  test('lets in a browser that has signed in before, behind an address that is locked out', async () => {
    await accounts.registerNew('同一屋檐')
    const ip = accounts.newIp()
    const first = await accounts.login('同一屋檐', password, ip)
    const device =
      (first.headers['set-cookie'] as string[]).find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? ''
    for (let i = 0; i < 6; i += 1) await accounts.login('同一屋檐', 'wrong-guess', ip)
    expect((await accounts.login('同一屋檐', password, ip)).reason).toBe('tooManyFailures')
    expect((await accounts.login('同一屋檐', password, ip, { cookie: device })).status).toBe(200)
  })

  test('needs a proof of work when it comes from many addresses, and the owner can still sign in', async () => {
    await accounts.registerNew('四面八方')
    for (let i = 0; i < 20; i += 1) await accounts.login('四面八方', 'wrong-guess', `10.0.${i}.1`)
    expect((await accounts.login('四面八方')).reason).toBe('challengeNeeded')
    const altcha = await accounts.solve()
    const proved = await server().request(
      'POST /auth/mh/login',
      { username: '四面八方', password, altcha },
      { ip: accounts.newIp() },
    )
    expect(proved.status).toBe(200)
  })

  test('gives an unknown name the same answer as a wrong password', async () => {
    await accounts.registerNew('真有此人')
    const real = await accounts.login('真有此人', 'wrong-guess')
    const none = await accounts.login('查无此人', 'wrong-guess')
    expect(none.raw).toBe(real.raw)
  })
})
