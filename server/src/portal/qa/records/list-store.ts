// SQL of the public lists of questions and answers. Hidden ones are listed only for their author.
import type { AnswerState, QuestionState } from '@xinqiao/contract/questions.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import {
  findIds,
  limitTo,
  idsWithPositions,
  type PageLimits,
  type PageOfIds,
  type SqlPart,
} from '../../../kit/db/lists.ts'

const questionColumns = [
  'id',
  'author_id',
  'title',
  'content',
  'is_anonymous',
  'domain_ids',
  'state_reason',
  'merged_into',
  'closed_at',
  'answer_count',
  'collect_count',
  'created_at',
  'edited_at',
  'state',
] as const

/** A question from the view of one account. `is_collected`: whether this account collected it. */
export type QuestionRow = Omit<Pick<Rows['question'], (typeof questionColumns)[number]>, 'state'> & {
  state: QuestionState
  nickname: string | null
  avatar: string | null
  is_collected: boolean
}

/** An answer from the view of one account. `is_liked` and `is_collected` are those of the account. */
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
  in_sight: boolean
  is_liked: boolean
  is_collected: boolean
}

/** The number of shown questions or answers, which triggers keep up to date. */
const selectCachedCount = (db: Db, name: 'questions' | 'answers') => db`select value from tally where name = ${name}`
/** PostgreSQL needs about a millisecond to skip this many rows of an index. */
const maxSkippedRows = 10_000

/**
 * Reads a page from the nearer end of the index, so that the last pages are as fast as the first ones.
 * @param total selects the number of all rows as `value`
 */
async function findIdsFromNearerEnd(
  db: Db,
  page: PageLimits,
  total: SqlPart,
  select: (direction: SqlPart, limit: SqlPart) => SqlPart,
): Promise<PageOfIds> {
  const [row] = page.offset < maxSkippedRows ? [] : await db<{ value: number }[]>`${total}`
  if (!row || page.offset < row.value / 2) return findIds(db, select(db`desc`, limitTo(db, page)), total)
  const count = row.value
  const limit = Math.max(0, Math.min(page.limit, count - page.offset))
  const fromEnd = { limit, offset: Math.max(0, count - page.offset - limit) }
  const { ids } = await findIds(db, select(db`asc`, limitTo(db, fromEnd)), total)
  return { ids: ids.toReversed(), total: count }
}

// ---- questions

export const selectHotQuestionIds = (db: Db, page: PageLimits) =>
  findIdsFromNearerEnd(
    db,
    page,
    selectCachedCount(db, 'questions'),
    (direction, limit) =>
      db`select id from question where state = 'shown' order by hot ${direction}, id ${direction} ${limit}`,
  )

export const selectRecommendedQuestionIds = (db: Db, page: PageLimits) =>
  findIdsFromNearerEnd(
    db,
    page,
    selectCachedCount(db, 'questions'),
    (direction, limit) =>
      db`select id from question where state = 'shown' order by recommended ${direction}, id ${direction} ${limit}`,
  )

/** Questions with any of these tags. `total` is the sum over the tags, so a question with two of them counts twice. */
export const selectTaggedQuestionIds = (db: Db, domainIds: readonly number[], page: PageLimits) =>
  findIds(
    db,
    db`select id from question where state = 'shown' and domain_ids && ${domainIds as number[]}::smallint[]
      order by recommended desc, id desc ${limitTo(db, page)}`,
    db`select sum(question_count) from domain where id = any(${domainIds as number[]}::smallint[])`,
  )

export const selectOwnQuestionIds = (db: Db, accountId: number, page: PageLimits) => {
  const from = db`from question where author_id = ${accountId} and state <> 'removed'`
  return findIds(db, db`select id ${from} order by id desc ${limitTo(db, page)}`, db`select count(*) ${from}`)
}

const isQuestionCollected = (db: Db, viewerId: number) =>
  db`exists (select 1 from question_collect k where k.account_id = ${viewerId} and k.question_id = q.id)`

const questionRows = (db: Db, from: SqlPart, viewerId: number) =>
  db<QuestionRow[]>`
    select ${db(questionColumns.map((column) => `q.${column}`))}, asker.nickname, asker.avatar,
      ${isQuestionCollected(db, viewerId)} as is_collected
    from ${from} left join account asker on asker.id = q.author_id
    order by page.position`

