// SQL of examinations for examiners.
import type { Rows } from '../../../../db/rows.ts'
import type { ExamEventKind } from '@xinqiao/contract/exams.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

type ExamColumns = Rows['exam']
type ExamState = 'draft' | 'open' | 'cancelled'

export type ExamSummaryRow = Pick<
  ExamColumns,
  'id' | 'name' | 'paper_id' | 'start_at' | 'end_at' | 'duration_minutes'
> & {
  state: ExamState
  paper_name: string
  running: number
  handed_in: number
}
const examSummaryRows = (db: Db) => db`
  exam.id, exam.name, paper_id, start_at, end_at, duration_minutes, exam.state,
  (select name from exam_paper where exam_paper.id = paper_id) as paper_name,
  (select count(*) from exam_attempt where exam_id = exam.id and state = 'inProgress') as running,
  (select count(*) from exam_attempt where exam_id = exam.id and state <> 'inProgress') as handed_in`

export function selectExams(db: Db, state: ExamState | undefined, { limit, offset }: PageLimits) {
  const where = state === undefined ? db`` : db`where state = ${state}`
  return readPage(
    db<ExamSummaryRow[]>`select ${examSummaryRows(db)} from exam ${where}
      order by start_at desc, id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from exam ${where}`,
  )
}

export type StaffExamRow = ExamSummaryRow &
  Pick<ExamColumns, 'version' | 'attempts' | 'shuffle_questions' | 'shuffle_options' | 'gives_certificate'> & {
    counted: 'best' | 'last'
    shown: 'afterHandIn' | 'afterEnd'
  }

export const selectExam = (db: Db, id: number) =>
  firstRow(db<StaffExamRow[]>`
    select ${examSummaryRows(db)}, version, attempts, counted, shown, shuffle_questions, shuffle_options, gives_certificate
    from exam where id = ${id}`)

export type ExamValues = Omit<ExamColumns, 'id' | 'state' | 'version' | 'author_id' | 'created_at' | 'updated_at'>

export async function insertExam(tx: Tx, values: ExamValues, authorId: number | null): Promise<number> {
  const [row] = await tx<{ id: number }[]>`insert into exam ${tx({ ...values, author_id: authorId })} returning id`
  return row!.id
}

/**
 * Changes an examination.
 * @returns false when another user saved meanwhile
 */
export async function updateExam(
  tx: Tx,
  id: number,
  version: number,
  values: Partial<ExamValues & { state: ExamState }>,
) {
  const result = await tx`
    update exam set ${tx(values)}, version = version + 1, updated_at = now() where id = ${id} and version = ${version}`
  return result.count === 1
}

// ---- assignments

export type ExamTargetValues = {
  everyone: boolean
  members: boolean
  groupIds: readonly number[]
  accountIds: readonly number[]
}

export async function replaceExamTargets(tx: Tx, examId: number, targets: ExamTargetValues): Promise<void> {
  await tx`delete from exam_target where exam_id = ${examId}`
  const wide = [...(targets.everyone ? ['everyone'] : []), ...(targets.members ? ['members'] : [])]
  await tx`
    insert into exam_target (exam_id, kind, account_id, group_id)
    select ${examId}::bigint, kind, null::bigint, null::bigint from unnest(${wide}::text[]) as kind
    union all select ${examId}::bigint, 'account', id, null from account where id = any(${[...targets.accountIds]}::bigint[])
    union all select ${examId}::bigint, 'group', null, id from exam_group where id = any(${[...targets.groupIds]}::bigint[])`
}

/**
 * Finds groups and accounts that do not exist.
 * @returns their ids
 */
export const selectUnknownTargets = (tx: Tx, groupIds: readonly number[], accountIds: readonly number[]) =>
  tx<{ kind: 'account' | 'group'; id: number }[]>`
    select 'group' as kind, id from unnest(${[...groupIds]}::bigint[]) as wanted(id)
    where not exists (select 1 from exam_group where exam_group.id = wanted.id)
    union all select 'account', id from unnest(${[...accountIds]}::bigint[]) as wanted(id)
    where not exists (select 1 from account where account.id = wanted.id) order by kind, id`

