// Taking an examination: opening the paper starts the clock, answers are saved at once, and the server's clock ends it.
// No reply of this file contains a right answer.
import { randomInt } from 'node:crypto'
import { fail } from '@xinqiao/contract/errors.ts'
import { examLimits } from '@xinqiao/contract/exams.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { changedExams } from '../../../kit/bus/topic.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { readAnswers, type SentAnswer } from './answers.ts'
import { pickQuestions } from './pick-questions.ts'
import { readExaminee } from '../records/examinee.ts'
import { closeOverdueAttempts, handInAttempt } from './hand-in.ts'
import { optionListOf } from './option-order.ts'
import { findRunningAttempt, remainingMs, type CachedAttempt } from './attempt-cache.ts'
import * as store from './store.ts'
import * as examStore from '../records/exam-store.ts'

const unknownExamMessage = '没有这场考试，或未安排您参加'

/** An examination that is not assigned to the caller is reported as missing, and the request is recorded. */
async function refuseUnassignedExam(ctx: Ctx, call: string, id: number): Promise<never> {
  await recordSecurityEvent(ctx, 'examRefused', viewerOf(ctx).id, { call, id })
  throw fail('notFound', unknownExamMessage)
}

/** Two concurrent tabs get the same attempt, which one of them starts. */
async function startAttempt(ctx: Ctx, exam: examStore.ExamineeExamRow): Promise<void> {
  const { id: accountId, signInSessionId } = viewerOf(ctx)
  if (!exam.has_begun) throw fail('examNotOpen', '考试尚未开始')
  if (exam.has_ended) throw fail('examNotOpen', '考试已结束')
  if (exam.used >= exam.attempts) throw fail('noAttemptsLeft')
  const seed = randomInt(2 ** 31 - 1)
  const questions = await pickQuestions(ctx.kit.sql, exam.id, seed)
  const id = await store.insertAttempt(ctx.kit.sql, {
    exam_id: exam.id,
    account_id: accountId,
    number: exam.used + 1,
    seed,
    question_version_ids: questions.map((question) => question.version_id),
    scores: questions.map((question) => question.score),
    minutes: exam.duration_minutes + exam.extra_minutes,
    session_id: signInSessionId,
  })
  if (id === null) return
  await store.insertAttemptEvent(ctx.kit.sql, id, 'opened', ctx.ip)
  changedExams.publish(ctx.kit.bus, exam.id)
}

export type RunningPaper = {
  attempt: CachedAttempt
  name: string
  questions: store.AttemptQuestionRow[]
  answersByNum: Map<number, string>
}

/** The paper of a running attempt; starts one when there is none. */
export async function startOrContinueAttempt(
  ctx: Ctx,
  paperId: number,
  testId: number | undefined,
): Promise<RunningPaper> {
  const { kit } = ctx
  const { id: accountId, signInSessionId } = viewerOf(ctx)
  await closeOverdueAttempts(kit, accountId)
  const examinee = await readExaminee(ctx)
  const exam =
    testId === undefined
      ? await examStore.selectExamOfPaper(kit.sql, examinee, paperId)
      : await examStore.selectExamForExaminee(kit.sql, examinee, testId)
  if (!exam || exam.paper_id !== paperId) return refuseUnassignedExam(ctx, 'showPaper', testId ?? paperId)
  const before = exam.running ? await findRunningAttempt(kit, accountId, exam.id) : null
  if (!before) await startAttempt(ctx, exam)
  else if (await store.updateAttemptSignInSession(kit.sql, before.attemptId, signInSessionId)) {
    await store.insertAttemptEvent(kit.sql, before.attemptId, 'openedElsewhere', ctx.ip)
    changedExams.publish(kit.bus, exam.id)
  }
  const attempt = before ?? (await findRunningAttempt(kit, accountId, exam.id))
  // another tab has just handed the attempt in
  if (!attempt) throw fail('examOver')
  const [questions, answers] = await Promise.all([
    store.selectAttemptQuestions(kit.sql, attempt.attemptId),
    store.selectMarkedAnswers(kit.sql, attempt.attemptId),
  ])
  return { attempt, name: exam.name, questions, answersByNum: new Map(answers.map((row) => [row.num, row.answer])) }
}

/** Remaining seconds, at least 0. Before the start it is the full time, after the end 0. */
export async function getRemainingTime(ctx: Ctx, testId: number): Promise<number> {
  const { kit } = ctx
  const { id } = viewerOf(ctx)
  const attempt = await findRunningAttempt(kit, id, testId)
  if (attempt) {
    const msLeft = remainingMs(attempt)
    if (msLeft < -examLimits.graceSeconds * 1000) await closeOverdueAttempts(kit, id)
    return Math.max(0, Math.ceil(msLeft / 1000))
  }
  const exam = await examStore.selectExamForExaminee(kit.sql, await readExaminee(ctx), testId)
  if (!exam) return refuseUnassignedExam(ctx, 'judgeTime', testId)
  if (exam.used > 0 || exam.has_ended) return 0
  const seconds = (exam.duration_minutes + exam.extra_minutes) * 60
  return Math.max(0, Math.min(seconds, Math.floor((exam.end_at.getTime() - Date.now()) / 1000)))
}

