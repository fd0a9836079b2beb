// SQL of applications, their steps and notes.
import type {
  ApplicationState,
  ApplicationStep,
  ApplicationWarning,
  MemberKind,
  ReviewBody,
} from '@xinqiao/contract/membership.ts'
import type { Rows } from '../../../../db/rows.ts'
import { columnsOf, valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow } from '../../../kit/db/results.ts'

export type ApplicationRow = Omit<
  Rows['member_application'],
  'kind' | 'state' | 'stage' | 'warnings' | 'field_reasons'
> & {
  kind: MemberKind
  state: ApplicationState
  stage: ReviewBody
  warnings: ApplicationWarning[]
  field_reasons: Record<string, string>
}

const activeStates = ['draft', 'submitted', 'returned', 'approved']

export const selectNewestApplication = (db: Db, accountId: number) =>
  firstRow(db<ApplicationRow[]>`
    select * from member_application where account_id = ${accountId} order by id desc limit 1`)

/** True when a submitted application is not decided yet; drafts do not count. */
export async function hasActiveApplication(db: Db, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from member_application
    where account_id = ${accountId} and state in ('submitted', 'returned', 'approved')`
  return rows.length > 0
}

/** Locks the undecided application until the transaction ends. */
export const lockActiveApplication = (tx: Tx, accountId: number) =>
  firstRow(tx<ApplicationRow[]>`
    select * from member_application where account_id = ${accountId} and state in ${tx(activeStates)} for update`)

export const lockApplication = (tx: Tx, id: number) =>
  firstRow(tx<ApplicationRow[]>`select * from member_application where id = ${id} for update`)

/** Locks the account, so that two tabs do not submit at the same time. */
export async function lockApplicantAccount(tx: Tx, accountId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`member application ${accountId}`}, 0))`
}

export type ApplicationValues = Partial<
  Pick<
    ApplicationRow,
    | 'kind'
    | 'level_id'
    | 'branch_id'
    | 'state'
    | 'stage'
    | 'name'
    | 'organization'
    | 'form_sealed'
    | 'id_number_index'
    | 'phone_index'
    | 'resume_key'
    | 'warnings'
    | 'submitted_at'
    | 'branch_by'
    | 'decided_by'
    | 'decided_at'
    | 'reason'
    | 'field_reasons'
  >
>
const toApplicationColumns = (db: Db, { field_reasons: fields, ...values }: ApplicationValues) => ({
  ...values,
  ...(fields && { field_reasons: db.json(fields) }),
})

export async function insertApplication(
  db: Db,
  accountId: number,
  { id, ...values }: ApplicationValues & Pick<ApplicationRow, 'id' | 'kind' | 'form_sealed' | 'state'>,
): Promise<void> {
  await db`
    insert into member_application ${valuesWithId(db, { id, account_id: accountId, ...toApplicationColumns(db, values) })}`
}

export async function updateApplication(db: Db, id: number, values: ApplicationValues): Promise<void> {
  await db`
    update member_application set ${columnsOf(db, toApplicationColumns(db, values))}, version = version + 1, changed_at = now() where id = ${id}`
}

/** Withdraws applications that were begun since the paid one, because a member has no open application. */
export async function markOtherApplicationsWithdrawn(db: Db, accountId: number, exceptId: number): Promise<void> {
  await db`
    update member_application set state = 'withdrawn', version = version + 1, changed_at = now()
    where account_id = ${accountId} and id <> ${exceptId} and state in ${db(activeStates)}`
}

export async function insertApplicationStep(
  db: Db,
  {
    applicationId,
    step,
    actorId,
    reason = '',
  }: { applicationId: number; step: ApplicationStep; actorId: number | null; reason?: string },
): Promise<void> {
  await db`
    insert into member_application_step (application_id, actor_id, step, reason)
    values (${applicationId}, ${actorId}, ${step}, ${reason})`
}

export type ApplicationStepRow = { step: ApplicationStep; reason: string; at: Date; actor: string }
export const selectApplicationSteps = (db: Db, applicationId: number) =>
  db<ApplicationStepRow[]>`
    select s.step, s.reason, s.at, coalesce(a.nickname, '') as actor
    from member_application_step s left join account a on a.id = s.actor_id
    where s.application_id = ${applicationId} order by s.id`

export type ApplicationNoteRow = { id: number; author: string; created_at: Date; text_sealed: Uint8Array }
export const selectApplicationNotes = (db: Db, applicationId: number) =>
  db<ApplicationNoteRow[]>`
    select n.id, n.created_at, n.text_sealed, coalesce(a.nickname, '') as author
    from member_note n left join account a on a.id = n.author_id
    where n.application_id = ${applicationId} order by n.id`

type NewApplicationNote = Pick<Rows['member_note'], 'id' | 'application_id' | 'author_id' | 'text_sealed'>

