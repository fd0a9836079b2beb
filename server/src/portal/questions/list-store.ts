// The lists of questions and answers: first the numbers of a page off an index, then their rows by their keys. What is
// not in sight leaves here only for its author.
import type { AnswerState, QuestionState } from '@xinqiao/contract/questions.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
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

export type Page = { limit: number; offset: number }

/** The numbers of a page in their order, and how many there are in all. */
export type Found = { ids: number[]; total: number }

/**
 * The page that nearly everybody asks for stands in the statement, which is then planned once for all calls. With numbers
 * as parameters PostgreSQL plans each call anew, which costs more than the answer.
 */
const cut = (db: Db, { limit, offset }: Page) =>
  offset === 0 && limit === pageSizes.questions ? db`limit 8` : db`limit ${limit} offset ${offset}`

/**
 * A list of unknown length counts as ten long when PostgreSQL weighs planning each call against planning once: a shorter
 * one would seem worth it every time. No row has the number 0.
 */
const atLeastTen = (ids: readonly number[]): number[] =>
  ids.length >= 10 ? [...ids] : [...ids, ...Array.from({ length: 10 - ids.length }, () => 0)]

const inOrder = <T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const tallied = (db: Db, name: 'questions' | 'answers') => db`select value from tally where name = ${name}`
type Part = ReturnType<typeof tallied>

async function find(db: Db, page: Part, total: Part): Promise<Found> {
  const [row] = await db<{ ids: number[]; total: number | null }[]>`
    select array(${page}) as ids, (${total})::bigint as total`
  return { ids: row?.ids ?? [], total: row?.total ?? 0 }
}

// ---- questions

export const findHotQuestions = (db: Db, page: Page) =>
  find(
    db,
    db`select id from question where state = 'shown' order by hot desc, id desc ${cut(db, page)}`,
    tallied(db, 'questions'),
  )

export const findRecommended = (db: Db, page: Page) =>
  find(
    db,
    db`select id from question where state = 'shown' order by recommended desc, id desc ${cut(db, page)}`,
    tallied(db, 'questions'),
  )

/** With any of these tags. `total` adds up what each tag counts: of several tags, a question may be counted twice. */
export const findTagged = (db: Db, domainIds: readonly number[], page: Page) =>
  find(
    db,
    db`select id from question where state = 'shown' and domain_ids && ${domainIds as number[]}::smallint[]
      order by recommended desc, id desc ${cut(db, page)}`,
    db`select sum(question_count) from domain where id = any(${domainIds as number[]}::smallint[])`,
  )

export const findOwnQuestions = (db: Db, accountId: number, page: Page) => {
  const from = db`from question where author_id = ${accountId} and state <> 'removed'`
  return find(db, db`select id ${from} order by id desc ${cut(db, page)}`, db`select count(*) ${from}`)
}

const isKept = (db: Db, viewer: Viewer) =>
  viewer === 0
    ? db`false`
    : db`exists (select 1 from question_collect k where k.account_id = ${viewer} and k.question_id = q.id)`

export async function listQuestions(db: Db, ids: readonly number[], viewer: Viewer): Promise<QuestionRow[]> {
  if (ids.length === 0) return []
  const rows = await db<QuestionRow[]>`
    select q.id, q.author_id, q.title, q.content, q.is_anonymous, q.domain_ids, q.state, q.state_reason, q.merged_into,
      q.closed_at, q.answer_count, q.collect_count, q.created_at, q.edited_at, asker.nickname, asker.avatar,
      ${isKept(db, viewer)} as is_collected
    from question q left join account asker on asker.id = q.author_id where q.id = any(${atLeastTen(ids)}::bigint[])`
  return inOrder(ids, rows)
}

export async function findQuestion(db: Db, id: number, viewer: Viewer): Promise<QuestionRow | null> {
  const [row] = await listQuestions(db, [id], viewer)
  return row ?? null
}

// ---- answers

export const findHotAnswers = (db: Db, page: Page) =>
  find(db, db`select id from answer where in_sight order by hot desc, id desc ${cut(db, page)}`, tallied(db, 'answers'))

export const findNewestAnswers = (db: Db, page: Page) =>
  find(db, db`select id from answer where in_sight order by id desc ${cut(db, page)}`, tallied(db, 'answers'))

