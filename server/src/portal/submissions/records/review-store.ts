// SQL of reviews: assignments, missing reviews and scores.
import {
  appliedKinds,
  type CallKind,
  type CallForPapersState,
  type ReviewState,
} from '@xinqiao/contract/submissions.ts'
import type { Rows } from '../../../../db/rows.ts'
import { columnsOf, type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow, readCount } from '../../../kit/db/results.ts'

export type ReviewRow = Omit<Rows['submission_review'], 'state' | 'scores'> & {
  state: ReviewState
  scores: Record<string, number>
}

/** SQL condition: experts who cannot sign in any more do not block results. */
const isReviewerRole = (db: Db, roleId: number) => db`account.enabled and account.role_id = ${roleId}`

/** Number of missing reviews of eligible works, by reviewer. */
export const selectOutstandingReviewers = (db: Db, callId: number, roleId: number) =>
  db<{ name: string; open: number }[]>`
    select coalesce(nullif(nickname, ''), username) as name, count(*) as open
    from submission join submission_review on submission_id = submission.id join account on account.id = reviewer_id
    where call_id = ${callId} and submission.state in ('submitted', 'accepted') and submission_review.state = 'assigned'
      and ${isReviewerRole(db, roleId)}
    group by account.id, nickname, username order by open desc, name limit 100`

/** Eligible works without a score, and without a reviewer who can still score them. */
export const countUnscoredSubmissions = (db: Db, callId: number, roleId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from submission
    where call_id = ${callId} and state in ('submitted', 'accepted') and not exists (
      select 1 from submission_review join account on account.id = reviewer_id
      where submission_id = submission.id and (submission_review.state = 'done'
        or (submission_review.state = 'assigned' and ${isReviewerRole(db, roleId)})))`)

/** Works that were returned for revision and not submitted again. */
export const countReturnedSubmissions = (db: Db, callId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from submission where call_id = ${callId} and state = 'returned'`)

export const selectReviewers = (db: Db, roleId: number) =>
  db<{ id: number; name: string; open: number }[]>`
    select account.id, coalesce(nullif(nickname, ''), username) as name, (
      select count(*) from submission_review where reviewer_id = account.id and state = 'assigned') as open
    from account where role_id = ${roleId} and enabled order by name, account.id limit 1000`

export const countReviewers = (db: Db, ids: number[], roleId: number) =>
  readCount(db<{ count: number }[]>`
    select count(*) from account where id in ${db(ids)} and role_id = ${roleId} and enabled`)

/**
 * Assigns works to experts; skips an expert's own works, and works that the expert already reviews. Ranked works can be
 * assigned until the results are final, even after acceptance.
 * @returns the work of each new review
 */
export async function insertReviews(tx: Tx, submissionIds: number[], reviewerIds: number[]): Promise<number[]> {
  const rows = await tx<{ submission_id: number }[]>`
    insert into submission_review (submission_id, reviewer_id)
    select submission.id, account.id from submission join submission_call on submission_call.id = call_id
      cross join account
    where submission.id in ${tx(submissionIds)} and submission_call.state in ('open', 'closed')
      and submission_call.purged_at is null
      and (submission.state = 'submitted'
        or (submission.state = 'accepted' and submission_call.kind <> all(${[...appliedKinds]}::text[])))
      and account.id in ${tx(reviewerIds)} and submission.account_id is distinct from account.id
    on conflict do nothing returning submission_id`
  return rows.map((row) => row.submission_id)
}

export type OwnReviewRow = ReviewRow & { kind: CallKind; title: string; call_state: CallForPapersState }

const ownReviewRows = (db: Db) => db`
  select submission_review.*, kind, submission.title, submission_call.state as call_state
  from submission_review join submission on submission.id = submission_id
    join submission_call on submission_call.id = call_id`

export const selectOwnReviews = (db: Db, reviewerId: number) =>
  db<OwnReviewRow[]>`
    ${ownReviewRows(db)} where reviewer_id = ${reviewerId}
    order by submission_review.state, submission_review.id desc limit 200`

export const selectOwnReview = (db: Db, id: number, reviewerId: number) =>
  firstRow(db<OwnReviewRow[]>`
    ${ownReviewRows(db)} where submission_review.id = ${id} and reviewer_id = ${reviewerId}`)

export const selectReview = (db: Db, submissionId: number, reviewerId: number) =>
  firstRow(db<ReviewRow[]>`
    select * from submission_review where submission_id = ${submissionId} and reviewer_id = ${reviewerId}`)

export const deleteReview = (tx: Tx, id: number) => tx`delete from submission_review where id = ${id}`

type ReviewChange = Pick<ReviewRow, 'state' | 'scores' | 'total' | 'comment'> & { done_at: Date | null }

export async function updateReview(tx: Tx, id: number, change: ReviewChange): Promise<void> {
  await tx`update submission_review set ${columnsOf(tx, { ...change, scores: tx.json(change.scores) })} where id = ${id}`
}

/**
 * Resets the reviews of all experts who have not declined.
 * @returns their ids
 */
export async function markReviewsAssigned(tx: Tx, submissionId: number): Promise<number[]> {
  const rows = await tx<{ reviewer_id: number }[]>`
    update submission_review set state = 'assigned', scores = '{}', total = null, comment = '', done_at = null
    where submission_id = ${submissionId} and state <> 'declined' returning reviewer_id`
  return rows.map((row) => row.reviewer_id)
}

export const selectReviews = (db: Db, submissionId: number) =>
  db<(ReviewRow & { reviewer: string })[]>`
    select submission_review.*, coalesce(nullif(nickname, ''), username) as reviewer
    from submission_review join account on account.id = reviewer_id
    where submission_id = ${submissionId} order by submission_review.id`

export async function hasReviewScores(db: Db, callId: number): Promise<boolean> {
  const [row] = await db<{ has: boolean }[]>`
    select exists (select 1 from submission_review join submission on submission.id = submission_id
      where call_id = ${callId} and submission_review.state = 'done') as has`
  return row?.has ?? false
}
