// Reports by readers, and appeals by authors.
import { fail, type ErrorName } from '@xinqiao/contract/errors.ts'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { reportReasons, type ReportReason } from '@xinqiao/contract/questions.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { isConflict, transaction, type Tx } from '../../../kit/db/db.ts'
import { raiseAlertIfDangerous } from '../../crisis-check/crisis-check.ts'
import { getQuestion, limitActionsPerHour } from '../questions/questions.ts'
import { insertReview } from '../records/review-store.ts'
import * as store from '../records/store.ts'

const maxReportsPerHour = 20

type ReportReply = { care: CrisisLevel | null }

const failOwnText = () => fail('wrongState', '不能举报自己发布的内容')

type CheckedReport = {
  text: string
  /** The caller's own question, to whose alert the text is added. */
  ownQuestionId: number | undefined
  /** Refusal of a second report of the same text. */
  repeated: ErrorName
}

/** Raises the alert of a dangerous text, also when the report is a repetition. */
async function fileReport(
  ctx: Ctx,
  { text, ownQuestionId, repeated }: CheckedReport,
  insert: (tx: Tx) => Promise<void>,
): Promise<ReportReply> {
  const checkedText = { accountId: viewerOf(ctx).id, questionId: ownQuestionId, text }
  const raiseAlert = async (tx: Tx) => ({ care: await raiseAlertIfDangerous(ctx.kit, tx, checkedText) })
  try {
    return await transaction(ctx.kit.sql, async (tx) => {
      await insert(tx)
      return raiseAlert(tx)
    })
  } catch (error) {
    if (!isConflict(error, 'review_once')) throw error
    throw fail(repeated, undefined, await transaction(ctx.kit.sql, raiseAlert))
  }
}

type ReportSubject = { problemId: number; problemAnswerId?: number | undefined }

export async function reportText(
  ctx: Ctx,
  { problemId, problemAnswerId, reason, text }: ReportSubject & { reason: ReportReason; text: string },
): Promise<ReportReply> {
  const { id: questionId, own } = await getQuestion(ctx, problemId)
  await limitActionsPerHour(ctx, 'report', maxReportsPerHour)
  const detail = [reportReasons[reason], text].filter(Boolean).join('：')
  const report = { text, ownQuestionId: own ? questionId : undefined, repeated: 'alreadyReported' } as const
  return fileReport(ctx, report, async (tx) => {
    const review = { questionId, cause: 'report' as const, detail, reporterId: viewerOf(ctx).id }
    if (problemAnswerId === undefined) {
      if (own) throw failOwnText()
      await insertReview(tx, review)
    } else {
      const answer = await store.lockAnswer(tx, problemAnswerId)
      if (!answer || answer.question_id !== questionId || answer.state !== 'shown') throw fail('notFound')
      if (answer.author_id === review.reporterId) throw failOwnText()
      await insertReview(tx, { ...review, answerId: problemAnswerId })
    }
  })
}

export function appealDecision(
  ctx: Ctx,
  { problemId, problemAnswerId, text }: ReportSubject & { text: string },
): Promise<ReportReply> {
  const { id } = viewerOf(ctx)
  const ownQuestionId = problemAnswerId === undefined ? problemId : undefined
  return fileReport(ctx, { text, ownQuestionId, repeated: 'alreadyAppealed' }, async (tx) => {
    const review = { questionId: problemId, cause: 'appeal' as const, detail: text, reporterId: id }
    const row =
      problemAnswerId === undefined
        ? await store.lockQuestion(tx, problemId)
        : await store.lockAnswer(tx, problemAnswerId)
    if (!row || row.author_id !== id) throw fail('notFound')
    if ('question_id' in row && row.question_id !== problemId) throw fail('notFound')
    // an author can appeal a refusal, but not a deletion of their own
    if (row.state !== 'refused') throw fail('wrongState')
    await insertReview(tx, problemAnswerId === undefined ? review : { ...review, answerId: problemAnswerId })
  })
}
