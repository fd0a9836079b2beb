// SQL of attempts. The clock of the database decides.
import type { Rows } from '../../../../db/rows.ts'
import { examLimits, type ExamEventKind, type ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'
import type { PartialCredit } from '../results/marking.ts'

type AttemptColumns = Rows['exam_attempt']

const graceInterval = (db: Db) => db`make_interval(secs => ${examLimits.graceSeconds})`

// ---- an attempt

/** Fields of a running attempt that nodes keep in memory. */
export type RunningAttemptRow = Pick<AttemptColumns, 'id' | 'exam_id' | 'account_id' | 'number' | 'seed'> & {
  paper_id: number
  shuffle_options: boolean
  kinds: ExamQuestionKind[]
  option_counts: number[]
  fixed_options: string[]
  left_ms: number
}

export const selectRunningAttempt = (db: Db, accountId: number, examId: number) =>
  firstRow(db<RunningAttemptRow[]>`
    select attempt.id, attempt.exam_id, attempt.account_id, attempt.number, seed, exam.paper_id, exam.shuffle_options, asked.kinds,
      asked.option_counts, asked.fixed_options, floor(extract(epoch from attempt.deadline - clock_timestamp()) * 1000)::bigint as left_ms
    from exam_attempt attempt join exam on exam.id = attempt.exam_id
    cross join lateral (
      select array_agg(question.kind order by place) as kinds,
        array_agg(cardinality(version.options) order by place) as option_counts,
        array_agg(version.fixed_options order by place) as fixed_options
      from unnest(attempt.question_version_ids) with ordinality as listed (version_id, place)
      join exam_question_version version on version.id = version_id
      join exam_question question on question.id = version.question_id) as asked
    where attempt.account_id = ${accountId} and attempt.exam_id = ${examId} and attempt.state = 'inProgress'`)

export type AttemptQuestionRow = Pick<
  Rows['exam_question_version'],
  'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'
> & {
  num: number
  version_id: number
  kind: ExamQuestionKind
  score: number
}

/** Questions of one attempt, by number. */
export const selectAttemptQuestions = (db: Db, attemptId: number) => db<AttemptQuestionRow[]>`
  select place::int as num, version.id as version_id, question.kind, listed.score, content, options,
    fixed_options, version.answer, explanation
  from exam_attempt attempt
  cross join lateral unnest(question_version_ids, scores) with ordinality as listed (version_id, score, place)
  join exam_question_version version on version.id = listed.version_id
  join exam_question question on question.id = version.question_id
  where attempt.id = ${attemptId} order by place`

export type MarkedAnswerRow = Pick<Rows['exam_answer'], 'num' | 'answer' | 'is_right' | 'points'>

export const selectMarkedAnswers = (db: Db, attemptId: number) =>
  db<
    MarkedAnswerRow[]
  >`select num, answer, is_right, points from exam_answer where attempt_id = ${attemptId} order by num`

export type TimedAnswer = { num: number; answer: string; at: number | null }

const sentAnswerRows = (db: Db, answers: readonly TimedAnswer[]) => db`
  unnest(${answers.map((answer) => answer.num)}::smallint[], ${answers.map((answer) => answer.answer)}::text[],
    ${answers.map((answer) => answer.at)}::bigint[]) as sent (num, answer, at)`
/** Times of answers that the browser reports are limited to the current time. */
const answeredAtColumn = (db: Db) => {
  const now = db`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
  return db`least(coalesce(sent.at, ${now}), ${now})`
}
const keepLatestAnswer = (db: Db) => db`
  on conflict (attempt_id, num) do update set answer = excluded.answer, given_at = excluded.given_at
  where exam_answer.given_at <= excluded.given_at`

/**
 * Saves answers; each number occurs at most once.
 * @returns false when the attempt has ended, so that nothing was saved
 */
export async function upsertAnswers(db: Db, attemptId: number, answers: readonly TimedAnswer[]): Promise<boolean> {
  const [row] = await db<{ is_open: boolean }[]>`
    with running as (
      select id from exam_attempt
      where id = ${attemptId} and state = 'inProgress' and clock_timestamp() <= deadline + ${graceInterval(db)} for share
    ), saved as (
      insert into exam_answer (attempt_id, num, answer, given_at)
      select running.id, sent.num, sent.answer, ${answeredAtColumn(db)} from running cross join ${sentAnswerRows(db, answers)}
      ${keepLatestAnswer(db)}
    )
    select exists (select 1 from running) as is_open`
  return row?.is_open ?? false
}

/** Saves answers while handing in, when the attempt is already locked. */
export const upsertAnswersOfLockedAttempt = (tx: Tx, attemptId: number, answers: readonly TimedAnswer[]) => tx`
  insert into exam_answer (attempt_id, num, answer, given_at)
  select ${attemptId}, sent.num, sent.answer, ${answeredAtColumn(tx)} from ${sentAnswerRows(tx, answers)} ${keepLatestAnswer(tx)}`

export type NewAttempt = Pick<
  AttemptColumns,
  'exam_id' | 'account_id' | 'number' | 'seed' | 'question_version_ids' | 'scores'
> & {
  minutes: number
  session_id: number
}

/**
 * Starts an attempt.
 * @returns null when another tab was faster
 */
export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into exam_attempt
      (exam_id, account_id, number, seed, question_version_ids, scores, session_id, deadline)
    select exam.id, ${attempt.account_id}, ${attempt.number}, ${attempt.seed},
      ${attempt.question_version_ids}::bigint[], ${attempt.scores}::float8[], ${attempt.session_id},
      least(now() + make_interval(mins => ${attempt.minutes}), exam.end_at)
    from exam where exam.id = ${attempt.exam_id} and state = 'open' and start_at <= now() and end_at > now()
    on conflict do nothing returning id`
  return row?.id ?? null
}

/**
 * Records the sign-in session that opens an attempt.
 * @returns true when another session had opened the attempt before
 */
export async function updateAttemptSignInSession(db: Db, attemptId: number, signInSessionId: number): Promise<boolean> {
  const result = await db`
    update exam_attempt set session_id = ${signInSessionId}
    where id = ${attemptId} and session_id is distinct from ${signInSessionId}`
  return result.count === 1
}

export type LockedAttemptRow = Pick<
  AttemptColumns,
  'id' | 'exam_id' | 'account_id' | 'state' | 'handed_in_by' | 'question_version_ids' | 'scores'
> & { is_in_time: boolean; partial: PartialCredit }

/** Locks the attempt against saving and handing in. */
export const lockAttempt = (tx: Tx, attemptId: number) =>
  firstRow(tx<LockedAttemptRow[]>`
    select attempt.id, exam_id, account_id, attempt.state, handed_in_by, question_version_ids, scores,
      clock_timestamp() <= deadline + ${graceInterval(tx)} as is_in_time, paper.partial
    from exam_attempt attempt join exam on exam.id = attempt.exam_id join exam_paper paper on paper.id = exam.paper_id
    where attempt.id = ${attemptId} for update of attempt`)

export type AnswerKeyRow = { version_id: number; kind: ExamQuestionKind; answer: string | null }

/** The right answers, with later corrections. */
export const selectAnswerKeys = (db: Db, examId: number, versionIds: number[]) => db<AnswerKeyRow[]>`
  select version.id as version_id, question.kind,
    case when correction.exam_id is null then version.answer else correction.answer end as answer
  from exam_question_version version join exam_question question on question.id = version.question_id
  left join exam_correction correction
    on correction.exam_id = ${examId} and correction.question_version_id = version.id
  where version.id = any(${versionIds}::bigint[])`

export type MarkRow = { num: number; isRight: boolean; points: number }

/** Writes a row for every question, even without an answer, because the statistics need it. */
export const upsertMarks = (tx: Tx, attemptId: number, marks: readonly MarkRow[]) => tx`
  insert into exam_answer (attempt_id, num, answer, given_at, is_right, points)
  select ${attemptId}, mark.num, '', 0, mark.is_right = 1, mark.points
  from unnest(${marks.map((mark) => mark.num)}::smallint[], ${marks.map((mark) => (mark.isRight ? 1 : 0))}::smallint[],
    ${marks.map((mark) => mark.points)}::float8[]) as mark (num, is_right, points)
  on conflict (attempt_id, num) do update set is_right = excluded.is_right, points = excluded.points`

/** Marks a running attempt as handed in, at the deadline at the latest. */
export const markAttemptHandedIn = (tx: Tx, attemptId: number, by: 'examinee' | 'clock' | 'examiner') => tx`
  update exam_attempt set state = 'handedIn', handed_in_by = ${by}, handed_in_at = least(clock_timestamp(), deadline)
  where id = ${attemptId}`

export const updateScore = (tx: Tx, attemptId: number, score: number) =>
  tx`update exam_attempt set state = 'marked', score = ${score} where id = ${attemptId}`

export const selectOverdueAttempts = (db: Db, accountId?: number) => db<{ id: number }[]>`
  select id from exam_attempt
  where state = 'inProgress' and deadline + ${graceInterval(db)} < clock_timestamp()
    ${accountId === undefined ? db`` : db`and account_id = ${accountId}`}
  order by deadline limit 500`

export type ExamAttemptRow = Pick<
  AttemptColumns,
  'id' | 'exam_id' | 'number' | 'seed' | 'state' | 'handed_in_by' | 'score' | 'started_at'
> & { handed_in_at: Date; shuffle_options: boolean }

/** The attempt that counts, or else the newest ended one. */
export const selectCountedAttempt = (db: Db, accountId: number, examId: number) =>
  firstRow(db<ExamAttemptRow[]>`
    select attempt.id, exam_id, number, seed, attempt.state, handed_in_by, score, started_at, handed_in_at, shuffle_options
    from exam_attempt attempt join exam on exam.id = attempt.exam_id
    where attempt.account_id = ${accountId} and exam_id = ${examId} and attempt.state <> 'inProgress'
    order by case when exam.counted = 'best' then score end desc nulls last, number desc limit 1`)

export const selectLastEndedAttempt = (db: Db, accountId: number, examId: number) =>
  firstRow(db<ExamAttemptRow[]>`
    select attempt.id, exam_id, number, seed, attempt.state, handed_in_by, score, started_at, handed_in_at, shuffle_options
    from exam_attempt attempt join exam on exam.id = attempt.exam_id
    where attempt.account_id = ${accountId} and exam_id = ${examId} and attempt.state <> 'inProgress'
    order by number desc limit 1`)

// ---- events

/** Limits the number of events stored per attempt. */
export const insertAttemptEvent = (db: Db, attemptId: number, kind: ExamEventKind, detail: string) => db`
  insert into exam_event (attempt_id, kind, detail)
  select ${attemptId}, ${kind}, ${detail.slice(0, 200)}
  where (select count(*) from exam_event where attempt_id = ${attemptId}) < ${examLimits.eventsOfAttempt}`