/** Of those whom somebody follows: merged from the newest of each. */
export const findFollowedAnswers = (db: Db, accountId: number, page: Page) =>
  find(
    db,
    db`select newest.id from counsellor_follow f cross join lateral (
        select id from answer where counsellor_id = f.counsellor_id and in_sight
        order by id desc ${page.offset === 0 ? cut(db, page) : db`limit ${page.limit + page.offset}`}) as newest
      where f.account_id = ${accountId} order by newest.id desc ${cut(db, page)}`,
    db`select coalesce(sum(c.answer_count), 0)
      from counsellor_follow f join counsellor c on c.id = f.counsellor_id where f.account_id = ${accountId}`,
  )

export const findCollectedAnswers = (db: Db, accountId: number, page: Page) => {
  const from = db`from answer_collect k join answer a on a.id = k.answer_id and a.in_sight where k.account_id = ${accountId}`
  return find(db, db`select a.id ${from} order by k.created_at desc ${cut(db, page)}`, db`select count(*) ${from}`)
}

export const findAnswersBy = (db: Db, counsellorId: number, page: Page) =>
  find(
    db,
    db`select id from answer where counsellor_id = ${counsellorId} and in_sight order by id desc ${cut(db, page)}`,
    db`select answer_count from counsellor where id = ${counsellorId}`,
  )

const answerColumns = (db: Db, viewer: Viewer) => db`
  a.id, a.question_id, a.author_id, a.content, a.state, a.state_reason, a.like_count, a.collect_count, a.created_at,
  a.edited_at, a.counsellor_id, c.account_id as counsellor_account, c.name as counsellor_name,
  c.avatar as counsellor_avatar, c.department, c.professional_title, ${
    viewer === 0
      ? db`false as is_liked, false as is_collected`
      : db`exists (select 1 from answer_like k where k.account_id = ${viewer} and k.answer_id = a.id) as is_liked,
          exists (select 1 from answer_collect k where k.account_id = ${viewer} and k.answer_id = a.id) as is_collected`
  }`

type Joined = AnswerRow & { [K in keyof QuestionRow as `q_${K}`]: QuestionRow[K] }

/** With their questions. */
export async function listAnswers(db: Db, ids: readonly number[], viewer: Viewer): Promise<AnswerWithQuestion[]> {
  if (ids.length === 0) return []
  const rows = await db<Joined[]>`
    select ${answerColumns(db, viewer)}, q.id as q_id, q.author_id as q_author_id, q.title as q_title,
      q.content as q_content, q.is_anonymous as q_is_anonymous, q.domain_ids as q_domain_ids, q.state as q_state,
      q.state_reason as q_state_reason, q.merged_into as q_merged_into, q.closed_at as q_closed_at,
      q.answer_count as q_answer_count, q.collect_count as q_collect_count, q.created_at as q_created_at,
      q.edited_at as q_edited_at, asker.nickname as q_nickname, asker.avatar as q_avatar,
      ${isKept(db, viewer)} as q_is_collected
    from answer a join question q on q.id = a.question_id
    left join account asker on asker.id = q.author_id left join counsellor c on c.id = a.counsellor_id
    where a.id = any(${atLeastTen(ids)}::bigint[]) and a.in_sight`
  return inOrder(ids, rows).map((row) => ({
    ...row,
    question: {
      id: row.q_id,
      author_id: row.q_author_id,
      title: row.q_title,
      content: row.q_content,
      is_anonymous: row.q_is_anonymous,
      domain_ids: row.q_domain_ids,
      state: row.q_state,
      state_reason: row.q_state_reason,
      merged_into: row.q_merged_into,
      closed_at: row.q_closed_at,
      answer_count: row.q_answer_count,
      collect_count: row.q_collect_count,
      created_at: row.q_created_at,
      edited_at: row.q_edited_at,
      nickname: row.q_nickname,
      avatar: row.q_avatar,
      is_collected: row.q_is_collected,
    },
  }))
}

/** What one wrote oneself is there too, before and after its review. */
export const listAnswersTo = (db: Db, questionId: number, page: Page, viewer: Viewer) =>
  db<AnswerRow[]>`
    select ${answerColumns(db, viewer)}
    from answer a left join counsellor c on c.id = a.counsellor_id
    where a.question_id = ${questionId} and ${
      viewer === 0 ? db`a.in_sight` : db`(a.in_sight or (a.author_id = ${viewer} and a.state in ('held', 'refused')))`
    }
    order by a.hot desc, a.id desc ${cut(db, page)}`
