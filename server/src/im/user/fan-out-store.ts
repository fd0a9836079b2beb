// SQL of pending profile fan-outs.
import type { Db, Tx } from '../../kit/db/db.ts'
import { otherSidesOf } from '../conversations/addresses.ts'

export async function replaceProgress(tx: Tx, imId: number): Promise<void> {
  await tx`
    insert into im_profile_fan_out (im_account_id) values (${imId})
    on conflict (im_account_id) do update set last_id = 0, changed_at = now()`
}

export async function selectProgress(db: Db, imId: number): Promise<number | null> {
  const [row] = await db<{ last_id: number }[]>`
    select last_id from im_profile_fan_out where im_account_id = ${imId}`
  return row?.last_id ?? null
}

/**
 * @param to null when complete.
 * @returns false when a newer change has restarted the fan-out
 */
export async function updateProgress(tx: Tx, imId: number, from: number, to: number | null): Promise<boolean> {
  const result =
    to === null
      ? await tx`delete from im_profile_fan_out where im_account_id = ${imId} and last_id = ${from}`
      : await tx`
          update im_profile_fan_out set last_id = ${to}, changed_at = now()
          where im_account_id = ${imId} and last_id = ${from}`
  return result.count === 1
}

/** Friends and conversation partners of this account, by id. */
export async function selectAcquaintancesAfter(
  db: Db,
  imId: number,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from (
      select im_account_id as id from im_friend where peer_id = ${imId} and is_valid
      union
      ${otherSidesOf(db, db`${imId}`)}
    ) acquaintance
    where id > ${afterId} and id <> ${imId} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export const selectStaleProgress = (db: Db, seconds: number) =>
  db<{ id: number; accid: string }[]>`
    select a.id, a.accid from im_profile_fan_out f join im_account a on a.id = f.im_account_id
    where f.changed_at < now() - make_interval(secs => ${seconds}) order by f.changed_at limit 50`
