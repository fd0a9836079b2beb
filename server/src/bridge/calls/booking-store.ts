// SQL of calls at the site: the online consultation at which two chat accounts may speak now, and their names.
import type { Rows } from '../../../db/rows.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Db } from '../../kit/db/db.ts'
import type { CallSides, SitePort } from '../../kit/site-port.ts'
import { firstRow } from '../../kit/db/results.ts'

export const findBookingOfCall: SitePort['findBookingOfCall'] = async (db, { callerId, calleeId }) => {
  const row = await firstRow(db<{ id: number; last_time: number }[]>`
    select b.id, (extract(epoch from b.ends_at + ${limits.callGraceMinutes} * interval '1 minute') * 1000)::bigint as last_time
    from im_account caller join im_account callee on callee.id = ${calleeId}
    join counsellor c on c.account_id = caller.account_id
    join booking b on b.counsellor_id = c.id and b.account_id = callee.account_id
    where caller.id = ${callerId} and b.mode = 'online' and b.state = 'booked'
      and b.starts_at <= now() + ${limits.waitingRoomMinutes} * interval '1 minute'
      and b.ends_at > now() - ${limits.callGraceMinutes} * interval '1 minute'
    order by abs(extract(epoch from b.starts_at - now())) limit 1`)
  return row && { id: row.id, lastTime: row.last_time }
}

/** Current and coming bookings of a client with this counsellor, the next one first. */
export const selectOpenIntakes = (db: Db, counsellorAccount: number, clientAccid: string) =>
  db<Pick<Rows['booking'], 'id' | 'intake_sealed'>[]>`
    select b.id, b.intake_sealed from im_account client
    join booking b on b.account_id = client.account_id join counsellor c on c.id = b.counsellor_id
    where client.accid = ${clientAccid} and client.app_id = im_site_app() and c.account_id = ${counsellorAccount}
      and b.state = 'booked' and b.ends_at > now()
    order by b.starts_at limit 20`

/**
 * Name of the calling counsellor, which is empty without a profile, the counsellor's chat account, and the client's
 * portal account.
 * @returns null when the client has muted the counsellor
 */
export const selectCallNames = (db: Db, { callerId, calleeId }: CallSides) =>
  firstRow(db<{ caller: string; caller_accid: string; callee_id: number }[]>`
    select coalesce(c.name, '') as caller, caller.accid as caller_accid, callee.account_id as callee_id
    from im_account caller left join counsellor c on c.account_id = caller.account_id
    join im_account callee on callee.id = ${calleeId}
    where caller.id = ${callerId} and callee.account_id is not null and not exists (
      select 1 from im_relation r where r.im_account_id = callee.id and r.peer_id = caller.id and r.is_muted)`)

/** The portal account of a chat account; null for an account of an app. */
export async function selectCallee(db: Db, imId: number): Promise<number | null> {
  const [row] = await db<{ id: number | null }[]>`select account_id as id from im_account where id = ${imId}`
  return row?.id ?? null
}
