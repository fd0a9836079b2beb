// One alias for a client wherever a counsellor meets them: the chat's. It is drawn once and says nothing of the account.
// What is asked anonymously before everybody shows none: an alias would tie together what somebody asked.
import type { Db } from '../../kit/db.ts'
import { listAliases } from './store.ts'
import { chatRoles, ensureAccount } from './tokens.ts'

/** Of those who may chat at all; who has never been there gets theirs now. */
export async function ensureAliases(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(accountIds)]
  const rows = await listAliases(db, wanted)
  const missing = rows.filter(({ alias, role_id }) => alias === null && chatRoles.includes(role_id))
  for (const { account_id } of missing) await ensureAccount(db, account_id) // oxlint-disable-line no-await-in-loop -- once in an account's life
  const all = missing.length === 0 ? rows : await listAliases(db, wanted)
  return new Map(all.flatMap(({ account_id, alias }) => (alias ? [[account_id, alias] as const] : [])))
}
