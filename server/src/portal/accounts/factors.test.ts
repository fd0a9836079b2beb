// Second factors through the API: TOTP, recovery codes, step-up, forced enrolment, handed-out passwords, recovery.
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { contract } from '@xinqiao/contract/http/index.ts'
import type { Row } from '@xinqiao/contract/http/row.ts'
import { roles, type Role } from '@xinqiao/contract/roles.ts'
import { demoPassword } from '../../../db/make/account.ts'
import { smsCode, useHouse } from '../../../test/house.ts'

const house = useHouse()
const strict = useHouse({ SECOND_FACTOR: 'required', RATE_LIMIT: '10000000' })

type Account = { id: number; token: string; username: string; phone: string }
type House = ReturnType<typeof house>

const codeAt = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

const signIn = (at: House, username: string, password = demoPassword) =>
  at.call('POST', '/auth/mh/login', { username, password })

/** Adds an authenticator app with the code of the step before this one, so that this one is still unused. */
async function addTotp(at: House, { token }: Pick<Account, 'token'>) {
  const started = await at.call('POST', '/auth/factor/totp/options', {}, { token })
  expect(started.status).toBe(200)
  const { secret } = started.data as { secret: string }
  const added = await at.call('POST', '/auth/factor/totp', { code: codeAt(secret, Date.now() - 30_000) }, { token })
  expect(added.status).toBe(200)
  return { secret, recoveryCodes: added.data.recoveryCodes as string[] }
}

async function startSecondStep(at: House, username: string): Promise<string> {
  const reply = await signIn(at, username)
  expect(reply).toMatchObject({ status: 428, reason: 'secondFactorNeeded' })
  return (reply.data as { ticket: string }).ticket
}

const forgetStepUp = (at: House, id: number) =>
  at.kit.sql`update session set confirmed_at = null where account_id = ${id}`

