// Imports the questions of a file. Each unusable question is reported with position and reason; all others are
// imported.
import { fail } from '@xinqiao/contract/errors.ts'
import { examLimits } from '@xinqiao/contract/exams.ts'
import { QuestionDraft, type QuestionImportReport } from '@xinqiao/contract/http/exams/bank.ts'
import { viewerOf, type Ctx, type AuditedCtx } from '../../../kit/ctx.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { createParser } from '../../../kit/async/worker.ts'
import { addBankQuestions } from './bank.ts'
import { shortTitleOf, type ImportedQuestion } from './formats/imported-question.ts'

/**
 * Reads a question file in a worker thread.
 * @throws Failure notAnExamFile, notASheet, tooManyRequests
 */
const readQuestionFile = createParser<ImportedQuestion[]>(new URL('formats/exam-file-worker.ts', import.meta.url), {
  maxHeapMb: 512,
  maxMs: 30_000,
  maxConcurrency: 2,
  refusalReason: 'notAnExamFile',
})

/** A text file that is named like a workbook is refused as a whole, instead of reporting its first line. */
function checkFileName(name: string, bytes: Buffer): void {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return
  if (/\.xlsx?$/i.test(name)) throw fail('notASheet', '这不是有效的 Excel 文件，请用 Excel 打开并另存为 .xlsx 后重试')
  if (/\.docx?$/i.test(name)) throw fail('notAnExamFile', '这不是有效的 Word 文件，请用 Word 打开并另存为 .docx 后重试')
}

type ImportDefaults = { subject?: string | undefined; difficulty?: 1 | 2 | 3 | undefined }

/** The valid drafts, and the errors of the others. */
export function validateImportedQuestions(
  found: readonly ImportedQuestion[],
  { subject = '综合', difficulty = 2 }: ImportDefaults,
) {
  const drafts: QuestionDraft[] = []
  const problems: QuestionImportReport['problems'] = []
  for (const question of found) {
    if ('problem' in question) {
      problems.push({ place: question.place, title: question.title, sentence: question.problem })
      continue
    }
    const parsed = QuestionDraft.safeParse({
      explanation: '',
      ...question.draft,
      subject: question.draft.subject ?? subject,
      difficulty: question.draft.difficulty ?? difficulty,
    })
    if (parsed.success) drafts.push(parsed.data)
    else {
      const message = [...new Set(parsed.error.issues.map((issue) => issue.message))].join('；')
      problems.push({
        place: question.place,
        title: question.title || shortTitleOf(question.draft.content ?? ''),
        sentence: message,
      })
    }
  }
  return { drafts, problems }
}

export async function readQuestionUpload(defaults: ImportDefaults, ctx: Ctx) {
  const { file } = ctx
  if (!file || file.size === 0) throw fail('fileMissing')
  let questions: ImportedQuestion[]
  try {
    const bytes = await file.read()
    checkFileName(file.name, bytes)
    questions = await readQuestionFile(bytes)
  } catch (error) {
    await recordSecurityEvent(ctx, 'fileRefused', viewerOf(ctx).id, { bytes: file.size })
    throw error
  }
  if (questions.length === 0) throw fail('notAnExamFile', '文件中没有找到试题')
  if (questions.length > examLimits.importQuestions) {
    throw fail('notAnExamFile', `一次最多导入${examLimits.importQuestions}题，请分开导入`)
  }
  return validateImportedQuestions(questions, defaults)
}

export async function importQuestions(
  _input: unknown,
  ctx: AuditedCtx,
  { drafts, problems }: ReturnType<typeof validateImportedQuestions>,
): Promise<QuestionImportReport> {
  return { ...(await addBankQuestions(ctx, drafts)), problems }
}
