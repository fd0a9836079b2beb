// What one account sends several times at once is done one after the other, so that the second sees what the first has
// written: a press that was sent twice, two tabs.
import type { Tx } from './db.ts'

/** Held until the transaction ends. */
export async function queueUp(tx: Tx, accountId: number): Promise<void> {
  await tx`select 1 from account where id = ${accountId} for no key update`
}
