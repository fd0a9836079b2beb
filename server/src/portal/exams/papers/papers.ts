// Papers: fixed questions, or rules that draw questions for each examinee. A ready paper never changes.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { fullMark } from '@xinqiao/contract/exams.ts'
import type { PaperDraft, PaperSummary, StaffPaper } from '@xinqiao/contract/http/exams/bank.ts'
import type { AuditedCtx } from '../../../kit/ctx.ts'
import { type Db, type Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { presentBankQuestion } from '../bank/bank.ts'
import { selectVersionsByIds } from '../bank/records/store.ts'
import * as store from './store.ts'

export const presentPaper = (row: store.PaperRow): PaperSummary => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  partial: row.partial,
  state: row.state,
  version: row.version,
  questions: row.questions,
  total: row.total,
  updateTime: formatTime(row.updated_at),
})

export const requirePaper = async (db: Db, id: number): Promise<store.PaperRow> =>
  orNotFound(await store.selectPaper(db, id))

export async function getPaper(db: Db, id: number): Promise<StaffPaper> {
  const row = await requirePaper(db, id)
  const [items, rules] = await Promise.all([store.selectPaperItems(db, id), store.selectPaperRules(db, id)])
  const questions = await selectVersionsByIds(
    db,
    items.map((item) => item.version_id),
  )
  const byVersion = new Map(questions.map((question) => [question.version_id, question]))
  return {
    ...presentPaper(row),
    items: items.map(({ version_id: versionId, score }) => ({
      versionId,
      score,
      question: presentBankQuestion(byVersion.get(versionId)!),
    })),
    rules: rules.map(({ kind, difficulty, ...rule }) => ({
      ...rule,
      examType: kind,
      difficulty: difficulty as StaffPaper['rules'][number]['difficulty'],
    })),
  }
}

async function savePaperParts(tx: Tx, id: number, draft: PaperDraft): Promise<void> {
  const ids = draft.items.map((item) => item.versionId)
  if (new Set(ids).size < ids.length) throw fail('invalid', '同一道题在试卷中出现了两次')
  const versions = await selectVersionsByIds(tx, ids)
  if (versions.length < ids.length) throw fail('notFound', '有试题已不存在，请刷新后重试')
  await store.replacePaperItems(tx, id, draft.kind === 'fixed' ? draft.items : [])
  await store.replacePaperRules(tx, id, draft.kind === 'drawn' ? draft.rules : [])
}

const toPaperValues = ({ name, kind, partial }: PaperDraft) => ({ name, kind, partial })

/** The reason why a change is refused. */
async function failForPaper(db: Db, id: number): Promise<never> {
  const { state } = await requirePaper(db, id)
  throw state === 'ready' ? fail('wrongState', '试卷已定稿，不能再修改；请复制一份') : fail('changedMeanwhile')
}

export async function createPaper({ tx, viewer }: AuditedCtx, draft: PaperDraft): Promise<StaffPaper> {
  const newPaper = await store.insertPaper(tx, toPaperValues(draft), viewer.id)
  await savePaperParts(tx, newPaper, draft)
  const id = newPaper
  return getPaper(tx, id)
}

export async function changePaper({ tx }: AuditedCtx, id: number, version: number, draft: PaperDraft) {
  if (!(await store.updatePaper(tx, id, version, toPaperValues(draft)))) await failForPaper(tx, id)
  await savePaperParts(tx, id, draft)
  return getPaper(tx, id)
}

export async function markPaperReady({ tx }: AuditedCtx, id: number, version: number): Promise<StaffPaper> {
  const paper = await getPaper(tx, id)
  if (paper.state === 'draft') {
    if (paper.questions === 0) throw fail('wrongState', '试卷中还没有试题')
    if (Math.abs(paper.total - fullMark) > 0.001) {
      throw fail('wrongState', `试卷总分应为${fullMark}分，现在是${paper.total}分，请调整分值`)
    }
    for (const rule of paper.rules) {
      if (rule.available < rule.count) throw fail('wrongState', '题库中符合组卷规则的题目不足，请补充试题或调整规则')
    }
  }
  if (!(await store.updatePaper(tx, id, version, { state: 'ready' }))) await failForPaper(tx, id)
  return getPaper(tx, id)
}

export async function copyPaper(ctx: AuditedCtx, id: number): Promise<StaffPaper> {
  const { name, kind, partial, items, rules } = await getPaper(ctx.tx, id)
  return createPaper(ctx, {
    name: `${name.slice(0, 55)}（副本）`,
    kind,
    partial,
    items: items.map(({ versionId, score }) => ({ versionId, score })),
    rules: rules.map(({ available: _available, ...rule }) => rule),
  })
}

export async function deletePaper({ tx }: AuditedCtx, id: number, version: number): Promise<void> {
  if (!(await store.deletePaperRow(tx, id, version))) await failForPaper(tx, id)
}
