// The reason why an author cannot submit or change a work. The server and the screens use the same rules.
import { isSettled, type SubmissionState } from '@xinqiao/contract/submissions.ts'
import { purgedMessage } from './purged-calls.ts'
import type { CallForPapersRow } from '../records/store.ts'

export type CallTimes = Pick<CallForPapersRow, 'state' | 'is_open' | 'opens_at' | 'purged_at' | 'now'>

/** Reason against a new submission; empty if it is possible. */
export function findCallObstacle({ is_open, opens_at, purged_at, now }: CallTimes): string {
  if (purged_at) return purgedMessage
  if (is_open) return ''
  return now < opens_at ? '征集尚未开始' : '已过截止时间，不能再提交或修改'
}

/** Reason against changing an existing submission; empty if it is possible. */
export function findSubmissionObstacle({ state }: { state: SubmissionState }, call: CallTimes): string {
  // decisions are final once the results are published
  if (!call.purged_at && isSettled(call.state)) return '评选结果已公示或公布，不能再修改或提交'
  // returned works may be revised after the deadline, because the secretariat asked for it
  return state === 'returned' && !call.purged_at ? '' : findCallObstacle(call)
}
