// Accounts for the demo site and for tests.
import type { RoleId } from '@xinqiao/contract/roles.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { sealedPlaces } from '../../src/kit/sealed-places.ts'
import type { Secrets } from '../../src/kit/secrets.ts'
import type { Db } from '../../src/kit/db.ts'
import { hashPassword } from '../../src/portal/accounts/passwords.ts'
import { insertAccount } from '../../src/portal/accounts/store.ts'

export type AccountToMake = {
  username: string
  phone: string
  nickname?: string
  roleId?: RoleId
  password?: string
  gender?: 1 | 2
  email?: string
  isDemo?: boolean
  mustChangePassword?: boolean
}

export const demoPassword = 'Xinqiao#2026' // operate.md

let demoHash: Promise<string> | undefined
/** Hashing is dear on purpose, and this password is no secret: all who have it share what it costs. */
const hashOf = (password: string) =>
  password === demoPassword ? (demoHash ??= hashPassword(password)) : hashPassword(password)

/** @returns the new account's id */
export async function makeAccount(db: Db, secrets: Secrets, account: AccountToMake): Promise<number> {
  const { username, phone, nickname = username, roleId = roles.user, password = demoPassword } = account
  return insertAccount(db, {
    username,
    password_hash: await hashOf(password),
    role_id: roleId,
    sealPhone: (id) => secrets.seal(phone, sealedPlaces.accountPhone(id)),
    phone_index: secrets.index('phone', phone),
    nickname,
    email: account.email ?? '',
    gender: account.gender ?? null,
    is_demo: account.isDemo ?? false,
    must_change_password: account.mustChangePassword ?? false,
  })
}
