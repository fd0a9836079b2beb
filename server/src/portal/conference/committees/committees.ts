// Special committees, and the members that each of them names.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { AuditedCtx, Ctx } from '../../../kit/ctx.ts'
import { isConflict, type Db } from '../../../kit/db/db.ts'
import * as committeeStore from './store.ts'

export async function listCommitteesForStaff(db: Db) {
  const [committees, counts] = await Promise.all([
    committeeStore.selectCommittees(db, true),
    committeeStore.countCommitteeMembers(db),
  ])
  const countOf = new Map(counts.map((row) => [row.committee_id, row.count]))
  return committees.map((committee) => ({ ...committee, members: countOf.get(committee.id) ?? 0 }))
}

type CommitteeDraft = { name: string; position: number; enabled: boolean }

const failWhenNameTaken = (error: unknown): never => {
  if (isConflict(error, 'special_committee_name_unique')) throw failField('name', '已有同名的专业委员会')
  throw error
}

export const addCommittee = async ({ tx }: AuditedCtx, draft: CommitteeDraft) => ({
  id: await committeeStore.insertCommittee(tx, draft).catch(failWhenNameTaken),
})

export async function changeCommittee({ tx }: AuditedCtx, id: number, draft: CommitteeDraft): Promise<null> {
  if (!(await committeeStore.updateCommittee(tx, id, draft).catch(failWhenNameTaken))) throw fail('notFound')
  return null
}

async function requireCommittee(db: Db, id: number): Promise<void> {
  if (!(await committeeStore.selectCommittee(db, id))) throw fail('notFound')
}

export async function listCommitteeMembers({ kit: { sql } }: Ctx, id: number) {
  await requireCommittee(sql, id)
  return [...(await committeeStore.selectCommitteeMembers(sql, id))]
}

const maxShownNames = 20

async function hasListChanged(db: Db, id: number, readUsernames: readonly string[]): Promise<boolean> {
  const present = new Set((await committeeStore.selectCommitteeMembers(db, id)).map(({ username }) => username))
  return present.size !== readUsernames.length || readUsernames.some((username) => !present.has(username))
}

/**
 * Replaces the members that a committee names. An unknown name saves nothing, because people whose names are misspelt
 * would leave the group of the committee.
 * @throws Failure invalid, with the unknown names; changedMeanwhile for a list that the caller has not read
 */
export const saveCommitteeMembers = async (
  { tx }: AuditedCtx,
  { id, usernames, readUsernames }: { id: number; usernames: string[]; readUsernames?: string[] | undefined },
): Promise<null> => {
  if (!(await committeeStore.lockCommittee(tx, id))) throw fail('notFound')
  if (readUsernames && (await hasListChanged(tx, id, readUsernames)))
    throw fail('changedMeanwhile', '名单刚刚被别人改过，没有保存')
  const distinctNames = [...new Set(usernames.map((name) => name.trim()).filter(Boolean))]
  const knownNames = await committeeStore.replaceCommitteeMembers(
    tx,
    id,
    distinctNames.map((name) => name.toLowerCase()),
  )
  const unknownNames = distinctNames.filter((name) => !knownNames.has(name.toLowerCase()))
  if (unknownNames.length > 0) {
    const rest = unknownNames.length > maxShownNames ? `等${unknownNames.length}个` : ''
    throw failField(
      'usernames',
      `名单没有保存，没有找到这些账号：${unknownNames.slice(0, maxShownNames).join('、')}${rest}`,
    )
  }
  return null
}

const notCommitteeMemberMessage = '您不在该专业委员会的委员名单中，请重新选择，或改选其他参会身份'

/**
 * Checks that the attendee is one of the members that the committee names, if it names any.
 * @param accountId null for a person without an account
 * @throws Failure invalid
 */
export async function checkCommitteeMember(
  db: Db,
  unitId: number | undefined,
  accountId: number | null,
  notNamed = notCommitteeMemberMessage,
): Promise<number> {
  const unit = unitId === undefined ? null : await committeeStore.selectCommittee(db, unitId)
  if (!unit?.enabled) throw failField('unitId', '请选择专业委员会')
  if ((await committeeStore.isCommitteeMember(db, unit.id, accountId ?? 0)) === false) {
    throw failField('unitId', notNamed)
  }
  return unit.id
}
