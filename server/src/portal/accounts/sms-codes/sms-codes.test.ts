// Tests of SMS codes: limits, proof of work, and what they reveal.
import { describe, expect, test } from 'vitest'
import { smsCode } from '../../../../test/test-server.ts'
import { useAccounts, password } from '../../../../test/steps/account-steps.ts'

const accounts = useAccounts()
const { server } = accounts

describe('SMS codes', () => {
  test.each([
    ['', '请填写手机号后获取验证码！'],
    ['12', '请填写正确的手机号后获取验证码！'],
    ['23800000001', '请填写正确的手机号后获取验证码！'],
  ])('refuses phone %j with %s', async (phone, message) => {
    expect(await accounts.sendCode(phone)).toMatchObject({ status: 400, msg: message })
  })

  test('limits probing for existing names', async () => {
    await accounts.registerNew('早就在的人')
    const ip = accounts.newIp()
    const input = { username: '早就在的人', phone: accounts.newPhone(), validateCode: '1', password }
    const register = async () => (await server().request('POST /auth/register', input, { ip })).reason
    for (let i = 0; i < 30; i += 1) expect(await register()).toBe('usernameTaken')
    expect(await register()).toBe('tooManyRequests')
  })

  test('invalidates the code after five wrong tries', async () => {
    const phone = accounts.newPhone()
    await accounts.sendCode(phone)
    const attempt = (validateCode: string) =>
      server().request('POST /auth/register', { username: `猜码${validateCode}`, phone, validateCode, password })
    for (let i = 0; i < 5; i += 1) expect(await attempt('000000')).toMatchObject({ status: 400, reason: 'wrongCode' })
    expect(await attempt(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
  })

  test('shares the five tries among parallel guesses', async () => {
    const phone = accounts.newPhone()
    await accounts.sendCode(phone)
    const guesses = Array.from({ length: 20 }, (_, i) =>
      server().request('POST /auth/register', { username: `并行${i}`, phone, validateCode: '111111', password }),
    )
    await Promise.all(guesses)
    const [row] = await server().kit.sql`select tries + foreign_tries as tries from sms_code order by id desc limit 1`
    expect(row?.tries).toBe(5)
  })

  test("keeps the owner's tries when a stranger guesses wrong", async () => {
    const [phone, owner] = [accounts.newPhone(), accounts.newIp()]
    await accounts.sendCode(phone, 'register', owner)
    const attempt = (validateCode: string, ip: string) =>
      server().request('POST /auth/register', { username: `本人${phone}`, phone, validateCode, password }, { ip })
    for (let i = 0; i < 6; i += 1) expect((await attempt('000000', accounts.newIp())).reason).toBe('wrongCode')
    expect((await attempt(smsCode, owner)).status).toBe(200)
  })

  test('sends one SMS for twenty concurrent requests of one phone', async () => {
    const phone = accounts.newPhone()
    const replies = await Promise.all(Array.from({ length: 20 }, () => accounts.sendCode(phone)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test("sends no SMS for another site's page, and counts one IPv6 subscriber as one address", async () => {
    const foreign = await server().request(
      'GET /auth/registerSendSms',
      { phone: accounts.newPhone() },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(foreign).toMatchObject({ status: 403, reason: 'foreignOrigin' })
    const statuses: number[] = []
    for (let i = 1; i <= 11; i += 1)
      statuses.push((await accounts.sendCode(accounts.newPhone(), 'register', `2001:db8:7:7::${i}`)).status)
    expect(statuses.at(-1)).toBe(428)
  })

  test('accepts a code for one purpose, one phone, once, and five minutes', async () => {
    const { phone } = await accounts.registerNew('用一次')
    const reuse = await server().request('POST /auth/register', {
      username: '再用一次',
      phone,
      validateCode: smsCode,
      password,
    })
    expect(reuse.reason).toBe('wrongCode')
    const crossed = await server().request('POST /auth/updatePassword', {
      phone,
      validateCode: smsCode,
      password: 'Another-day-8',
      newPass: 'Another-day-8',
    })
    expect(crossed.reason).toBe('wrongCode')
    const late = accounts.newPhone()
    await accounts.sendCode(late)
    await server().kit.sql`update sms_code set expires_at = now() - interval '1 second' where used_at is null`
    const expired = await server().request('POST /auth/register', {
      username: '太晚了',
      phone: late,
      validateCode: smsCode,
      password,
    })
    expect(expired.reason).toBe('wrongCode')
  })

  test('limits a phone to one SMS a minute, and needs a proof of work beyond the free allowance', async () => {
    const phone = accounts.newPhone()
    expect((await accounts.sendCode(phone)).status).toBe(200)
    expect(await accounts.sendCode(phone)).toMatchObject({ status: 429, reason: 'smsTooOften' })
    await accounts.forgetLastSms()
    expect((await accounts.sendCode(phone)).status).toBe(200)
    await accounts.forgetLastSms()
    expect(await accounts.sendCode(phone)).toMatchObject({ status: 428, reason: 'challengeNeeded' })
    const altcha = await accounts.solve()
    const proved = await server().request('GET /auth/registerSendSms', { phone, altcha }, { ip: accounts.newIp() })
    expect(proved.status).toBe(200)
    await accounts.forgetLastSms()
    const replayed = await server().request('GET /auth/registerSendSms', { phone, altcha }, { ip: accounts.newIp() })
    expect(replayed).toMatchObject({ status: 428, reason: 'challengeNeeded' })
    const forged = btoa(JSON.stringify({ challenge: { signature: 'x' }, solution: {} }))
    expect(
      (await server().request('GET /auth/registerSendSms', { phone, altcha: forged }, { ip: accounts.newIp() })).status,
    ).toBe(428)
  })

  test('needs a proof of work from one address that sends to many phones', async () => {
    const ip = accounts.newIp()
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await accounts.sendCode(accounts.newPhone(), 'register', ip)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 428])
  })

  test('shares the free allowance among parallel sends from one address to many phones', async () => {
    const ip = '203.0.113.151'
    const targets = Array.from({ length: 20 }, (_, i) => `${13_955_550_000 + i}`)
    const replies = await Promise.all(
      targets.map((phone) => server().request('GET /auth/registerSendSms', { phone }, { ip })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ reason }) => reason === 'challengeNeeded')).toHaveLength(10)
  })

  test('reveals nothing about the phone at a reset, and sends no SMS to an unknown one', async () => {
    const { phone } = await accounts.registerNew('忘记密码')
    await accounts.forgetLastSms()
    const known = await accounts.sendCode(phone, 'login')
    const unknownPhone = accounts.newPhone()
    const unknown = await accounts.sendCode(unknownPhone, 'login')
    expect([unknown.status, unknown.raw]).toEqual([known.status, known.raw])
    const states = await server().kit.sql`select state from sms_message where purpose = 'reset' order by id`
    expect(states.map((row) => row.state)).toEqual([expect.stringMatching(/queued|sent/), 'muted'])
  })

  describe('a stranger', () => {
    /** Requests reset codes until they are refused for another reason than the pause of a minute. */
    async function requestUntilRefused(phone: string, ip: string, headers: Record<string, string> = {}) {
      for (let count = 0; ; count += 1) {
        await accounts.forgetLastSms()
        const altcha = await accounts.solve()
        const reply = await server().request('GET /auth/loginSendSms', { phone, altcha }, { ip, headers })
        if (reply.status !== 200) return { count, reason: reply.reason, msg: reply.msg }
      }
    }
    /** Ends the window of the hour, but not that of the day. */
    const endHour = () => server().kit.sql`delete from throttle where key like 'sms:%:hour'`

    test('leaves codes to the owner of a phone when requesting on one network', async () => {
      const [phone, ip] = [accounts.newPhone(), accounts.newIp()]
      expect(await requestUntilRefused(phone, ip)).toMatchObject({ count: 2, reason: 'smsTooOften' })
      await endHour()
      expect(await requestUntilRefused(phone, ip)).toMatchObject({ count: 1, reason: 'smsExhausted' })
      await accounts.forgetLastSms()
      const altcha = await accounts.solve()
      const owner = await server().request('GET /auth/loginSendSms', { phone, altcha }, { ip: accounts.newIp() })
      expect(owner.status).toBe(200)
    })

    test('leaves codes to the owner’s known browser when requesting on many networks', async () => {
      const { phone } = await accounts.registerNew('被骚扰的人')
      const signedIn = await accounts.login(phone)
      const cookies = [signedIn.headers['set-cookie']].flat() as string[]
      const device = cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!
      let sentToStrangers = 0
      for (let i = 0; i < 6; i += 1) {
        sentToStrangers += (await requestUntilRefused(phone, accounts.newIp())).count
        await endHour()
      }
      expect(sentToStrangers).toBe(6)
      const stranger = await requestUntilRefused(phone, accounts.newIp())
      expect(stranger).toMatchObject({ count: 0, reason: 'smsExhausted' })
      expect(stranger.msg).toContain('明天0点后可再试')
      await endHour()
      expect((await requestUntilRefused(phone, accounts.newIp(), { cookie: device })).count).toBe(3)
    })

    test('uses up no reset codes by registering a known phone, and floods it with no SMS', async () => {
      const { phone } = await accounts.registerNew('已有账号的人')
      const realBefore = await server().kit
        .sql`select 1 from sms_message where state <> 'muted' and purpose = 'register'`
      for (let i = 0; i < 4; i += 1) {
        await accounts.forgetLastSms()
        const altcha = await accounts.solve()
        await server().request('GET /auth/registerSendSms', { phone, altcha }, { ip: accounts.newIp() })
        await endHour()
      }
      const realAfter = await server().kit
        .sql`select 1 from sms_message where state <> 'muted' and purpose = 'register'`
      expect(realAfter.count - realBefore.count).toBe(1)
      expect((await requestUntilRefused(phone, accounts.newIp())).count).toBe(2)
    })

    test('leaves a part of the site’s daily codes to known browsers', async () => {
      const { sql, config } = server().kit
      const { phone } = await accounts.registerNew('其他人的手机')
      const signedIn = await accounts.login(phone)
      const cookies = [signedIn.headers['set-cookie']].flat() as string[]
      const device = cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!
      await sql`update throttle set hits = ${config.SMS_DAILY_LIMIT * 0.8} where key = 'sms:site'`
      await accounts.forgetLastSms()
      const altcha = await accounts.solve()
      expect(
        await server().request(
          'GET /auth/loginSendSms',
          { phone: accounts.newPhone(), altcha },
          { ip: accounts.newIp() },
        ),
      ).toMatchObject({ status: 429, reason: 'smsExhausted' })
      const owner = { ip: accounts.newIp(), headers: { cookie: device } }
      const reply = await server().request('GET /auth/loginSendSms', { phone, altcha: await accounts.solve() }, owner)
      expect(reply.status).toBe(200)
      await sql`update throttle set hits = 1 where key = 'sms:site'`
    })
  })
})
