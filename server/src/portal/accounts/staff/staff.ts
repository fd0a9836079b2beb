// Administration of accounts.
import { randomInt } from 'node:crypto'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { findNameProblem } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import { viewerOf, type Kit, type AuditedCtx } from '../../../kit/ctx.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { toNameTakenFailure, type NameSavedHook } from '../own-account/own-account.ts'
import { hasFactors } from '../records/factor-store.ts'
import { checkName } from '../rules/names.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { presentStaffUser } from '../rules/present.ts'
import { publishEndedSignInSessions } from '../sign-in-sessions/sign-in-sessions.ts'
import { clearSignInLocks } from '../sign-in/sign-in.ts'
import * as store from '../records/store.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

export async function listUserAccounts(
  kit: Kit,
  query: PageLimits & { roleId: number | undefined; key: string | undefined },
) {
  const phoneIndex = query.key && phonePattern.test(query.key) ? kit.secrets.index('phone', query.key) : null
  const { rows, total } = await store.selectAccounts(kit.sql, { ...query, phoneIndex })
  return { content: rows.map((row) => presentStaffUser(kit, row)), totalElements: total }
}

const passwordLetters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789' // characters without look-alikes
const createInitialPassword = () =>
  Array.from({ length: 14 }, () => passwordLetters[randomInt(passwordLetters.length)]).join('')

export async function createUserAccount(
  ctx: AuditedCtx,
  user: { username: string; nickName: string; phone: string; roleId: number },
) {
  const { kit, tx } = ctx
  const { roleId } = user
  const username = checkName(user.username, { field: 'username', roleId })
  const nickname = checkName(user.nickName, { field: 'nickName', roleId })
  const password = createInitialPassword()
  const values = {
    username,
    password_hash: await hashPassword(password),
    role_id: user.roleId,
    sealPhone: (id: number) => kit.secrets.seal(user.phone, sealBindings.accountPhone(id)),
    phone_index: kit.secrets.index('phone', user.phone),
    nickname,
    must_change_password: true,
  }
  try {
    const id = await store.insertAccount(tx, values)
    await recordSecurityEvent(ctx, 'registered', id, { by: viewerOf(ctx).id, roleId: user.roleId })
    return { id, password }
  } catch (error) {
    throw toNameTakenFailure(error)
  }
}

export async function changeUserAccount(
  ctx: AuditedCtx,
  { id, roleId, enabled }: { id: number; roleId: number; enabled: boolean },
  onNameSaved: NameSavedHook,
) {
  const { kit, tx, afterCommit } = ctx
  const account = orNotFound(await store.selectAccount(tx, id))
  const losesAdministrator =
    account.role_id === roles.administrator && account.enabled && (roleId !== roles.administrator || !enabled)
  if (losesAdministrator && (await store.lockAdministrators(tx)) <= 1) throw fail('lastAdministrator')
  // staff may have a reserved name
  const hasReservedName = roleId !== account.role_id && findNameProblem(account.nickname, { roleId }) !== null
  const newName = hasReservedName ? { nickname: `用户${id}` } : {}
  await store.updateAccount(tx, id, { role_id: roleId, enabled, ...newName })
  await onNameSaved(tx, id)
  // ends all sessions, because the length of a session depends on the role at sign-in
  if (!enabled || roleId !== account.role_id) await store.deleteSignInSessions(tx, id)
  afterCommit(() => publishEndedSignInSessions(kit, id))
  await recordSecurityEvent(ctx, 'roleChanged', id, { by: viewerOf(ctx).id, roleId, enabled })
  const changedAccount = await store.selectAccount(tx, id)
  return presentStaffUser(kit, { ...changedAccount!, last_seen_at: null, has_factor: await hasFactors(tx, id) })
}

export async function resetUserPassword(ctx: AuditedCtx, id: number): Promise<{ password: string }> {
  const { kit, tx, afterCommit } = ctx
  const account = orNotFound(await store.selectAccount(tx, id))
  const password = createInitialPassword()
  const passwordHash = await hashPassword(password)
  await store.updateAccount(tx, id, { password_hash: passwordHash, must_change_password: true })
  await store.deleteSignInSessions(tx, id)
  await clearSignInLocks(kit, tx, account)
  afterCommit(() => publishEndedSignInSessions(kit, id))
  await recordSecurityEvent(ctx, 'passwordReset', id, { by: viewerOf(ctx).id })
  return { password }
}
