// SQL of watched words, the review queue and revisions of questions.
import {
  questionStates,
  type AnswerState,
  type ModerationDecision,
  type QuestionState,
  type ReviewCause,
  type WordAction,
} from '@xinqiao/contract/questions.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { SqlPart, PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, onlyRow, readCount, readPage } from '../../../kit/db/results.ts'

/** `plain` is the normalised word, as texts are compared with it. */
export type WatchWord = { word: string; plain: string; action: WordAction }

export const selectWatchWords = (db: Db) => db<WatchWord[]>`select word, plain, action from watch_word`

export type NewReview = {
  questionId: number
  answerId?: number
  cause: ReviewCause
  detail: string
  reporterId: number | null
}

/** @throws PostgresError on review_once */
export async function insertReview(tx: Tx, { questionId, answerId, cause, detail, reporterId }: NewReview) {
  await tx`
    insert into review (question_id, answer_id, cause, detail, reporter_id)
    values (${questionId}, ${answerId ?? null}, ${cause}, ${detail}, ${reporterId})`
}

export type NewRevision = { questionId: number; answerId?: number; title: string; content: string; editedBy: number }

export async function insertRevision(tx: Tx, { questionId, answerId, title, content, editedBy }: NewRevision) {
  await tx`
    insert into revision (question_id, answer_id, title, content, edited_by)
    values (${questionId}, ${answerId ?? null}, ${title}, ${content}, ${editedBy})`
}

// ---- lists for moderators

export type StaffQuestionRow = Pick<
  Rows['question'],
  | 'id'
  | 'title'
  | 'content'
  | 'is_anonymous'
  | 'state_reason'
  | 'closed_at'
  | 'merged_into'
  | 'answer_count'
  | 'domain_ids'
  | 'created_at'
> & { state: QuestionState; nickname: string | null; open_reviews: number }

const staffQuestionRows = (db: Db) => db`
  select q.id, q.title, q.content, q.is_anonymous, q.state, q.state_reason, q.closed_at, q.merged_into, q.answer_count,
    q.domain_ids, q.created_at, asker.nickname, (
      select count(*) from review r where r.question_id = q.id and r.state = 'open') as open_reviews
  from question q left join account asker on asker.id = q.author_id`

export type StaffQuestionQuery = PageLimits & {
  state: QuestionState | undefined
  key: string | undefined
}

/** A search of moderators counts its results up to this number; they should narrow it instead. */
const maxFound = 1_000
const hiddenStates = Object.keys(questionStates).filter((state) => state !== 'shown')

/** Avoids counting the whole table: visible questions have a counter (`tally`), and the other states have few rows. */
function countQuestionsForStaff(db: Db, { state, key }: StaffQuestionQuery, where: SqlPart): SqlPart {
  if (key !== undefined) return db`select count(*) from (select from question q ${where} limit ${maxFound}) as found`
  const shownCount = db`select value from tally where name = 'questions'`
  if (state === 'shown') return shownCount
  const others = db`select count(*) from question q where q.state = any(${state === undefined ? hiddenStates : [state]})`
  return state === undefined ? db`select (${shownCount}) + (${others})` : others
}

export function selectQuestionsForStaff(db: Db, query: StaffQuestionQuery) {
  const { state, key, limit, offset } = query
  const number = key !== undefined && /^\d{1,15}$/.test(key) ? Number(key) : null
  const keyCondition =
    key === undefined ? db`` : db`and text_grams(q.title) @> text_grams(${key}) and strpos(q.title, ${key}) > 0`
  const where = db`where true
    ${state === undefined ? db`` : db`and q.state = ${state}`}
    ${number === null ? keyCondition : db`and q.id = ${number}`}`
  return readPage(
    db<StaffQuestionRow[]>`${staffQuestionRows(db)} ${where} order by q.id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select (${countQuestionsForStaff(db, query, where)})::bigint as count`,
  )
}

export const selectQuestionForStaff = (db: Db, id: number) =>
  firstRow(db<StaffQuestionRow[]>`${staffQuestionRows(db)} where q.id = ${id}`)

export type StaffAnswerRow = Pick<Rows['answer'], 'id' | 'content' | 'state_reason' | 'like_count' | 'created_at'> & {
  state: AnswerState
  author: string | null
}

export const selectAnswersForStaff = (db: Db, questionId: number) =>
  db<StaffAnswerRow[]>`
    select a.id, a.content, a.state, a.state_reason, a.like_count, a.created_at,
      coalesce(c.name, author.nickname) as author
    from answer a left join counsellor c on c.id = a.counsellor_id left join account author on author.id = a.author_id
    where a.question_id = ${questionId} order by a.id desc limit 200`

export type QuestionReviewRow = Omit<Rows['review'], 'cause' | 'state' | 'decision'> & {
  cause: ReviewCause
  state: 'open' | 'settled'
  decision: ModerationDecision | null
  title: string
  text: string
  subject_state: QuestionState
}