export type ExamTargetRow = {
  kind: 'account' | 'group' | 'members' | 'everyone'
  target_id: number | null
  name: string
  username: string
}
export const selectExamTargets = (db: Db, examId: number) => db<ExamTargetRow[]>`
  select kind, coalesce(target.account_id, target.group_id) as target_id,
    coalesce(account.nickname, exam_group.name, '') as name, coalesce(account.username, '') as username
  from exam_target target left join account on account.id = target.account_id
  left join exam_group on exam_group.id = target.group_id
  where exam_id = ${examId} order by target.id`

/** Accounts named for an examination, singly or in a group. "Everyone" and "all members" are not resolved. */
export const selectNamedExaminees = async (db: Db, examId: number): Promise<number[]> =>
  (
    await db<{ id: number }[]>`
      select account_id as id from exam_target where exam_id = ${examId} and account_id is not null
      union select person.account_id from exam_target target join exam_group_member person using (group_id)
      where target.exam_id = ${examId}`
  ).map(({ id }) => id)

export type ExamPersonRow = { id: number; username: string; nickname: string }
type ExamAllowanceRow = ExamPersonRow & { extra_minutes: number; extra_attempts: number }
export const selectExamAllowances = (db: Db, examId: number) => db<ExamAllowanceRow[]>`
  select account.id, username, nickname, extra_minutes, extra_attempts
  from exam_allowance join account on account.id = account_id
  where exam_id = ${examId} and (extra_minutes > 0 or extra_attempts > 0) order by username`

export async function upsertExamAllowance(
  db: Db,
  { examId, accountId, minutes, attempts }: { examId: number; accountId: number; minutes: number; attempts: number },
) {
  await db`
    insert into exam_allowance (exam_id, account_id, extra_minutes, extra_attempts)
    values (${examId}, ${accountId}, ${minutes}, ${attempts})
    on conflict (exam_id, account_id) do update
      set extra_minutes = excluded.extra_minutes, extra_attempts = excluded.extra_attempts`
}

export const selectPeopleByKey = (db: Db, key: string) => db<ExamPersonRow[]>`
  select id, username, nickname from account
  where enabled and (starts_with(username_key, lower(${key})) or strpos(nickname, ${key}) > 0) order by username_key limit 20`

export const isKnownAccount = async (db: Db, id: number) =>
  (await db`select 1 from account where id = ${id}`).length === 1

// ---- groups

export const selectExamineeGroups = (db: Db) =>
  db<{ id: number; name: string }[]>`select id, name from exam_group order by name`
export const selectGroupPeople = (db: Db) => db<(ExamPersonRow & { group_id: number })[]>`
  select group_id, account.id, username, nickname from exam_group_member join account on account.id = account_id
  order by username limit 20000`

export async function upsertExamineeGroup(tx: Tx, id: number | undefined, name: string): Promise<number | null> {
  const [row] =
    id === undefined
      ? await tx<{ id: number }[]>`insert into exam_group (name) values (${name}) returning id`
      : await tx<{ id: number }[]>`update exam_group set name = ${name} where id = ${id} returning id`
  return row?.id ?? null
}

/**
 * Saves the accounts of a group.
 * @returns the user names that were found, in lower case
 */
export async function replaceGroupPeople(tx: Tx, groupId: number, usernames: readonly string[]): Promise<Set<string>> {
  await tx`delete from exam_group_member where group_id = ${groupId}`
  const rows = await tx<{ username_key: string }[]>`
    with found as (select id, username_key from account where username_key = any(${[...usernames]}::text[])),
      added as (insert into exam_group_member (group_id, account_id) select ${groupId}, id from found)
    select username_key from found`
  return new Set(rows.map((row) => row.username_key))
}

