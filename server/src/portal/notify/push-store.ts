// SQL of push subscriptions: the browsers of an account that show its notices.
import type { Rows } from '../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../kit/db/db.ts'

export type PushSubscriptionRow = Rows['push_subscription']
type NewSubscription = Omit<PushSubscriptionRow, 'created_at'>

/**
 * A browser belongs to the account that subscribed last. Only the newest browsers of an account stay, at most `limit`.
 */
export async function insertSubscription(tx: Tx, row: NewSubscription, limit: number): Promise<void> {
  await tx`delete from push_subscription where endpoint_index = ${row.endpoint_index}`
  await tx`insert into push_subscription ${valuesWithId(tx, row)}`
  await tx`
    delete from push_subscription where account_id = ${row.account_id} and id not in (
      select id from push_subscription where account_id = ${row.account_id} order by id desc limit ${limit})`
}

export const selectSubscriptions = (db: Db, accountId: number) =>
  db<Pick<PushSubscriptionRow, 'id' | 'subscription_sealed'>[]>`
    select id, subscription_sealed from push_subscription where account_id = ${accountId} order by id`

export async function hasSubscription(db: Db, accountId: number, endpointIndex: Uint8Array): Promise<boolean> {
  const rows = await db`
    select 1 from push_subscription where account_id = ${accountId} and endpoint_index = ${endpointIndex}`
  return rows.count === 1
}

export async function deleteSubscriptions(db: Db, ids: readonly number[]): Promise<void> {
  await db`delete from push_subscription where id = any(${ids as number[]}::bigint[])`
}

export async function deleteSubscriptionOf(db: Db, accountId: number, endpointIndex: Uint8Array): Promise<void> {
  await db`delete from push_subscription where account_id = ${accountId} and endpoint_index = ${endpointIndex}`
}
