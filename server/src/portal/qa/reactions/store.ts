// SQL of likes and collections of questions and answers.
import { collectionTypes, type CollectionType } from '@xinqiao/contract/questions.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { limitTo, type PageLimits } from '../../../kit/db/lists.ts'
import { onlyRow } from '../../../kit/db/results.ts'

export type OwnReactionCounts = { follows: number; collects: number; questions: number }

export const countOwnReactions = (db: Db, accountId: number) =>
  onlyRow(db<OwnReactionCounts[]>`
    select
      (select count(*) from counsellor_follow f join counsellor c on c.id = f.counsellor_id and c.is_listed
        where f.account_id = ${accountId}) as follows,
      (select count(*) from answer_collect where account_id = ${accountId} and in_sight)
      + (select count(*) from question_collect where account_id = ${accountId} and in_sight) as collects,
      (select count(*) from question where author_id = ${accountId} and state <> 'removed') as questions`)

export type CollectionRow = { type: CollectionType; id: number; created_at: Date }

/** Collected questions and answers, newest first. */
export function selectOwnCollection(db: Db, accountId: number, page: PageLimits) {
  const newest = db`limit ${page.limit + page.offset}`
  return db<CollectionRow[]>`
    (select ${collectionTypes.answer}::int as type, answer_id as id, created_at from answer_collect
      where account_id = ${accountId} and in_sight order by created_at desc ${newest})
    union all
    (select ${collectionTypes.question}::int, question_id, created_at from question_collect
      where account_id = ${accountId} and in_sight order by created_at desc ${newest})
    order by created_at desc, type, id ${limitTo(db, page)}`
}

// ---- likes

export type LikedAnswerRow = {
  id: number
  question_id: number
  author_id: number | null
  like_count: number
  in_sight: boolean
  title: string
  /** Anonymous askers of the question, and of questions that were merged into it. */
  hidden_ids: number[]
}

export const selectLikedAnswers = (db: Db, ids: readonly number[]) =>
  db<LikedAnswerRow[]>`
    select a.id, a.question_id, a.author_id, a.like_count, a.in_sight, q.title, array(
      select asked.author_id from question asked
      where (asked.id = q.id or asked.merged_into = q.id) and asked.is_anonymous and asked.author_id is not null
    ) as hidden_ids
    from answer a join question q on q.id = a.question_id where a.id = any(${ids as number[]}::bigint[])`

export const selectLikerNames = (db: Db, accountIds: readonly number[]) =>
  db<{ id: number; nickname: string; avatar: string }[]>`
    select id, nickname, avatar from account where id = any(${accountIds as number[]}::bigint[])`

/** Adds to the like counters of questions, in the order of their ids to avoid deadlocks. */
export async function updateQuestionLikeCounts(tx: Tx, deltas: ReadonlyMap<number, number>): Promise<void> {
  const changedCounts = [...deltas].filter(([, delta]) => delta !== 0).sort(([a], [b]) => a - b)
  for (const [id, delta] of changedCounts)
    await tx`update question set like_count = like_count + ${delta} where id = ${id}`
}
