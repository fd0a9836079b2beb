// Audits staff calls automatically: the first transaction of a call that commits writes the entry, unless the feature
// wrote a richer one.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './sql.ts'

export type StaffAct = {
  /** Writes the entry. @param result of the transaction, before it commits */
  record: (tx: Tx, result: unknown) => Promise<void>
  isRecorded: boolean
}

const acting = new AsyncLocalStorage<StaffAct>()

/** Runs a staff call. Work that continues after the call has ended is not audited as part of it. */
export async function actAs<T>(act: StaffAct, call: () => Promise<T>): Promise<T> {
  try {
    return await acting.run(act, call)
  } finally {
    act.isRecorded = true
  }
}

/** The feature has written its own entry for the call. */
export function markRecorded(): void {
  const act = acting.getStore()
  if (act) act.isRecorded = true
}

/** The call changed nothing, such as a batch without decisions or a refused import. */
export function changedNothing(): void {
  markRecorded()
}

/** Writes the audit entry of the current staff call, once, just before a commit. */
export async function recordAct(tx: Tx, result: unknown): Promise<void> {
  const act = acting.getStore()
  if (act && !act.isRecorded) await act.record(tx, result)
}
