// SQL of notices to push tokens.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { isWaiting } from './unread-conditions.ts'

/** Devices that are notified through backends in one run of the job. */
const maxDevices = 100
/** Devices of one account that ring. */
const maxDevicesOfAccount = 20

/** A push token with what its notice needs. */
export type PushTokenRow = Pick<Rows['im_device'], 'im_account_id' | 'device_id' | 'token_name' | 'token_sealed'> &
  Pick<Rows['im_app'], 'app_key' | 'push_url' | 'secret_sealed'> & { app_id: number; accid: string }

/** The push tokens of an account whose app receives notices. */
export const selectTokenDevices = (db: Db, imId: number) =>
  db<PushTokenRow[]>`
    select d.im_account_id, d.device_id, d.token_name, d.token_sealed, i.accid, p.id as app_id, p.app_key, p.push_url,
      p.secret_sealed
    from im_device d join im_account i on i.id = d.im_account_id join im_app p on p.id = i.app_id
    where d.im_account_id = ${imId} and d.token_sealed <> '\\x' and p.push_url <> '' and p.is_open and not i.is_blocked
    order by d.device_id limit ${maxDevicesOfAccount}`

/** Records a notice to each token whose account is away and has new messages to read. */
export const markPushTokensNotified = (db: Db) =>
  db<PushTokenRow[]>`
    with waiting as (
      select d.im_account_id, d.device_id, i.accid, p.id as app_id, p.app_key, p.push_url, p.secret_sealed
      from im_device d join im_account i on i.id = d.im_account_id join im_app p on p.id = i.app_id
      cross join lateral (
        select coalesce(extract(epoch from d.notified_at) * 1000, 0)::bigint as notice_time
      ) last
      where d.token_sealed <> '\\x' and p.push_url <> '' and p.is_open and ${isWaiting(db)}
      order by d.notified_at nulls first limit ${maxDevices}
    )
    update im_device d set notified_at = now() from waiting
    where d.im_account_id = waiting.im_account_id and d.device_id = waiting.device_id
    returning waiting.*, d.token_name, d.token_sealed`

/** Deletes this token, and not one that the page has registered meanwhile. */
export async function deleteToken(db: Db, device: Pick<PushTokenRow, 'im_account_id' | 'device_id' | 'token_sealed'>) {
  await db`
    update im_device set token_sealed = '\\x', token_name = ''
    where im_account_id = ${device.im_account_id} and device_id = ${device.device_id}
      and token_sealed = ${device.token_sealed}`
}
