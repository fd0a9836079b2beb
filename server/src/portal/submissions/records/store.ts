// SQL of calls and submissions. Reviews are in `review-store.ts`.
import type {
  AwardLevel,
  CallKind,
  CallForPapersState,
  Criterion,
  SubmissionState,
} from '@xinqiao/contract/submissions.ts'
import type { SubmissionFields } from '@xinqiao/contract/http/submissions/submissions.ts'
import type { Rows } from '../../../../db/rows.ts'
import { columnsOf, type Db, type Tx } from '../../../kit/db/db.ts'
import { whitespaceClass } from '../../../kit/text/whitespace.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readCount } from '../../../kit/db/results.ts'

export type CallForPapersRow = Omit<Rows['submission_call'], 'kind' | 'state' | 'criteria'> & {
  kind: CallKind
  state: CallForPapersState
  criteria: Criterion[]
  is_open: boolean
  now: Date
}
/** Fields that reviewers may see. */
export type SubmissionContent = Omit<
  SubmissionFields,
  'title' | 'name' | 'phone' | 'company' | 'position' | 'team' | 'biography'
>
export type SubmissionRow = Omit<Rows['submission'], 'state' | 'content' | 'counts' | 'award'> & {
  state: SubmissionState
  content: SubmissionContent
  counts: Record<string, number>
  award: AwardLevel | null
}

const callTimeColumns = (db: Db) => db`
  clock_timestamp() as now,
  (submission_call.state = 'open' and purged_at is null
    and opens_at <= clock_timestamp() and deadline > clock_timestamp()) as is_open`
const callColumns = (db: Db) => db`submission_call.*, ${callTimeColumns(db)}`

export const selectNewestCall = (db: Db, kind: CallKind) =>
  firstRow(db<CallForPapersRow[]>`
    select ${callColumns(db)} from submission_call where kind = ${kind} order by id desc limit 1`)

export const selectCall = (db: Db, id: number) =>
  firstRow(db<CallForPapersRow[]>`select ${callColumns(db)} from submission_call where id = ${id}`)

export const lockCall = (tx: Tx, id: number) =>
  firstRow(tx<CallForPapersRow[]>`select ${callColumns(tx)} from submission_call where id = ${id} for update`)

/** Takes a shared lock, so that the call keeps its state until the transaction ends. */
export const lockCallForShare = (tx: Tx, id: number) =>
  firstRow(tx<CallForPapersRow[]>`select ${callColumns(tx)} from submission_call where id = ${id} for share`)

export const selectCalls = (db: Db) =>
  db<(CallForPapersRow & { submitted: number; reviewed: number })[]>`
    select ${callColumns(db)}, (
        select count(*) from submission where call_id = submission_call.id and submission.state in
          ('submitted', 'accepted', 'rejected')) as submitted, (
        select count(*) from submission_review join submission on submission.id = submission_id
        where call_id = submission_call.id and submission_review.state = 'done') as reviewed
    from submission_call order by id desc limit 200`

type CallValues = Pick<
  CallForPapersRow,
  'kind' | 'title' | 'opens_at' | 'deadline' | 'criteria' | 'notice_days' | 'retention_days'
>

