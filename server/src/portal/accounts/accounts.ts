// The rules of accounts: signing in, registering, resetting, the profile, devices, and what administrators may do.
import { randomInt } from 'node:crypto'
import { errors, fail } from '@xinqiao/contract/errors.ts'
import { roleOf, roles, roleTitles } from '@xinqiao/contract/roles.ts'
import type { StaffUser, User } from '@xinqiao/contract/http/accounts.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { isConflict, transaction, type Db } from '../../kit/db.ts'
import { isLoopback, networkOf } from '../../kit/address.ts'
import { hashToken } from '../../kit/secrets.ts'
import { recordSecurityEvent } from '../../kit/security.ts'
import { clearHits, clearHitsUnder, countHits, hit } from '../../kit/throttle.ts'
import { formatTime } from '../../kit/time.ts'
import { requireChallenge } from './challenge.ts'
import { checkCode } from './codes.ts'
import { checkPasswordChoice, hashPassword, isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import * as store from './store.ts'

const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`

export function presentUser(kit: Kit, row: store.AccountRow): User {
  return {
    id: row.id,
    username: row.username,
    avatarName: row.avatar,
    nickName: row.nickname,
    email: row.email,
    gender: row.gender as User['gender'],
    phone: kit.secrets.open(row.phone_sealed),
    roles: [{ id: row.role_id, name: roleTitles[roleOf(row.role_id)] }],
  }
}

// ---- signing in

const windowSeconds = 600
const failuresAllowed = 5
// from here on a proof of work is asked for: guessing from many addresses gets dear, and nobody is locked out by it
const dearAfter = { perAccountAnHour: 20, perAddressAnHour: 60 }

const loginKey = (kit: Kit, name: string) =>
  `login:${kit.secrets.index('login', name.toLowerCase()).toString('base64url')}`

/** A new password ends the lock that the old one's failures brought, under either name. */
async function clearLocks(kit: Kit, db: Db, account: store.AccountRow): Promise<void> {
  for (const name of [account.username, kit.secrets.open(account.phone_sealed)])
    await clearHitsUnder(db, loginKey(kit, name))
}

type Login = {
  username?: string | undefined
  phone?: string | undefined
  password: string
  altcha?: string | undefined
}

async function findForLogin(kit: Kit, { username, phone }: Login): Promise<store.AccountRow | null> {
  const byPhone = (value: string) => store.findByPhone(kit.sql, kit.secrets.index('phone', value))
  if (!username) return byPhone(phone ?? '')
  const found = await store.findByUsername(kit.sql, username)
  return found ?? (phonePattern.test(username) ? byPhone(username) : null)
}

/**
 * Failures are counted for this account from this place: the browser, if somebody has signed in to the account from it
 * before, else the address. A stranger's guesses therefore lock the stranger's address, never the owner.
 */
async function placeOf(ctx: Ctx, account: store.AccountRow | null): Promise<string> {
  const { device } = ctx.cookies
  if (account && device && (await store.isKnownDevice(ctx.kit.sql, account.id, hashToken(device)))) {
    return `device:${hashToken(device).toString('base64url')}`
  }
  return `ip:${networkOf(ctx.ip)}`
}

/** Everybody knows the passwords of the demo accounts (operate.md): they work on this machine, and not with SEED=none. */
const mayUse = ({ kit, ip }: Ctx, account: store.AccountRow) =>
  !account.is_demo || (kit.config.SEED !== 'none' && isLoopback(ip))

export async function signIn(ctx: Ctx, login: Login) {
  const { kit } = ctx
  const account = await findForLogin(kit, login)
  // by the name as typed, not by the account it belongs to: the lock must not tell which phone is whose
  const accountKey = loginKey(kit, login.username ?? login.phone ?? '')
  const addressKey = `login:ip:${networkOf(ctx.ip)}`
  const [accountFailures, addressFailures] = await Promise.all([
    countHits(kit.sql, accountKey, 3600),
    countHits(kit.sql, addressKey, 3600),
  ])
  if (accountFailures >= dearAfter.perAccountAnHour || addressFailures >= dearAfter.perAddressAnHour) {
    await requireChallenge(kit, login.altcha)
  }
  const placeKey = `${accountKey}:${await placeOf(ctx, account)}`
  // counted before the check, so that a hundred guesses at the same moment are a hundred
  if ((await hit(kit.sql, placeKey, windowSeconds)) > failuresAllowed) {
    await recordSecurityEvent(ctx, 'loginLocked', account?.id ?? null)
    throw fail('tooManyFailures')
  }
  const isRight = await isPassword(account?.password_hash ?? null, login.password)
  if (!isRight || !account || !mayUse(ctx, account)) {
    await Promise.all([hit(kit.sql, accountKey, 3600), hit(kit.sql, addressKey, 3600)])
    await recordSecurityEvent(ctx, 'loginFailed', account?.id ?? null)
    throw fail('wrongCredentials')
  }
  await clearHits(kit.sql, placeKey)
  if (!account.enabled) throw fail('accountDisabled')
  const token = await startSession(ctx, account)
  await recordSecurityEvent(ctx, 'signedIn', account.id)
  return { access_token: token, user: { user: presentUser(kit, account) } }
}

// ---- registering and resetting

const taken = (reason: 'usernameTaken' | 'phoneTaken', field: string) =>
  fail(reason, errors[reason].message, { fields: { [field]: errors[reason].message } })

const toConflict = (error: unknown): unknown => {
  if (isConflict(error, 'account_username_unique')) return taken('usernameTaken', 'username')
  if (isConflict(error, 'account_phone_unique')) return taken('phoneTaken', 'phone')
  return error
}

type Registration = { username: string; phone: string; validateCode: string; password: string }

export async function register(ctx: Ctx, { username, phone, validateCode, password }: Registration): Promise<void> {
  const { kit } = ctx
  checkPasswordChoice(password, username, 'password')
  // before the code, which a name that is taken must not use up
  if (await store.findByUsername(kit.sql, username)) throw taken('usernameTaken', 'username')
  const code = await checkCode(ctx, 'register', phone, validateCode)
  const passwordHash = await hashPassword(password)
  try {
    await transaction(kit.sql, async (tx) => {
      await code.use(tx)
      await store.insertAccount(tx, {
        username,
        password_hash: passwordHash,
        role_id: roles.user,
        phone_sealed: kit.secrets.seal(phone),
        phone_index: kit.secrets.index('phone', phone),
        nickname: username,
      })
    })
  } catch (error) {
    throw toConflict(error)
  }
  await recordSecurityEvent(ctx, 'registered', null)
}

export async function resetPassword(
  ctx: Ctx,
  { phone, validateCode, password }: Omit<Registration, 'username'>,
): Promise<void> {
  const { kit } = ctx
  const code = await checkCode(ctx, 'reset', phone, validateCode)
  const account = await store.findByPhone(kit.sql, kit.secrets.index('phone', phone))
  if (!account) throw fail('wrongCode')
  checkPasswordChoice(password, account.username, 'password')
  const passwordHash = await hashPassword(password)
  await transaction(kit.sql, async (tx) => {
    await code.use(tx)
    await store.updateAccount(tx, account.id, { password_hash: passwordHash })
    await store.deleteSessions(tx, account.id)
    await clearLocks(kit, tx, account)
  })
  await recordSecurityEvent(ctx, 'passwordReset', account.id)
}

// ---- the profile

export async function findOwn(ctx: Ctx): Promise<store.AccountRow> {
  const account = await store.findAccount(ctx.kit.sql, viewerOf(ctx).id)
  if (!account) throw fail('notSignedIn')
  return account
}

export async function saveProfile(
  ctx: Ctx,
  profile: { email: string; nickName: string; gender: 1 | 2 },
): Promise<User> {
  const { email, nickName: nickname, gender } = profile
  await store.updateAccount(ctx.kit.sql, viewerOf(ctx).id, { email, nickname, gender })
  return presentUser(ctx.kit, await findOwn(ctx))
}

export async function changePassword(
  ctx: Ctx,
  { oldPass, newPass }: { oldPass: string; newPass: string },
): Promise<void> {
  const { kit } = ctx
  const account = await findOwn(ctx)
  checkPasswordChoice(newPass, account.username, 'newPass')
  const key = `password:${account.id}`
  if ((await hit(kit.sql, key, windowSeconds)) > failuresAllowed) throw fail('tooManyFailures')
  if (!(await isPassword(account.password_hash, oldPass))) throw fail('wrongOldPassword')
  const passwordHash = await hashPassword(newPass)
  await transaction(kit.sql, async (tx) => {
    await store.updateAccount(tx, account.id, { password_hash: passwordHash })
    await store.deleteSessions(tx, account.id, { except: viewerOf(ctx).sessionId })
    await clearHits(tx, key)
  })
  await recordSecurityEvent(ctx, 'passwordChanged', account.id)
}

export async function listDevices(ctx: Ctx) {
  const { id, sessionId } = viewerOf(ctx)
  const rows = await store.listSessions(ctx.kit.sql, id)
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    ip: row.ip,
    createTime: formatTime(row.created_at),
    seenTime: formatTime(row.seen_at),
    current: row.id === sessionId,
  }))
}

export async function signOutDevices(ctx: Ctx, only: number | undefined): Promise<void> {
  const { id, sessionId } = viewerOf(ctx)
  const ended = await store.deleteSessions(ctx.kit.sql, id, only === undefined ? { except: sessionId } : { only })
  if (only !== undefined && ended === 0) throw fail('notFound')
  await recordSecurityEvent(ctx, 'devicesSignedOut', id, { ended })
}

// ---- administrators

function presentStaffUser(kit: Kit, row: store.UserRow): StaffUser {
  return {
    id: row.id,
    username: row.username,
    nickName: row.nickname,
    phone: maskPhone(kit.secrets.open(row.phone_sealed)),
    roleId: row.role_id,
    enabled: row.enabled,
    createTime: formatTime(row.created_at),
    lastSeenTime: row.last_seen_at ? formatTime(row.last_seen_at) : null,
  }
}

export async function listUsers(
  kit: Kit,
  query: { roleId: number | undefined; key: string | undefined; limit: number; offset: number },
) {
  const phoneIndex = query.key && phonePattern.test(query.key) ? kit.secrets.index('phone', query.key) : null
  const { rows, total } = await store.listAccounts(kit.sql, { ...query, phoneIndex })
  return { content: rows.map((row) => presentStaffUser(kit, row)), totalElements: total }
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789' // none that look alike
const makePassword = () => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')

export async function createUser(
  ctx: Ctx,
  user: { username: string; nickName: string; phone: string; roleId: number },
) {
  const { kit } = ctx
  const password = makePassword()
  try {
    const id = await store.insertAccount(kit.sql, {
      username: user.username,
      password_hash: await hashPassword(password),
      role_id: user.roleId,
      phone_sealed: kit.secrets.seal(user.phone),
      phone_index: kit.secrets.index('phone', user.phone),
      nickname: user.nickName,
    })
    await recordSecurityEvent(ctx, 'registered', id, { by: viewerOf(ctx).id, roleId: user.roleId })
    return { id, password }
  } catch (error) {
    throw toConflict(error)
  }
}

export async function changeUser(ctx: Ctx, { id, roleId, enabled }: { id: number; roleId: number; enabled: boolean }) {
  const { kit } = ctx
  await transaction(kit.sql, async (tx) => {
    const account = await store.findAccount(tx, id)
    if (!account) throw fail('notFound')
    const losesAdministrator =
      account.role_id === roles.administrator && account.enabled && (roleId !== roles.administrator || !enabled)
    if (losesAdministrator && (await store.countAdministrators(tx)) <= 1) throw fail('lastAdministrator')
    await store.updateAccount(tx, id, { role_id: roleId, enabled })
    // a session was given its length for the role it had
    if (!enabled || roleId !== account.role_id) await store.deleteSessions(tx, id)
  })
  await recordSecurityEvent(ctx, 'roleChanged', id, { by: viewerOf(ctx).id, roleId, enabled })
  const account = await store.findAccount(kit.sql, id)
  return presentStaffUser(kit, { ...account!, last_seen_at: null })
}

export async function resetUserPassword(ctx: Ctx, id: number): Promise<{ password: string }> {
  const { kit } = ctx
  const account = await store.findAccount(kit.sql, id)
  if (!account) throw fail('notFound')
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  await transaction(kit.sql, async (tx) => {
    await store.updateAccount(tx, id, { password_hash: passwordHash })
    await store.deleteSessions(tx, id)
    await clearLocks(kit, tx, account)
  })
  await recordSecurityEvent(ctx, 'passwordReset', id, { by: viewerOf(ctx).id })
  return { password }
}
