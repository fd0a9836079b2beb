// Chat accounts and their tokens. A token ends with its sign-in session, and after a week at the latest.
import { randomBytes } from 'node:crypto'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Kit } from '../../kit/ctx.ts'
import { type Db, type Sql, transaction } from '../../kit/db/db.ts'
import { hashToken, createToken } from '../../kit/auth/secrets.ts'
import * as store from './store.ts'

/** messaging.md 1: only counsellors and users may chat. */
export const chatRoles: number[] = [roles.counsellor, roles.user]

/** Creates random account names, so that they can be neither guessed nor counted. */
const createAccountNames = () => ({
  accid: `xq${randomBytes(9).toString('hex')}`,
  alias: `来访者${randomBytes(2).toString('hex').toUpperCase()}`,
})

/** The chat account of a portal account, created on first use. */
export const ensureAccount = async (db: Db, accountId: number) =>
  (await store.selectAccount(db, accountId)) ??
  (await store.insertAccount(db, accountId, createAccountNames())) ??
  (await store.selectAccount(db, accountId))!

/**
 * Creates a token for this session. Earlier ones expire after a minute, so that a second tab does not lock out a first
 * one that is still signing in.
 */
export function issueToken(
  sql: Sql,
  { accountId, signInSessionId }: { accountId: number; signInSessionId: number },
): Promise<{ accid: string; token: string }> {
  const token = createToken()
  return transaction(sql, async (tx) => {
    await store.lockSignInSession(tx, signInSessionId)
    const account = await ensureAccount(tx, accountId)
    await store.updateTokenExpiry(tx, signInSessionId)
    await store.insertToken(tx, { imAccountId: account.id, signInSessionId, tokenHash: hashToken(token) })
    return { accid: account.accid, token }
  })
}

/** The account of this token, if token, session and account are valid; otherwise the refusal. */
export async function checkToken(
  { sql, config: { factorRoles } }: Pick<Kit, 'sql' | 'config'>,
  { appKey, accid, token }: { appKey: string; accid: string; token: string },
): Promise<store.TokenOwner | 'wrong' | 'closed' | 'disabled' | 'forbidden'> {
  const owner = await store.selectTokenOwner(sql, { tokenHash: hashToken(token), factorRoles })
  if (!owner || owner.accid !== accid) return 'wrong'
  // pages of the site may still use the app key of an earlier chat service
  if (!owner.is_site && owner.app_key !== appKey) return 'wrong'
  if (!owner.is_app_open) return 'closed'
  if (!owner.enabled) return 'disabled'
  if (owner.is_restricted || (owner.role_id !== null && !chatRoles.includes(owner.role_id))) return 'forbidden'
  return owner
}
