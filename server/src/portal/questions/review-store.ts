// All SQL of the watched words, the review queue and what texts were before.
import type { ReviewCause } from '@xinqiao/contract/questions.ts'
import type { Db, Tx } from '../../kit/db.ts'
import type { WatchWord } from './words.ts'

export const listWatchWords = (db: Db) => db<WatchWord[]>`select word, plain, action from watch_word`

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
