// SQL of pinned sessions.
import type { Rows } from '../../../db/rows.ts'
import type { ChangeKey } from '../../kit/chat/im-ctx.ts'
import type { Db, Tx } from '../../kit/db/db.ts'

export type StickTopRow = Rows['im_stick_top']

export async function upsertStickTop(tx: Tx, imId: number, id: string, topCustom: string, now: number): Promise<void> {
  await tx`
    insert into im_stick_top (im_account_id, session_id, top_custom, is_top, create_time, update_time)
    values (${imId}, ${id}, ${topCustom}, true, ${now}, ${now})
    on conflict (im_account_id, session_id) do update
    set top_custom = excluded.top_custom, is_top = true,
      update_time = greatest(im_stick_top.update_time + 1, excluded.update_time)`
}

/**
 * messaging.md 4: sets isTop false and clears topCustom.
 * @returns true when it was pinned
 */
export async function markStickTopRemoved(tx: Tx, imId: number, id: string, now: number): Promise<boolean> {
  const result = await tx`
    update im_stick_top set is_top = false, top_custom = '', update_time = greatest(update_time + 1, ${now}::bigint)
    where im_account_id = ${imId} and session_id = ${id} and is_top`
  return result.count === 1
}

export const selectTopSessions = (db: Db, imId: number) =>
  db<StickTopRow[]>`select * from im_stick_top where im_account_id = ${imId} and is_top order by create_time`

export const selectStickTops = (db: Db, changeKeys: readonly ChangeKey[]) =>
  db<StickTopRow[]>`
    select s.* from unnest(${changeKeys.map(({ imId }) => imId)}::bigint[], ${changeKeys.map(({ key }) => key)}::text[])
      as w(im_id, id)
    join im_stick_top s on s.im_account_id = w.im_id and s.session_id = w.id`