export const isExamineeGroupUsed = async (db: Db, id: number) =>
  (await db`select 1 from exam_target where group_id = ${id} limit 1`).length > 0

export const deleteExamineeGroupRow = async (db: Db, id: number) =>
  (await db`delete from exam_group where id = ${id}`).count === 1

// ---- invigilation

export type ExamineeAttemptRow = Pick<
  Rows['exam_attempt'],
  'id' | 'account_id' | 'number' | 'started_at' | 'handed_in_at' | 'score'
> & {
  username: string
  nickname: string
  state: 'inProgress' | 'handedIn' | 'marked'
  handed_in_by: 'examinee' | 'clock' | 'examiner' | null
  seconds: number
  questions: number
  answered: number
  page_left: number
  pasted: number
  offline: number
  elsewhere: number
}

/** Examinees of an examination: running attempts first, then by start, newest first. */
export async function selectExaminees(db: Db, examId: number, { limit, offset }: PageLimits) {
  const [rows, [total]] = await Promise.all([
    db<ExamineeAttemptRow[]>`
      select attempt.*, username, nickname, answers.answered, events.page_left, events.pasted, events.offline,
        events.elsewhere
      from (
        select id, account_id, number, started_at, handed_in_at, handed_in_by, state, score,
          cardinality(question_version_ids) as questions,
          case when state = 'inProgress'
            then greatest(0, ceil(extract(epoch from deadline - clock_timestamp())))::int else 0 end as seconds
        from exam_attempt where exam_id = ${examId}
        order by (state = 'inProgress') desc, id desc limit ${limit} offset ${offset}) as attempt
      join account on account.id = attempt.account_id
      cross join lateral (
        select count(*) as answered from exam_answer where attempt_id = attempt.id and answer <> '') as answers
      cross join lateral (
        select count(*) filter (where kind = 'pageLeft') as page_left, count(*) filter (where kind = 'pasted') as pasted,
          count(*) filter (where kind = 'wentOffline') as offline,
          count(*) filter (where kind = 'openedElsewhere') as elsewhere
        from exam_event where attempt_id = attempt.id) as events
      order by (attempt.state = 'inProgress') desc, attempt.id desc`,
    db<{ running: number; handed_in: number }[]>`
      select count(*) filter (where state = 'inProgress') as running,
        count(*) filter (where state <> 'inProgress') as handed_in
      from exam_attempt where exam_id = ${examId}`,
  ])
  return { rows, running: total?.running ?? 0, handedIn: total?.handed_in ?? 0 }
}

export type AttemptEventRow = { id: number; at: Date; kind: ExamEventKind; detail: string }
export const selectAttemptEvents = (db: Db, attemptId: number) => db<AttemptEventRow[]>`
  select id, at, kind, detail from exam_event where attempt_id = ${attemptId} order by id limit 600`

export type ExtendedAttemptRow = { id: number; account_id: number }

/** Extends running attempts, and their time window if needed. */
export async function updateDeadlines(tx: Tx, examId: number, attemptId: number | undefined, minutes: number) {
  const rows = await tx<ExtendedAttemptRow[]>`
    update exam_attempt set deadline = greatest(deadline, clock_timestamp()) + make_interval(mins => ${minutes})
    where exam_id = ${examId} and state = 'inProgress' ${attemptId === undefined ? tx`` : tx`and id = ${attemptId}`}
    returning id, account_id`
  await tx`
    update exam set end_at = greatest(end_at, (
      select max(deadline) from exam_attempt where exam_id = ${examId} and state = 'inProgress'))
    where id = ${examId}`
  return rows
}

export const selectAttempt = (db: Db, id: number) =>
  firstRow(db<{ id: number; exam_id: number; account_id: number; state: string }[]>`
    select id, exam_id, account_id, state from exam_attempt where id = ${id}`)
