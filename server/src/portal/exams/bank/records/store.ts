// SQL of the question bank.
import type { Rows } from '../../../../../db/rows.ts'
import type { ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { Db, Tx } from '../../../../kit/db/db.ts'
import type { PageLimits } from '../../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../../kit/db/results.ts'

type VersionColumns = Rows['exam_question_version']
export type BankQuestionRow = Pick<
  Rows['exam_question'],
  'id' | 'subject' | 'difficulty' | 'retired' | 'version' | 'updated_at'
> &
  Pick<VersionColumns, 'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'> & {
    version_id: number
    kind: ExamQuestionKind
  }

const questionColumns = (db: Db) => db`
  question.id, subject, kind, difficulty, retired, question.version, updated_at, version.id as version_id, content,
  options, fixed_options, version.answer, explanation`
const newestVersion = (db: Db) => db`
  exam_question question
  join exam_question_version version on version.question_id = question.id and version.version = question.version`

export type BankQuestionFilter = {
  subject: string | undefined
  kind: ExamQuestionKind | undefined
  difficulty: number | undefined
  key: string | undefined
  retired: boolean
}

const matchingQuestions = (db: Db, { subject, kind, difficulty, key, retired }: BankQuestionFilter) => db`
  where retired = ${retired}
    ${subject === undefined ? db`` : db`and subject = ${subject}`}
    ${kind === undefined ? db`` : db`and kind = ${kind}`}
    ${difficulty === undefined ? db`` : db`and difficulty = ${difficulty}`}
    ${key ? db`and strpos(lower(content), lower(${key})) > 0` : db``}`

export function selectBankQuestions(db: Db, filter: BankQuestionFilter, { limit, offset }: PageLimits) {
  return readPage(
    db<BankQuestionRow[]>`select ${questionColumns(db)} from ${newestVersion(db)} ${matchingQuestions(db, filter)}
      order by updated_at desc, question.id desc limit ${limit} offset ${offset}`,
    filter.key
      ? db<{ count: number }[]>`select count(*) from ${newestVersion(db)} ${matchingQuestions(db, filter)}`
      : db<{ count: number }[]>`select count(*) from exam_question question ${matchingQuestions(db, filter)}`,
  )
}

/** Questions for an export, in the order of the bank. */
export const selectQuestionsForExport = (db: Db, filter: BankQuestionFilter, limit: number) => db<BankQuestionRow[]>`
  select ${questionColumns(db)} from ${newestVersion(db)} ${matchingQuestions(db, filter)} order by subject, kind, question.id limit ${limit}`

export const selectBankQuestion = (db: Db, id: number) =>
  firstRow(db<BankQuestionRow[]>`select ${questionColumns(db)} from ${newestVersion(db)} where question.id = ${id}`)

/** Questions in exactly these versions, even if there are newer ones. */
export const selectVersionsByIds = (db: Db, versionIds: readonly number[]) => db<BankQuestionRow[]>`
  select ${questionColumns(db)} from exam_question_version version join exam_question question on question.id = question_id
  where version.id = any(${[...versionIds]}::bigint[])`

export type OldQuestionVersionRow = Pick<VersionColumns, 'version' | 'content' | 'answer' | 'created_at'> & {
  author: string
}
export const selectQuestionVersions = (db: Db, id: number) => db<OldQuestionVersionRow[]>`
  select version, content, answer, exam_question_version.created_at, coalesce(account.nickname, '') as author
  from exam_question_version left join account on account.id = author_id
  where question_id = ${id} order by version desc limit 100`

export const selectQuestionSubjects = (db: Db) => db<{ subject: string; questions: number }[]>`
  select subject, count(*) as questions from exam_question where not retired group by subject order by subject`

export type QuestionValues = Pick<
  VersionColumns,
  'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'
> & {
  subject: string
  kind: ExamQuestionKind
  difficulty: number
}

const insertQuestionVersion = (
  tx: Tx,
  { id, version, values, authorId }: { id: number; version: number; values: QuestionValues; authorId: number | null },
) => tx`
  insert into exam_question_version (question_id, version, content, options, fixed_options, answer, explanation, author_id)
  values (${id}, ${version}, ${values.content}, ${values.options}::text[], ${values.fixed_options}, ${values.answer}, ${values.explanation},
    ${authorId})`

export async function insertQuestion(tx: Tx, values: QuestionValues, authorId: number | null): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into exam_question (subject, kind, difficulty)
    values (${values.subject}, ${values.kind}, ${values.difficulty}) returning id`
  await insertQuestionVersion(tx, { id: row!.id, version: 1, values, authorId })
  return row!.id
}

/**
 * Adds a version of a question.
 * @returns false when another user saved meanwhile
 */
export async function insertNextQuestionVersion(
  tx: Tx,
  { id, version, values, authorId }: { id: number; version: number; values: QuestionValues; authorId: number | null },
): Promise<boolean> {
  const result = await tx`
    update exam_question set subject = ${values.subject}, difficulty = ${values.difficulty}, version = version + 1,
      updated_at = now()
    where id = ${id} and version = ${version}`
  if (result.count === 0) return false
  await insertQuestionVersion(tx, { id, version: version + 1, values, authorId })
  return true
}

export async function updateQuestionRetired(db: Db, id: number, retired: boolean): Promise<boolean> {
  const result = await db`update exam_question set retired = ${retired}, updated_at = now() where id = ${id}`
  return result.count === 1
}

/** Returns those of the given texts that the bank already has with the same kind, options and answer. */
export const selectQuestionsByContent = (db: Db, contents: readonly string[]) => db<
  Pick<BankQuestionRow, 'id' | 'kind' | 'content' | 'options' | 'fixed_options' | 'answer'>[]
>`
  select question.id, kind, content, options, fixed_options, version.answer from ${newestVersion(db)}
  where not retired and content = any(${[...contents]}::text[])`
