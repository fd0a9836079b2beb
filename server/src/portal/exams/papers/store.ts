// SQL of papers.
import type { Rows } from '../../../../db/rows.ts'
import type { ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { firstRow, readPage } from '../../../kit/db/results.ts'

type PaperColumns = Rows['exam_paper']
export type PaperRow = Pick<PaperColumns, 'id' | 'name' | 'version' | 'updated_at'> & {
  kind: 'fixed' | 'drawn'
  partial: 'none' | 'half' | 'each'
  state: 'draft' | 'ready'
  questions: number
  total: number
}

const paperColumns = (db: Db) => db`
  id, name, kind, partial, state, version, updated_at,
  case when kind = 'fixed' then (select count(*) from exam_paper_item where paper_id = exam_paper.id)
    else (select coalesce(sum(count), 0) from exam_paper_rule where paper_id = exam_paper.id) end as questions,
  case when kind = 'fixed' then (select coalesce(sum(score), 0) from exam_paper_item where paper_id = exam_paper.id)
    else (select coalesce(sum(score * count), 0) from exam_paper_rule where paper_id = exam_paper.id) end as total`

export function selectPapers(db: Db, state: string | undefined, { limit, offset }: PageLimits) {
  const where = state === undefined ? db`` : db`where state = ${state}`
  return readPage(
    db<PaperRow[]>`select ${paperColumns(db)} from exam_paper ${where}
      order by updated_at desc, id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from exam_paper ${where}`,
  )
}

export const selectPaper = (db: Db, id: number) =>
  firstRow(db<PaperRow[]>`select ${paperColumns(db)} from exam_paper where id = ${id}`)

export type PaperItemRow = { version_id: number; score: number }
export const selectPaperItems = (db: Db, paperId: number) => db<PaperItemRow[]>`
  select question_version_id as version_id, score from exam_paper_item where paper_id = ${paperId} order by position`

export type PaperRuleRow = Pick<Rows['exam_paper_rule'], 'subject' | 'difficulty' | 'count' | 'score'> & {
  kind: ExamQuestionKind
  available: number
}
export const selectPaperRules = (db: Db, paperId: number) => db<PaperRuleRow[]>`
  select kind, subject, difficulty, count, score, (
    select count(*) from exam_question question
    where not retired and question.kind = rule.kind and (rule.subject is null or question.subject = rule.subject)
      and (rule.difficulty is null or question.difficulty = rule.difficulty)) as available
  from exam_paper_rule rule where paper_id = ${paperId} order by position`

export type PaperValues = Pick<PaperColumns, 'name' | 'kind' | 'partial'>

export async function insertPaper(tx: Tx, values: PaperValues, authorId: number | null): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into exam_paper ${tx({ ...values, author_id: authorId })} returning id`
  return row!.id
}

/**
 * Changes a paper.
 * @returns false when another user saved meanwhile, or the paper is ready
 */
export async function updatePaper(
  tx: Tx,
  id: number,
  version: number,
  values: Partial<PaperValues & { state: string }>,
) {
  const result = await tx`
    update exam_paper set ${tx(values)}, version = version + 1, updated_at = now()
    where id = ${id} and version = ${version} and state = 'draft'`
  return result.count === 1
}

export async function deletePaperRow(tx: Tx, id: number, version: number): Promise<boolean> {
  const result = await tx`delete from exam_paper where id = ${id} and version = ${version} and state = 'draft'`
  return result.count === 1
}

export async function replacePaperItems(
  tx: Tx,
  paperId: number,
  items: readonly { versionId: number; score: number }[],
) {
  await tx`delete from exam_paper_item where paper_id = ${paperId}`
  await tx`
    insert into exam_paper_item (paper_id, position, question_version_id, score)
    select ${paperId}, place, version_id, item.score
    from unnest(${items.map((item) => item.versionId)}::bigint[], ${items.map((item) => item.score)}::float8[])
      with ordinality as item (version_id, score, place)`
}

export type PaperRuleValues = {
  examType: number
  subject: string | null
  difficulty: number | null
  count: number
  score: number
}

export async function replacePaperRules(tx: Tx, paperId: number, rules: readonly PaperRuleValues[]) {
  await tx`delete from exam_paper_rule where paper_id = ${paperId}`
  if (rules.length === 0) return
  await tx`insert into exam_paper_rule ${tx(
    rules.map(({ examType, subject, difficulty, count, score }, position) => ({
      paper_id: paperId,
      position,
      kind: examType,
      subject,
      difficulty,
      count,
      score,
    })),
  )}`
}
