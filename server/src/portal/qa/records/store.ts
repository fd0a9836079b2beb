// SQL that writes questions and answers. The SQL of lists is in list-store.ts.
import type { AnswerState, QuestionState } from '@xinqiao/contract/questions.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

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

/** Finds a duplicate: the same text by the same account within a minute. */
export async function selectRepeatedQuestion(tx: Tx, values: NewQuestion) {
  const { author_id, title, content, is_anonymous } = values
  const [row] = await tx<{ id: number; state: QuestionState }[]>`
    select id, state from question
    where author_id = ${author_id} and title = ${title} and content = ${content} and is_anonymous = ${is_anonymous}
      and created_at > now() - interval '1 minute' and state <> 'removed' order by id desc limit 1`
  return row ?? null
}

export type LockedQuestionRow = Pick<Rows['question'], 'id' | 'title' | 'content' | 'author_id' | 'is_anonymous'> & {
  state: QuestionState
}

/** Locks the question until the transaction ends. */
export const lockQuestion = (tx: Tx, id: number) =>
  firstRow(tx<LockedQuestionRow[]>`
    select id, title, content, author_id, is_anonymous, state from question where id = ${id} for no key update`)

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

export const selectRepeatedAnswer = (tx: Tx, { question_id, author_id, content }: NewAnswer) =>
  firstRow(tx<{ id: number; state: AnswerState }[]>`
    select id, state from answer
    where question_id = ${question_id} and author_id = ${author_id} and content = ${content}
      and created_at > now() - interval '1 minute' and state <> 'removed' order by id desc limit 1`)

export type LockedAnswerRow = Pick<Rows['answer'], 'id' | 'question_id' | 'author_id' | 'content'> & {
  state: AnswerState
  question_title: string
  question_state: QuestionState
  asker_id: number | null
  answerer_name: string | null
  answerer_avatar: string | null
}

export const lockAnswer = (tx: Tx, id: number) =>
  firstRow(tx<LockedAnswerRow[]>`
    select a.id, a.question_id, a.author_id, a.content, a.state, q.title as question_title, q.state as question_state,
      q.author_id as asker_id, c.name as answerer_name, c.avatar as answerer_avatar
    from answer a join question q on q.id = a.question_id left join counsellor c on c.id = a.counsellor_id
    where a.id = ${id} for no key update of a`)

type AnswerChange = Partial<Pick<Rows['answer'], 'content' | 'state_reason' | 'edited_at'>> & { state?: AnswerState }

export async function updateAnswer(tx: Tx, id: number, change: AnswerChange): Promise<void> {
  await tx`update answer set ${tx(change)} where id = ${id}`
}

export type AnswererRow = Pick<Rows['counsellor'], 'id' | 'name' | 'avatar'>

export const selectCounsellorOfAccount = (db: Db, accountId: number) =>
  firstRow(db<AnswererRow[]>`select id, name, avatar from counsellor where account_id = ${accountId}`)

export type QuestionText = Pick<Rows['question'], 'title' | 'content'>

/** All texts of a question, the present one last. */
export const selectQuestionTexts = (db: Db, id: number) =>
  db<QuestionText[]>`
    select title, content from (
      select id, title, content from revision where question_id = ${id} and answer_id is null
      union all select null, title, content from question where id = ${id}) version
    order by id nulls last`
