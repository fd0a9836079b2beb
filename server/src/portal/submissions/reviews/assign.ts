// Assigns works to experts, and withdraws unfinished reviews.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { isSettled } from '@xinqiao/contract/submissions.ts'
import type { AuditedCtx, Ctx } from '../../../kit/ctx.ts'
import { notifyUsers } from '../../notify/notify.ts'
import * as reviewStore from '../records/review-store.ts'
import * as store from '../records/store.ts'

export const listReviewers = ({ kit }: Ctx) => reviewStore.selectReviewers(kit.sql, roles.counsellor)

export const assignReviewers = async (
  ctx: AuditedCtx,
  { ids, reviewerIds }: { ids: number[]; reviewerIds: number[] },
) => {
  const { tx } = ctx
  const reviewers = [...new Set(reviewerIds)]
  if ((await reviewStore.countReviewers(tx, reviewers, roles.counsellor)) < reviewers.length) {
    const message = '只能分配给在用的专家账号'
    throw failField('reviewerIds', message)
  }
  const assigned = await reviewStore.insertReviews(tx, ids, reviewers)
  if (assigned.length > 0) {
    const notice = { kind: 'review', userIds: reviewers, title: '您有新的评审任务', link: routes.review } as const
    await notifyUsers(ctx, notice)
  }
  return { assigned: assigned.length, ids: [...new Set(assigned)] }
}

/** Withdraws an expert's review of a work. A completed one stays, and so does the entry of an expert who declined. */
export const unassignReviewer = async (
  ctx: AuditedCtx,
  { submissionId, accountId }: { submissionId: number; accountId: number },
): Promise<null> => {
  const { tx } = ctx
  // locks the work first, because the expert may be submitting the review
  const work = await store.lockSubmission(tx, submissionId)
  const call = work && (await store.selectCall(tx, work.call_id))
  const review = work && (await reviewStore.selectReview(tx, submissionId, accountId))
  if (!work || !call || !review) throw fail('notFound')
  if (review.state === 'done') throw fail('wrongState', '评审已完成，不能收回')
  if (review.state === 'declined') throw fail('wrongState', '专家已回避，无需收回')
  if (isSettled(call.state)) throw fail('wrongState', '结果已公示或公布，不能再收回评审')
  await reviewStore.deleteReview(tx, review.id)
  const title = `“${work.title}”的评审任务已由会务组收回，无需再评`
  const notice = { kind: 'review', userIds: [accountId], title, link: routes.review } as const
  await notifyUsers(ctx, notice)
  return null
}
