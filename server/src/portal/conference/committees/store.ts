// SQL of special committees and the members that they name.
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type CommitteeRow = Rows['special_committee']

export const selectCommittees = (db: Db, withDisabled = false) =>
  db<CommitteeRow[]>`
    select * from special_committee where enabled or ${withDisabled} order by position, id`

export const selectCommittee = (db: Db, id: number) =>
  firstRow(db<CommitteeRow[]>`select * from special_committee where id = ${id}`)

export async function insertCommittee(db: Db, values: Omit<CommitteeRow, 'id'>): Promise<number> {
  const [row] = await db<{ id: number }[]>`insert into special_committee ${db(values)} returning id`
  return row!.id
}

export const updateCommittee = async (db: Db, id: number, values: Omit<CommitteeRow, 'id'>): Promise<boolean> =>
  (await db`update special_committee set ${db(values)} where id = ${id}`).count === 1

/**
 * True when the attendee is a named member.
 * @returns null when the committee names no members
 */
export async function isCommitteeMember(db: Db, committeeId: number, accountId: number): Promise<boolean | null> {
  const [row] = await db<{ is_named: boolean | null }[]>`
    select bool_or(account_id = ${accountId}) as is_named from special_committee_member
    where committee_id = ${committeeId}`
  return row?.is_named ?? null
}

export const selectCommitteeMembers = (db: Db, committeeId: number) =>
  db<{ username: string; nickname: string }[]>`
    select username, nickname from special_committee_member named join account on account.id = named.account_id
    where committee_id = ${committeeId} order by username limit 5000`

export const countCommitteeMembers = (db: Db) =>
  db<{ committee_id: number; count: number }[]>`
    select committee_id, count(*) from special_committee_member group by committee_id`

/** Serialises concurrent saves, which would insert the same members. */
export async function lockCommittee(tx: Tx, id: number): Promise<boolean> {
  return (await tx`select 1 from special_committee where id = ${id} for no key update`).length > 0
}

/**
 * Call it under the lock of the committee.
 * @param keys user names in lower case
 * @returns the accounts that were found
 */
export async function replaceCommitteeMembers(
  tx: Tx,
  committeeId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  await tx`delete from special_committee_member where committee_id = ${committeeId}`
  const rows = await tx<{ username_key: string }[]>`
    with found as (select id, username_key from account where username_key = any(${[...keys]}::text[])),
      added as (insert into special_committee_member (committee_id, account_id) select ${committeeId}, id from found)
    select username_key from found`
  return new Set(rows.map((row) => row.username_key))
}
