// SQL of the branches that review applications, and of their reviewers.
import { roles } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type BranchRow = Rows['member_branch']
export type BranchValues = Pick<BranchRow, 'name' | 'position' | 'enabled'>

export const selectOpenBranches = (db: Db) =>
  db<Pick<BranchRow, 'id' | 'name'>[]>`
    select id, name from member_branch where enabled order by position, id`

export const selectBranch = (db: Db, id: number) =>
  firstRow(db<BranchRow[]>`select * from member_branch where id = ${id}`)

export type ListedBranchRow = BranchRow & { waiting: number; reviewers: string[] }
export const selectBranches = (db: Db) =>
  db<ListedBranchRow[]>`
    select b.*,
      (select count(*) from member_application a
        where a.branch_id = b.id and a.state = 'submitted' and a.stage = 'branch') as waiting,
      array(select account.nickname from branch_reviewer r join account on account.id = r.account_id
        where r.branch_id = b.id and account.role_id = ${roles.service} order by account.id) as reviewers
    from member_branch b order by b.position, b.id`

/**
 * Creates a branch.
 * @returns null when the name is already used
 */
export async function insertBranch(db: Db, values: BranchValues): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into member_branch ${db(values)} on conflict (name) do nothing returning id`
  return row?.id ?? null
}

export async function isBranchNameTaken(db: Db, name: string, exceptId: number): Promise<boolean> {
  return (await db`select 1 from member_branch where name = ${name} and id <> ${exceptId}`).length > 0
}

export async function updateBranch(db: Db, id: number, values: BranchValues): Promise<boolean> {
  return (await db`update member_branch set ${db(values)} where id = ${id}`).count === 1
}

// ---- reviewers

/** Branch of a reviewer; null for the secretariat, and for an account that is no longer a reviewer. */
export async function selectReviewerBranch(db: Db, accountId: number): Promise<number | null> {
  const [row] = await db<{ branch_id: number }[]>`
    select r.branch_id from branch_reviewer r join account a on a.id = r.account_id
    where r.account_id = ${accountId} and a.role_id = ${roles.service}`
  return row?.branch_id ?? null
}

export type BranchReviewerRow = { id: number; username: string; nickname: string; branch_id: number | null }
export const selectBranchReviewers = (db: Db) =>
  db<BranchReviewerRow[]>`
    select a.id, a.username, a.nickname, r.branch_id
    from account a left join branch_reviewer r on r.account_id = a.id
    where a.role_id = ${roles.service} and a.enabled order by a.id limit 200`

/** @returns false when there is no such reviewer */
export async function replaceReviewerBranch(db: Db, accountId: number, branchId: number | null): Promise<boolean> {
  const [account] = await db`select 1 from account where id = ${accountId} and role_id = ${roles.service}`
  if (!account) return false
  if (branchId === null) await db`delete from branch_reviewer where account_id = ${accountId}`
  else
    await db`
      insert into branch_reviewer (account_id, branch_id) values (${accountId}, ${branchId})
      on conflict (account_id) do update set branch_id = excluded.branch_id`
  return true
}
