// SQL of the guide as staff set it: welcome, common questions of the association, and hidden built-in ones.
import type { GuideQuestion, GuideQuestionDraft } from '@xinqiao/contract/http/chat/site-guide.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { readPage } from '../../../kit/db/results.ts'

export async function selectWelcome(db: Db): Promise<string> {
  const [row] = await db<{ welcome: string }[]>`select welcome from guide_settings`
  return row?.welcome ?? ''
}

export async function updateWelcome(db: Db, welcome: string): Promise<void> {
  await db`update guide_settings set welcome = ${welcome}`
}

export async function selectHiddenTitles(db: Db): Promise<string[]> {
  const rows = await db<{ title: string }[]>`select title from guide_hidden_question`
  return rows.map(({ title }) => title)
}

export async function insertHiddenTitle(db: Db, title: string): Promise<void> {
  await db`insert into guide_hidden_question (title) values (${title}) on conflict do nothing`
}

export async function deleteHiddenTitle(db: Db, title: string): Promise<void> {
  await db`delete from guide_hidden_question where title = ${title}`
}

const columns = (db: Db) => db`id, question, wordings, answer, url, is_on as "isOn", version`

/** Questions that the guide answers, oldest first. */
export const selectAnsweredQuestions = (db: Db) =>
  db<GuideQuestion[]>`select ${columns(db)} from guide_question where is_on order by id`

/** Questions that contain `key` in their question, wordings or answer, newest first. */
export function selectQuestions(db: Db, key: string | undefined, { limit, offset }: PageLimits) {
  const where =
    key === undefined
      ? db``
      : db`where position(lower(${key}) in lower(concat_ws(chr(10), question, array_to_string(wordings, chr(10)), answer))) > 0`
  return readPage(
    db<GuideQuestion[]>`
      select ${columns(db)} from guide_question ${where} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from guide_question ${where}`,
  )
}

export async function countQuestions(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*) from guide_question`
  return row!.count
}

export async function insertQuestion(db: Db, draft: GuideQuestionDraft): Promise<number> {
  const { question, wordings, answer, url, isOn } = draft
  const [row] = await db<{ id: number }[]>`
    insert into guide_question (question, wordings, answer, url, is_on)
    values (${question}, ${wordings}, ${answer}, ${url}, ${isOn}) returning id`
  return row!.id
}

/** @returns false for a question that was deleted, or changed since the caller read this version */
export async function updateQuestion(
  db: Db,
  { id, version }: Pick<GuideQuestion, 'id' | 'version'>,
  draft: GuideQuestionDraft,
): Promise<boolean> {
  const { question, wordings, answer, url, isOn } = draft
  const result = await db`
    update guide_question
    set question = ${question}, wordings = ${wordings}, answer = ${answer}, url = ${url}, is_on = ${isOn},
      version = version + 1
    where id = ${id} and version = ${version}`
  return result.count === 1
}

export async function hasQuestion(db: Db, id: number): Promise<boolean> {
  return (await db`select 1 from guide_question where id = ${id}`).length > 0
}

export async function deleteQuestion(db: Db, id: number): Promise<boolean> {
  const result = await db`delete from guide_question where id = ${id}`
  return result.count === 1
}

export async function hasVisibleArticle(db: Db, id: number): Promise<boolean> {
  const rows = await db`select 1 from visible_article where id = ${id}`
  return rows.length > 0
}
