// Chat aliases: counsellors see the same random alias of a client everywhere. Anonymous questions show no alias,
// because it would link the questions of one person.
import type { Db } from '../../kit/db/db.ts'
import { selectAliases } from './store.ts'
import { chatRoles, ensureAccount } from './tokens.ts'

/** Aliases of accounts that may chat; creates missing chat accounts. */
export async function ensureAliases(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  const distinctIds = [...new Set(accountIds)]
  const rows = await selectAliases(db, distinctIds)
  const missing = rows.filter(({ alias, role_id }) => alias === null && chatRoles.includes(role_id))
  for (const { account_id } of missing) await ensureAccount(db, account_id) // oxlint-disable-line no-await-in-loop -- runs once per account
  const aliasRows = missing.length === 0 ? rows : await selectAliases(db, distinctIds)
  return new Map(aliasRows.flatMap(({ account_id, alias }) => (alias ? [[account_id, alias] as const] : [])))
}
