// The lists of questions and answers: first the numbers of a page off an index, then their rows by their keys. What is
// not in sight leaves here only for its author.
import type { AnswerState, QuestionState } from '@xinqiao/contract/questions.ts'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db.ts'
import { atLeastTen, findNumbers, findNumbersOf, type Found, type Page, type Part } from '../../kit/reading.ts'
import { askedAs, type Asked, type Kept } from '../../kit/reader.ts'
import { standsBy, versionOf, type Version } from '../../kit/standing.ts'

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
> & { state: QuestionState; nickname: string | null; avatar: string | null }

type Read<T> = T & Version

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
  question: QuestionRow
}

/**
 * The page that nearly everybody asks for stands in the statement, which is then planned once for all calls. With numbers
 * as parameters PostgreSQL plans each call anew, which costs more than the answer.
 */
export const cut = (db: Db, { limit, offset }: Page) =>
  offset === 0 && limit === pageSizes.questions ? db`limit 8` : db`limit ${limit} offset ${offset}`

const tallied = (db: Db, name: 'questions' | 'answers') => db`select value from tally where name = ${name}`
/** So far into a list it costs a millisecond to get there. */
const far = 10_000

/** A long list from whichever of its ends is nearer: its last page is as near as its first. */
async function findFromNearer(
  db: Db,
  page: Page,
  name: 'questions' | 'answers',
  list: (down: Part, piece: Part) => Part,
): Promise<Found> {
  const total = tallied(db, name)
  const fromStart = () => findNumbers(db, list(db`desc`, cut(db, page)), total)
  if (page.offset < far) return fromStart()
  const [row] = await db<{ value: number }[]>`${total}`
  const count = row?.value ?? 0
  if (page.offset < count / 2) return fromStart()
  const limit = Math.max(0, Math.min(page.limit, count - page.offset))
  const piece = db`limit ${limit} offset ${Math.max(0, count - page.offset - limit)}`
  const { ids } = await findNumbers(db, list(db`asc`, piece), total)
  return { ids: ids.toReversed(), total: count }
}

// ---- questions

export const findHotQuestions = (db: Db, page: Page) =>
  findFromNearer(
    db,
    page,
    'questions',
    (down, piece) => db`select id from question where state = 'shown' order by hot ${down}, id ${down} ${piece}`,
  )

export const findRecommended = (db: Db, page: Page) =>
  findFromNearer(
    db,
    page,
    'questions',
    (down, piece) =>
      db`select id from question where state = 'shown' order by recommended ${down}, id ${down} ${piece}`,
  )

/** With any of these tags. `total` adds up what each tag counts: of several tags, a question may be counted twice. */
export const findTagged = (db: Db, domainIds: readonly number[], page: Page) =>
  findNumbers(
    db,
    db`select id from question where state = 'shown' and domain_ids && ${domainIds as number[]}::smallint[]
      order by recommended desc, id desc ${cut(db, page)}`,
    db`select sum(question_count) from domain where id = any(${domainIds as number[]}::smallint[])`,
  )

export const findOwnQuestions = (db: Db, accounts: readonly number[], page: Page) => {
  const from = db`from question where author_id = who.account_id and state <> 'removed'`
  return findNumbersOf(
    db,
    accounts,
    db`select id ${from} order by id desc ${cut(db, page)}`,
    db`select count(*) ${from}`,
  )
}

/** What they say is the same for whoever asks; what somebody keeps of them is asked apart (`listKeptQuestions`). */
export const listQuestions = (db: Db, ids: readonly number[]) =>
  db<Read<QuestionRow>[]>`
    select q.id, q.author_id, q.title, q.content, q.is_anonymous, q.domain_ids, q.state, q.state_reason,
      q.merged_into, q.closed_at, q.answer_count, q.collect_count, q.created_at, q.edited_at, asker.nickname,
      asker.avatar, ${versionOf(db, db`q.xmin, asker.xmin`)}
    from question q left join account asker on asker.id = q.author_id
    where q.id = any(${atLeastTen(ids)}::bigint[])`

export const whichQuestionsStand = standsBy<Read<QuestionRow>>({
  question: ({ id }) => id,
  account: ({ author_id }) => author_id,
})

// ---- answers

export const findHotAnswers = (db: Db, page: Page) =>
  findFromNearer(
    db,
    page,
    'answers',
    (down, piece) => db`select id from answer where in_sight order by hot ${down}, id ${down} ${piece}`,
  )

export const findNewestAnswers = (db: Db, page: Page) =>
  findFromNearer(
    db,
    page,
    'answers',
    (down, piece) => db`select id from answer where in_sight order by id ${down} ${piece}`,
  )

/** Of those whom somebody follows: merged from the newest of each. */
export const findFollowedAnswers = (db: Db, accounts: readonly number[], page: Page) =>
  findNumbersOf(
    db,
    accounts,
    db`select newest.id from counsellor_follow f cross join lateral (
        select id from answer where counsellor_id = f.counsellor_id and in_sight
        order by id desc ${page.offset === 0 ? cut(db, page) : db`limit ${page.limit + page.offset}`}) as newest
      where f.account_id = who.account_id order by newest.id desc ${cut(db, page)}`,
    db`select coalesce(sum(c.answer_count), 0)
      from counsellor_follow f join counsellor c on c.id = f.counsellor_id where f.account_id = who.account_id`,
  )

export const findCollectedAnswers = (db: Db, accounts: readonly number[], page: Page) => {
  const from = db`from answer_collect where account_id = who.account_id and in_sight`
  return findNumbersOf(
    db,
    accounts,
    db`select answer_id ${from} order by created_at desc ${cut(db, page)}`,
    db`select count(*) ${from}`,
  )
}

