// All SQL of locks, versions and changes. Writers first lock the affected accounts, lowest id first. The lock is held
// until the commit, so that versions and sequences become visible in order (docs/guides/sync.md).
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db/db.ts'

export type AccountRow = Pick<Rows['im_account'], 'id' | 'accid' | 'version'> & { now: number }

/** Locks these accounts until the transaction ends. `now`: the database's clock, shared by all nodes. */
export const lockAccounts = (tx: Tx, ids: readonly number[], accids: readonly string[]) =>
  tx<AccountRow[]>`
    select id, accid, version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from im_account where id = any(${ids as number[]}::bigint[]) or accid = any(${accids as string[]}::text[])
    order by id for no key update`

/**
 * Also raises their versions, which the following writes carry. One statement instead of two matters at thousands of
 * messages per second.
 */
export const raiseAccounts = (tx: Tx, ids: readonly number[], accids: readonly string[]) =>
  tx<AccountRow[]>`
    with wanted as (
      select unnest(${ids as number[]}::bigint[]) as id
      union select id from im_account where accid = any(${accids as string[]}::text[])
    ), locked as (
      select a.id from wanted join im_account a on a.id = wanted.id order by a.id for no key update of a
    )
    update im_account a set version = version + 1 from locked where a.id = locked.id
    returning a.id, a.accid, a.version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now`

export async function findAccountId(db: Db, accid: string): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from im_account where accid = ${accid}`
  return row?.id ?? null
}

export async function raiseVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx`update im_account set version = version + 1 where id = any(${ids as number[]}::bigint[])`
}

export type ChangeRow = Rows['im_change']

export async function writeChanges(tx: Tx, rows: readonly ChangeRow[]): Promise<void> {
  await tx`
    insert into im_change (im_account_id, kind, key, version)
    select * from unnest(${rows.map((row) => row.im_account_id)}::bigint[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.version)}::bigint[])
    on conflict (im_account_id, kind, key) do update set version = excluded.version`
}

export type ChangeQuery = { after: readonly [number, string, string]; upTo: number; except: readonly string[] }

/** Changes after this version, kind and key, and up to a version, in that order. */
export const listChanges = (
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