/**
 * Error for a request after the end of an attempt. After handing in, also in another tab, it is examHandedIn, because
 * the examination may continue for others.
 */
const failureOfEndedAttempt = ({ handed_in_by: by }: Pick<store.ExamAttemptRow, 'handed_in_by'>) =>
  fail(by === 'examinee' ? 'examHandedIn' : 'examOver')

/**
 * The caller's running attempt.
 * @throws Failure notFound, examNotBegun; examOver or examHandedIn when it has ended
 */
async function requireRunningAttempt(ctx: Ctx, testId: number, call: string): Promise<CachedAttempt> {
  const { kit } = ctx
  const { id } = viewerOf(ctx)
  const attempt = await findRunningAttempt(kit, id, testId)
  if (attempt) return attempt
  const exam = await examStore.selectExamForExaminee(kit.sql, await readExaminee(ctx), testId)
  if (!exam) return refuseUnassignedExam(ctx, call, testId)
  const last = await store.selectLastEndedAttempt(kit.sql, id, testId)
  if (!last) throw fail('examNotBegun')
  await store.insertAttemptEvent(kit.sql, last.id, 'late', call)
  throw failureOfEndedAttempt(last)
}

/** Refuses answers that do not fit the paper, names the question, and records the refusal for examiners. */
async function requireAnswers(
  ctx: Ctx,
  attempt: CachedAttempt,
  sent: readonly SentAnswer[],
): Promise<store.TimedAnswer[]> {
  try {
    return readAnswers(attempt, sent)
  } catch (error) {
    await store.insertAttemptEvent(ctx.kit.sql, attempt.attemptId, 'refused', (error as Error).message)
    throw error
  }
}

export async function saveAnswers(ctx: Ctx, testId: number, sent: readonly SentAnswer[]): Promise<void> {
  const attempt = await requireRunningAttempt(ctx, testId, 'answer')
  const answers = await requireAnswers(ctx, attempt, sent)
  if (await store.upsertAnswers(ctx.kit.sql, attempt.attemptId, answers))
    return changedExams.publish(ctx.kit.bus, testId)
  await closeOverdueAttempts(ctx.kit, attempt.accountId)
  await store.insertAttemptEvent(ctx.kit.sql, attempt.attemptId, 'late', `${answers.length}题`)
  const last = await store.selectLastEndedAttempt(ctx.kit.sql, attempt.accountId, testId)
  throw last ? failureOfEndedAttempt(last) : fail('examOver')
}

/** True when the sent answers equal those that count, so that handing in twice is no error. */
async function areCountedAnswers(
  ctx: Ctx,
  attempt: store.ExamAttemptRow,
  sent: readonly SentAnswer[],
): Promise<boolean> {
  if (sent.length === 0) return true
  const { sql } = ctx.kit
  const [questions, answers] = await Promise.all([
    store.selectAttemptQuestions(sql, attempt.id),
    store.selectMarkedAnswers(sql, attempt.id),
  ])
  const answerByNum = new Map(answers.map((row) => [row.num, row.answer]))
  const readableAnswers = readAnswers(
    {
      seed: attempt.seed,
      isShuffled: attempt.shuffle_options,
      kinds: questions.map((question) => question.kind),
      options: questions.map(optionListOf),
    },
    sent,
  )
  return readableAnswers.every((answer) => (answerByNum.get(answer.num) ?? '') === answer.answer)
}

export async function handInPaper(ctx: Ctx, paperId: number, testId: number, sent: readonly SentAnswer[]) {
  const { kit } = ctx
  const { id } = viewerOf(ctx)
  const attempt = await findRunningAttempt(kit, id, testId)
  if (attempt) {
    if (attempt.paperId !== paperId) return refuseUnassignedExam(ctx, 'commit', paperId)
    const answers = await requireAnswers(ctx, attempt, sent)
    const result = await handInAttempt(kit, { attemptId: attempt.attemptId, by: 'examinee', answers })
    if (result === 'done') return
  }
  const exam = await examStore.selectExamForExaminee(kit.sql, await readExaminee(ctx), testId)
  if (!exam || exam.paper_id !== paperId) return refuseUnassignedExam(ctx, 'commit', testId)
  const last = await store.selectLastEndedAttempt(kit.sql, id, testId)
  if (!last) throw fail('examNotBegun')
  if (await areCountedAnswers(ctx, last, sent)) return
  await store.insertAttemptEvent(kit.sql, last.id, 'late', '交卷')
  throw failureOfEndedAttempt(last)
}

export async function recordAttemptEvent(
  ctx: Ctx,
  testId: number,
  kind: Parameters<typeof store.insertAttemptEvent>[2],
  seconds?: number,
) {
  const attempt = await findRunningAttempt(ctx.kit, viewerOf(ctx).id, testId)
  // reports after the end are ignored
  if (attempt) {
    await store.insertAttemptEvent(ctx.kit.sql, attempt.attemptId, kind, seconds === undefined ? '' : `${seconds}秒`)
    changedExams.publish(ctx.kit.bus, testId)
  } else if (!(await examStore.selectExamForExaminee(ctx.kit.sql, await readExaminee(ctx), testId)))
    await refuseUnassignedExam(ctx, 'event', testId)
}
