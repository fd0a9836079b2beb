// Why an author cannot hand in or change something any more: one rule for what is refused and for what is not offered.
import { isSettled, type SubmissionState } from '@xinqiao/contract/submissions.ts'
import { purgedSentence } from './keeping.ts'
import type { CallRow } from './store.ts'

export type Times = Pick<CallRow, 'state' | 'is_open' | 'opens_at' | 'purged_at' | 'now'>

/** Of what is begun now; empty where nothing is in the way. */
export function obstacleToAll({ is_open, opens_at, purged_at, now }: Times): string {
  if (purged_at) return purgedSentence
  if (is_open) return ''
  return now < opens_at ? '征集尚未开始' : '已过截止时间，不能再提交或修改'
}

/** Of what one has here already. */
export function obstacleTo({ state }: { state: SubmissionState }, call: Times): string {
  // nobody could decide about it any more
  if (!call.purged_at && isSettled(call.state)) return '评选结果已公示或公布，不能再修改或提交'
  // what was returned may be mended after the deadline: it was the secretariat that asked for it
  return state === 'returned' && !call.purged_at ? '' : obstacleToAll(call)
}
