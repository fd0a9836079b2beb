// Blind review: reviewers never see authors, and score by the weights of the call.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { OwnReview, ReviewSheet } from '@xinqiao/contract/http/submissions/submissions.ts'
import { appliedKinds, isSettled, type Criterion } from '@xinqiao/contract/submissions.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { listParts } from '../rules/parts.ts'
import { toPoints } from '../rules/points.ts'
import { createFileLinks } from '../rules/present.ts'
import * as reviewStore from '../records/review-store.ts'
import * as store from '../records/store.ts'

/** Weighted score in hundredths of a point; the maximum is 100 points. */
export function weighScores(criteria: readonly Criterion[], scores: Record<string, number>): number {
  const sum = criteria.reduce((total, { key, weight }) => total + (scores[key] ?? 0) * weight, 0)
  return Math.round(sum)
}

const presentOwnReview = (row: reviewStore.OwnReviewRow): OwnReview => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  total: toPoints(row.total),
})

export const listOwnReviews = async (ctx: Ctx): Promise<OwnReview[]> =>
  (await reviewStore.selectOwnReviews(ctx.kit.sql, viewerOf(ctx).id)).map(presentOwnReview)

export async function getReviewSheet(ctx: Ctx, id: number): Promise<ReviewSheet> {
  const { sql } = ctx.kit
  const review = await reviewStore.selectOwnReview(sql, id, viewerOf(ctx).id)
  const work = review && (await store.selectSubmission(sql, review.submission_id))
  const call = work && (await store.selectCall(sql, work.call_id))
  if (!review || !work || !call) throw fail('notFound')
  const files = await createFileLinks(ctx, ctx.kit.sql, [work])
  return {
    ...presentOwnReview(review),
    handedIn: submissionVersionOf(work),
    criteria: call.criteria,
    parts: listParts(call.kind, work),
    // the file of a paper names its author, so reviewers get only its text
    fileUrl: call.kind === 'competition' && work.file_key ? (files.get(work.file_key)?.url ?? '') : '',
    scores: review.scores,
    comment: review.comment,
    mayChange: canChangeReview(review, work, call),
  }
}

/** Ranked works can be scored until the results are final, even after acceptance. */
const canChangeReview = (
  review: Pick<reviewStore.ReviewRow, 'state'>,
  work: Pick<store.SubmissionRow, 'state'>,
  call: Pick<store.CallForPapersRow, 'kind' | 'state' | 'purged_at'>,
) =>
  review.state !== 'declined' &&
  (work.state === 'submitted' || (work.state === 'accepted' && !appliedKinds.includes(call.kind))) &&
  !isSettled(call.state) &&
  call.purged_at === null

/** The time of submission identifies the text, because a new text is a new submission. */
const submissionVersionOf = (work: Pick<store.SubmissionRow, 'submitted_at'>): number =>
  work.submitted_at?.getTime() ?? 0

type ReviewInput = { id: number; handedIn: number; scores: Record<string, number>; comment: string; isDone: boolean }

export const saveReview = (ctx: Ctx, { id, handedIn: read, scores, comment, isDone }: ReviewInput): Promise<null> =>
  transaction(ctx.kit.sql, async (tx) => {
    const unlockedRow = await reviewStore.selectOwnReview(tx, id, viewerOf(ctx).id)
    const work = unlockedRow && (await store.lockSubmission(tx, unlockedRow.submission_id))
    const call = work && (await store.selectCall(tx, work.call_id))
    // reads the review again, because it may have been withdrawn while this call waited for the lock
    const review = work && (await reviewStore.selectOwnReview(tx, id, viewerOf(ctx).id))
    if (!review || !work || !call) throw fail('notFound')
    if (!canChangeReview(review, work, call)) throw fail('wrongState', '评审已结束，或作品正由作者修改，现在不能评分')
    if (read !== submissionVersionOf(work))
      throw fail('changedMeanwhile', '作者已重新提交新的内容，请阅读新的内容后再评分')
    const knownScores = Object.fromEntries(
      call.criteria.filter(({ key }) => key in scores).map(({ key }) => [key, scores[key] ?? 0]),
    )
    const missing = call.criteria.find(({ key }) => !(key in knownScores))
    if (isDone && missing) {
      const message = `请为“${missing.title}”打分`
      throw failField(missing.key, message)
    }
    // a completed review cannot be changed
    const counts = isDone || review.state === 'done'
    await reviewStore.updateReview(tx, id, {
      state: counts && !missing ? 'done' : 'assigned',
      scores: knownScores,
      total: counts && !missing ? weighScores(call.criteria, knownScores) : null,
      comment,
      done_at: counts && !missing ? call.now : null,
    })
    return null
  })

export const declineReview = (ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<null> =>
  transaction(ctx.kit.sql, async (tx) => {
    const review = orNotFound(await reviewStore.selectOwnReview(tx, id, viewerOf(ctx).id))
    if (review.state === 'declined' || isSettled(review.call_state)) throw fail('wrongState')
    await reviewStore.updateReview(tx, id, {
      state: 'declined',
      scores: {},
      total: null,
      comment: reason,
      done_at: null,
    })
    return null
  })
