// Papers and examinations for the demo site and the benchmarks, without the console.
import type { ExamKind } from '@xinqiao/contract/exams.ts'
import type { Tx } from '../../src/kit/db.ts'
import { insertQuestion, type QuestionValues } from '../../src/portal/exams/bank/store.ts'
import { insertPaper, setItems, setRules, updatePaper, type RuleValues } from '../../src/portal/exams/papers/store.ts'
import {
  insertExam,
  setTargets,
  updateExam,
  type ExamValues,
  type TargetValues,
} from '../../src/portal/exams/staff/store.ts'
import { drawQuestions } from '../../src/portal/exams/taking/drawing.ts'
import { markAttempt } from '../../src/portal/exams/taking/handing-in.ts'
import { makeRandom } from '../../src/portal/exams/taking/order.ts'
import { closeAttempt, insertAttempt, listKeys, writeAnswers } from '../../src/portal/exams/taking/store.ts'

export type MadeQuestion = { versionId: number; kind: ExamKind; subject: string }

/** In the order given. */
export async function makeQuestions(tx: Tx, questions: readonly QuestionValues[], authorId: number | null) {
  const made: MadeQuestion[] = []
  for (const question of questions) {
    const id = await insertQuestion(tx, question, authorId)
    const [row] = await tx<{ id: number }[]>`select id from exam_question_version where question_id = ${id}`
    made.push({ versionId: row!.id, kind: question.kind, subject: question.subject })
  }
  return made
}

type PaperToMake = {
  name: string
  partial?: 'none' | 'half' | 'each'
  items?: readonly { versionId: number; score: number }[]
  rules?: readonly RuleValues[]
}

/** A ready one. @returns its id */
export async function makeExamPaper(tx: Tx, paper: PaperToMake, authorId: number | null): Promise<number> {
  const { name, partial = 'half', items = [], rules = [] } = paper
  const id = await insertPaper(tx, { name, partial, kind: rules.length > 0 ? 'drawn' : 'fixed' }, authorId)
  await setItems(tx, id, items)
  await setRules(tx, id, rules)
  await updatePaper(tx, id, 1, { state: 'ready' })
  return id
}

type ExamToMake = Pick<ExamValues, 'paper_id' | 'name' | 'start_at' | 'end_at' | 'duration_minutes'> &
  Partial<ExamValues>

/** An open one. @returns its id */
export async function makeOpenExam(
  tx: Tx,
  exam: ExamToMake,
  targets: Partial<TargetValues>,
  authorId: number | null,
): Promise<number> {
  const values = {
    attempts: 1,
    counted: 'best',
    shuffle_questions: true,
    shuffle_options: true,
    shown: 'afterHandIn',
    gives_certificate: true,
    ...exam,
  }
  const id = await insertExam(tx, values, authorId)
  await setTargets(tx, id, { everyone: false, members: false, groupIds: [], accountIds: [], ...targets })
  await updateExam(tx, id, 1, { state: 'open' })
  return id
}

type AttemptToMake = {
  examId: number
  accountId: number
  /** From 0 to 1: how many of the questions are answered right, the first ones of each ten. */
  skill: number
  startedAt: Date
  minutes: number
}

/** One that was handed in and marked, as if it had been then. */
export async function makeAttempt(tx: Tx, { examId, accountId, skill, startedAt, minutes }: AttemptToMake) {
  const seed = (accountId * 7919 + examId) % 2 ** 31
  const questions = await drawQuestions(tx, examId, seed)
  const versionIds = questions.map((question) => question.version_id)
  const scores = questions.map((question) => question.score)
  const id = await insertAttempt(tx, {
    exam_id: examId,
    account_id: accountId,
    number: 1,
    seed,
    question_version_ids: versionIds,
    scores,
    minutes: 60,
    session_id: 0,
  })
  if (id === null) throw new Error('the examination is not open')
  const keys = new Map((await listKeys(tx, examId, versionIds)).map((key) => [key.version_id, key]))
  const random = makeRandom(seed)
  const answers = versionIds.map((versionId, i) => {
    const { kind, answer } = keys.get(versionId)!
    const isRight = random() < skill
    const wrong = kind === 2 ? (answer === 'T' ? 'F' : 'T') : answer === 'A' ? 'B' : 'A'
    return { num: i + 1, answer: isRight ? (answer ?? '') : random() < 0.15 ? '' : wrong, at: null }
  })
  await writeAnswers(
    tx,
    id,
    answers.filter(({ answer }) => answer !== ''),
  )
  await closeAttempt(tx, id, 'examinee')
  await markAttempt(tx, { id, examId, versionIds, scores, partial: 'half' })
  await tx`
    update exam_attempt set started_at = ${startedAt}, deadline = ${new Date(startedAt.getTime() + 3_600_000)},
      handed_in_at = ${new Date(startedAt.getTime() + minutes * 60_000)}
    where id = ${id}`
}

/** The window in which it really was. */
export const moveExam = (tx: Tx, examId: number, startAt: Date, endAt: Date) =>
  tx`update exam set start_at = ${startAt}, end_at = ${endAt} where id = ${examId}`
