// Settles open reports when the author deletes the question or answer.
import { routes } from '@xinqiao/contract/routes.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { markReviewsOfRemovedSettled } from '../records/review-store.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'

/** Removes the text from the review queue and notifies the reporters. */
export async function settleReportsOfRemovedText(
  scope: TransactionScope,
  questionId: number,
  answerId?: number,
): Promise<void> {
  const userIds = await markReviewsOfRemovedSettled(scope.tx, questionId, answerId)
  const notice = { kind: 'review' as const, userIds, title: '您举报的内容已由作者删除', link: routes.message }
  await notifyUsers(scope, notice)
}
