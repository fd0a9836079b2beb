// Serialises concurrent requests of one account, such as a double click or two tabs.
import type { Tx } from './db.ts'

/** Locks the account's row until the transaction ends. */
export async function lockAccountRow(tx: Tx, accountId: number): Promise<void> {
  await tx`select 1 from account where id = ${accountId} for no key update`
}
