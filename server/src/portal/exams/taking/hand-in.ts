// Handing in by the examinee, by the clock when the browser is gone, or by an examiner. Only the first one counts.
import { fail } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { issueEarned } from './certificates.ts'
import { markAnswer, roundScore, type Partial } from './marking.ts'
import { dropSitting, forgetOldSittings } from './sittings.ts'
import * as store from './store.ts'

type Marked = { id: number; examId: number; versionIds: number[]; scores: number[]; partial: Partial }

/** Marks every question of an ended attempt, in the caller's transaction. @returns the score */
export async function markAttempt(tx: Tx, { id, examId, versionIds, scores, partial }: Marked): Promise<number> {
  const [keys, answers] = await Promise.all([store.listKeys(tx, examId, versionIds), store.listAnswers(tx, id)])
  const keyOf = new Map(keys.map((key) => [key.version_id, key]))
  const givenTo = new Map(answers.map((answer) => [answer.num, answer.answer]))
  const marks = versionIds.map((versionId, i) => {
    const { kind, answer } = keyOf.get(versionId)!
    return { num: i + 1, ...markAnswer(kind, answer, givenTo.get(i + 1) ?? '', scores[i] ?? 0, partial) }
  })
  const score = roundScore(marks.reduce((sum, mark) => sum + mark.points, 0))
  await store.writeMarks(tx, id, marks)
  await store.writeScore(tx, id, score)
  return score
}

type HandIn = {
  attemptId: number
  by: 'examinee' | 'clock' | 'examiner'
  /** Answers that the browser sent with the request. */
  answers?: readonly store.GivenAnswer[]
  detail?: string
  /** Further writes in the same transaction. */
  along?: (tx: Tx) => Promise<unknown>
}
/** `late`: the answers of the request came too late to count. */
export type HandedIn = 'done' | 'again' | 'late'

export async function handIn(kit: Kit, { attemptId, by, answers = [], detail = '', along }: HandIn): Promise<HandedIn> {
  let examToSettle: number | null = null
  const result = await transaction<HandedIn>(kit.sql, async (tx, after) => {
    const attempt = await store.lockAttempt(tx, attemptId)
    if (!attempt) throw fail('notFound')
    const { exam_id: examId, account_id: accountId, question_version_ids: versionIds, scores, partial } = attempt
    if (attempt.state !== 'inProgress') return 'again'
    if (by === 'clock' && attempt.is_in_time) return 'again' // extended meanwhile
    const isLate = !attempt.is_in_time
    if (answers.length > 0 && !isLate) await store.writeAnswers(tx, attemptId, answers)
    await store.closeAttempt(tx, attemptId, isLate && by === 'examinee' ? 'clock' : by)
    await markAttempt(tx, { id: attemptId, examId, versionIds, scores, partial })
    await store.insertEvent(tx, attemptId, 'handedIn', detail)
    await along?.(tx)
    after(() => dropSitting(kit, accountId, examId))
    examToSettle = examId
    return isLate && answers.length > 0 ? 'late' : 'done'
  })
  if (examToSettle !== null) await issueEarned(kit, examToSettle)
  return result
}

/** Hands in overdue attempts whose browser did not. @param accountId limits it to one account */
export async function closeOverdue(kit: Kit, accountId?: number): Promise<void> {
  for (const { id } of await store.listOverdue(kit.sql, accountId)) {
    await handIn(kit, { attemptId: id, by: 'clock', detail: '考试时间结束，系统交卷' })
  }
  forgetOldSittings(kit)
}
