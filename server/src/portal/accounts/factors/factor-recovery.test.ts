// Tests of recovering a lost second factor by two administrators.
import { describe, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { signIn, addTotp, startSecondStep } from '../../../../test/steps/factor-steps.ts'
import { listMessageTitles } from '../../../../test/messages.ts'

const server = useTestServer()

describe('recovery of a lost factor', () => {
  const requestRecovery = (by: Caller, accountId: number) =>
    server().requestAs(by, 'POST /admin/factorRecovery/ask', { accountId, reason: '视频核对了身份证件' })
  const decide = (by: Caller, id: number, isConfirmed = true) =>
    server().requestAs(by, 'POST /admin/factorRecovery/decide', { id, isConfirmed })
  async function openRecovery(by: Caller, owner: Caller): Promise<number> {
    expect((await requestRecovery(by, owner.id)).status).toBe(200)
    const list = await server().requestAs(by, 'GET /admin/factorRecoveries', { state: 'asked' })
    return list.data.content.find(({ accountId }) => accountId === owner.id)!.id
  }

  test('takes two administrators, is audited, and the owner is notified', async () => {
    const [requester, approver, owner] = [
      await server().enter('administrator'),
      await server().enter('administrator'),
      await server().enter('finance'),
    ]
    await addTotp(server(), owner)
    const id = await openRecovery(requester, owner)
    expect(await decide(requester, id)).toMatchObject({ status: 403, reason: 'recoverySamePerson' })
    expect((await decide(approver, id)).status).toBe(200)
    expect(await decide(approver, id)).toMatchObject({ status: 409, reason: 'wrongState' })
    expect((await server().requestAs(owner, 'GET /auth/me')).status).toBe(401)
    expect((await signIn(server(), owner.username)).status).toBe(200)
    expect(await selectAuditEntries(server().kit.sql, { subject: `account ${owner.id}` })).toMatchObject([
      { action: 'factorRecoveryAsked', actor_id: requester.id },
      { action: 'factorRecoveryConfirmed', actor_id: approver.id },
    ])
    expect(await listMessageTitles(server().kit.sql, owner.id, '恢复')).toHaveLength(2)
  })

  test('refuses the same person and the owner in the database', async () => {
    const [requester, owner] = [await server().enter('administrator'), await server().enter('administrator')]
    await addTotp(server(), owner)
    const id = await openRecovery(requester, owner)
    const confirmBy = (accountId: number) => server().owner`
      update factor_recovery set state = 'confirmed', decided_by = ${accountId}, decided_at = now() where id = ${id}`
    await expect(confirmBy(requester.id)).rejects.toThrow('factor_recovery_two_people')
    await expect(confirmBy(owner.id)).rejects.toThrow('factor_recovery_not_own')
    expect(await decide(owner, id)).toMatchObject({ status: 403, reason: 'ownFactors' })
    expect(await requestRecovery(owner, owner.id)).toMatchObject({ status: 403, reason: 'ownFactors' })
    expect(await requestRecovery(requester, owner.id)).toMatchObject({ status: 409, reason: 'alreadyAsked' })
  })

  test('refuses confirmation by an administrator whom the requester has just created or promoted', async () => {
    const [requester, owner] = [await server().enter('administrator'), await server().enter('finance')]
    await addTotp(server(), owner)
    const id = await openRecovery(requester, owner)
    const refused = { status: 403, reason: 'recoverySamePerson' }
    const { sql } = server().kit

    const promoted = await server().enter('administrator')
    const promotion = { id: promoted.id, roleId: roles.administrator, enabled: true }
    expect((await server().requestAs(requester, 'PUT /admin/user', promotion)).status).toBe(200)
    expect(await decide(promoted, id)).toMatchObject(refused)

    const created = { username: '新管理员', phone: '13911110019', nickName: '新管理员', roleId: roles.administrator }
    const { data } = await server().requestAs(requester, 'POST /admin/user', created)
    await sql`update account set must_change_password = false where id = ${data.id}`
    const { data: signedIn } = await signIn(server(), created.username, data.password)
    await sql`update session set confirmed_at = now() where account_id = ${data.id}`
    const accomplice = { ...promoted, token: signedIn.access_token }
    expect(await decide(accomplice, id)).toMatchObject(refused)
    expect((await decide(accomplice, id, false)).status).toBe(200)
  })

  test('lets the requester withdraw it, and removes nothing', async () => {
    const [requester, owner] = [await server().enter('administrator'), await server().enter('editor')]
    await addTotp(server(), owner)
    const id = await openRecovery(requester, owner)
    expect((await decide(requester, id, false)).status).toBe(200)
    await startSecondStep(server(), owner.username)
  })
})
