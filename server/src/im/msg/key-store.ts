// All SQL of the conversations' keys.
import type { Rows } from '../../../db/rows.ts'
import { bytesList, type Db, type Tx } from '../../kit/db.ts'

export async function listWithoutKey(db: Db, most: number): Promise<number[]> {
  const rows = await db<
    { id: number }[]
  >`select id from im_conversation where sealed_key = '' order by id limit ${most}`
  return rows.map(({ id }) => id)
}

/** @returns false when it already has a key */
export async function lockWithoutKey(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx`select 1 from im_conversation where id = ${id} and sealed_key = '' for update`
  return rows.length === 1
}

export const listBodies = (db: Db, conversationId: number) =>
  db<Pick<Rows['im_message'], 'seq' | 'body'>[]>`
    select seq, body from im_message where conversation_id = ${conversationId} order by seq`

export const replaceBodies = (tx: Tx, conversationId: number, rows: readonly { seq: number; body: Uint8Array }[]) =>
  tx`
    update im_message m set body = w.body
    from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${bytesList(
      tx,
      rows.map(({ body }) => body),
    )}::bytea[]) as w(seq, body)
    where m.conversation_id = ${conversationId} and m.seq = w.seq`

export const setKey = (tx: Tx, id: number, sealedKey: Uint8Array) =>
  tx`update im_conversation set sealed_key = ${sealedKey} where id = ${id}`

export async function findPair(db: Db, id: number): Promise<[low: number, high: number] | null> {
  const [row] = await db<
    { low_id: number; high_id: number }[]
  >`select low_id, high_id from im_conversation where id = ${id}`
  return row ? [row.low_id, row.high_id] : null
}

/** Replaces the key: existing messages become unreadable, and new ones use the new key. */
export const replaceKey = (tx: Tx, id: number, sealedKey: Uint8Array) =>
  tx`update im_conversation set sealed_key = ${sealedKey}, erased_seq = last_seq where id = ${id}`
