// Credits of live lectures in the ledger of credits. An account has at most one entry of a lecture.
import type { Tx } from '../../../kit/db/db.ts'
import * as store from './store.ts'

/**
 * Credits a lecture to accounts without an entry of it. An entry that staff withdrew stays withdrawn.
 * @returns the number of credited accounts
 */
export const creditLecture = (tx: Tx, credit: store.LectureCredit, accountIds: readonly number[]): Promise<number> =>
  store.insertLectureCredits(tx, credit, accountIds)

/** Credits a lecture to one account, also when staff withdrew its entry before. */
export async function restoreLectureCredit(tx: Tx, credit: store.LectureCredit, accountId: number): Promise<void> {
  const isRestored = await store.updateCreditRestored(tx, credit.lecture_id, accountId)
  if (!isRestored) await store.insertLectureCredits(tx, credit, [accountId])
}

/** Withdraws the credit of a lecture. The entry stays, and no longer counts. */
export async function voidLectureCredit(tx: Tx, lectureId: number, accountId: number): Promise<void> {
  await store.updateCreditVoided(tx, lectureId, accountId)
}
