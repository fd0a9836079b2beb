// Works that are gone cannot be judged, shown, rewritten or joined by others any more.
import { fail } from '@xinqiao/contract/errors.ts'
import type { CallRow } from './store.ts'

export const purgedSentence = '这次征集的稿件与资料已到期删除，不能再修改、提交、公示或公布'

/** @throws Failure wrongState once the works of the call have been deleted */
export function checkKept(call: Pick<CallRow, 'purged_at'>): void {
  if (call.purged_at) throw fail('wrongState', purgedSentence)
}
