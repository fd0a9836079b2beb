// Statistics of scores and questions, and correction of a wrong answer key, after which all attempts are marked again.
import { fail } from '@xinqiao/contract/errors.ts'
import { isJudgement, isMultipleChoice, optionLetterOf, passMark } from '@xinqiao/contract/exams.ts'
import type { ItemFigures } from '@xinqiao/contract/http/exams/figures.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { AuditedCtx } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { selectVersionsByIds } from '../bank/records/store.ts'
import { presentPaper, requirePaper } from '../papers/papers.ts'
import { revokeUnearnedCertificates } from '../results/release-results.ts'
import { markAttempt } from '../attempts/hand-in.ts'
import { requireExam } from './exams.ts'
import * as resultStore from './result-store.ts'

/** Kelley's groups: the discrimination index is most reliable with 27 % at both ends. */
const comparisonGroupShare = 0.27
const minExamineesForGroups = 10

const roundTo = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

function presentItemFigures(row: resultStore.ItemFiguresRow, examinees: number): ItemFigures {
  const letters = isJudgement(row.kind) ? ['T', 'F'] : row.options.map((_option, i) => optionLetterOf(i))
  const hasGroups = examinees >= minExamineesForGroups && row.upper !== null && row.lower !== null
  return {
    id: row.version_id,
    content: row.content,
    examType: row.kind,
    options: row.options,
    answer: row.answer,
    isCorrected: row.is_corrected,
    asked: row.asked,
    answered: row.answered,
    right: row.right_count,
    difficulty: roundTo(row.reached, 2),
    discrimination: hasGroups ? roundTo((row.upper ?? 0) - (row.lower ?? 0), 2) : null,
    chosen: letters.map((letter) => row.chosen[letter] ?? 0),
  }
}

export async function describeExamResults(db: Db, examId: number) {
  const exam = await requireExam(db, examId)
  const [paper, results] = await Promise.all([
    requirePaper(db, exam.paper_id),
    resultStore.selectExamResults(db, examId),
  ])
  const ids = results.map((result) => result.attempt_id)
  const inGroup = Math.max(1, Math.round(ids.length * comparisonGroupShare))
  const items = await resultStore.selectItemFigures(db, examId, {
    all: ids,
    upper: ids.slice(0, inGroup),
    lower: ids.slice(-inGroup),
  })
  const scores = results.map((result) => result.score)
  const bands = Array.from(
    { length: 10 },
    (_, band) => scores.filter((score) => Math.min(9, Math.floor(score / 10)) === band).length,
  )
  return {
    examinees: scores.length,
    passed: scores.filter((score) => score >= passMark).length,
    average: scores.length > 0 ? roundTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 1) : 0,
    highest: scores[0] ?? 0,
    lowest: scores.at(-1) ?? 0,
    bands,
    items: items.map((row) => presentItemFigures(row, scores.length)),
    paper: presentPaper(paper),
  }
}

type AnswerKeyCorrection = { id: number; versionId: number; answer: string | null; reason: string }

/** @param answer right letters in the order of the bank; null gives every examinee the full score */
export async function correctAnswerKey(
  { tx, viewer }: AuditedCtx,
  { id, versionId, answer, reason }: AnswerKeyCorrection,
) {
  await requireExam(tx, id)
  const [question] = await selectVersionsByIds(tx, [versionId])
  if (!question) throw fail('notFound')
  const letters = answer === null ? null : [...new Set(answer.toUpperCase().replaceAll(/[\s,]/g, ''))].sort().join('')
  const optionLetters = isJudgement(question.kind)
    ? ['T', 'F']
    : question.options.map((_option, i) => optionLetterOf(i))
  if (letters !== null) {
    if (letters === '' || letters.split('').some((letter) => !optionLetters.includes(letter))) {
      throw fail('wrongAnswer', '更正后的答案中有不存在的选项')
    }
    if (!isMultipleChoice(question.kind) && letters.length > 1) throw fail('wrongAnswer', '该题只能有一个正确答案')
  }
  const attempts = await resultStore.lockMarkedAttempts(tx, id, versionId)
  if (attempts.length === 0) throw fail('notFound', '没有考生作答过这道题')
  await resultStore.upsertKeyCorrection(tx, {
    exam_id: id,
    question_version_id: versionId,
    answer: letters,
    reason,
    made_by: viewer.id,
  })
  let changedCount = 0
  for (const attempt of attempts) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
    const score = await markAttempt(tx, {
      id: attempt.id,
      examId: id,
      versionIds: attempt.question_version_ids,
      scores: attempt.scores,
      partial: attempt.partial,
    })
    if (score !== attempt.score) changedCount += 1
  }
  await revokeUnearnedCertificates(tx, id)
  await recordAudit(tx, {
    actorId: viewer.id,
    action: 'examCorrected',
    subject: `exam ${id} examQuestion ${versionId}`,
    reason,
    detail: { answer: letters ?? '全体给分', marked: attempts.length, changed: changedCount },
  })
  const result = { marked: attempts.length, changed: changedCount }
  return result
}
