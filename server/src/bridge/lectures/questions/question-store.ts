// SQL of the questions of lectures.
import type { LectureQuestionState } from '@xinqiao/contract/lectures.ts'
import type { Rows } from '../../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow, readCount } from '../../../kit/db/results.ts'

export type LectureQuestionRow = Omit<Rows['lecture_question'], 'state'> & { state: LectureQuestionState }

const maxQuestions = 300

/** All questions for a moderator; for others the answered ones and their questions. Waiting ones first. */
export const selectQuestions = (
  db: Db,
  lectureId: number,
  { accountId, seesAll }: { accountId: number; seesAll: boolean },
) =>
  db<LectureQuestionRow[]>`
    select * from lecture_question
    where lecture_id = ${lectureId} and (${seesAll} or state = 'answered' or account_id = ${accountId})
    order by state = 'waiting' desc, case when state = 'waiting' then id end, settled_at desc limit ${maxQuestions}`

export const countWaitingQuestions = (db: Db, lectureId: number, accountId: number): Promise<number> =>
  readCount(db<{ count: number }[]>`
    select count(*) as count from lecture_question
    where lecture_id = ${lectureId} and account_id = ${accountId} and state = 'waiting'`)

export async function hasQuestion(db: Db, lectureId: number, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from lecture_question where lecture_id = ${lectureId} and account_id = ${accountId} limit 1`
  return rows.length > 0
}

export const insertQuestion = (
  tx: Tx,
  row: Pick<LectureQuestionRow, 'id' | 'lecture_id' | 'account_id' | 'name' | 'text_sealed' | 'has_danger'>,
) => tx`insert into lecture_question ${valuesWithId(tx, row)}`

export const selectQuestion = (db: Db, id: number) =>
  firstRow(db<LectureQuestionRow[]>`select * from lecture_question where id = ${id}`)

export const lockQuestion = (tx: Tx, id: number) =>
  firstRow(tx<LectureQuestionRow[]>`select * from lecture_question where id = ${id} for update`)

export const updateQuestionState = (tx: Tx, id: number, state: LectureQuestionState, settledBy: number) => tx`
  update lecture_question set state = ${state}, settled_by = ${settledBy},
    settled_at = case when ${state} = 'waiting' then null else now() end
  where id = ${id}`

/** Stores a written answer, and marks the question as answered. */
export const updateAnswer = (tx: Tx, id: number, sealed: Buffer, settledBy: number) => tx`
  update lecture_question set answer_sealed = ${sealed}, state = 'answered', settled_by = ${settledBy},
    settled_at = case when state = 'answered' then settled_at else now() end
  where id = ${id}`
