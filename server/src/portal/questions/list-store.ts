// The lists of questions and answers. What is not in sight leaves here only for its author.
import type { AnswerState, QuestionState } from '@xinqiao/contract/questions.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db.ts'

export type QuestionRow = Pick<
  Rows['question'],
  | 'id'
  | 'author_id'
  | 'title'
  | 'content'
  | 'is_anonymous'
  | 'domain_ids'
  | 'state_reason'
  | 'merged_into'
  | 'closed_at'
  | 'answer_count'
  | 'collect_count'
  | 'created_at'
  | 'edited_at'
> & { state: QuestionState; nickname: string | null; avatar: string | null; is_collected: boolean }

export type AnswerRow = Pick<
  Rows['answer'],
  | 'id'
  | 'question_id'
  | 'author_id'
  | 'content'
  | 'state_reason'
  | 'like_count'
  | 'collect_count'
  | 'created_at'
  | 'edited_at'
> & {
  state: AnswerState
  counsellor_id: number | null
  counsellor_account: number | null
  counsellor_name: string | null
  counsellor_avatar: string | null
  department: string | null
  professional_title: string | null
  is_liked: boolean
  is_collected: boolean
}
export type AnswerWithQuestion = AnswerRow & { question: QuestionRow }

/** Nobody is account 0: what a visitor keeps is nothing. */
type Viewer = number

const questionColumns = (db: Db) => db`
  q.id, q.author_id, q.title, q.content, q.is_anonymous, q.domain_ids, q.state, q.state_reason, q.merged_into,
  q.closed_at, q.answer_count, q.collect_count, q.created_at, q.edited_at, asker.nickname, asker.avatar`

/** The rows of these ids, in the order in which `page` gives them. */
export const questionsOf = (db: Db, page: ReturnType<Db>, viewer: Viewer) => db<QuestionRow[]>`
  with page as materialized (${page}),
    numbered as (select id, row_number() over () as place from page)
  select ${questionColumns(db)}, exists (
    select 1 from question_collect k where k.account_id = ${viewer} and k.question_id = q.id) as is_collected
  from numbered join question q on q.id = numbered.id left join account asker on asker.id = q.author_id
  order by place`

export type Page = { limit: number; offset: number }

export const listHotQuestions = (db: Db, { limit, offset }: Page, viewer: Viewer) =>
  questionsOf(
    db,
    db`select id from question where state = 'shown' order by hot desc, id desc limit ${limit} offset ${offset}`,
    viewer,
  )

export const listRecommended = (db: Db, domainIds: readonly number[], { limit, offset }: Page, viewer: Viewer) =>
  questionsOf(
    db,
    db`select id from question where state = 'shown'
      ${domainIds.length === 0 ? db`` : db`and domain_ids && ${domainIds as number[]}::smallint[]`}
      order by recommended desc, id desc limit ${limit} offset ${offset}`,
    viewer,
  )

export const listOwnQuestions = (db: Db, accountId: number, { limit, offset }: Page) =>
  questionsOf(
    db,
    db`select id from question where author_id = ${accountId} and state <> 'removed'
      order by id desc limit ${limit} offset ${offset}`,
    accountId,
  )

export async function findQuestion(db: Db, id: number, viewer: Viewer): Promise<QuestionRow | null> {
  const [row] = await questionsOf(db, db`select ${id}::bigint as id`, viewer)
  return row ?? null
}