export const findAnswersBy = (db: Db, counsellorId: number, page: Page) =>
  findNumbers(
    db,
    db`select id from answer where counsellor_id = ${counsellorId} and in_sight order by id desc ${cut(db, page)}`,
    db`select answer_count from counsellor where id = ${counsellorId}`,
  )

/** `writer` sees what they wrote before and after its review too; for everybody else it is 0. */
export const findAnswersTo = (db: Db, questionId: number, page: Page, writer: number) =>
  findNumbers(
    db,
    db`select id from answer a where question_id = ${questionId} and ${
      writer === 0 ? db`in_sight` : db`(in_sight or (author_id = ${writer} and state in ('held', 'refused')))`
    }
    order by hot desc, id desc ${cut(db, page)}`,
    db`select answer_count from question where id = ${questionId}`,
  )

type Joined = Read<Omit<AnswerRow, 'question'>> & { [K in keyof QuestionRow as `q_${K}`]: QuestionRow[K] }

/** With their questions. The same for whoever asks: what is not in sight is for its author alone. */
export async function listAnswers(db: Db, ids: readonly number[]): Promise<Read<AnswerRow>[]> {
  const rows = await db<Joined[]>`
    select a.id, a.question_id, a.author_id, a.content, a.state, a.state_reason, a.in_sight, a.like_count,
      a.collect_count, a.created_at, a.edited_at, a.counsellor_id, c.account_id as counsellor_account,
      c.name as counsellor_name, c.avatar as counsellor_avatar, c.department, c.professional_title, q.id as q_id,
      q.author_id as q_author_id, q.title as q_title, q.content as q_content, q.is_anonymous as q_is_anonymous,
      q.domain_ids as q_domain_ids, q.state as q_state, q.state_reason as q_state_reason,
      q.merged_into as q_merged_into, q.closed_at as q_closed_at, q.answer_count as q_answer_count,
      q.collect_count as q_collect_count, q.created_at as q_created_at, q.edited_at as q_edited_at,
      asker.nickname as q_nickname, asker.avatar as q_avatar,
      ${versionOf(db, db`a.xmin, q.xmin, asker.xmin, c.xmin`)}
    from answer a join question q on q.id = a.question_id
    left join account asker on asker.id = q.author_id left join counsellor c on c.id = a.counsellor_id
    where a.id = any(${atLeastTen(ids)}::bigint[])`
  return rows.map(
    ({
      q_id,
      q_author_id,
      q_title,
      q_content,
      q_is_anonymous,
      q_domain_ids,
      q_state,
      q_state_reason,
      q_merged_into,
      q_closed_at,
      q_answer_count,
      q_collect_count,
      q_created_at,
      q_edited_at,
      q_nickname,
      q_avatar,
      ...answer
    }) => ({
      ...answer,
      question: {
        id: q_id,
        author_id: q_author_id,
        title: q_title,
        content: q_content,
        is_anonymous: q_is_anonymous,
        domain_ids: q_domain_ids,
        state: q_state,
        state_reason: q_state_reason,
        merged_into: q_merged_into,
        closed_at: q_closed_at,
        answer_count: q_answer_count,
        collect_count: q_collect_count,
        created_at: q_created_at,
        edited_at: q_edited_at,
        nickname: q_nickname,
        avatar: q_avatar,
      },
    }),
  )
}

export const whichAnswersStand = standsBy<Read<AnswerRow>>({
  answer: ({ id }) => id,
  question: ({ question_id }) => question_id,
  account: ({ question }) => question.author_id,
  counsellor: ({ counsellor_id }) => counsellor_id,
})

/** Those that stand highest, each with its own address; for search engines. */
export const listPages = (db: Db, most: number) =>
  db<{ question_id: number; answer_id: number | null }[]>`
    (select id as question_id, null::bigint as answer_id from question where state = 'shown'
      order by hot desc, id desc limit ${most})
    union all
    (select question_id, id from answer where in_sight order by hot desc, id desc limit ${most})`

// ---- what people keep of them

const collectedQuestions = (db: Db) => db`
  array(select question_id from question_collect k
    where k.account_id = asked.account_id and question_id = any(questions))`

export const listKeptQuestions = (db: Db, asked: readonly Asked<QuestionRow>[]) =>
  db<Kept<'question'>[]>`
    with ${askedAs(db, asked, { questions: ({ id }) => id })}
    select ${collectedQuestions(db)} as question from asked order by n`

const askedAnswers = (db: Db, asked: readonly Asked<AnswerRow>[]) =>
  askedAs(db, asked, { answers: ({ id }) => id, questions: ({ question_id }) => question_id })

const liked = (db: Db) => db`
  array(select answer_id from answer_like k where k.account_id = asked.account_id and answer_id = any(answers))`

/** Of answers, and of the questions to which they were given. */
export const listKeptAnswers = (db: Db, asked: readonly Asked<AnswerRow>[]) =>
  db<Kept<'like' | 'answer' | 'question'>[]>`
    with ${askedAnswers(db, asked)}
    select ${liked(db)} as like, ${collectedQuestions(db)} as question,
      array(select answer_id from answer_collect k
        where k.account_id = asked.account_id and answer_id = any(answers)) as answer
    from asked order by n`

/** The same of answers that are known to be collected. */
export const listKeptOfCollected = (db: Db, asked: readonly Asked<AnswerRow>[]) =>
  db<Kept<'like' | 'question'>[]>`
    with ${askedAnswers(db, asked)}
    select ${liked(db)} as like, ${collectedQuestions(db)} as question from asked order by n`