describe('signing in with a second factor', () => {
  test('needs the password and a code, and each code works once', async () => {
    const editor = await house().enter('editor')
    const { secret } = await addTotp(house(), editor)
    const ticket = await startSecondStep(house(), editor.username)
    const code = codeAt(secret)
    const done = await house().call('POST', '/auth/secondFactor', { ticket, code })
    expect(done.status).toBe(200)
    const me = await house().call('GET', '/auth/me', undefined, { token: done.data.access_token })
    expect(me.data).toMatchObject({ id: editor.id, restriction: null })

    const second = await startSecondStep(house(), editor.username)
    const replayed = await house().call('POST', '/auth/secondFactor', { ticket: second, code })
    expect(replayed).toMatchObject({ status: 400, reason: 'wrongFactor' })
    // a ticket opens one session
    const reused = await house().call('POST', '/auth/secondFactor', {
      ticket,
      code: codeAt(secret, Date.now() + 30_000),
    })
    expect(reused).toMatchObject({ status: 409, reason: 'ticketExpired' })
  })

  test('the same code in ten parallel requests opens one session', async () => {
    const editor = await house().enter('editor')
    const { secret } = await addTotp(house(), editor)
    const ticket = await startSecondStep(house(), editor.username)
    const code = codeAt(secret)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => house().call('POST', '/auth/secondFactor', { ticket, code })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a recovery code works once, however it is typed, and the owner is notified', async () => {
    const finance = await house().enter('finance')
    const { recoveryCodes } = await addTotp(house(), finance)
    expect(recoveryCodes).toHaveLength(10)
    const [code] = recoveryCodes
    const typed = code!.toUpperCase().replaceAll('-', ' ')
    const first = await house().call('POST', '/auth/secondFactor', {
      ticket: await startSecondStep(house(), finance.username),
      code: typed,
    })
    expect(first.status).toBe(200)
    const again = await house().call('POST', '/auth/secondFactor', {
      ticket: await startSecondStep(house(), finance.username),
      code: typed,
    })
    expect(again).toMatchObject({ status: 400, reason: 'wrongFactor' })
    const titles = await house().kit.sql<{ title: string }[]>`
      select title from message where account_id = ${finance.id} and kind = 'security' order by id`
    expect(titles.map(({ title }) => title)).toEqual([
      expect.stringContaining('启用了动态验证码'),
      expect.stringContaining('还剩9个'),
    ])
  })

  test('neither the secret nor the recovery codes are readable in the database', async () => {
    const finance = await house().enter('finance')
    const { secret, recoveryCodes } = await addTotp(house(), finance)
    const dump = JSON.stringify([
      await house().kit.sql`select encode(secret_sealed, 'escape') as text from second_factor`,
      await house().kit.sql`select encode(code_hash, 'escape') as text from recovery_code`,
    ])
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(recoveryCodes[0]!.replaceAll('-', ''))
  })

  test('wrong codes are limited per account over all tickets and addresses, and recorded', async () => {
    const editor = await house().enter('editor')
    const { secret } = await addTotp(house(), editor)
    for (let count = 0; count < 5; count += 1) {
      const ticket = await startSecondStep(house(), editor.username)
      const reply = await house().call(
        'POST',
        '/auth/secondFactor',
        { ticket, code: '000000' },
        { ip: `203.0.113.${count + 20}` },
      )
      expect(reply).toMatchObject({ status: 400, reason: 'wrongFactor' })
    }
    const ticket = await startSecondStep(house(), editor.username)
    const locked = await house().call('POST', '/auth/secondFactor', { ticket, code: codeAt(secret) })
    expect(locked).toMatchObject({ status: 429, reason: 'tooManyFactorFailures' })
    const events = await house().kit.sql<{ kind: string }[]>`
      select kind from security_event where account_id = ${editor.id} order by id`
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['factorAdded', 'factorFailed', 'factorLocked']),
    )
  })

  test('thirty wrong codes in a day lock the second step, also over many windows', async () => {
    const editor = await house().enter('editor')
    const { secret } = await addTotp(house(), editor)
    const { sql } = house().kit
    const guess = async (code: string) =>
      house().call('POST', '/auth/secondFactor', { ticket: await startSecondStep(house(), editor.username), code })
    for (let count = 0; count < 30; count += 1) {
      await sql`delete from throttle where key = ${`factor:${editor.id}`}`
      expect((await guess('000000')).reason).toBe('wrongFactor')
    }
    await sql`delete from throttle where key = ${`factor:${editor.id}`}`
    expect((await guess(codeAt(secret))).reason).toBe('tooManyFactorFailures')
  })

  test('a password reset by SMS leaves the factor in place', async () => {
    const admin = await house().enter('administrator')
    await addTotp(house(), admin)
    await house().call('GET', '/auth/loginSendSms', { phone: admin.phone })
    const password = 'lan-tian-7-bai-yun'
    const input = { phone: admin.phone, validateCode: smsCode, password, newPass: password }
    expect((await house().call('POST', '/auth/updatePassword', input)).status).toBe(200)
    const reply = await signIn(house(), admin.username, password)
    expect(reply).toMatchObject({ status: 428, reason: 'secondFactorNeeded' })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('a first step that was passed before the password changed opens nothing', async () => {
    const admin = await house().enter('administrator')
    const { secret } = await addTotp(house(), admin)
    const ticket = await startSecondStep(house(), admin.username)
    await house().call('GET', '/auth/loginSendSms', { phone: admin.phone })
    const password = 'lan-tian-7-bai-yun'
    await house().call('POST', '/auth/updatePassword', {
      phone: admin.phone,
      validateCode: smsCode,
      password,
      newPass: password,
    })
    const reply = await house().call('POST', '/auth/secondFactor', { ticket, code: codeAt(secret) })
    expect(reply).toMatchObject({ status: 409, reason: 'ticketExpired' })
  })

  test('passkeys are refused in one sentence where the site has no domain with https', async () => {
    const { token } = await house().enter('editor')
    const own = await house().call('GET', '/auth/factors', undefined, { token })
    expect(own.data).toMatchObject({ canUsePasskeys: false, passkeys: [], totp: null, isRequired: false })
    const reply = await house().call('POST', '/auth/factor/passkey/options', {}, { token })
    expect(reply).toMatchObject({ status: 409, reason: 'passkeysUnavailable' })
  })
})