export async function insertApplicationNote(db: Db, note: NewApplicationNote): Promise<void> {
  await db`insert into member_note ${valuesWithId(db, note)}`
}

/** Reads for number and phone whether another member or open application has the same value. */
export const selectDuplicateMembers = (db: Db, accountId: number, numberIndex: Uint8Array, phoneIndex: Uint8Array) =>
  onlyRow(db<{ number: boolean; phone: boolean }[]>`
    select
      exists (select 1 from member_application where id_number_index = ${numberIndex}
        and account_id <> ${accountId} and state in ${db(activeStates)})
      or exists (select 1 from member where id_number_index = ${numberIndex}
        and account_id is distinct from ${accountId} and state <> 'left') as number,
      exists (select 1 from member_application where phone_index = ${phoneIndex}
        and account_id <> ${accountId} and state in ${db(activeStates)})
      or exists (select 1 from member where phone_index = ${phoneIndex}
        and account_id is distinct from ${accountId} and state <> 'left') as phone`)

// ---- lists for staff

export type ApplicationQuery = PageLimits & {
  state?: ApplicationState | undefined
  stage?: ReviewBody | undefined
  branchId?: number | undefined
  kind?: MemberKind | undefined
  key?: string | undefined
}
export type StaffApplicationListRow = Pick<
  ApplicationRow,
  'id' | 'kind' | 'state' | 'stage' | 'name' | 'organization' | 'form_sealed' | 'submitted_at' | 'warnings'
> & { branch: string | null }

export async function selectApplicationsForStaff(
  db: Db,
  { state, stage, branchId, kind, key, limit, offset }: ApplicationQuery,
) {
  const ofBranch = branchId === undefined ? db`` : db`and branch_id = ${branchId}`
  const where = db`where state <> 'draft'
    ${state === undefined ? db`` : db`and state = ${state}`}
    ${stage === undefined ? db`` : db`and stage = ${stage}`}
    ${ofBranch}
    ${kind === undefined ? db`` : db`and kind = ${kind}`}
    ${key ? db`and (strpos(lower(name), lower(${key})) > 0 or strpos(lower(organization), lower(${key})) > 0)` : db``}`
  // waiting applications: those that wait longest first; others: newest first
  const order = state === 'submitted' ? db`order by submitted_at, id` : db`order by id desc`
  const [rows, [total], [waiting]] = await Promise.all([
    db<StaffApplicationListRow[]>`
      select id, kind, state, stage, name, organization, form_sealed, submitted_at, warnings,
        (select b.name from member_branch b where b.id = branch_id) as branch
      from member_application ${where} ${order} limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from member_application ${where}`,
    db<{ count: number }[]>`select count(*) from member_application where state = 'submitted' ${ofBranch}`,
  ])
  return { rows, total: total?.count ?? 0, waiting: waiting?.count ?? 0 }
}

export type ApplicationDetailRow = ApplicationRow & {
  username: string
  level_title: string | null
  branch: string | null
}
export const selectApplicationForStaff = (db: Db, id: number) =>
  firstRow(db<ApplicationDetailRow[]>`
    select m.*, a.username, l.title as level_title, b.name as branch
    from member_application m join account a on a.id = m.account_id left join member_level l on l.id = m.level_id
    left join member_branch b on b.id = m.branch_id
    where m.id = ${id} and m.state <> 'draft'`)

export const selectEarlierApplications = (db: Db, accountId: number, beforeId: number) =>
  db<Pick<ApplicationRow, 'id' | 'state' | 'submitted_at'>[]>`
    select id, state, submitted_at from member_application
    where account_id = ${accountId} and id < ${beforeId} and state <> 'draft' order by id desc limit 20`

/** Names of applicants by the id of their application, without drafts. */
export async function selectApplicantNames(db: Db, applicationIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db<{ id: number; name: string }[]>`
    select id, name from member_application
    where id = any(${applicationIds as number[]}::bigint[]) and state <> 'draft'`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// ---- retention

/** Empties abandoned drafts, and applications that were refused or withdrawn long ago. Their rows stay. */
export async function deleteOldFormContents(db: Db): Promise<number> {
  const result = await db`
    update member_application
    set form_sealed = '', id_number_index = null, phone_index = null, resume_key = null, name = '',
      organization = '', state = case when state = 'draft' then 'withdrawn' else state end
    where id in (
      select id from member_application
      where phone_index is not null and state in ('rejected', 'withdrawn') and changed_at < now() - interval '1 year'
        or state = 'draft' and changed_at < now() - interval '180 days'
      limit 500)`
  return result.count
}

/** Resumes without an application, a month after their upload. */
export async function selectUnusedResumes(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select key from private_file f
    where purpose = 'resume' and created_at < now() - interval '30 days'
      and not exists (select 1 from member_application a where a.resume_key = f.key)
    limit ${limit}`
  return rows.map(({ key }) => key)
}
