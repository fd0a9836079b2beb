// Handing in: by the examinee, by the clock when the browser has gone, or by an examiner. Only the first one counts.
import { orNotFound } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { releaseResults } from '../results/release-results.ts'
import { markAnswer, roundScore, type PartialCredit } from '../results/marking.ts'
import { evictAttempt, evictOldAttempts } from './attempt-cache.ts'
import * as store from './store.ts'

type AttemptToMark = { id: number; examId: number; versionIds: number[]; scores: number[]; partial: PartialCredit }

/**
 * Marks every question of an ended attempt, in the caller's transaction.
 * @returns the score
 */
export async function markAttempt(tx: Tx, { id, examId, versionIds, scores, partial }: AttemptToMark): Promise<number> {
  const [keys, answers] = await Promise.all([
    store.selectAnswerKeys(tx, examId, versionIds),
    store.selectMarkedAnswers(tx, id),
  ])
  const keyOf = new Map(keys.map((key) => [key.version_id, key]))
  const answersByNum = new Map(answers.map((answer) => [answer.num, answer.answer]))
  const marks = versionIds.map((versionId, i) => {
    const { kind, answer } = keyOf.get(versionId)!
    return { num: i + 1, ...markAnswer(kind, answer, answersByNum.get(i + 1) ?? '', scores[i] ?? 0, partial) }
  })
  const score = roundScore(marks.reduce((sum, mark) => sum + mark.points, 0))
  await store.upsertMarks(tx, id, marks)
  await store.updateScore(tx, id, score)
  return score
}

type HandInInput = {
  attemptId: number
  by: 'examinee' | 'clock' | 'examiner'
  /** Answers that the browser sent with the request to hand in. */
  answers?: readonly store.TimedAnswer[]
  detail?: string
  /** Further writes in the same transaction. */
  along?: (tx: Tx) => Promise<unknown>
}
/** `late`: answers of the request arrived too late to count. */
export type HandInResult = 'done' | 'again' | 'late'

export async function handInAttempt(
  kit: Kit,
  { attemptId, by, answers = [], detail = '', along }: HandInInput,
): Promise<HandInResult> {
  let examToSettle: number | null = null
  const result = await transaction<HandInResult>(kit.sql, async (tx, afterCommit) => {
    const attempt = orNotFound(await store.lockAttempt(tx, attemptId))
    const { exam_id: examId, account_id: accountId, question_version_ids: versionIds, scores, partial } = attempt
    if (attempt.state !== 'inProgress') return 'again'
    if (by === 'clock' && attempt.is_in_time) return 'again' // the attempt was extended meanwhile
    const isLate = !attempt.is_in_time
    if (answers.length > 0 && !isLate) await store.upsertAnswersOfLockedAttempt(tx, attemptId, answers)
    await store.markAttemptHandedIn(tx, attemptId, isLate && by === 'examinee' ? 'clock' : by)
    await markAttempt(tx, { id: attemptId, examId, versionIds, scores, partial })
    await store.insertAttemptEvent(tx, attemptId, 'handedIn', detail)
    await along?.(tx)
    afterCommit(() => evictAttempt(kit, accountId, examId))
    examToSettle = examId
    return isLate && answers.length > 0 ? 'late' : 'done'
  })
  if (examToSettle !== null) await releaseResults(kit, examToSettle)
  return result
}

/**
 * Hands in overdue attempts that no browser has handed in.
 * @param accountId limits it to one account
 */
export async function closeOverdueAttempts(kit: Kit, accountId?: number): Promise<void> {
  for (const { id } of await store.selectOverdueAttempts(kit.sql, accountId)) {
    await handInAttempt(kit, { attemptId: id, by: 'clock', detail: '考试时间结束，系统交卷' })
  }
  evictOldAttempts(kit)
}