describe('a required second factor', () => {
  const enrolmentRoles: Role[] = ['administrator', 'editor', 'finance', 'examiner', 'service']

  test.each(enrolmentRoles)('%s without a factor opens nothing but enrolment', async (role) => {
    const { token } = await strict().enter(role)
    const me = await strict().call('GET', '/auth/me', undefined, { token })
    expect(me.data).toMatchObject({ restriction: 'addFactor' })
    const closed = Object.entries(contract as Record<string, Row>).filter(
      ([, row]) => row.who !== 'anyone' && !row.whileRestricted,
    )
    for (const [key] of closed) {
      const [method = '', path = ''] = key.split(' ')
      const reply = await strict().call(method, path, {}, { token })
      expect([key, reply.status, reply.reason]).toEqual([key, 403, 'factorEnrolmentNeeded'])
    }
    await addTotp(strict(), { token })
    const after = await strict().call('GET', '/auth/devices', undefined, { token })
    expect(after.status).toBe(200)
  })

  test('users and counsellors are not asked, and the last factor of staff stays', async () => {
    for (const role of ['user', 'counsellor'] as const) {
      const { token } = await strict().enter(role)
      expect((await strict().call('GET', '/auth/devices', undefined, { token })).status).toBe(200)
    }
    const { token } = await strict().enter('editor')
    await addTotp(strict(), { token })
    const own = await strict().call('GET', '/auth/factors', undefined, { token })
    const refused = await strict().call('POST', '/auth/factor/remove', { id: own.data.totp.id }, { token })
    expect(refused).toMatchObject({ status: 409, reason: 'lastFactor' })
    expect((await strict().call('GET', '/auth/factors', undefined, { token })).data.totp).not.toBe(null)
  })
})

describe('step-up', () => {
  const needing = Object.entries(contract as Record<string, Row>).filter(([, row]) => row.stepUp)

  test('roles, password resets, whole exports, refund decisions and factors ask for it', () => {
    const keys = needing.map(([key]) => key)
    for (const key of [
      'POST /admin/user',
      'PUT /admin/user',
      'POST /admin/user/resetPassword',
      'POST /admin/export',
      'POST /admin/export/confirm',
      'POST /admin/refund/decide',
      'POST /admin/refund/redirect',
      'POST /admin/refund/transferred',
      'POST /admin/factorRecovery/ask',
      'POST /admin/factorRecovery/decide',
      'POST /auth/factor/remove',
      'POST /auth/factor/totp',
      'POST /auth/factor/passkey',
      'POST /auth/factor/recoveryCodes',
    ]) {
      expect(keys).toContain(key)
    }
  })

  const inputs: Record<string, object> = {
    'POST /admin/user': { username: '新的编辑甲', nickName: '编辑', phone: '13911110001', roleId: roles.editor },
    'PUT /admin/user': { id: 1, roleId: roles.editor, enabled: true },
    'POST /admin/export': { kind: 'members', query: {}, isFull: true, reason: '年度核对名单' },
    'POST /admin/refund/decide': { id: 1, approved: true, note: '' },
    'POST /admin/refund/transferred': { id: 1, reference: '' },
    'POST /admin/factorRecovery/ask': { accountId: 1, reason: '当面核对了身份证' },
    'POST /admin/factorRecovery/decide': { id: 1, isConfirmed: true },
    'POST /auth/factor/totp': { code: '123456' },
    'POST /auth/factor/passkey': {
      ticket: 'x'.repeat(43),
      name: '电脑',
      passkey: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a' } },
    },
  }

  test.each(needing)('%s is refused until the caller has confirmed who they are', async (key) => {
    const admin = await house().enter('administrator')
    await forgetStepUp(house(), admin.id)
    const [method = '', path = ''] = key.split(' ')
    const input = inputs[key] ?? { id: 1 }
    const refused = await house().call(method, path, input, { token: admin.token })
    expect(refused).toMatchObject({ status: 428, reason: 'stepUpNeeded' })
    await house().kit.sql`update session set confirmed_at = now() where account_id = ${admin.id}`
    const passed = await house().call(method, path, input, { token: admin.token })
    expect(passed.reason).not.toBe('stepUpNeeded')
  })

  test('a masked export needs none', async () => {
    const admin = await house().enter('administrator')
    await forgetStepUp(house(), admin.id)
    const input = { kind: 'members', query: {}, isFull: false, reason: '' }
    expect((await house().call('POST', '/admin/export', input, { token: admin.token })).status).toBe(200)
  })

  const renew = (token: string) => house().call('POST', '/auth/factor/recoveryCodes', {}, { token })
  const ways = async (token: string) => (await house().call('POST', '/auth/stepUp/options', {}, { token })).data

  test('takes the password without a factor, for some minutes', async () => {
    const admin = await house().enter('administrator')
    const { token } = admin
    await forgetStepUp(house(), admin.id)
    const way = await ways(token)
    expect(way).toMatchObject({ withPassword: true, withCode: false, options: null })
    const wrong = await house().call('POST', '/auth/stepUp', { ticket: way.ticket, password: 'wrong' }, { token })
    expect(wrong).toMatchObject({ status: 400, reason: 'wrongOwnPassword' })
    const right = await house().call('POST', '/auth/stepUp', { ticket: way.ticket, password: demoPassword }, { token })
    expect(right.status).toBe(200)
    expect((await renew(token)).reason).toBe('wrongState')
    await house().kit
      .sql`update session set confirmed_at = now() - interval '11 minutes' where account_id = ${admin.id}`
    expect((await renew(token)).reason).toBe('stepUpNeeded')
  })

  test('with a factor the password is not enough', async () => {
    const admin = await house().enter('administrator')
    const { token } = admin
    const { secret } = await addTotp(house(), admin)
    await forgetStepUp(house(), admin.id)
    const way = await ways(token)
    expect(way).toMatchObject({ withPassword: false, withCode: true })
    const refused = await house().call(
      'POST',
      '/auth/stepUp',
      { ticket: way.ticket, password: demoPassword },
      { token },
    )
    expect(refused).toMatchObject({ status: 400, reason: 'wrongFactor' })
    const passed = await house().call('POST', '/auth/stepUp', { ticket: way.ticket, code: codeAt(secret) }, { token })
    expect(passed.status).toBe(200)
    expect((await renew(token)).data.recoveryCodes).toHaveLength(10)
  })

  test("another session's ticket confirms nothing", async () => {
    const [one, other] = [await house().enter('administrator'), await house().enter('administrator')]
    const { ticket } = await ways(one.token)
    const reply = await house().call('POST', '/auth/stepUp', { ticket, password: demoPassword }, { token: other.token })
    expect(reply).toMatchObject({ status: 409, reason: 'ticketExpired' })
  })

  test('signing in alone does not count', async () => {
    const admin = await house().enter('administrator')
    const { data } = await signIn(house(), admin.username)
    expect((await renew(data.access_token)).reason).toBe('stepUpNeeded')
  })
})