const reviewRows = (db: Db) => db`
  select r.*, q.title, coalesce(a.content, q.content) as text, coalesce(a.state, q.state) as subject_state
  from review r join question q on q.id = r.question_id left join answer a on a.id = r.answer_id`

export type QuestionReviewState = 'open' | 'settled'

export const selectReviews = (db: Db, state: QuestionReviewState | undefined, { limit, offset }: PageLimits) =>
  db<QuestionReviewRow[]>`
    ${reviewRows(db)} ${state === undefined ? db`` : db`where r.state = ${state}`}
    order by r.id desc limit ${limit} offset ${offset}`

/** Counts reviews. This is fast for open ones, which are few; settled ones are never deleted. */
export const countReviews = (db: Db, state: QuestionReviewState) =>
  readCount(db<{ count: number }[]>`select count(*) from review where state = ${state}`)

export const selectReviewsOfQuestion = (db: Db, questionId: number) =>
  db<QuestionReviewRow[]>`${reviewRows(db)} where r.question_id = ${questionId} order by r.id desc limit 200`

export type RevisionRow = Rows['revision']
export const selectRevisions = (db: Db, questionId: number) =>
  db<RevisionRow[]>`select * from revision where question_id = ${questionId} order by id desc limit 100`

export type ReviewSettlement = { decision: ModerationDecision; note: string; by: number }

/**
 * Settles all open reviews of this question or answer.
 * @returns reporters, and authors who appealed
 */
export async function markReviewsSettled(
  tx: Tx,
  questionId: number,
  answerId: number | undefined,
  { decision, note, by }: ReviewSettlement,
): Promise<{ reporters: number[]; appellants: number[] }> {
  const rows = await tx<{ reporter_id: number | null; cause: ReviewCause }[]>`
    update review set state = 'settled', decision = ${decision}, note = ${note}, decided_by = ${by}, decided_at = now()
    where question_id = ${questionId} and state = 'open'
      and answer_id is not distinct from ${answerId ?? null}::bigint
    returning reporter_id, cause`
  const idsWithCause = (wanted: ReviewCause) =>
    rows.flatMap(({ reporter_id, cause }) => (cause === wanted && reporter_id !== null ? [reporter_id] : []))
  return { reporters: idsWithCause('report'), appellants: idsWithCause('appeal') }
}

/**
 * Settles open reviews of a text that its author deleted.
 * @returns the reporters
 */
export async function markReviewsOfRemovedSettled(tx: Tx, questionId: number, answerId?: number): Promise<number[]> {
  const rows = await tx<{ reporter_id: number | null; cause: ReviewCause }[]>`
    update review set state = 'settled', decision = 'dismiss', note = '作者已删除', decided_at = now()
    where question_id = ${questionId} and state = 'open'
      ${answerId === undefined ? tx`` : tx`and answer_id = ${answerId}`}
    returning reporter_id, cause`
  return rows.flatMap(({ reporter_id, cause }) => (cause === 'report' && reporter_id !== null ? [reporter_id] : []))
}

/** Moves answers and collections to the question that remains. */
export async function updateMergedQuestions(tx: Tx, id: number, into: number): Promise<void> {
  await tx`
    insert into question_collect (account_id, question_id, created_at)
    select account_id, ${into}, created_at from question_collect where question_id = ${id} on conflict do nothing`
  await tx`delete from question_collect where question_id = ${id}`
  await tx`
    update question q set collect_count = (select count(*) from question_collect k where k.question_id = q.id)
    where id in (${id}, ${into})`
  await tx`update answer set question_id = ${into} where question_id = ${id}`
  await tx`update question set state = 'merged', merged_into = ${into} where id = ${id}`
  await tx`update question set merged_into = ${into} where merged_into = ${id}`
}

export type AskerRow = Pick<Rows['account'], 'id' | 'username' | 'nickname' | 'phone_sealed'>

export const selectQuestionAsker = (db: Db, questionId: number) =>
  firstRow(db<AskerRow[]>`
    select account.id, account.username, account.nickname, account.phone_sealed
    from question q join account on account.id = q.author_id where q.id = ${questionId}`)

// ---- words and tags

export type WatchWordRow = Pick<Rows['watch_word'], 'id' | 'word'> & { action: WordAction }
export const selectWatchWordRows = (db: Db) =>
  db<WatchWordRow[]>`select id, word, action from watch_word order by id desc limit 2000`

export const upsertWatchWord = (
  db: Db,
  { word, plain, action, by }: { word: string; plain: string; action: WordAction; by: number },
) =>
  onlyRow(db<WatchWordRow[]>`
    insert into watch_word (word, plain, action, created_by) values (${word}, ${plain}, ${action}, ${by})
    on conflict (plain) do update set word = excluded.word, action = excluded.action returning id, word, action`)

export const deleteWatchWord = async (db: Db, id: number): Promise<boolean> =>
  (await db`delete from watch_word where id = ${id}`).count === 1
