// Tests of step-up, and of passwords that staff set.
import { describe, expect, test } from 'vitest'
import { contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { demoPassword } from '../../../../db/fixtures/account.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { codeAt, signIn, addTotp, forgetStepUp } from '../../../../test/steps/factor-steps.ts'

const server = useTestServer()

describe('step-up', () => {
  const needing = Object.entries(contract as Record<string, EndpointDefinition>).filter(([, row]) => row.stepUp)

  test('protects roles, password resets, full exports, refund decisions, deletion requests and factors', () => {
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
      'POST /dataRequest/add',
      'POST /admin/dataRequest/carryOut',
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
    'POST /admin/apps': { name: '伙伴网站', origins: ['https://chat.example.cn'] },
    'PUT /admin/apps': { id: 1, name: '伙伴网站', origins: ['https://chat.example.cn'] },
    'PUT /admin/apps/state': { id: 1, isOpen: true },
    'POST /dataRequest/add': { kind: 'chatErasure' },
    'POST /auth/factor/totp': { code: '123456' },
    'POST /auth/factor/passkey': {
      ticket: 'x'.repeat(43),
      name: '电脑',
      passkey: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a' } },
    },
  }

  test.each(needing)('refuses %s until the caller has confirmed who they are', async (key) => {
    const admin = await server().enter('administrator')
    await forgetStepUp(server(), admin.id)
    const [method = '', path = ''] = key.split(' ')
    const input = inputs[key] ?? { id: 1 }
    const refused = await server().sendRaw(method, path, input, admin)
    expect(refused).toMatchObject({ status: 428, reason: 'stepUpNeeded' })
    await server().kit.sql`update session set confirmed_at = now() where account_id = ${admin.id}`
    const passed = await server().sendRaw(method, path, input, admin)
    expect(passed.reason).not.toBe('stepUpNeeded')
  })

  test('requires none for a masked export', async () => {
    const admin = await server().enter('administrator')
    await forgetStepUp(server(), admin.id)
    const input = { kind: 'members', query: {}, isFull: false, reason: '' }
    expect((await server().requestAs(admin, 'POST /admin/export', input)).status).toBe(200)
  })

  const renew = (token: string) => server().requestAs({ token }, 'POST /auth/factor/recoveryCodes', {})
  const listStepUpMethods = async (token: string) =>
    (await server().requestAs({ token }, 'POST /auth/stepUp/options', {})).data

  test('accepts the password of an account without a factor, for ten minutes', async () => {
    const admin = await server().enter('administrator')
    const { token } = admin
    await forgetStepUp(server(), admin.id)
    const way = await listStepUpMethods(token)
    expect(way).toMatchObject({ acceptsPassword: true, acceptsCode: false, options: null })
    const wrong = await server().requestAs({ token }, 'POST /auth/stepUp', { ticket: way.ticket, password: 'wrong' })
    expect(wrong).toMatchObject({ status: 400, reason: 'wrongOwnPassword' })
    const right = await server().requestAs({ token }, 'POST /auth/stepUp', {
      ticket: way.ticket,
      password: demoPassword,
    })
    expect(right.status).toBe(200)
    expect((await renew(token)).reason).toBe('wrongState')
    await server().kit
      .sql`update session set confirmed_at = now() - interval '11 minutes' where account_id = ${admin.id}`
    expect((await renew(token)).reason).toBe('stepUpNeeded')
  })

  test('refuses the password alone when there is a factor', async () => {
    const admin = await server().enter('administrator')
    const { token } = admin
    const { secret } = await addTotp(server(), admin)
    await forgetStepUp(server(), admin.id)
    const way = await listStepUpMethods(token)
    expect(way).toMatchObject({ acceptsPassword: false, acceptsCode: true })
    const refused = await server().requestAs({ token }, 'POST /auth/stepUp', {
      ticket: way.ticket,
      password: demoPassword,
    })
    expect(refused).toMatchObject({ status: 400, reason: 'wrongFactor' })
    const passed = await server().requestAs({ token }, 'POST /auth/stepUp', {
      ticket: way.ticket,
      code: codeAt(secret),
    })
    expect(passed.status).toBe(200)
    expect((await renew(token)).data.recoveryCodes).toHaveLength(10)
  })

  test("refuses another session's ticket", async () => {
    const [admin, other] = [await server().enter('administrator'), await server().enter('administrator')]
    const { ticket } = await listStepUpMethods(admin.token)
    const reply = await server().requestAs(other, 'POST /auth/stepUp', { ticket, password: demoPassword })
    expect(reply).toMatchObject({ status: 409, reason: 'ticketExpired' })
  })

  test('refuses a sensitive request straight after signing in', async () => {
    const admin = await server().enter('administrator')
    const { data } = await signIn(server(), admin.username)
    expect((await renew(data.access_token)).reason).toBe('stepUpNeeded')
  })
})

describe('a password set by staff', () => {
  test.each(['create', 'reset'] as const)('requires its change before any other call (after %s)', async (way) => {
    const admin = await server().enter('administrator')
    const { token } = admin
    const person =
      way === 'reset' ? await server().enter('editor') : { username: '新来的考务', phone: '13911110009', id: 0 }
    const handedOut =
      way === 'reset'
        ? await server().requestAs({ token }, 'POST /admin/user/resetPassword', { id: person.id })
        : await server().requestAs({ token }, 'POST /admin/user', {
            username: person.username,
            phone: person.phone,
            nickName: '考务',
            roleId: roles.examiner,
          })
    const { password } = handedOut.data
    const first = await signIn(server(), person.username, password)
    expect(first.data.user.user).toMatchObject({ restriction: 'changePassword' })
    const own = { token: first.data.access_token }
    expect(await server().requestAs(own, 'GET /auth/devices')).toMatchObject({
      status: 403,
      reason: 'passwordChangeNeeded',
    })
    const same = await server().requestAs(own, 'POST /api/users/updatePass', { oldPass: password, newPass: password })
    expect(same).toMatchObject({ status: 400, data: { fields: { newPass: '新密码不能与原密码相同' } } })
    const changed = await server().requestAs(own, 'POST /api/users/updatePass', {
      oldPass: password,
      newPass: 'lan-tian-7-bai-yun',
    })
    expect(changed.status).toBe(200)
    expect((await server().requestAs(own, 'GET /auth/devices')).status).toBe(200)
  })
})
