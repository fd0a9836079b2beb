// SQL of the examinations of one person: whether they are assigned, and their state.
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

type ExamColumns = Rows['exam']

/** An examination with its state for one person. */
export type ExamineeExamRow = Pick<
  ExamColumns,
  'id' | 'paper_id' | 'name' | 'start_at' | 'end_at' | 'duration_minutes' | 'counted' | 'shown' | 'gives_certificate'
> & {
  attempts: number
  extra_minutes: number
  used: number
  running: boolean
  best: number | null
  last: number | null
  has_begun: boolean
  has_ended: boolean
  is_score_shown: boolean
}

/** SQL condition: the examinee may see the score. No other place has this rule. */
export const isScoreShown = (db: Db) => db`(exam.shown = 'afterHandIn' or exam.end_at <= now())`

export type ExamCandidate = { id: number; isMember: boolean }

const isExamTarget = (db: Db, { id, isMember }: ExamCandidate) => db`exists (
  select 1 from exam_target where exam_target.exam_id = exam.id and (
    kind = 'everyone' or exam_target.account_id = ${id} or (kind = 'members' and ${isMember})
    or exam_target.group_id in (select group_id from exam_group_member where account_id = ${id})))`

const examRowsFor = (db: Db, { id }: ExamCandidate) => db`
  select exam.id, paper_id, name, start_at, end_at, duration_minutes, counted, shown, gives_certificate,
    attempts + coalesce(extra_attempts, 0) as attempts, coalesce(extra_minutes, 0) as extra_minutes,
    mine.used, mine.running, mine.best, mine.last, start_at <= now() as has_begun, end_at <= now() as has_ended,
    ${isScoreShown(db)} as is_score_shown
  from exam
  left join exam_allowance on exam_allowance.exam_id = exam.id and exam_allowance.account_id = ${id}
  cross join lateral (
    select count(*) as used, coalesce(bool_or(state = 'inProgress'), false) as running, max(score) as best,
      (array_agg(score order by number desc) filter (where state = 'marked'))[1] as last
    from exam_attempt where exam_id = exam.id and account_id = ${id}) as mine`

/** Examinations that are open or upcoming. */
export const selectCurrentExams = (db: Db, examinee: ExamCandidate) => db<ExamineeExamRow[]>`
  ${examRowsFor(db, examinee)}
  where exam.state = 'open' and end_at > now() and ${isExamTarget(db, examinee)}
    and (mine.running or mine.used < attempts + coalesce(extra_attempts, 0))
  order by start_at, exam.id limit 200`

/** Examinations that the person took or missed, newest first. */
export const selectFinishedExams = (db: Db, examinee: ExamCandidate) => db<ExamineeExamRow[]>`
  ${examRowsFor(db, examinee)}
  where exam.state = 'open' and not mine.running
    and (mine.used > 0 or (end_at <= now() and ${isExamTarget(db, examinee)}))
  order by end_at desc, exam.id desc limit 200`

/** @returns null for an examination that is not assigned to this person */
export const selectExamForExaminee = (db: Db, examinee: ExamCandidate, examId: number) =>
  firstRow(db<ExamineeExamRow[]>`
    ${examRowsFor(db, examinee)}
    where exam.id = ${examId} and exam.state = 'open' and (mine.used > 0 or ${isExamTarget(db, examinee)})`)

/** The default examination of a paper: the running one, or else the one that ends first. */
export const selectExamOfPaper = (db: Db, examinee: ExamCandidate, paperId: number) =>
  firstRow(db<ExamineeExamRow[]>`
    ${examRowsFor(db, examinee)}
    where paper_id = ${paperId} and exam.state = 'open' and (mine.used > 0 or ${isExamTarget(db, examinee)})
    order by mine.running desc,
      (end_at > now() and mine.used < attempts + coalesce(extra_attempts, 0)) desc, end_at, exam.id limit 1`)
