// SQL of locks, versions and changes. Writers first lock the affected accounts, lowest id first. The lock is held
// until the commit, so that versions and sequences become visible in order (docs/guides/sync.md).
import type { Rows } from '../../../db/rows.ts'
import { simpleArray, textArray } from '../../kit/db/arrays.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { joinAccountOfApp, joinPeer } from './peers.ts'

export type ChatAccountRow = Pick<Rows['im_account'], 'id' | 'app_id' | 'accid' | 'version'> & { now: number }

type WantedAccounts = { ids?: readonly number[]; accids?: readonly string[] }

/**
 * Locks the caller's account and others until the transaction ends. `now`: the database's clock, shared by all nodes.
 */
export const lockAccounts = (tx: Tx, callerId: number, { ids = [], accids = [] }: WantedAccounts) =>
  tx<ChatAccountRow[]>`
    select id, app_id, accid, version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from im_account where id = any(${[callerId, ...ids]}::bigint[]) or id = any(array(
      select p.id from unnest(${accids as string[]}::text[]) as wanted(accid)
      ${joinPeer(tx, tx`${callerId}`, tx`wanted.accid`)}))
    order by id for no key update`

/**
 * Locks the accounts of a batch of messages.
 * @param receivers the receiver of each sender
 */
export const lockSendersAndReceivers = (
  tx: Tx,
  appIds: readonly number[],
  senderIds: readonly number[],
  receivers: readonly string[],
) =>
  tx<ChatAccountRow[]>`
    with wanted as (
      select unnest(${simpleArray(senderIds)}::bigint[]) as id
      union select p.id from unnest(${simpleArray(appIds)}::bigint[], ${textArray(receivers)}::text[])
        as wanted(app, accid) ${joinAccountOfApp(tx, tx`wanted.app`, tx`wanted.accid`)}
    )
    select a.id, a.app_id, a.accid, a.version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from wanted join im_account a on a.id = wanted.id order by a.id for no key update of a`

/** The account with this name in the app of this account. */
export async function selectPeerId(db: Db, imId: number, accid: string): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select p.id from (values (1)) one ${joinPeer(db, db`${imId}`, db`${accid}`)}`
  return row?.id ?? null
}

export async function updateVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx`update im_account set version = version + 1 where id = any(${ids as number[]}::bigint[])`
}

export type ChangeRow = Rows['im_change']

export async function upsertChanges(tx: Tx, rows: readonly ChangeRow[]): Promise<void> {
  await tx`
    insert into im_change (im_account_id, kind, key, version)
    select * from unnest(${rows.map((row) => row.im_account_id)}::bigint[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.version)}::bigint[])
    on conflict (im_account_id, kind, key) do update set version = excluded.version`
}

export type ChangeQuery = { after: readonly [number, string, string]; upTo: number; except: readonly string[] }

/** Changes after this version, kind and key, and up to a version, in that order. */
export const selectChanges = (
  db: Db,
  imId: number,
  { after: [version, kind, key], upTo, except }: ChangeQuery,
  limit: number,
) =>
  db<ChangeRow[]>`
    select * from im_change
    where im_account_id = ${imId} and version >= ${version} and version <= ${upTo}
      and (version, kind, key) > (${version}::bigint, ${kind}::text, ${key}::text)
      and kind <> all(${except as string[]}::text[])
    order by version, kind, key limit ${limit}`
