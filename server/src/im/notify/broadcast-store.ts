// All SQL of broadcasts.
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'

export type BroadcastRow = Pick<Rows['im_broadcast'], 'id' | 'app_id' | 'body' | 'time'>

export async function lockBroadcasts(tx: Tx): Promise<void> {
  await tx`lock table im_broadcast in share row exclusive mode`
}

export async function insertBroadcast(
  tx: Tx,
  { body, keptDays, appId }: { body: string; keptDays: number; appId: number | null },
): Promise<BroadcastRow> {
  const [row] = await tx<BroadcastRow[]>`
    insert into im_broadcast (app_id, body, time, expires_at)
    values (coalesce(${appId}::bigint, im_site_app()), ${body}, (extract(epoch from clock_timestamp()) * 1000)::bigint, now() + ${keptDays} * interval '1 day')
    returning id, app_id, body, time`
  return row!
}

/** Missing broadcasts, oldest first, one page at most. */
export const listBroadcasts = (
  db: Db,
  { imId, appId }: { imId: number; appId: number },
  mark: number,
  isFirst: boolean,
) =>
  db<BroadcastRow[]>`
    select b.id, b.app_id, b.body, b.time from im_broadcast b
    where b.app_id = ${appId} and b.expires_at > now() and b.id > greatest(${mark}::bigint, (
      select r.broadcast_id from im_broadcast_read r where r.im_account_id = ${imId} and ${isFirst}))
    order by b.id limit 100`

export async function markRead(db: Db, imId: number, id: number): Promise<void> {
  await db`
    insert into im_broadcast_read (im_account_id, broadcast_id)
    select ${imId}, max(id) from im_broadcast where id <= ${id} having max(id) is not null
    on conflict (im_account_id) do update
    set broadcast_id = greatest(im_broadcast_read.broadcast_id, excluded.broadcast_id)`
}
