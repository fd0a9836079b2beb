// Branches: their reviewers, and the branch that an application waits for.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { BranchReviewer } from '@xinqiao/contract/http/membership/branches.ts'
import { viewerOf, type Ctx, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { lockApplication, updateApplication } from '../records/application-store.ts'
import * as store from '../records/branch-store.ts'
import type { MembershipSettings } from '@xinqiao/contract/http/membership/levels.ts'

const failNameTaken = () => failField('name', '已有同名的分支机构')

export const addBranch = async ({ tx }: TransactionScope, values: store.BranchValues) => {
  const id = await store.insertBranch(tx, values)
  if (id === null) throw failNameTaken()
  return { id }
}

export const changeBranch = async ({ tx }: TransactionScope, id: number, values: store.BranchValues): Promise<void> => {
  if (await store.isBranchNameTaken(tx, values.name, id)) throw failNameTaken()
  if (!(await store.updateBranch(tx, id, values))) throw fail('notFound')
}

export async function listReviewers(kit: Kit): Promise<BranchReviewer[]> {
  const rows = await store.selectBranchReviewers(kit.sql)
  return rows.map(({ id, username, nickname, branch_id: branchId }) => ({ id, username, name: nickname, branchId }))
}

async function checkBranchId(db: Db, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null
  if (!(await store.selectBranch(db, id))) throw fail('notFound', '没有这个分支机构')
  return id
}

export const assignReviewer = async (
  { tx }: TransactionScope,
  accountId: number,
  branchId: number | undefined,
): Promise<void> => {
  if (!(await store.replaceReviewerBranch(tx, accountId, await checkBranchId(tx, branchId)))) throw fail('notFound')
}

/** Name of the caller's branch; null for the secretariat. */
export async function findOwnBranch(ctx: Ctx): Promise<{ name: string | null }> {
  const id = await store.selectReviewerBranch(ctx.kit.sql, viewerOf(ctx).id)
  const branch = id === null ? null : await store.selectBranch(ctx.kit.sql, id)
  return { name: branch?.name ?? null }
}

/**
 * Refuses reviewers of a branch, who see their applicants but not the members.
 * @throws Failure forbidden
 */
export async function requireSecretariat(ctx: Pick<Ctx, 'viewer'>, db: Db): Promise<void> {
  if ((await store.selectReviewerBranch(db, viewerOf(ctx).id)) !== null)
    throw fail('forbidden', '分支机构的审核人员只能查看本分支机构的入会申请，会员资料由秘书处管理')
}

type ApplicationMove = { id: number; version: number; branchId?: number | undefined }

/** The secretariat moves an application to another branch. */
export const moveApplication = async (
  { tx }: TransactionScope,
  { id, version, branchId }: ApplicationMove,
): Promise<void> => {
  const row = await lockApplication(tx, id)
  if (!row || row.state === 'draft') throw fail('notFound')
  if (row.version !== version) throw fail('changedMeanwhile', '申请已有变化，请刷新后重试')
  if (row.state !== 'submitted' || row.stage !== 'branch') throw fail('wrongState')
  await updateApplication(tx, id, { branch_id: await checkBranchId(tx, branchId) })
}

/** Branches that an applicant can choose; empty unless branches review first. */
export const listBranchChoices = async (db: Db, { twoStages }: MembershipSettings) =>
  twoStages ? store.selectOpenBranches(db) : []

/**
 * Returns the branch that reviews first. The secretariat reviews alone without a choice, as for clients of the
 * specification.
 * @throws Failure invalid
 */
export async function chooseBranch(db: Db, settings: MembershipSettings, branchId: number | undefined) {
  if (!settings.twoStages || branchId === undefined) return null
  const branch = await store.selectBranch(db, branchId)
  if (!branch?.enabled) throw failField('branchId', '请选择分支机构')
  return branch.id
}
