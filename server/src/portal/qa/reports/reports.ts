// Reports by readers, and appeals by authors.
import { fail } from '@xinqiao/contract/errors.ts'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { reportReasons, type ReportReason } from '@xinqiao/contract/questions.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { viewerOf, type Ctx, type CtxInTransaction } from '../../../kit/ctx.ts'
import { isConflict, transaction, type Tx } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { getQuestion, limitActionsPerHour, type RaiseQuestionAlert } from '../questions/questions.ts'
import { insertReview } from '../records/review-store.ts'
import * as store from '../records/store.ts'

const maxReportsPerHour = 20

type ReportReply = { care: CrisisLevel | null }

const failOwnText = () => fail('wrongState', '不能举报自己发布的内容')

/** Adds to the alert of the caller's own question, so that an anonymous asker stays anonymous. */
async function raiseAlertIfDangerous(
  ctx: CtxInTransaction,
  tx: Tx,
  raiseAlert: RaiseQuestionAlert,
  text: string,
  ownQuestionId: number | null,
): Promise<ReportReply> {
  const level = detectCrisis(text)
  if (level) {
    const sealText = (id: number) => ctx.kit.secrets.seal(text, sealBindings.crisisText(id))
    const alert = { accountId: viewerOf(ctx).id, level, sealText }
    await raiseAlert(tx, ownQuestionId === null ? alert : { ...alert, questionId: ownQuestionId })
  }
  return { care: level }
}

type ReportSubject = { problemId: number; problemAnswerId?: number | undefined }

export async function reportText(
  ctx: Ctx,
  { problemId, problemAnswerId, reason, text }: ReportSubject & { reason: ReportReason; text: string },
  raiseAlert: RaiseQuestionAlert,
): Promise<ReportReply> {
  const { id: questionId, own } = await getQuestion(ctx, problemId)
  await limitActionsPerHour(ctx, 'report', maxReportsPerHour)
  const detail = [reportReasons[reason], text].filter(Boolean).join('：')
  try {
    return await transaction(ctx.kit.sql, async (tx) => {
      const base = { questionId, cause: 'report' as const, detail, reporterId: viewerOf(ctx).id }
      if (problemAnswerId === undefined) {
        if (own) throw failOwnText()
        await insertReview(tx, base)
      } else {
        const answer = await store.lockAnswer(tx, problemAnswerId)
        if (!answer || answer.question_id !== questionId || answer.state !== 'shown') throw fail('notFound')
        if (answer.author_id === base.reporterId) throw failOwnText()
        await insertReview(tx, { ...base, answerId: problemAnswerId })
      }
      return raiseAlertIfDangerous(ctx, tx, raiseAlert, text, own ? questionId : null)
    })
  } catch (error) {
    if (!isConflict(error, 'review_once')) throw error
    // raises the alert even if the report is a duplicate
    const reply = await transaction(ctx.kit.sql, (tx) =>
      raiseAlertIfDangerous(ctx, tx, raiseAlert, text, own ? questionId : null),
    )
    throw fail('alreadyReported', undefined, reply)
  }
}

export async function appealDecision(
  ctx: Ctx,
  { problemId, problemAnswerId, text }: ReportSubject & { text: string },
  raiseAlert: RaiseQuestionAlert,
): Promise<ReportReply> {
  const { id } = viewerOf(ctx)
  const ownQuestion = problemAnswerId === undefined ? problemId : null
  try {
    return await transaction(ctx.kit.sql, async (tx) => {
      const base = { questionId: problemId, cause: 'appeal' as const, detail: text, reporterId: id }
      const row =
        problemAnswerId === undefined
          ? await store.lockQuestion(tx, problemId)
          : await store.lockAnswer(tx, problemAnswerId)
      if (!row || row.author_id !== id) throw fail('notFound')
      if ('question_id' in row && row.question_id !== problemId) throw fail('notFound')
      // an author can appeal a refusal, but not a deletion of their own
      if (row.state !== 'refused') throw fail('wrongState')
      await insertReview(tx, problemAnswerId === undefined ? base : { ...base, answerId: problemAnswerId })
      return raiseAlertIfDangerous(ctx, tx, raiseAlert, text, ownQuestion)
    })
  } catch (error) {
    if (!isConflict(error, 'review_once')) throw error
    const reply = await transaction(ctx.kit.sql, (tx) => raiseAlertIfDangerous(ctx, tx, raiseAlert, text, ownQuestion))
    throw fail('alreadyAppealed', undefined, reply)
  }
}
