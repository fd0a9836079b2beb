// SQL of connected devices. Each node writes the rows of its own devices.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'

/** A node refreshes its row every few seconds; after this time without, it counts as stopped. */
const nodeLeaseSeconds = 15

export type OpenConnection = Pick<
  Rows['im_connection'],
  'connection_id' | 'node_id' | 'im_account_id' | 'device_id' | 'client_type'
>

/** @returns true when the node was unknown, so that its connections must be written again */
export async function upsertNode(db: Db, id: string, name: string): Promise<boolean> {
  const [row] = await db<{ is_new: boolean }[]>`
    insert into im_node (id, name) values (${id}, ${name})
    on conflict (id) do update set seen_at = now() returning xmax = 0 as is_new`
  return row!.is_new
}

export async function upsertConnections(db: Db, connections: readonly OpenConnection[]): Promise<void> {
  if (connections.length === 0) return
  await db`
    insert into im_connection (connection_id, node_id, im_account_id, device_id, client_type)
    select c.connection_id, c.node_id, c.im_account_id, c.device_id, c.client_type
    from jsonb_to_recordset(${db.json(connections)}) as
      c (connection_id text, node_id text, im_account_id bigint, device_id text, client_type smallint)
    join im_account a on a.id = c.im_account_id
    on conflict (connection_id) do nothing`
}

export async function deleteConnections(db: Db, connectionIds: readonly string[]): Promise<void> {
  await db`delete from im_connection where connection_id = any(${connectionIds as string[]}::text[])`
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db`with node as (delete from im_node where id = ${id}) delete from im_connection where node_id = ${id}`
}

export const isAlive = (db: Db) => db`n.seen_at > now() - ${nodeLeaseSeconds} * interval '1 second'`

/** Deletes the connections of nodes that stopped without removing them. */
export async function deleteLostConnections(db: Db): Promise<void> {
  await db`delete from im_node n where not ${isAlive(db)}`
  await db`
    delete from im_connection c where not exists (select from im_node n where n.id = c.node_id)
      and c.since < now() - ${nodeLeaseSeconds} * interval '1 second'`
}
