// SQL of broadcasts.
import type { Rows } from '../../../db/rows.ts'
import { bytesList, type Db, type Tx } from '../../kit/db/db.ts'
import { readCount } from '../../kit/db/results.ts'
import type { NamedRow } from './named-accounts.ts'
import { findIds, limitTo, idsWithPositions, type PageLimits } from '../../kit/db/lists.ts'

export type BroadcastRow = Pick<Rows['im_broadcast'], 'id' | 'app_id' | 'body' | 'time'>

export async function lockBroadcasts(tx: Tx): Promise<void> {
  await tx`lock table im_broadcast in share row exclusive mode`
}

export async function insertBroadcast(
  tx: Tx,
  { body, retentionDays, appId, authorId = null, receiverIds = null }: BroadcastDraft,
): Promise<BroadcastRow> {
  const [row] = await tx<BroadcastRow[]>`
    insert into im_broadcast (app_id, body, time, expires_at, author_id, is_selected)
    values (coalesce(${appId}::bigint, im_site_app()), ${body}, (extract(epoch from clock_timestamp()) * 1000)::bigint,
      now() + ${retentionDays} * interval '1 day', ${authorId}, ${receiverIds !== null})
    returning id, app_id, body, time`
  if (receiverIds)
    await tx`
      insert into im_broadcast_target (broadcast_id, im_account_id)
      select ${row!.id}, unnest(${receiverIds as number[]}::bigint[])`
  return row!
}

export type BroadcastDraft = {
  body: string
  /** Number of days for which a device can still fetch the broadcast. */
  retentionDays: number
  /** The app whose accounts receive it; null for those of the site. */
  appId: number | null
  /** The staff member who sent it; null for a backend. */
  authorId?: number | null
  /** Receivers in the app; null: all of its accounts */
  receiverIds?: readonly number[] | null
}

export const hasApp = async (db: Db, appId: number): Promise<boolean> =>
  (await db`select from im_app where id = ${appId}`).length > 0

/** `shown_name`: nickname and login name on the site, the chat account elsewhere. */
type ReceiverRow = NamedRow & { shown_name: string }

const shownName = (db: Db) => db`coalesce(account.nickname || '（' || account.username || '）', i.accid) as shown_name`

/** Accounts of the site with these telephone numbers. */
export const selectReceiversByPhone = (db: Db, appId: number, phones: readonly { phone: string; index: Buffer }[]) =>
  db<ReceiverRow[]>`
    select wanted.name, i.id, false as is_nickname, ${shownName(db)}
    from unnest(${phones.map(({ phone }) => phone)}::text[], ${bytesList(
      db,
      phones.map(({ index }) => index),
    )}::bytea[]) wanted (name, phone_index)
    join account on account.phone_index = wanted.phone_index
    join im_account i on i.account_id = account.id and i.app_id = ${appId}`

/** Accounts with these names: the chat account or login name, and the nickname. One account may have several. */
export const selectReceivers = (db: Db, appId: number, names: readonly string[]) =>
  db<ReceiverRow[]>`
    select wanted.name, i.id, false as is_nickname, ${shownName(db)}
    from unnest(${names as string[]}::text[]) wanted (name)
    join im_account i on i.app_id = ${appId} and i.accid = lower(wanted.name)
    left join account on account.id = i.account_id
    union
    select wanted.name, i.id, account.username_key <> lower(wanted.name), ${shownName(db)}
    from unnest(${names as string[]}::text[]) wanted (name)
    join account on account.username_key = lower(wanted.name) or account.nickname = wanted.name
    join im_account i on i.account_id = account.id and i.app_id = ${appId}`

/** Accounts that a broadcast to all reaches. On the site, robots and hosts of rooms have no account of a person. */
export const countReceivers = (db: Db, appId: number): Promise<number> =>
  readCount(db<{ count: number }[]>`
    select count(*) as count from im_account
    where app_id = ${appId} and (account_id is not null or app_id <> im_site_app())`)

export type SentBroadcastRow = BroadcastRow &
  Pick<Rows['im_broadcast'], 'expires_at' | 'is_selected'> & { app_name: string; author: string; receivers: number }

/** All broadcasts, newest first. */
export async function selectSentBroadcasts(
  db: Db,
  page: PageLimits,
): Promise<{ rows: SentBroadcastRow[]; total: number }> {
  const { ids, total } = await findIds(
    db,
    db`select id from im_broadcast order by id desc ${limitTo(db, page)}`,
    db`select count(*) from im_broadcast`,
  )
  const rows = await db<SentBroadcastRow[]>`
    select b.id, b.app_id, b.body, b.time, b.expires_at, b.is_selected, app.name as app_name,
      coalesce(account.nickname, '') as author,
      (select count(*) from im_broadcast_target t where t.broadcast_id = b.id) as receivers
    from ${idsWithPositions(db, ids)} join im_broadcast b on b.id = page.id join im_app app on app.id = b.app_id
    left join account on account.id = b.author_id order by page.position`
  return { rows, total }
}

/** Broadcasts that a device lacks, oldest first, at most one page. */
export const selectBroadcasts = (
  db: Db,
  { imId, appId }: { imId: number; appId: number },
  mark: number,
  isFirst: boolean,
) =>
  db<BroadcastRow[]>`
    select b.id, b.app_id, b.body, b.time from im_broadcast b
    where b.app_id = ${appId} and b.expires_at > now() and b.id > greatest(${mark}::bigint, (
      select r.broadcast_id from im_broadcast_read r where r.im_account_id = ${imId} and ${isFirst}))
      and (not b.is_selected or exists (select from im_broadcast_target t
        where t.broadcast_id = b.id and t.im_account_id = ${imId}))
    order by b.id limit 100`

export async function selectBroadcastMark(db: Db, accountId: number): Promise<number> {
  const [row] = await db<Pick<Rows['im_broadcast_read'], 'broadcast_id'>[]>`
    select r.broadcast_id from im_broadcast_read r join im_account i on i.id = r.im_account_id
    where i.account_id = ${accountId} and i.app_id = im_site_app()`
  return row?.broadcast_id ?? 0
}

export async function upsertBroadcastMark(db: Db, imId: number, id: number): Promise<void> {
  await db`
    insert into im_broadcast_read (im_account_id, broadcast_id)
    select ${imId}, max(id) from im_broadcast where id <= ${id} having max(id) is not null
    on conflict (im_account_id) do update
    set broadcast_id = greatest(im_broadcast_read.broadcast_id, excluded.broadcast_id)`
}
