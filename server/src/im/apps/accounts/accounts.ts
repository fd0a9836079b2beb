// Accounts of an app, as its backend manages them. The token is the account's password; only its hash is stored.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { ServerApiFailure } from '@xinqiao/contract/server-api/server-api.ts'
import { hashToken, createToken } from '../../../kit/auth/secrets.ts'
import { changedChatLogins } from '../../../kit/bus/topic.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../../kit/db/db.ts'
import * as store from './account-store.ts'

export { importAccounts } from './account-import.ts'
export { selectManagedUsers, type ManagedAccount } from './account-store.ts'

/** @throws ImFailure 404 for an unknown account, or one of another app */
export async function requireManagedAccount(db: Db, appId: number, accid: string): Promise<store.AccountWithState> {
  const account = await store.selectAccount(db, appId, accid)
  if (!account) throw imFail('notFound', `账号${accid}不存在`)
  return account
}

/** @throws ImFailure 404 as `requireManagedAccount`, 422 for a blocked account, which sends nothing */
export async function requireSendingAccount(db: Db, appId: number, accid: string): Promise<store.ManagedAccount> {
  const account = await requireManagedAccount(db, appId, accid)
  if (account.is_blocked) throw imFail('accountDisabled', `账号${accid}已停用`)
  return account
}

/** @throws ServerApiFailure usedToken for the token of another account */
async function replaceToken(tx: Tx, imId: number, token: string): Promise<void> {
  if (!(await store.replaceToken(tx, imId, hashToken(token)))) throw new ServerApiFailure('usedToken')
}

export const createManagedAccount = ({ sql }: Kit, appId: number, { accid, token = createToken() }: AccountDraft) =>
  transaction(sql, async (tx) => {
    const account = await store.insertAccount(tx, appId, accid)
    if (!account) throw new ServerApiFailure('alreadyRegistered')
    await replaceToken(tx, account.id, token)
    return { account, token }
  })
/** Creates an account that has no token, so that no one can sign in with it. */
export async function createRobotAccount(tx: Tx, appId: number, accid: string): Promise<store.ManagedAccount> {
  const account = await store.insertAccount(tx, appId, accid)
  if (!account) throw new ServerApiFailure('alreadyRegistered')
  return account
}

type AccountDraft = { accid: string; token?: string | undefined }

/**
 * Devices with the former token are disconnected.
 * @returns the new token
 */
export async function renewAccountToken(
  { sql, bus }: Kit,
  appId: number,
  { accid, token = createToken() }: AccountDraft,
) {
  const { id } = await requireManagedAccount(sql, appId, accid)
  await transaction(sql, (tx) => replaceToken(tx, id, token))
  changedChatLogins.publish(bus, id)
  return token
}

export async function setManagedAccountBlocked(
  { sql, bus }: Kit,
  appId: number,
  accid: string,
  change: BlockingInput,
): Promise<void> {
  const { id } = await requireManagedAccount(sql, appId, accid)
  await store.updateAccountState(sql, id, { is_blocked: change.isBlocked })
  if (change.isKicked) changedChatLogins.publish(bus, id)
}
type BlockingInput = { isBlocked: boolean; isKicked: boolean }

export async function setManagedAccountMuted(
  { sql, bus }: Kit,
  appId: number,
  accid: string,
  isMuted: boolean,
): Promise<void> {
  const { id } = await requireManagedAccount(sql, appId, accid)
  await store.updateAccountState(sql, id, { is_muted: isMuted })
  changedChatLogins.publish(bus, id)
}
