// Chat accounts and their tokens. A token belongs to a portal session: it ends with it, at the latest after a week.
import { randomBytes } from 'node:crypto'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { Db, Sql } from '../../kit/db.ts'
import { transaction } from '../../kit/db.ts'
import { hashToken, makeToken } from '../../kit/secrets.ts'
import * as store from './store.ts'

/** messaging.md 1: counsellors and users, nobody else. */
export const chatRoles: number[] = [roles.counsellor, roles.user]

/** They say nothing about the account, so that nobody can guess another's or count them. */
const makeNames = () => ({
  accid: `xq${randomBytes(9).toString('hex')}`,
  alias: `来访者${randomBytes(2).toString('hex').toUpperCase()}`,
})

/** The chat account of a portal account, made when it is first needed. */
export const ensureAccount = async (db: Db, accountId: number) =>
  (await store.findAccount(db, accountId)) ?? (await store.insertAccount(db, accountId, makeNames()))

/**
 * A fresh token for this session; its earlier ones end. They are given a minute, so that a second tab that asks
 * while the first is still signing in does not lock the first one out.
 */
export function issueToken(
  sql: Sql,
  { accountId, sessionId }: { accountId: number; sessionId: number },
): Promise<{ accid: string; token: string }> {
  const token = makeToken()
  return transaction(sql, async (tx) => {
    await store.lockSession(tx, sessionId)
    const account = await ensureAccount(tx, accountId)
    await store.endTokens(tx, sessionId)
    await store.insertToken(tx, { imAccountId: account.id, sessionId, tokenHash: hashToken(token) })
    return { accid: account.accid, token }
  })
}

/** Whom this token names, if it, its session and its account are alive; else which of the refusals applies. */
export async function checkToken(
  { sql, config: { factorRoles } }: Pick<Kit, 'sql' | 'config'>,
  accid: string,
  token: string,
): Promise<store.TokenOwner | 'wrong' | 'disabled' | 'forbidden'> {
  const owner = await store.findTokenOwner(sql, { tokenHash: hashToken(token), factorRoles })
  if (!owner || owner.accid !== accid) return 'wrong'
  if (!owner.enabled) return 'disabled'
  if (owner.is_restricted || !chatRoles.includes(owner.role_id)) return 'forbidden'
  return owner
}
