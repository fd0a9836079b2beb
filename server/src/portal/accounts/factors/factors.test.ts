// Tests of second factors through the API: signing in, and roles that must have a factor.
import { describe, expect, test } from 'vitest'
import { contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import type { Role } from '@xinqiao/contract/roles.ts'
import { smsCode, useTestServer } from '../../../../test/test-server.ts'
import { codeAt, signIn, addTotp, startSecondStep } from '../../../../test/steps/factor-steps.ts'
import { selectMessages } from '../../../../test/messages.ts'

const server = useTestServer()
const strict = useTestServer({ SECOND_FACTOR: 'required', RATE_LIMIT: '10000000' })

describe('signing in with a second factor', () => {
  test('needs the password and a code, and each code works once', async () => {
    const editor = await server().enter('editor')
    const { secret } = await addTotp(server(), editor)
    const ticket = await startSecondStep(server(), editor.username)
    const code = codeAt(secret)
    const done = await server().request('POST /auth/secondFactor', { ticket, code })
    expect(done.status).toBe(200)
    const me = await server().requestAs({ token: done.data.access_token }, 'GET /auth/me')
    expect(me.data).toMatchObject({ id: editor.id, restriction: null })

    const second = await startSecondStep(server(), editor.username)
    const replayed = await server().request('POST /auth/secondFactor', { ticket: second, code })
    expect(replayed).toMatchObject({ status: 400, reason: 'wrongFactor' })
    // a ticket opens one session
    const reused = await server().request('POST /auth/secondFactor', {
      ticket,
      code: codeAt(secret, Date.now() + 30_000),
    })
    expect(reused).toMatchObject({ status: 409, reason: 'ticketExpired' })
  })

  test('opens one session for the same code in four parallel requests', async () => {
    const editor = await server().enter('editor')
    const { secret } = await addTotp(server(), editor)
    const ticket = await startSecondStep(server(), editor.username)
    const code = codeAt(secret)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => server().request('POST /auth/secondFactor', { ticket, code })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('accepts a recovery code once, however it is typed, and notifies the owner', async () => {
    const finance = await server().enter('finance')
    const { recoveryCodes } = await addTotp(server(), finance)
    expect(recoveryCodes).toHaveLength(10)
    const [code] = recoveryCodes
    const typed = code!.toUpperCase().replaceAll('-', ' ')
    const first = await server().request('POST /auth/secondFactor', {
      ticket: await startSecondStep(server(), finance.username),
      code: typed,
    })
    expect(first.status).toBe(200)
    const again = await server().request('POST /auth/secondFactor', {
      ticket: await startSecondStep(server(), finance.username),
      code: typed,
    })
    expect(again).toMatchObject({ status: 400, reason: 'wrongFactor' })
    const messages = await selectMessages(server().kit.sql, finance.id)
    expect(messages.filter(({ kind }) => kind === 'security').map(({ title }) => title)).toEqual([
      expect.stringContaining('启用了动态验证码'),
      expect.stringContaining('还剩9个'),
    ])
  })

  test('stores neither the secret nor the recovery codes readably', async () => {
    const finance = await server().enter('finance')
    const { secret, recoveryCodes } = await addTotp(server(), finance)
    const dump = JSON.stringify([
      await server().kit.sql`select encode(secret_sealed, 'escape') as text from second_factor`,
      await server().kit.sql`select encode(code_hash, 'escape') as text from recovery_code`,
    ])
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(recoveryCodes[0]!.replaceAll('-', ''))
  })

  test('limits and records wrong codes per account over all tickets and addresses', async () => {
    const editor = await server().enter('editor')
    const { secret } = await addTotp(server(), editor)
    for (let count = 0; count < 5; count += 1) {
      const ticket = await startSecondStep(server(), editor.username)
      const reply = await server().request(
        'POST /auth/secondFactor',
        { ticket, code: '000000' },
        { ip: `203.0.113.${count + 20}` },
      )
      expect(reply).toMatchObject({ status: 400, reason: 'wrongFactor' })
    }
    const ticket = await startSecondStep(server(), editor.username)
    const locked = await server().request('POST /auth/secondFactor', { ticket, code: codeAt(secret) })
    expect(locked).toMatchObject({ status: 429, reason: 'tooManyFactorFailures' })
    const events = await server().kit.sql<{ kind: string }[]>`
      select kind from security_event where account_id = ${editor.id} order by id`
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['factorAdded', 'factorFailed', 'factorLocked']),
    )
  })

  test('locks the second step after thirty wrong codes in a day, also over many windows', async () => {
    const editor = await server().enter('editor')
    const { secret } = await addTotp(server(), editor)
    const { sql } = server().kit
    const guess = async (code: string) =>
      server().request('POST /auth/secondFactor', { ticket: await startSecondStep(server(), editor.username), code })
    for (let count = 0; count < 30; count += 1) {
      await sql`delete from throttle where key = ${`factor:${editor.id}`}`
      expect((await guess('000000')).reason).toBe('wrongFactor')
    }
    await sql`delete from throttle where key = ${`factor:${editor.id}`}`
    expect((await guess(codeAt(secret))).reason).toBe('tooManyFactorFailures')
  })

  test('leaves the factor in place after a password reset by SMS', async () => {
    const admin = await server().enter('administrator')
    await addTotp(server(), admin)
    await server().request('GET /auth/loginSendSms', { phone: admin.phone })
    const password = 'lan-tian-7-bai-yun'
    const input = { phone: admin.phone, validateCode: smsCode, password, newPass: password }
    expect((await server().request('POST /auth/updatePassword', input)).status).toBe(200)
    const reply = await signIn(server(), admin.username, password)
    expect(reply).toMatchObject({ status: 428, reason: 'secondFactorNeeded' })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('refuses a first step from before a password change', async () => {
    const admin = await server().enter('administrator')
    const { secret } = await addTotp(server(), admin)
    const ticket = await startSecondStep(server(), admin.username)
    await server().request('GET /auth/loginSendSms', { phone: admin.phone })
    const password = 'lan-tian-7-bai-yun'
    await server().request('POST /auth/updatePassword', {
      phone: admin.phone,
      validateCode: smsCode,
      password,
      newPass: password,
    })
    const reply = await server().request('POST /auth/secondFactor', { ticket, code: codeAt(secret) })
    expect(reply).toMatchObject({ status: 409, reason: 'ticketExpired' })
  })

  test('refuses passkeys with a clear error when the site has no domain with https', async () => {
    const { token } = await server().enter('editor')
    const own = await server().requestAs({ token }, 'GET /auth/factors')
    expect(own.data).toMatchObject({ canUsePasskeys: false, passkeys: [], totp: null, isRequired: false })
    const reply = await server().requestAs({ token }, 'POST /auth/factor/passkey/options', {})
    expect(reply).toMatchObject({ status: 409, reason: 'passkeysUnavailable' })
  })
})

describe('a required second factor', () => {
  const enrolmentRoles: Role[] = ['administrator', 'editor', 'finance', 'examiner', 'service']

  test.each(enrolmentRoles)('allows %s without a factor only to enrol one', async (role) => {
    const { token } = await strict().enter(role)
    const me = await strict().requestAs({ token }, 'GET /auth/me')
    expect(me.data).toMatchObject({ restriction: 'addFactor' })
    const closed = Object.entries(contract as Record<string, EndpointDefinition>).filter(
      ([, row]) => row.who !== 'anyone' && !row.whileRestricted,
    )
    for (const [key] of closed) {
      const [method = '', path = ''] = key.split(' ')
      const reply = await strict().sendRaw(method, path, {}, { token })
      expect([key, reply.status, reply.reason]).toEqual([key, 403, 'factorEnrolmentNeeded'])
    }
    await addTotp(strict(), { token })
    const after = await strict().requestAs({ token }, 'GET /auth/devices')
    expect(after.status).toBe(200)
  })

  test('requires no factor from users and counsellors, and keeps the last factor of staff', async () => {
    for (const role of ['user', 'counsellor'] as const) {
      const { token } = await strict().enter(role)
      expect((await strict().requestAs({ token }, 'GET /auth/devices')).status).toBe(200)
    }
    const { token } = await strict().enter('editor')
    await addTotp(strict(), { token })
    const own = await strict().requestAs({ token }, 'GET /auth/factors')
    const refused = await strict().requestAs({ token }, 'POST /auth/factor/remove', { id: own.data.totp!.id })
    expect(refused).toMatchObject({ status: 409, reason: 'lastFactor' })
    expect((await strict().requestAs({ token }, 'GET /auth/factors')).data.totp).not.toBe(null)
  })
})
