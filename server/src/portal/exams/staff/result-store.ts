// SQL of results: scores, statistics of each question, and corrected answer keys.
import type { ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'

export type ExamResultRow = {
  attempt_id: number
  account_id: number
  username: string
  nickname: string
  number: number
  score: number
  started_at: Date
  handed_in_at: Date
  handed_in_by: 'examinee' | 'clock' | 'examiner'
}

/** The attempt that counts for each examinee, best first. */
export const selectExamResults = (db: Db, examId: number) => db<ExamResultRow[]>`
  select counted.*, username, nickname from (
    select distinct on (attempt.account_id) attempt.id as attempt_id, attempt.account_id, number, score, started_at,
      handed_in_at, handed_in_by
    from exam_attempt attempt join exam on exam.id = attempt.exam_id
    where exam_id = ${examId} and attempt.state = 'marked'
    order by attempt.account_id, case when exam.counted = 'best' then score end desc nulls last, number desc) as counted
  join account on account.id = counted.account_id
  order by score desc, counted.account_id limit 20000`

export type ItemFiguresRow = {
  version_id: number
  content: string
  kind: ExamQuestionKind
  options: string[]
  answer: string | null
  is_corrected: boolean
  asked: number
  answered: number
  right_count: number
  reached: number
  upper: number | null
  lower: number | null
  chosen: Record<string, number>
}

/**
 * Difficulty and discrimination of every question that was used.
 * @param upper attempts of the best 27 %
 * @param lower attempts of the weakest 27 %
 */
export const selectItemFigures = (
  db: Db,
  examId: number,
  { all, upper, lower }: { all: number[]; upper: number[]; lower: number[] },
) => db<ItemFiguresRow[]>`
  with answered as (
    select attempt.id as attempt_id, asked.version_id, asked.score, coalesce(answer.answer, '') as answer,
      coalesce(answer.is_right, false) as is_right, coalesce(answer.points, 0) as points
    from exam_attempt attempt
    cross join lateral unnest(question_version_ids, scores) with ordinality as asked (version_id, score, place)
    left join exam_answer answer on answer.attempt_id = attempt.id and answer.num = asked.place
    where attempt.id = any(${all}::bigint[])
  ), figures as (
    select version_id, count(*) as asked, count(*) filter (where answer <> '') as answered,
      count(*) filter (where is_right) as right_count, avg(points / score) as reached,
      avg(points / score) filter (where attempt_id = any(${upper}::bigint[])) as upper,
      avg(points / score) filter (where attempt_id = any(${lower}::bigint[])) as lower
    from answered group by version_id
  ), letters as (
    select version_id, jsonb_object_agg(letter, times) as chosen from (
      select version_id, letter, count(*) as times
      from answered cross join lateral regexp_split_to_table(answer, '') as letter
      where answer <> '' group by version_id, letter) as counted
    group by version_id
  )
  select figures.*, content, question.kind, options, coalesce(letters.chosen, '{}') as chosen,
    correction.exam_id is not null as is_corrected,
    case when correction.exam_id is null then version.answer else correction.answer end as answer
  from figures join exam_question_version version on version.id = figures.version_id
  join exam_question question on question.id = version.question_id
  left join letters on letters.version_id = figures.version_id
  left join exam_correction correction on correction.exam_id = ${examId} and correction.question_version_id = version.id
  order by question.kind, figures.version_id`

export async function upsertKeyCorrection(
  tx: Tx,
  values: { exam_id: number; question_version_id: number; answer: string | null; reason: string; made_by: number },
): Promise<void> {
  await tx`
    insert into exam_correction ${tx(values)}
    on conflict (exam_id, question_version_id) do update
      set answer = excluded.answer, reason = excluded.reason, made_by = excluded.made_by, made_at = now()`
}

export type MarkedAttemptRow = {
  id: number
  question_version_ids: number[]
  scores: number[]
  score: number
  partial: 'none' | 'half' | 'each'
}

/** All marked attempts that contained this question; locks them. */
export const lockMarkedAttempts = (tx: Tx, examId: number, versionId: number) => tx<MarkedAttemptRow[]>`
  select attempt.id, question_version_ids, scores, score, paper.partial
  from exam_attempt attempt join exam on exam.id = attempt.exam_id join exam_paper paper on paper.id = exam.paper_id
  where exam_id = ${examId} and attempt.state = 'marked' and ${versionId} = any(question_version_ids)
  order by attempt.id for update of attempt`
