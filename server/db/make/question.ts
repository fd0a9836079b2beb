// Questions and answers of some day, for the demo site and for tests.
import type { Db } from '../../src/kit/db.ts'

const dayMs = 86_400_000

export type QuestionToMake = {
  authorId: number
  title: string
  content: string
  isAnonymous?: boolean
  domainIds: number[]
  at?: Date
}

export async function makeQuestion(db: Db, question: QuestionToMake): Promise<number> {
  const { authorId, title, content, isAnonymous = false, domainIds, at = new Date() } = question
  const [row] = await db<{ id: number }[]>`
    insert into question (author_id, title, content, is_anonymous, domain_ids, state, asked_day, created_at)
    values (${authorId}, ${title}, ${content}, ${isAnonymous}, ${domainIds.toSorted((a, b) => a - b)}::smallint[],
      'shown', ${at.getTime() / dayMs}, ${at}) returning id`
  return row!.id
}

export type AnswerToMake = { questionId: number; authorId: number; content: string; at?: Date }

export async function makeAnswer(db: Db, { questionId, authorId, content, at = new Date() }: AnswerToMake) {
  const [row] = await db<{ id: number }[]>`
    insert into answer (question_id, author_id, counsellor_id, content, state, answered_day, created_at)
    select ${questionId}, ${authorId}, (select id from counsellor where account_id = ${authorId}), ${content}, 'shown',
      ${at.getTime() / dayMs}, ${at} returning id`
  return row!.id
}
