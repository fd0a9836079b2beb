// Wire format of examinations. The types for running and past attempts share only fields that may always be shown.
import { type ExamQuestionKind, examKindIds, fullMark, isJudgement, optionLetterOf } from '@xinqiao/contract/exams.ts'
import type {
  CurrentExam,
  FinishedExam,
  GradedQuestion,
  QuestionWithoutAnswer,
} from '@xinqiao/contract/http/exams/exams.ts'
import { formatTime } from '../../kit/time.ts'
import { roundScore } from './results/marking.ts'
import { optionListOf, orderOptions, toScreenLetters } from './attempts/option-order.ts'
import { areAnswersShown, type ExamResult } from './own-exams.ts'
import { remainingMs } from './attempts/attempt-cache.ts'
import type { AttemptQuestionRow } from './attempts/store.ts'
import type { ExamineeExamRow } from './records/exam-store.ts'
import type { RunningPaper } from './attempts/sit-exam.ts'

const presentExam = (exam: ExamineeExamRow) => ({
  id: exam.id,
  paperId: exam.paper_id,
  name: exam.name,
  startTime: formatTime(exam.start_at),
  endTime: formatTime(exam.end_at),
  duration: exam.duration_minutes + exam.extra_minutes,
  attempts: exam.attempts,
  used: exam.used,
})

export const presentCurrentExam = (exam: ExamineeExamRow): CurrentExam => ({
  ...presentExam(exam),
  state: exam.running ? 'inProgress' : exam.has_begun ? 'open' : 'notStarted',
})

export function presentFinishedExam(exam: ExamineeExamRow): FinishedExam {
  const score = (exam.counted === 'best' ? exam.best : exam.last) ?? 0
  const result = exam.used === 0 ? 'absent' : exam.is_score_shown ? 'shown' : 'hidden'
  return {
    ...presentExam(exam),
    score: result === 'shown' ? Math.min(score, fullMark) : 0,
    result,
    hasHistory: areAnswersShown(exam),
  }
}

/** Number of questions and total points per kind. */
function countKinds(questions: readonly AttemptQuestionRow[]) {
  const questionsOfKind = (kind: ExamQuestionKind) => questions.filter((question) => question.kind === kind)
  const scoreOfKind = (kind: ExamQuestionKind) =>
    roundScore(questionsOfKind(kind).reduce((total, question) => total + question.score, 0))
  return {
    single: questionsOfKind(examKindIds.singleChoice).length,
    singleScore: scoreOfKind(examKindIds.singleChoice),
    multiple: questionsOfKind(examKindIds.multipleChoice).length,
    multipleScore: scoreOfKind(examKindIds.multipleChoice),
    judge: questionsOfKind(examKindIds.judgement).length,
    judgeScore: scoreOfKind(examKindIds.judgement),
  }
}

type OptionOrder = { seed: number; isShuffled: boolean }
const optionOrderOf = (question: AttemptQuestionRow, { seed, isShuffled }: OptionOrder) =>
  orderOptions(seed, question.num, optionListOf(question), isShuffled)
const presentOptions = (question: AttemptQuestionRow, letters: string, order: number[]) =>
  isJudgement(question.kind) ? letters : toScreenLetters(letters, order)

function presentOpenQuestion(
  question: AttemptQuestionRow,
  answer: string,
  optionOrder: OptionOrder,
): QuestionWithoutAnswer {
  const order = optionOrderOf(question, optionOrder)
  return {
    num: question.num,
    content: question.content,
    examType: question.kind,
    optionList: order.map((index, i) => `${optionLetterOf(i)}. ${question.options[index] ?? ''}`),
    stuAnswer: presentOptions(question, answer, order),
  }
}

export const presentPaper = ({ attempt, name, questions, answersByNum }: RunningPaper) => ({
  ...countKinds(questions),
  content: questions.map((question) => presentOpenQuestion(question, answersByNum.get(question.num) ?? '', attempt)),
  testId: attempt.examId,
  name,
  attempt: attempt.number,
  seconds: Math.max(0, Math.ceil(remainingMs(attempt) / 1000)),
  serverTime: Date.now(),
})

function presentGradedQuestion(question: AttemptQuestionRow, { answers, keys, attempt }: ExamResult): GradedQuestion {
  const order = { seed: attempt.seed, isShuffled: attempt.shuffle_options }
  const row = answers.get(question.num)
  const key = keys.get(question.version_id) ?? question.answer
  return {
    ...presentOpenQuestion(question, row?.answer ?? '', order),
    answer: presentOptions(question, key, optionOrderOf(question, order)),
    isRight: row?.is_right ? 0 : 1,
    score: row?.points ?? 0,
    fullScore: question.score,
    explanation: question.explanation,
  }
}

export const presentExamResult = (result: ExamResult) => ({
  ...countKinds(result.questions),
  content: result.questions.map((question) => presentGradedQuestion(question, result)),
  score: result.attempt.score ?? 0,
  duration: Math.max(
    1,
    Math.ceil((result.attempt.handed_in_at.getTime() - result.attempt.started_at.getTime()) / 60_000),
  ),
  name: result.exam.name,
  certificateId: result.certificateId,
})