describe('a password that staff handed out', () => {
  test.each(['create', 'reset'] as const)('is changed before anything else opens: %s', async (way) => {
    const admin = await house().enter('administrator')
    const { token } = admin
    const person =
      way === 'reset' ? await house().enter('editor') : { username: '新来的考务', phone: '13911110009', id: 0 }
    const handedOut =
      way === 'reset'
        ? await house().call('POST', '/admin/user/resetPassword', { id: person.id }, { token })
        : await house().call(
            'POST',
            '/admin/user',
            { username: person.username, phone: person.phone, nickName: '考务', roleId: roles.examiner },
            { token },
          )
    const { password } = handedOut.data as { password: string }
    const first = await signIn(house(), person.username, password)
    expect(first.data.user.user).toMatchObject({ restriction: 'changePassword' })
    const own = { token: first.data.access_token as string }
    expect(await house().call('GET', '/auth/devices', undefined, own)).toMatchObject({
      status: 403,
      reason: 'passwordChangeNeeded',
    })
    const same = await house().call('POST', '/api/users/updatePass', { oldPass: password, newPass: password }, own)
    expect(same).toMatchObject({ status: 400, data: { fields: { newPass: '新密码不能与原密码相同' } } })
    const changed = await house().call(
      'POST',
      '/api/users/updatePass',
      { oldPass: password, newPass: 'lan-tian-7-bai-yun' },
      own,
    )
    expect(changed.status).toBe(200)
    expect((await house().call('GET', '/auth/devices', undefined, own)).status).toBe(200)
  })
})

