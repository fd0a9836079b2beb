// SQL of signed calls: the secrets of an app, its nonces, and the log.
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

export type SigningApp = Pick<Rows['im_app'], 'id' | 'is_open' | 'secret_sealed' | 'former_secret_sealed'>

/** Leaves out a former secret that has expired. */
export const selectSigningApp = (db: Db, appKey: string) =>
  firstRow(db<SigningApp[]>`
    select id, is_open, secret_sealed,
      case when former_secret_until > now() then former_secret_sealed else ''::bytea end as former_secret_sealed
    from im_app where app_key = ${appKey}`)

/** @returns false when the nonce was used before */
export async function insertNonce(db: Db, appId: number, nonce: string, endsAt: Date): Promise<boolean> {
  const result = await db`
    insert into im_api_nonce (app_id, nonce, ends_at) values (${appId}, ${nonce}, ${endsAt}) on conflict do nothing`
  return result.count === 1
}

export type ApiCall = Pick<Rows['im_api_call'], 'app_id' | 'path' | 'code' | 'ip' | 'milliseconds'>
export const insertApiCall = (db: Db, row: ApiCall) => db`insert into im_api_call ${db(row)}`

export function selectApiCalls(db: Db, appId: number, { limit, offset }: PageLimits) {
  return readPage(
    db<Rows['im_api_call'][]>`
      select * from im_api_call where app_id = ${appId} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from im_api_call where app_id = ${appId}`,
  )
}

export async function deleteApiCallsOlderThan(db: Db, callDays: number): Promise<number> {
  await db`delete from im_api_nonce where ends_at < now()`
  const result = await db`delete from im_api_call where created_at < now() - make_interval(days => ${callDays})`
  return result.count
}
