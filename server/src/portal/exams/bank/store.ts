// All SQL of the question bank.
import type { Rows } from '../../../../db/rows.ts'
import type { ExamKind } from '@xinqiao/contract/exams.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'

type Version = Rows['exam_question_version']
export type QuestionRow = Pick<
  Rows['exam_question'],
  'id' | 'subject' | 'difficulty' | 'retired' | 'version' | 'updated_at'
> &
  Pick<Version, 'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'> & {
    version_id: number
    kind: ExamKind
  }

const columns = (db: Db) => db`
  question.id, subject, kind, difficulty, retired, question.version, updated_at, version.id as version_id, content,
  options, fixed_options, version.answer, explanation`
const newest = (db: Db) => db`
  exam_question question
  join exam_question_version version on version.question_id = question.id and version.version = question.version`

export type BankFilter = {
  subject: string | undefined
  kind: ExamKind | undefined
  difficulty: number | undefined
  key: string | undefined
  retired: boolean
}

const matches = (db: Db, { subject, kind, difficulty, key, retired }: BankFilter) => db`
  where retired = ${retired}
    ${subject === undefined ? db`` : db`and subject = ${subject}`}
    ${kind === undefined ? db`` : db`and kind = ${kind}`}
    ${difficulty === undefined ? db`` : db`and difficulty = ${difficulty}`}
    ${key ? db`and strpos(lower(content), lower(${key})) > 0` : db``}`

export async function listQuestions(db: Db, filter: BankFilter, limit: number, offset: number) {
  const [rows, [total]] = await Promise.all([
    db<QuestionRow[]>`select ${columns(db)} from ${newest(db)} ${matches(db, filter)}
      order by updated_at desc, question.id desc limit ${limit} offset ${offset}`,
    filter.key
      ? db<{ count: number }[]>`select count(*) from ${newest(db)} ${matches(db, filter)}`
      : db<{ count: number }[]>`select count(*) from exam_question question ${matches(db, filter)}`,
  ])
  return { rows, total: total?.count ?? 0 }
}

/** For exports: in the order of the bank. */
export const listForExport = (db: Db, filter: BankFilter, limit: number) => db<QuestionRow[]>`
  select ${columns(db)} from ${newest(db)} ${matches(db, filter)} order by subject, kind, question.id limit ${limit}`

export async function findQuestion(db: Db, id: number): Promise<QuestionRow | null> {
  const [row] = await db<QuestionRow[]>`select ${columns(db)} from ${newest(db)} where question.id = ${id}`
  return row ?? null
}

/** The given versions, not only the newest ones. */
export const findVersions = (db: Db, versionIds: readonly number[]) => db<QuestionRow[]>`
  select ${columns(db)} from exam_question_version version join exam_question question on question.id = question_id
  where version.id = any(${[...versionIds]}::bigint[])`

export type OldVersion = Pick<Version, 'version' | 'content' | 'answer' | 'created_at'> & { author: string }
export const listVersions = (db: Db, id: number) => db<OldVersion[]>`
  select version, content, answer, exam_question_version.created_at, coalesce(account.nickname, '') as author
  from exam_question_version left join account on account.id = author_id
  where question_id = ${id} order by version desc limit 100`

export const listSubjects = (db: Db) => db<{ subject: string; questions: number }[]>`
  select subject, count(*) as questions from exam_question where not retired group by subject order by subject`

export type QuestionValues = Pick<Version, 'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'> & {
  subject: string
  kind: ExamKind
  difficulty: number
}

const insertVersion = (tx: Tx, id: number, version: number, values: QuestionValues, authorId: number | null) => tx`
  insert into exam_question_version (question_id, version, content, options, fixed_options, answer, explanation, author_id)
  values (${id}, ${version}, ${values.content}, ${values.options}::text[], ${values.fixed_options}, ${values.answer}, ${values.explanation},
    ${authorId})`

export async function insertQuestion(tx: Tx, values: QuestionValues, authorId: number | null): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into exam_question (subject, kind, difficulty)
    values (${values.subject}, ${values.kind}, ${values.difficulty}) returning id`
  await insertVersion(tx, row!.id, 1, values, authorId)
  return row!.id
}

/** False when another user saved in between. */
export async function addVersion(
  tx: Tx,
  id: number,
  version: number,
  values: QuestionValues,
  authorId: number | null,
): Promise<boolean> {
  const result = await tx`
    update exam_question set subject = ${values.subject}, difficulty = ${values.difficulty}, version = version + 1,
      updated_at = now()
    where id = ${id} and version = ${version}`
  if (result.count === 0) return false
  await insertVersion(tx, id, version + 1, values, authorId)
  return true
}

export async function setRetired(db: Db, id: number, retired: boolean): Promise<boolean> {
  const result = await db`update exam_question set retired = ${retired}, updated_at = now() where id = ${id}`
  return result.count === 1
}

/** Returns the given texts that the bank already has with the same kind, options and answer. */
export const findSame = (db: Db, contents: readonly string[]) => db<
  Pick<QuestionRow, 'id' | 'kind' | 'content' | 'options' | 'fixed_options' | 'answer'>[]
>`
  select question.id, kind, content, options, fixed_options, version.answer from ${newest(db)}
  where not retired and content = any(${[...contents]}::text[])`
