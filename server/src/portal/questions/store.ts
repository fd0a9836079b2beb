// All SQL of questions, answers and what people keep of them. What is not in sight leaves here only for its author.
import type { AnswerState, QuestionState } from '@xinqiao/contract/questions.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db, Tx } from '../../kit/db.ts'

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
const questionsOf = (db: Db, page: ReturnType<Db>, viewer: Viewer) => db<QuestionRow[]>`
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

export type QuestionText = Pick<Rows['question'], 'title' | 'content'>

export async function findQuestionText(db: Db, id: number): Promise<QuestionText | null> {
  const [row] = await db<QuestionText[]>`select title, content from question where id = ${id}`
  return row ?? null
}

// ---- how many

export async function readTally(db: Db, name: 'questions' | 'answers'): Promise<number> {
  const [row] = await db<{ value: number }[]>`select value from tally where name = ${name}`
  return row?.value ?? 0
}

export async function countTagged(db: Db, domainIds: readonly number[]): Promise<number> {
  const [row] =
    domainIds.length === 1
      ? await db<{ count: number }[]>`select question_count as count from domain where id = ${domainIds[0]!}`
      : await db<{ count: number }[]>`
          select count(*) from question where state = 'shown' and domain_ids && ${domainIds as number[]}::smallint[]`
  return row?.count ?? 0
}

export async function countOwnQuestions(db: Db, accountId: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from question where author_id = ${accountId} and state <> 'removed'`
  return row?.count ?? 0
}

export type OwnCounts = { follows: number; collects: number; questions: number }

export async function countOwn(db: Db, accountId: number): Promise<OwnCounts> {
  const [row] = await db<OwnCounts[]>`
    select
      (select count(*) from counsellor_follow f join counsellor c on c.id = f.counsellor_id and c.is_listed
        where f.account_id = ${accountId}) as follows,
      (select count(*) from answer_collect k join answer a on a.id = k.answer_id and a.in_sight
        where k.account_id = ${accountId})
      + (select count(*) from question_collect k join question q on q.id = k.question_id and q.state = 'shown'
        where k.account_id = ${accountId}) as collects,
      (select count(*) from question where author_id = ${accountId} and state <> 'removed') as questions`
  return row!
}

// ---- domains

export type DomainRow = Pick<Rows['domain'], 'id' | 'name' | 'question_count'>

export const listDomains = (db: Db) =>
  db<DomainRow[]>`select id, name, question_count from domain where enabled order by position, id`

