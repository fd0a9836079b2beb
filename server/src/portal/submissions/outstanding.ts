// Reviews that are still to come while results are made known: who publishes without them says why.
import { roles } from '@xinqiao/contract/roles.ts'
import { appliedKinds, isSettled } from '@xinqiao/contract/submissions.ts'
import type { Db } from '../../kit/db.ts'
import * as reviewStore from './review-store.ts'
import type { CallRow } from './store.ts'

type Outstanding = { reviewers: readonly { name: string; open: number }[]; unscored: number }

/** Empty where nothing is outstanding. Pure. */
export function outstandingSentence({ reviewers, unscored }: Outstanding): string {
  const open = reviewers.reduce((sum, reviewer) => sum + reviewer.open, 0)
  const names = reviewers.map((reviewer) => `${reviewer.name}${reviewer.open}项`).join('、')
  const parts = [open > 0 && `还有${open}项评审没有完成（${names}）`, unscored > 0 && `${unscored}件作品没有评分`]
  return parts.filter(Boolean).join('，')
}

/** Of works that are ranked, as long as their reviews can still come in. */
export async function findOutstanding(db: Db, call: CallRow): Promise<string> {
  if (appliedKinds.includes(call.kind) || isSettled(call.state)) return ''
  const [reviewers, unscored] = await Promise.all([
    reviewStore.listOutstanding(db, call.id, roles.counsellor),
    reviewStore.countUnscored(db, call.id, roles.counsellor),
  ])
  return outstandingSentence({ reviewers, unscored })
}
