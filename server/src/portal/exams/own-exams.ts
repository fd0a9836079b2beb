// Lists of examinations, and review of a finished paper, the only source of right answers for examinees.
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { recordSecurityEvent } from '../../kit/audit/security-events.ts'
import { readExaminee } from './records/examinee.ts'
import { closeOverdueAttempts } from './attempts/hand-in.ts'
import * as store from './attempts/store.ts'
import * as releaseStore from './results/release-store.ts'
import * as examStore from './records/exam-store.ts'

/** True when the examinee may see the right answers; never while another attempt is possible. */
export const areAnswersShown = (exam: examStore.ExamineeExamRow): boolean =>
  exam.is_score_shown && !exam.running && exam.used > 0 && (exam.has_ended || exam.used >= exam.attempts)

export async function listCurrentExams(ctx: Ctx) {
  await closeOverdueAttempts(ctx.kit, viewerOf(ctx).id)
  return examStore.selectCurrentExams(ctx.kit.sql, await readExaminee(ctx))
}

export async function listFinishedExams(ctx: Ctx) {
  await closeOverdueAttempts(ctx.kit, viewerOf(ctx).id)
  return examStore.selectFinishedExams(ctx.kit.sql, await readExaminee(ctx))
}

export type ExamResult = {
  exam: examStore.ExamineeExamRow
  attempt: store.ExamAttemptRow
  questions: store.AttemptQuestionRow[]
  /** Questions by number. `key` is the answer key used for marking; null when every examinee got the full score. */
  answers: Map<number, store.MarkedAnswerRow>
  keys: Map<number, string | null>
  certificateId: number | null
}

export async function getExamResult(ctx: Ctx, paperId: number, testId: number): Promise<ExamResult> {
  const { sql } = ctx.kit
  const { id } = viewerOf(ctx)
  await closeOverdueAttempts(ctx.kit, id)
  const exam = await examStore.selectExamForExaminee(sql, await readExaminee(ctx), testId)
  if (!exam || exam.paper_id !== paperId) {
    await recordSecurityEvent(ctx, 'examRefused', id, { call: 'showHistory', id: testId })
    throw fail('notFound', '没有这场考试，或未安排您参加')
  }
  const attempt = await store.selectCountedAttempt(sql, id, testId)
  if (!attempt) throw fail('notFound', '您没有参加这场考试')
  if (!areAnswersShown(exam)) throw fail('resultNotShown')
  const [questions, answers, certificateId] = await Promise.all([
    store.selectAttemptQuestions(sql, attempt.id),
    store.selectMarkedAnswers(sql, attempt.id),
    releaseStore.selectExamCertificate(sql, id, testId),
  ])
  const keys = await store.selectAnswerKeys(
    sql,
    testId,
    questions.map((question) => question.version_id),
  )
  return {
    exam,
    attempt,
    questions,
    answers: new Map(answers.map((row) => [row.num, row])),
    keys: new Map(keys.map((row) => [row.version_id, row.answer])),
    certificateId,
  }
}
