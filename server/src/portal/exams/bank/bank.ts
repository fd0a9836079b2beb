// Question bank. Editing a question creates a new version; papers and completed attempts keep the version that they
// used.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { BankQuestion, QuestionDraft } from '@xinqiao/contract/http/exams/bank.ts'
import { isJudgement } from '@xinqiao/contract/exams.ts'
import type { AuditedCtx } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import * as store from './records/store.ts'

export const presentBankQuestion = (row: store.BankQuestionRow): BankQuestion => ({
  id: row.id,
  version: row.version,
  versionId: row.version_id,
  subject: row.subject,
  examType: row.kind,
  difficulty: row.difficulty as BankQuestion['difficulty'],
  content: row.content,
  options: row.options,
  fixedOptions: row.fixed_options,
  answer: row.answer,
  explanation: row.explanation,
  retired: row.retired,
  updateTime: formatTime(row.updated_at),
})

export const toQuestionValues = (draft: QuestionDraft): store.QuestionValues => ({
  subject: draft.subject,
  kind: draft.examType,
  difficulty: draft.difficulty,
  content: draft.content,
  options: isJudgement(draft.examType) ? [] : draft.options,
  fixed_options: isJudgement(draft.examType) ? '' : (draft.fixedOptions ?? ''),
  answer: draft.answer,
  explanation: draft.explanation,
})

const requireQuestion = async (db: Db, id: number): Promise<store.BankQuestionRow> =>
  orNotFound(await store.selectBankQuestion(db, id))

export async function getBankQuestion(db: Db, id: number) {
  const [row, versions] = await Promise.all([requireQuestion(db, id), store.selectQuestionVersions(db, id)])
  return {
    ...presentBankQuestion(row),
    versions: versions.map(({ version, content, answer, author, created_at: time }) => ({
      version,
      content,
      answer,
      author,
      time: formatTime(time),
    })),
  }
}

export async function createBankQuestion({ tx, viewer }: AuditedCtx, draft: QuestionDraft): Promise<BankQuestion> {
  const id = await store.insertQuestion(tx, toQuestionValues(draft), viewer.id)
  return presentBankQuestion(await requireQuestion(tx, id))
}

export async function changeBankQuestion(
  { tx, viewer }: AuditedCtx,
  id: number,
  version: number,
  draft: QuestionDraft,
) {
  const before = await requireQuestion(tx, id)
  if (before.kind !== draft.examType)
    throw fail('invalid', '题型不能修改，请另建一题', { fields: { examType: '题型不能修改' } })
  const isDone = await store.insertNextQuestionVersion(tx, {
    id,
    version,
    values: toQuestionValues(draft),
    authorId: viewer.id,
  })
  if (!isDone) throw fail('changedMeanwhile')
  return presentBankQuestion(await requireQuestion(tx, id))
}

export const retireBankQuestion = async ({ tx }: AuditedCtx, id: number, retired: boolean): Promise<void> => {
  if (!(await store.updateQuestionRetired(tx, id, retired))) throw fail('notFound')
}

type AddedQuestions = { added: number; known: number; ids: number[] }

/** Imports the questions of a file, without exact duplicates. */
export async function addBankQuestions(
  { tx, viewer }: AuditedCtx,
  drafts: readonly QuestionDraft[],
): Promise<AddedQuestions> {
  const signatureOfQuestion = (
    pick: Pick<store.QuestionValues, 'content' | 'options' | 'fixed_options' | 'answer'>,
    kind: number,
  ) => JSON.stringify([kind, pick.content, pick.options, pick.fixed_options, pick.answer])
  const same = await store.selectQuestionsByContent(
    tx,
    drafts.map((draft) => draft.content),
  )
  const idBySignature = new Map(same.map((row) => [signatureOfQuestion(row, row.kind), row.id]))
  const ids: number[] = []
  let addedCount = 0
  for (const draft of drafts) {
    const values = toQuestionValues(draft)
    const mark = signatureOfQuestion(values, values.kind)
    let id = idBySignature.get(mark)
    if (id === undefined) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, so that ids have the order of the file
      id = await store.insertQuestion(tx, values, viewer.id)
      idBySignature.set(mark, id)
      addedCount += 1
    }
    ids.push(id)
  }
  return { added: addedCount, known: drafts.length - addedCount, ids }
}
