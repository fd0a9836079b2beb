// What a member of staff is doing while their call runs, so that none of it can be left out of the audit log: the first
// transaction of the call that commits carries an entry, unless the feature wrote a richer one itself.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './sql.ts'

export type StaffAct = {
  /** Writes the entry; `result` is what the transaction is about to return. */
  record: (tx: Tx, result: unknown) => Promise<void>
  isRecorded: boolean
}

const acting = new AsyncLocalStorage<StaffAct>()

/** Runs a call of staff. What it starts and does not wait for belongs to it no longer once it has ended. */
export async function actAs<T>(act: StaffAct, call: () => Promise<T>): Promise<T> {
  try {
    return await acting.run(act, call)
  } finally {
    act.isRecorded = true
  }
}

/** An entry of the feature's own stands for the call. */
export function markRecorded(): void {
  const act = acting.getStore()
  if (act) act.isRecorded = true
}

/** Nothing has come of the call: a batch in which nothing was decided, an import that had to be refused as a whole. */
export function changedNothing(): void {
  markRecorded()
}

/** Before a commit. Nothing outside of a call of staff, and nothing twice. */
export async function recordAct(tx: Tx, result: unknown): Promise<void> {
  const act = acting.getStore()
  if (act && !act.isRecorded) await act.record(tx, result)
}