export async function countEnabledDomains(db: Db, ids: readonly number[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from domain where id = any(${ids as number[]}::smallint[]) and enabled`
  return row?.count ?? 0
}

export const listAllDomains = (db: Db) => db<{ id: number; name: string }[]>`select id, name from domain`

export async function countClick(db: Db, id: number): Promise<boolean> {
  return (await db`update domain set clicks = clicks + 1 where id = ${id} and enabled`).count === 1
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
async function answersOf(db: Db, page: ReturnType<Db>, viewer: Viewer): Promise<AnswerWithQuestion[]> {
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

/** When each was collected, newest first. */
export type Collected = { type: 1 | 2; id: number; at: Date }

export async function listCollected(db: Db, accountId: number, most: number) {
  const kept = await db<Collected[]>`
    (select 1::int as type, k.answer_id as id, k.created_at as at
      from answer_collect k join answer a on a.id = k.answer_id and a.in_sight
      where k.account_id = ${accountId} order by k.created_at desc limit ${most})
    union all
    (select 2::int, k.question_id, k.created_at
      from question_collect k join question q on q.id = k.question_id and q.state = 'shown'
      where k.account_id = ${accountId} order by k.created_at desc limit ${most})
    order by at desc limit ${most}`
  const idsOf = (type: 1 | 2) => kept.filter((one) => one.type === type).map((one) => one.id)
  const [answers, questions] = await Promise.all([
    answersOf(db, db`select unnest(${idsOf(1)}::bigint[]) as id`, accountId),
    questionsOf(db, db`select unnest(${idsOf(2)}::bigint[]) as id`, accountId),
  ])
  return { kept, answers, questions }
}

// ---- writing

export type NewQuestion = Pick<Rows['question'], 'author_id' | 'title' | 'content' | 'is_anonymous' | 'domain_ids'> & {
  state: QuestionState
}

export async function insertQuestion(tx: Tx, values: NewQuestion): Promise<number> {
  const { author_id, title, content, is_anonymous, domain_ids, state } = values
  const [row] = await tx<{ id: number }[]>`
    insert into question (author_id, title, content, is_anonymous, domain_ids, state, asked_day)
    values (${author_id}, ${title}, ${content}, ${is_anonymous}, ${domain_ids}::smallint[], ${state},
      extract(epoch from now()) / 86400) returning id`
  return row!.id
}

export type OwnQuestion = Pick<Rows['question'], 'id' | 'title' | 'content' | 'author_id' | 'is_anonymous'> & {
  state: QuestionState
}

/** Held until the transaction ends. */
export async function lockQuestion(tx: Tx, id: number): Promise<OwnQuestion | null> {
  const [row] = await tx<OwnQuestion[]>`
    select id, title, content, author_id, is_anonymous, state from question where id = ${id} for no key update`
  return row ?? null
}

type QuestionChange = Partial<
  Pick<Rows['question'], 'title' | 'content' | 'domain_ids' | 'state_reason' | 'edited_at' | 'closed_at'>
> & { state?: QuestionState }

export async function updateQuestion(tx: Tx, id: number, change: QuestionChange): Promise<void> {
  await tx`update question set ${tx(change)} where id = ${id}`
}

export type NewAnswer = Pick<Rows['answer'], 'question_id' | 'author_id' | 'content'> & {
  counsellor_id: number | null
  state: AnswerState
}

export async function insertAnswer(tx: Tx, values: NewAnswer): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into answer (question_id, author_id, counsellor_id, content, state, answered_day)
    values (${values.question_id}, ${values.author_id}, ${values.counsellor_id}, ${values.content}, ${values.state},
      extract(epoch from now()) / 86400) returning id`
  return row!.id
}

export type OwnAnswer = Pick<Rows['answer'], 'id' | 'question_id' | 'author_id' | 'content'> & {
  state: AnswerState
  question_title: string
  question_state: QuestionState
  asker_id: number | null
  answerer_name: string | null
  answerer_avatar: string | null
}

export async function lockAnswer(tx: Tx, id: number): Promise<OwnAnswer | null> {
  const [row] = await tx<OwnAnswer[]>`
    select a.id, a.question_id, a.author_id, a.content, a.state, q.title as question_title, q.state as question_state,
      q.author_id as asker_id, c.name as answerer_name, c.avatar as answerer_avatar
    from answer a join question q on q.id = a.question_id left join counsellor c on c.id = a.counsellor_id
    where a.id = ${id} for no key update of a`
  return row ?? null
}

type AnswerChange = Partial<Pick<Rows['answer'], 'content' | 'state_reason' | 'edited_at'>> & { state?: AnswerState }

export async function updateAnswer(tx: Tx, id: number, change: AnswerChange): Promise<void> {
  await tx`update answer set ${tx(change)} where id = ${id}`
}

export type Answerer = Pick<Rows['counsellor'], 'id' | 'name' | 'avatar'>

export async function findAnswerer(db: Db, accountId: number): Promise<Answerer | null> {
  const [row] = await db<Answerer[]>`select id, name, avatar from counsellor where account_id = ${accountId}`
  return row ?? null
}

export type LikedAnswer = {
  id: number
  question_id: number
  author_id: number | null
  like_count: number
  in_sight: boolean
  title: string
  asker_id: number | null
  is_anonymous: boolean
}

export const listLikedAnswers = (db: Db, ids: readonly number[]) =>
  db<LikedAnswer[]>`
    select a.id, a.question_id, a.author_id, a.like_count, a.in_sight, q.title, q.author_id as asker_id, q.is_anonymous
    from answer a join question q on q.id = a.question_id where a.id = any(${ids as number[]}::bigint[])`

export const listNames = (db: Db, accountIds: readonly number[]) =>
  db<{ id: number; nickname: string; avatar: string }[]>`
    select id, nickname, avatar from account where id = any(${accountIds as number[]}::bigint[])`

/** What a question's answers are liked together, in the order of the questions. */
export async function addLikes(tx: Tx, deltas: ReadonlyMap<number, number>): Promise<void> {
  const moved = [...deltas].filter(([, delta]) => delta !== 0).sort(([a], [b]) => a - b)
  for (const [id, delta] of moved) await tx`update question set like_count = like_count + ${delta} where id = ${id}`
}
