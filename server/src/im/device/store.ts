// SQL of devices: push tokens, and logins with their connections.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'

type Device = Pick<Rows['im_device'], 'im_account_id' | 'device_id' | 'client_type'>

/** An account keeps this many devices; those used least recently are deleted. */
const maxDevicesPerAccount = 30

export async function deleteSurplusDevices(db: Db, imId: number): Promise<void> {
  await db`
    delete from im_device where im_account_id = ${imId} and device_id in (
      select device_id from im_device where im_account_id = ${imId}
      order by updated_at desc, device_id offset ${maxDevicesPerAccount})`
}

export async function deleteDevicesOlderThan(db: Db, days: number): Promise<void> {
  await db`delete from im_device where updated_at < now() - ${days} * interval '1 day'`
}

export async function upsertPushToken(db: Db, device: Device, tokenName: string, sealed: Buffer): Promise<void> {
  // the device belongs to the account that uses it now
  await db`
    update im_device d set token_sealed = '\\x', token_name = '' from im_account i, im_account me
    where d.device_id = ${device.device_id} and d.token_sealed <> '\\x' and d.im_account_id <> ${device.im_account_id}
      and i.id = d.im_account_id and me.id = ${device.im_account_id} and i.app_id = me.app_id`
  await db`
    insert into im_device ${db({ ...device, token_name: tokenName, token_sealed: sealed })}
    on conflict (im_account_id, device_id) do update
    set token_name = excluded.token_name, token_sealed = excluded.token_sealed, client_type = excluded.client_type,
      updated_at = now()`
  await deleteSurplusDevices(db, device.im_account_id)
}

/** After a sign-out, the device shows no notices of the account. */
export async function deleteDeviceToken(db: Db, imId: number, deviceId: string): Promise<void> {
  await db`
    update im_device set token_sealed = '\\x', token_name = ''
    where im_account_id = ${imId} and device_id = ${deviceId} and token_sealed <> '\\x'`
}

export async function upsertBackgroundState(
  db: Db,
  device: Device,
  isBackground: boolean,
  badge: number,
): Promise<void> {
  await db`
    insert into im_device ${db({ ...device, is_background: isBackground, badge })}
    on conflict (im_account_id, device_id) do update
    set is_background = excluded.is_background, badge = excluded.badge, updated_at = now()`
  await deleteSurplusDevices(db, device.im_account_id)
}

export type NewLogin = {
  imAccountId: number
  deviceId: string
  clientType: number
  ip: string
  connectionId: string
  nodeId: string
}

/**
 * Logs a login without waiting for the disk. Thousands sign in after a restart, and a crash of the database loses the
 * rows of half a second at most.
 * @returns true when the account had no row for the device
 */
export async function insertLogin(
  db: Db,
  { imAccountId, deviceId, clientType, ip, connectionId, nodeId }: NewLogin,
): Promise<boolean> {
  const [row] = await db<{ is_new: boolean }[]>`
    with unsynced as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), login as (
      insert into im_login (im_account_id, device_id, client_type, ip)
      values (${imAccountId}, ${deviceId}, ${clientType}, ${ip})
    ), connection as (
      insert into im_connection (connection_id, node_id, im_account_id, device_id, client_type)
      values (${connectionId}, ${nodeId}, ${imAccountId}, ${deviceId}, ${clientType})
      on conflict (connection_id) do update
      set im_account_id = excluded.im_account_id, device_id = excluded.device_id, client_type = excluded.client_type
    ), device as (
      insert into im_device (im_account_id, device_id, client_type)
      values (${imAccountId}, ${deviceId}, ${clientType})
      on conflict (im_account_id, device_id) do update
      set client_type = excluded.client_type, is_background = false, updated_at = now() returning xmax = 0 as is_new
    )
    update im_account set last_device_id = ${deviceId} from device, unsynced
    where id = ${imAccountId} returning is_new`
  return row?.is_new ?? false
}

export const selectLogins = (db: Db, imId: number, limit: number) =>
  db<Rows['im_login'][]>`select * from im_login where im_account_id = ${imId} order by id desc limit ${limit}`

export async function deleteLoginsOlderThan(db: Db, days: number): Promise<void> {
  await db`delete from im_login where at < now() - ${days} * interval '1 day'`
}
