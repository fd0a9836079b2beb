// All SQL of the conversations' keys.
import type { Db, Tx } from '../../../kit/db/db.ts'

export async function findPair(db: Db, id: number): Promise<[low: number, high: number] | null> {
  const [row] = await db<
    { low_id: number; high_id: number }[]
  >`select low_id, high_id from im_conversation where id = ${id}`
  return row ? [row.low_id, row.high_id] : null
}

/** Replaces the key: existing messages become unreadable, and new ones use the new key. */
export const replaceKey = (tx: Tx, id: number, sealedKey: Uint8Array) =>
  tx`update im_conversation set sealed_key = ${sealedKey}, erased_seq = last_seq where id = ${id}`
