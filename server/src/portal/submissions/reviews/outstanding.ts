// Missing reviews, and works returned for revision. Publishing results without them needs a reason.
import { roles } from '@xinqiao/contract/roles.ts'
import { appliedKinds, isSettled } from '@xinqiao/contract/submissions.ts'
import type { Db } from '../../../kit/db/db.ts'
import * as reviewStore from '../records/review-store.ts'
import type { CallForPapersRow } from '../records/store.ts'

type OutstandingReviews = { reviewers: readonly { name: string; open: number }[]; unscored: number; returned: number }

/** Message about missing reviews and returned works; empty when nothing is missing. Pure function. */
export function describeOpenReviews({ reviewers, unscored, returned }: OutstandingReviews): string {
  const open = reviewers.reduce((sum, reviewer) => sum + reviewer.open, 0)
  const names = reviewers.map((reviewer) => `${reviewer.name}${reviewer.open}项`).join('、')
  const parts = [
    open > 0 && `还有${open}项评审没有完成（${names}）`,
    unscored > 0 && `${unscored}件作品没有评分`,
    returned > 0 && `${returned}件退回修改后没有重新提交`,
  ]
  return parts.filter(Boolean).join('，')
}

/**
 * Message about missing reviews; empty once the results are final. Applications have no reviews, but may be returned
 * for revision.
 */
export async function findOpenReviewsMessage(db: Db, call: CallForPapersRow): Promise<string> {
  if (isSettled(call.state)) return ''
  const isRanked = !appliedKinds.includes(call.kind)
  const [reviewers, unscored, returned] = await Promise.all([
    isRanked ? reviewStore.selectOutstandingReviewers(db, call.id, roles.counsellor) : [],
    isRanked ? reviewStore.countUnscoredSubmissions(db, call.id, roles.counsellor) : 0,
    reviewStore.countReturnedSubmissions(db, call.id),
  ])
  return describeOpenReviews({ reviewers, unscored, returned })
}
