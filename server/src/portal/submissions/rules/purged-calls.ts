// Refuses actions on purged calls: their works cannot be judged, shown or changed, and they accept no new ones.
import { fail } from '@xinqiao/contract/errors.ts'
import type { CallForPapersRow } from '../records/store.ts'

export const purgedMessage = '这次征集的稿件与资料已到期删除，不能再修改、提交、公示或公布'

/** @throws Failure wrongState once the works of the call were deleted */
export function checkNotPurged(call: Pick<CallForPapersRow, 'purged_at'>): void {
  if (call.purged_at) throw fail('wrongState', purgedMessage)
}