export async function insertCall(db: Db, values: CallValues): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into submission_call ${columnsOf(db, { ...values, criteria: db.json(values.criteria) })} returning id`
  return row!.id
}

type CallChange = Partial<Omit<CallValues, 'kind'>> & {
  state?: CallForPapersState
  published_at?: Date
  noticed_at?: Date
  notice_until?: Date
}

/** @returns false when the call has changed since `version` was read */
export async function updateCall(db: Db, id: number, version: number, change: CallChange): Promise<boolean> {
  const values = change.criteria ? { ...change, criteria: db.json(change.criteria) } : change
  const { count } = await db`
    update submission_call set ${columnsOf(db, values)}, version = version + 1 where id = ${id} and version = ${version}`
  return count === 1
}

// ---- authors

export const selectOwnSubmissions = (db: Db, accountId: number, kind: CallKind | undefined) =>
  db<
    (SubmissionRow &
      Pick<CallForPapersRow, 'kind' | 'is_open' | 'opens_at' | 'purged_at' | 'now'> & {
        call_state: CallForPapersState
      })[]
  >`
    select submission.*, kind, submission_call.state as call_state, opens_at, purged_at, ${callTimeColumns(db)}
    from submission join submission_call on submission_call.id = call_id
    where account_id = ${accountId} ${kind === undefined ? db`` : db`and kind = ${kind}`}
    order by changed_at desc limit 50`

export const lockOwnSubmission = (tx: Tx, id: number, accountId: number) =>
  firstRow(tx<SubmissionRow[]>`
    select * from submission where id = ${id} and account_id = ${accountId} for update`)

export const countOwnSubmissions = (tx: Tx, callId: number, accountId: number) =>
  readCount(tx<{ count: number }[]>`
    select count(*) from submission where call_id = ${callId} and account_id = ${accountId}`)

export type SubmissionValues = {
  title: string
  content: SubmissionContent
  person_sealed: Buffer
  counts: Record<string, number>
}

export async function insertSubmission(
  tx: Tx,
  values: SubmissionValues & { id: number; call_id: number; account_id: number | null },
): Promise<SubmissionRow> {
  const row = { ...values, content: tx.json(values.content), counts: tx.json(values.counts) }
  const [inserted] = await tx<SubmissionRow[]>`insert into submission ${columnsOf(tx, row)} returning *`
  return inserted!
}

export type SubmissionChange = Partial<SubmissionValues> &
  Partial<
    Pick<
      SubmissionRow,
      | 'state'
      | 'file_key'
      | 'file_text'
      | 'submitted_at'
      | 'due_at'
      | 'decided_by'
      | 'decided_at'
      | 'note'
      | 'score'
      | 'award'
      | 'certificate_number'
    >
  >

export async function updateSubmission(tx: Tx, id: number, change: SubmissionChange): Promise<SubmissionRow> {
  const values = {
    ...change,
    ...(change.content && { content: tx.json(change.content) }),
    ...(change.counts && { counts: tx.json(change.counts) }),
  }
  const [row] = await tx<SubmissionRow[]>`
    update submission set ${columnsOf(tx, values)}, version = version + 1, changed_at = now()
    where id = ${id} returning *`
  return row!
}

export const selectSubmission = (db: Db, id: number) =>
  firstRow(db<SubmissionRow[]>`select * from submission where id = ${id}`)

export const lockSubmission = (tx: Tx, id: number) =>
  firstRow(tx<SubmissionRow[]>`select * from submission where id = ${id} for update`)

// ---- the secretariat

/** How staff see the titles of a call: in full, masked, or masked except with an award (`rules/parts.ts`). */
export type TitleMasking = 'whole' | 'masked' | 'maskedUnlessTaken'
export type SubmissionQuery = {
  callId: number
  state: SubmissionState | undefined
  key: string | undefined
  titles: TitleMasking
}
export type StaffSubmissionRow = SubmissionRow & { reviews: number; reviews_done: number; mean: number | null }

/** Masks in SQL like `maskName`, so that a search matches only the visible text and confirms no name. */
const maskedTitleCondition = (db: Db) => {
  const characters = db`regexp_replace(title, ${whitespaceClass}, '', 'g')`
  return db`
    case char_length(${characters}) when 0 then '' when 1 then '*' when 2 then left(${characters}, 1) || '*'
      else left(${characters}, 1) || repeat('*', least(char_length(${characters}) - 2, 3)) || right(${characters}, 1) end`
}

const shownTitleColumn = (db: Db, titles: TitleMasking) => {
  if (titles === 'whole') return db`title`
  if (titles === 'masked') return maskedTitleCondition(db)
  return db`case submission.state when 'accepted' then title else ${maskedTitleCondition(db)} end`
}

/** SQL condition of the filters. It excludes drafts, which only their authors may see. */
const matchingSubmissions = (
  db: Db,
  { callId, state, key, titles }: SubmissionQuery,
) => db`where call_id = ${callId} and submission.state <> 'draft'
    ${state === undefined ? db`` : db`and submission.state = ${state}`}
    ${key ? db`and strpos(lower(${shownTitleColumn(db, titles)}), lower(${key})) > 0` : db``}`

const submissionRowsWithReviews = (db: Db) => db`
  select submission.*, found.reviews, found.reviews_done, found.mean
  from submission left join lateral (
    select count(*) filter (where state <> 'declined') as reviews,
      count(*) filter (where state = 'done') as reviews_done,
      round(avg(total) filter (where state = 'done'))::integer as mean
    from submission_review where submission_id = submission.id) found on true`

export const countSubmissionsForStaff = (db: Db, query: SubmissionQuery) =>
  readCount(db<{ count: number }[]>`select count(*) from submission ${matchingSubmissions(db, query)}`)

export async function selectSubmissionsForStaff(db: Db, query: SubmissionQuery & PageLimits) {
  const [rows, total] = await Promise.all([
    db<StaffSubmissionRow[]>`
      ${submissionRowsWithReviews(db)} ${matchingSubmissions(db, query)}
      order by submitted_at desc nulls last, submission.id desc limit ${query.limit} offset ${query.offset}`,
    countSubmissionsForStaff(db, query),
  ])
  return { rows, total }
}

/** The next rows by id, for exports in batches. */
export const selectSubmissionsAfter = (db: Db, query: SubmissionQuery, afterId: number, limit: number) =>
  db<StaffSubmissionRow[]>`
    ${submissionRowsWithReviews(db)} ${matchingSubmissions(db, query)} and submission.id > ${afterId} order by submission.id limit ${limit}`

/** Works eligible for an award: submitted or accepted, with the mean of their reviews. */
export const selectSubmissionsByScore = (db: Db, callId: number) =>
  db<
    (Pick<SubmissionRow, 'id' | 'title' | 'account_id' | 'person_sealed' | 'state' | 'score' | 'award'> & {
      mean: number | null
    })[]
  >`
    select submission.id, title, account_id, person_sealed, submission.state, submission.score, submission.award,
      round(avg(total) filter (where submission_review.state = 'done'))::integer as mean
    from submission left join submission_review on submission_id = submission.id
    where call_id = ${callId} and submission.state in ('submitted', 'accepted')
    group by submission.id order by mean desc nulls last, submission.id`

export const selectSubmissionFiles = (db: Db, keys: string[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : db<Rows['private_file'][]>`select * from private_file where key in ${db(keys)}`
