// The caller's account: registering, resetting the password, the profile, devices.
import { errors, fail, failField } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { isConflict, transaction, type Tx } from '../../../kit/db/db.ts'
import { networkOfAddress } from '../../../kit/network/network-address.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { clearHits, recordHit, limitHits } from '../../../kit/auth/throttle.ts'
import { formatTime } from '../../../kit/time.ts'
import { checkSmsCode } from '../sms-codes/sms-codes.ts'
import { updateProfile } from '../records/email-store.ts'
import { checkName } from '../rules/names.ts'
import { checkPasswordChoice } from '../passwords/password-strength.ts'
import { hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { presentUser } from '../rules/present.ts'
import { publishEndedSignInSessions } from '../sign-in-sessions/sign-in-sessions.ts'
import { clearSignInLocks, maxSignInFailures, lockWindowSeconds } from '../sign-in/sign-in.ts'
import * as store from '../records/store.ts'

const failTaken = (reason: 'usernameTaken' | 'phoneTaken', field: string) =>
  fail(reason, errors[reason].message, { fields: { [field]: errors[reason].message } })

export const toNameTakenFailure = (error: unknown): unknown => {
  if (isConflict(error, 'account_username_unique')) return failTaken('usernameTaken', 'username')
  if (isConflict(error, 'account_phone_unique')) return failTaken('phoneTaken', 'phone')
  return error
}

const maxTakenNamesPerHour = 30

type RegistrationInput = { username: string; phone: string; validateCode: string; password: string }

export async function registerAccount(
  ctx: Ctx,
  { phone, validateCode, password, ...typed }: RegistrationInput,
): Promise<void> {
  const { kit } = ctx
  const username = checkName(typed.username, { field: 'username', roleId: roles.user })
  await checkPasswordChoice(ctx, { password, owner: { username, phone }, field: 'password' })
  // checked before the code, because a name that is already used must not use up the code
  if (await store.selectAccountByUsername(kit.sql, username)) {
    // limited, because trying many names would reveal registered accounts
    const key = `register:taken:${networkOfAddress(ctx.ip)}`
    await limitHits(kit.sql, key, maxTakenNamesPerHour, hourSeconds)
    throw failTaken('usernameTaken', 'username')
  }
  const code = await checkSmsCode(ctx, 'register', phone, validateCode)
  const passwordHash = await hashPassword(password)
  try {
    await transaction(kit.sql, async (tx) => {
      await code.use(tx)
      await store.insertAccount(tx, {
        username,
        password_hash: passwordHash,
        role_id: roles.user,
        sealPhone: (id) => kit.secrets.seal(phone, sealBindings.accountPhone(id)),
        phone_index: kit.secrets.index('phone', phone),
        nickname: username,
      })
    })
  } catch (error) {
    throw toNameTakenFailure(error)
  }
  await recordSecurityEvent(ctx, 'registered', null)
}

export async function resetPassword(
  ctx: Ctx,
  { phone, validateCode, password }: Omit<RegistrationInput, 'username'>,
): Promise<void> {
  const { kit } = ctx
  const code = await checkSmsCode(ctx, 'reset', phone, validateCode)
  const account = await store.selectAccountByPhone(kit.sql, kit.secrets.index('phone', phone))
  if (!account) throw fail('wrongCode')
  const owner = { username: account.username, nickname: account.nickname, phone }
  await checkPasswordChoice(ctx, { password, owner, field: 'password' })
  const passwordHash = await hashPassword(password)
  await transaction(kit.sql, async (tx) => {
    await code.use(tx)
    await store.updateAccount(tx, account.id, { password_hash: passwordHash, must_change_password: false })
    await store.deleteSignInSessions(tx, account.id)
    await clearSignInLocks(kit, tx, account)
  })
  publishEndedSignInSessions(kit, account.id)
  await recordSecurityEvent(ctx, 'passwordReset', account.id)
}

// ---- the profile

export async function requireOwnAccount(ctx: Ctx): Promise<store.AccountRow> {
  const account = await store.selectAccount(ctx.kit.sql, viewerOf(ctx).id)
  if (!account) throw fail('notSignedIn')
  return account
}

export type NameSavedHook = (tx: Tx, accountId: number) => Promise<void>

export async function saveProfile(
  ctx: Ctx,
  profile: { email: string; nickName: string; gender: 1 | 2 },
  onNameSaved: NameSavedHook,
): Promise<User> {
  const { email, gender } = profile
  const { id, roleId } = viewerOf(ctx)
  const nickname = checkName(profile.nickName, { field: 'nickName', roleId })
  await transaction(ctx.kit.sql, async (tx) => {
    await updateProfile(tx, id, { email, nickname, gender })
    await onNameSaved(tx, id)
  })
  return presentUser(ctx.kit, await requireOwnAccount(ctx), viewerOf(ctx).restriction)
}

export async function changePassword(
  ctx: Ctx,
  { oldPass, newPass }: { oldPass: string; newPass: string },
): Promise<void> {
  const { kit } = ctx
  const account = await requireOwnAccount(ctx)
  const owner = {
    username: account.username,
    nickname: account.nickname,
    phone: kit.secrets.open(account.phone_sealed, sealBindings.accountPhone(account.id)),
  }
  await checkPasswordChoice(ctx, { password: newPass, owner, field: 'newPass' })
  const key = `password:${account.id}`
  if ((await recordHit(kit.sql, key, lockWindowSeconds)) > maxSignInFailures) throw fail('tooManyFailures')
  if (!(await verifyPassword(account.password_hash, oldPass))) throw fail('wrongOldPassword')
  if (newPass === oldPass) {
    const message = '新密码不能与原密码相同'
    throw failField('newPass', message)
  }
  const passwordHash = await hashPassword(newPass)
  await transaction(kit.sql, async (tx) => {
    await store.updateAccount(tx, account.id, { password_hash: passwordHash, must_change_password: false })
    await store.deleteSignInSessions(tx, account.id, { except: viewerOf(ctx).signInSessionId })
    await clearHits(tx, key)
  })
  publishEndedSignInSessions(kit, account.id)
  await recordSecurityEvent(ctx, 'passwordChanged', account.id)
}

export async function listDevices(ctx: Ctx) {
  const { id, signInSessionId } = viewerOf(ctx)
  const rows = await store.selectSignInSessions(ctx.kit.sql, id)
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    ip: row.ip,
    createTime: formatTime(row.created_at),
    seenTime: formatTime(row.seen_at),
    current: row.id === signInSessionId,
  }))
}

export async function endOwnSignInSessions(ctx: Ctx, only: number | undefined): Promise<void> {
  const { id, signInSessionId } = viewerOf(ctx)
  const endedSignInSessions = await store.deleteSignInSessions(
    ctx.kit.sql,
    id,
    only === undefined ? { except: signInSessionId } : { only },
  )
  if (only !== undefined && endedSignInSessions === 0) throw fail('notFound')
  publishEndedSignInSessions(ctx.kit, id)
  await recordSecurityEvent(ctx, 'devicesSignedOut', id, { ended: endedSignInSessions })
}