/** @param viewerId 0 for a visitor */
export const selectQuestions = (db: Db, ids: readonly number[], viewerId: number) =>
  questionRows(db, db`${idsWithPositions(db, ids)} join question q on q.id = page.id`, viewerId)

/**
 * Lists the question of each answer, in the order of the answers. A question with two of them is listed twice.
 * @param viewerId 0 for a visitor
 */
export const selectQuestionsOfAnswers = (db: Db, answerIds: readonly number[], viewerId: number) =>
  questionRows(
    db,
    db`${idsWithPositions(db, answerIds)} join answer a on a.id = page.id join question q on q.id = a.question_id`,
    viewerId,
  )

// ---- answers

export const selectHotAnswerIds = (db: Db, page: PageLimits) =>
  findIdsFromNearerEnd(
    db,
    page,
    selectCachedCount(db, 'answers'),
    (direction, limit) => db`select id from answer where in_sight order by hot ${direction}, id ${direction} ${limit}`,
  )

export const selectNewestAnswerIds = (db: Db, page: PageLimits) =>
  findIdsFromNearerEnd(
    db,
    page,
    selectCachedCount(db, 'answers'),
    (direction, limit) => db`select id from answer where in_sight order by id ${direction} ${limit}`,
  )

/** Answers of the counsellors whom the account follows: the newest of each, merged. */
export const selectFollowedAnswerIds = (db: Db, accountId: number, page: PageLimits) =>
  findIds(
    db,
    db`select newest.id from counsellor_follow f cross join lateral (
        select id from answer where counsellor_id = f.counsellor_id and in_sight
        order by id desc limit ${page.limit + page.offset}) as newest
      where f.account_id = ${accountId} order by newest.id desc ${limitTo(db, page)}`,
    db`select coalesce(sum(c.answer_count), 0)
      from counsellor_follow f join counsellor c on c.id = f.counsellor_id where f.account_id = ${accountId}`,
  )

export const selectCollectedAnswerIds = (db: Db, accountId: number, page: PageLimits) => {
  const from = db`from answer_collect where account_id = ${accountId} and in_sight`
  return findIds(
    db,
    db`select answer_id ${from} order by created_at desc ${limitTo(db, page)}`,
    db`select count(*) ${from}`,
  )
}

export const selectAnswerIdsOfCounsellor = (db: Db, counsellorId: number, page: PageLimits) =>
  findIds(
    db,
    db`select id from answer where counsellor_id = ${counsellorId} and in_sight order by id desc ${limitTo(db, page)}`,
    db`select answer_count from counsellor where id = ${counsellorId}`,
  )

/** @param writerId account whose hidden answers are listed, too; 0 for none */
export const selectAnswerIdsOfQuestion = (db: Db, questionId: number, page: PageLimits, writerId: number) =>
  findIds(
    db,
    db`select id from answer a where question_id = ${questionId} and ${
      writerId === 0 ? db`in_sight` : db`(in_sight or (author_id = ${writerId} and state in ('held', 'refused')))`
    }
    order by hot desc, id desc ${limitTo(db, page)}`,
    db`select answer_count from question where id = ${questionId}`,
  )

/** @param viewerId 0 for a visitor */
export const selectAnswers = (db: Db, ids: readonly number[], viewerId: number) =>
  db<AnswerRow[]>`
    select a.id, a.question_id, a.author_id, a.content, a.state, a.state_reason, a.in_sight, a.like_count,
      a.collect_count, a.created_at, a.edited_at, a.counsellor_id, c.account_id as counsellor_account,
      c.name as counsellor_name, c.avatar as counsellor_avatar, c.department, c.professional_title,
      exists (select 1 from answer_like k where k.account_id = ${viewerId} and k.answer_id = a.id) as is_liked,
      exists (select 1 from answer_collect k where k.account_id = ${viewerId} and k.answer_id = a.id) as is_collected
    from ${idsWithPositions(db, ids)} join answer a on a.id = page.id left join counsellor c on c.id = a.counsellor_id
    order by page.position`

/** The most prominent questions and answers, each with its own page, for search engines. */
export const selectSitemapQuestions = (db: Db, maxPages: number) =>
  db<{ question_id: number; answer_id: number | null }[]>`
    (select id as question_id, null::bigint as answer_id from question where state = 'shown'
      order by hot desc, id desc limit ${maxPages})
    union all
    (select question_id, id from answer where in_sight order by hot desc, id desc limit ${maxPages})`