export async function countOwnQuestions(db: Db, accountId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from question where author_id = ${accountId} and state <> 'removed'`
  return row?.count ?? 0
}

// ---- answers

const answerColumns = (db: Db) => db`
  a.id, a.question_id, a.author_id, a.content, a.state, a.state_reason, a.like_count, a.collect_count, a.created_at,
  a.edited_at, a.counsellor_id, c.account_id as counsellor_account, c.name as counsellor_name,
  c.avatar as counsellor_avatar, c.department, c.professional_title`

const keptBy = (db: Db, viewer: Viewer) => db`
  exists (select 1 from answer_like k where k.account_id = ${viewer} and k.answer_id = a.id) as is_liked,
  exists (select 1 from answer_collect k where k.account_id = ${viewer} and k.answer_id = a.id) as is_collected`

/** With their questions, in the order in which `page` gives them. */
export async function answersOf(db: Db, page: ReturnType<Db>, viewer: Viewer): Promise<AnswerWithQuestion[]> {
  const answers = await db<AnswerRow[]>`
    with page as materialized (${page}),
      numbered as (select id, row_number() over () as place from page)
    select ${answerColumns(db)}, ${keptBy(db, viewer)}
    from numbered join answer a on a.id = numbered.id left join counsellor c on c.id = a.counsellor_id
    order by place`
  if (answers.length === 0) return []
  const ids = [...new Set(answers.map((row) => row.question_id))]
  const questions = await questionsOf(db, db`select unnest(${ids}::bigint[]) as id`, viewer)
  const byId = new Map(questions.map((row) => [row.id, row]))
  return answers.flatMap((row) => {
    const question = byId.get(row.question_id)
    return question ? [{ ...row, question }] : []
  })
}

export const listHotAnswers = (db: Db, { limit, offset }: Page, viewer: Viewer) =>
  answersOf(
    db,
    db`select id from answer where in_sight order by hot desc, id desc limit ${limit} offset ${offset}`,
    viewer,
  )

export const listNewestAnswers = (db: Db, { limit, offset }: Page, viewer: Viewer) =>
  answersOf(db, db`select id from answer where in_sight order by id desc limit ${limit} offset ${offset}`, viewer)

/** Of those whom somebody follows: merged from the newest of each. */
export const listFollowedAnswers = (db: Db, accountId: number, { limit, offset }: Page) =>
  answersOf(
    db,
    db`select newest.id from counsellor_follow f cross join lateral (
        select id from answer where counsellor_id = f.counsellor_id and in_sight
        order by id desc limit ${limit + offset}) as newest
      where f.account_id = ${accountId} order by newest.id desc limit ${limit} offset ${offset}`,
    accountId,
  )

export async function countFollowedAnswers(db: Db, accountId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select coalesce(sum(c.answer_count), 0)::bigint as count
    from counsellor_follow f join counsellor c on c.id = f.counsellor_id where f.account_id = ${accountId}`
  return row?.count ?? 0
}

export const listCollectedAnswers = (db: Db, accountId: number, { limit, offset }: Page) =>
  answersOf(
    db,
    db`select a.id from answer_collect k join answer a on a.id = k.answer_id and a.in_sight
      where k.account_id = ${accountId} order by k.created_at desc limit ${limit} offset ${offset}`,
    accountId,
  )

export async function countCollectedAnswers(db: Db, accountId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from answer_collect k join answer a on a.id = k.answer_id and a.in_sight
    where k.account_id = ${accountId}`
  return row?.count ?? 0
}

export const listAnswersBy = (db: Db, counsellorId: number, { limit, offset }: Page, viewer: Viewer) =>
  answersOf(
    db,
    db`select id from answer where counsellor_id = ${counsellorId} and in_sight
      order by id desc limit ${limit} offset ${offset}`,
    viewer,
  )

/** What one wrote oneself is there too, before and after its review. */
export const listAnswersTo = (db: Db, questionId: number, { limit, offset }: Page, viewer: Viewer) =>
  db<AnswerRow[]>`
    select ${answerColumns(db)}, ${keptBy(db, viewer)}
    from answer a left join counsellor c on c.id = a.counsellor_id
    where a.question_id = ${questionId}
      and (a.in_sight or (a.author_id = ${viewer} and a.state in ('held', 'refused')))
    order by a.hot desc, a.id desc limit ${limit} offset ${offset}`
