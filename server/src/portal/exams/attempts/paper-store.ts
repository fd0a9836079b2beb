// SQL of the questions for an attempt: those of a fixed paper, or the candidates for its rules.
import type { Rows } from '../../../../db/rows.ts'
import type { ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { Db } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type ExamPaperRow = Pick<Rows['exam_paper'], 'id' | 'kind'> & {
  shuffle_questions: boolean
}

export const selectPaperOf = (db: Db, examId: number) =>
  firstRow(db<ExamPaperRow[]>`
    select paper.id, paper.kind, shuffle_questions from exam join exam_paper paper on paper.id = exam.paper_id
    where exam.id = ${examId}`)

export type ExamItemRow = { version_id: number; kind: ExamQuestionKind; score: number }

export const selectFixedQuestions = (db: Db, paperId: number) => db<ExamItemRow[]>`
  select question_version_id as version_id, question.kind, item.score
  from exam_paper_item item join exam_question_version version on version.id = item.question_version_id
  join exam_question question on question.id = version.question_id
  where item.paper_id = ${paperId} order by item.position`

export type PaperRuleRow = Pick<Rows['exam_paper_rule'], 'subject' | 'difficulty' | 'count' | 'score'> & {
  kind: ExamQuestionKind
}

export const selectQuestionRules = (db: Db, paperId: number) => db<PaperRuleRow[]>`
  select kind, subject, difficulty, count, score from exam_paper_rule where paper_id = ${paperId} order by position`

/** The newest versions of the questions that a rule allows, in the order of the bank. */
export const selectCandidateQuestions = (
  db: Db,
  { kind, subject, difficulty }: Pick<PaperRuleRow, 'kind' | 'subject' | 'difficulty'>,
) =>
  db<{ version_id: number }[]>`
    select version.id as version_id from exam_question question
    join exam_question_version version on version.question_id = question.id and version.version = question.version
    where not retired and kind = ${kind} ${subject === null ? db`` : db`and subject = ${subject}`}
      ${difficulty === null ? db`` : db`and difficulty = ${difficulty}`}
    order by question.id`