describe('recovery of a lost factor', () => {
  const ask = (by: Account, accountId: number) =>
    house().call('POST', '/admin/factorRecovery/ask', { accountId, reason: '视频核对了身份证件' }, { token: by.token })
  const decide = (by: Account, id: number, isConfirmed = true) =>
    house().call('POST', '/admin/factorRecovery/decide', { id, isConfirmed }, { token: by.token })
  async function openRecovery(by: Account, owner: Account): Promise<number> {
    expect((await ask(by, owner.id)).status).toBe(200)
    const list = await house().call('GET', '/admin/factorRecoveries', { state: 'asked' }, { token: by.token })
    return (list.data.content as { id: number; accountId: number }[]).find(({ accountId }) => accountId === owner.id)!
      .id
  }

  test('takes two administrators, is audited, and the owner is notified', async () => {
    const [one, other, owner] = [
      await house().enter('administrator'),
      await house().enter('administrator'),
      await house().enter('finance'),
    ]
    await addTotp(house(), owner)
    const id = await openRecovery(one, owner)
    expect(await decide(one, id)).toMatchObject({ status: 403, reason: 'recoverySamePerson' })
    expect((await decide(other, id)).status).toBe(200)
    expect(await decide(other, id)).toMatchObject({ status: 409, reason: 'wrongState' })
    expect((await house().call('GET', '/auth/me', undefined, { token: owner.token })).status).toBe(401)
    expect((await signIn(house(), owner.username)).status).toBe(200)
    const audit = await house().kit.sql<{ action: string; actor_id: number }[]>`
      select action, actor_id from audit_log where subject = ${`account ${owner.id}`} order by id`
    expect(audit).toEqual([
      { action: 'factorRecoveryAsked', actor_id: one.id },
      { action: 'factorRecoveryConfirmed', actor_id: other.id },
    ])
    const [told] = await house().kit.sql<{ count: number }[]>`
      select count(*) from message where account_id = ${owner.id} and title like '%恢复%'`
    expect(told?.count).toBe(2)
  })

  test('the database refuses the same person and the owner', async () => {
    const [one, owner] = [await house().enter('administrator'), await house().enter('administrator')]
    await addTotp(house(), owner)
    const id = await openRecovery(one, owner)
    const confirmBy = (who: number) => house().owner`
      update factor_recovery set state = 'confirmed', decided_by = ${who}, decided_at = now() where id = ${id}`
    await expect(confirmBy(one.id)).rejects.toThrow('factor_recovery_two_people')
    await expect(confirmBy(owner.id)).rejects.toThrow('factor_recovery_not_own')
    expect(await decide(owner, id)).toMatchObject({ status: 403, reason: 'ownFactors' })
    expect(await ask(owner, owner.id)).toMatchObject({ status: 403, reason: 'ownFactors' })
    expect(await ask(one, owner.id)).toMatchObject({ status: 409, reason: 'alreadyAsked' })
  })

  test('is not confirmed by an administrator whom the asker has just created or promoted', async () => {
    const [one, owner] = [await house().enter('administrator'), await house().enter('finance')]
    await addTotp(house(), owner)
    const id = await openRecovery(one, owner)
    const refused = { status: 403, reason: 'recoverySamePerson' }
    const { sql } = house().kit

    const promoted = await house().enter('administrator')
    const promotion = { id: promoted.id, roleId: roles.administrator, enabled: true }
    expect((await house().call('PUT', '/admin/user', promotion, { token: one.token })).status).toBe(200)
    expect(await decide(promoted, id)).toMatchObject(refused)

    const created = { username: '新管理员', phone: '13911110019', nickName: '新管理员', roleId: roles.administrator }
    const { data } = await house().call('POST', '/admin/user', created, { token: one.token })
    await sql`update account set must_change_password = false where id = ${data.id as number}`
    const { data: signedIn } = await signIn(house(), created.username, data.password as string)
    await sql`update session set confirmed_at = now() where account_id = ${data.id as number}`
    const accomplice = { ...promoted, token: signedIn.access_token as string }
    expect(await decide(accomplice, id)).toMatchObject(refused)
    expect((await decide(accomplice, id, false)).status).toBe(200)
  })

  test('the asker may withdraw, and nothing is removed', async () => {
    const [one, owner] = [await house().enter('administrator'), await house().enter('editor')]
    await addTotp(house(), owner)
    const id = await openRecovery(one, owner)
    expect((await decide(one, id, false)).status).toBe(200)
    await startSecondStep(house(), owner.username)
  })
})
