// Results of a call: ranked by reviews or decided individually, then published with certificates.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { AwardPreview } from '@xinqiao/contract/http/submissions/staff.ts'
import { appliedKinds, awardLevels, callKinds, isSettled } from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { type Ctx, type AuditedCtx, type TransactionScope } from '../../../kit/ctx.ts'
import { type Db, type Tx } from '../../../kit/db/db.ts'
import { issueCertificate } from '../../certificates/certificates.ts'
import { formatTime } from '../../../kit/time.ts'
import { selectCalendar } from '../../calendar/store.ts'
import { afterWorkingDays } from '../../calendar/working-days.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { computeAwards, explainAwards, type RankedWork } from './awards.ts'
import { awardHolderOf } from '../rules/award-holder.ts'
import { checkNotPurged } from '../rules/purged-calls.ts'
import { checkNoticeOver } from '../objections/objections.ts'
import { selectWinners } from '../objections/store.ts'
import { findOpenReviewsMessage } from '../reviews/outstanding.ts'
import * as store from '../records/store.ts'

type RankedSubmission = Awaited<ReturnType<typeof store.selectSubmissionsByScore>>[number]

/** Papers are eligible once accepted, competition works once reviewed; applications are not ranked. */
async function rankSubmissions(db: Db, call: store.CallForPapersRow): Promise<RankedWork<RankedSubmission>[]> {
  if (appliedKinds.includes(call.kind)) return []
  const works = await store.selectSubmissionsByScore(db, call.id)
  // stored results are final, even if awards were removed later
  if (isSettled(call.state)) return toAwardedWorks(works)
  return computeAwards(works.flatMap((scope) => (scope.mean === null ? [] : [{ ...scope, score: scope.mean }])))
}

type SubmissionWithAward = RankedSubmission & {
  mean: number | null
  score: number | null
  award: RankedWork<RankedSubmission>['award']
}
const toAwardedWorks = (works: readonly SubmissionWithAward[]): RankedWork<RankedSubmission>[] => {
  const scored = works.flatMap((scope) => (scope.score === null ? [] : [{ ...scope, score: scope.score }]))
  return scored.map((scope) => ({ ...scope, rank: scored.filter((other) => other.score > scope.score).length + 1 }))
}

export async function previewAwards({ kit }: Ctx, id: number): Promise<AwardPreview> {
  const call = orNotFound(await store.selectCall(kit.sql, id))
  const ranked = await rankSubmissions(kit.sql, call)
  const awardRule = `${callKinds[call.kind].title}由会务组逐件审核，审核通过的颁发证书，不按比例评定。`
  return {
    counted: ranked.length,
    outstanding: await findOpenReviewsMessage(kit.sql, call),
    lines: appliedKinds.includes(call.kind) ? [awardRule] : explainAwards(ranked),
    ranking: ranked.map((scope) => ({
      id: scope.id,
      title: scope.title,
      score: scope.score / 100,
      award: scope.award,
      rank: scope.rank,
    })),
  }
}

type WinnerColumns = Pick<RankedSubmission, 'id' | 'title' | 'account_id' | 'person_sealed'>

async function issueAward(scope: TransactionScope, call: store.CallForPapersRow, winner: WinnerColumns, title: string) {
  const { number } = await issueCertificate(scope.tx, {
    kind: 'award',
    accountId: winner.account_id,
    holder: awardHolderOf(scope.kit, call.kind, winner),
    title,
    lines: [
      ['评选', call.title],
      ...(appliedKinds.includes(call.kind) ? [] : ([['作品', winner.title]] as [string, string][])),
    ],
    subject: `submission ${winner.id}`,
  })
  if (winner.account_id !== null) {
    const message = `“${winner.title}”获${title}，证书编号${number}`
    await notifyUsers(scope, {
      kind: 'review',
      userIds: [winner.account_id],
      title: message,
      link: routes.submissions,
    })
  }
  return number
}

/** Checks that the deadline has passed and all decisions are made. Missing reviews need a reason. */
async function checkReadyForResults(
  tx: Tx,
  call: store.CallForPapersRow,
  { reason, actorId }: EarlyPublication,
): Promise<void> {
  if (call.state === 'published') throw fail('wrongState', '结果已经公布')
  if (call.now < call.deadline) throw fail('wrongState', '截止之后才能公布结果')
  const outstanding = await findOpenReviewsMessage(tx, call)
  if (outstanding) {
    if (!reason) throw fail('wrongState', `${outstanding}。请等待评审与修改完成；确需先行公布的，请填写理由`)
    const subject = `submissionCall ${call.id}` as const
    await recordAudit(tx, { actorId, action: 'resultsWithoutReviews', subject, reason, detail: { outstanding } })
  }
  if (!appliedKinds.includes(call.kind)) return
  const works = await store.selectSubmissionsByScore(tx, call.id)
  if (works.some((scope) => scope.state === 'submitted')) throw fail('wrongState', '还有未审核的申报')
}

/** Stores the awards. After that, only objections change them. */
async function saveAwards(tx: Tx, call: store.CallForPapersRow): Promise<void> {
  for (const submission of await rankSubmissions(tx, call)) {
    await store.updateSubmission(tx, submission.id, { score: submission.score, award: submission.award })
  }
}

type EarlyPublication = { reason: string | undefined; actorId: number }
type PublicationInput = { id: number; version: number; reason?: string | undefined }

/** Begins the notice period, which has as many working days as the call says. */
export const beginPublicNotice = async (ctx: AuditedCtx, { id, version, reason }: PublicationInput) => {
  const { tx, viewer } = ctx
  const call = orNotFound(await store.lockCall(tx, id))
  if (call.state === 'noticed') throw fail('wrongState', '结果正在公示')
  checkNotPurged(call)
  if (call.notice_days === 0) throw fail('wrongState', '这次征集没有设置公示天数')
  await checkReadyForResults(tx, call, { reason, actorId: viewer.id })
  await saveAwards(tx, call)
  const winners = await selectWinners(tx, [id])
  if (winners.length === 0) throw fail('wrongState', '没有可以公示的获奖者')
  const until = afterWorkingDays(call.now, call.notice_days, await selectCalendar(tx))
  const change = { state: 'noticed' as const, noticed_at: call.now, notice_until: until }
  if (!(await store.updateCall(tx, id, version, change))) throw fail('changedMeanwhile')
  const userIds = winners.flatMap((winner) => winner.account_id ?? [])
  const title = `“${call.title}”的评选结果已公示，至${formatTime(until)}`
  if (userIds.length > 0) {
    await notifyUsers(ctx, { kind: 'review', userIds: [...new Set(userIds)], title, link: routes.awards })
  }
  return { until: formatTime(until), winners: winners.length }
}

/** Notifies authors without an award; authors of refused applications were notified before. */
async function notifyNonWinners(
  scope: TransactionScope,
  call: store.CallForPapersRow,
  winners: readonly Pick<WinnerColumns, 'account_id'>[],
): Promise<void> {
  const winnerIds = new Set(winners.map((winner) => winner.account_id))
  const works = await store.selectSubmissionsByScore(scope.tx, call.id)
  const userIds = works.flatMap((submission) =>
    submission.account_id === null || winnerIds.has(submission.account_id) ? [] : [submission.account_id],
  )
  if (userIds.length === 0) return
  const title = `“${call.title}”的评选结果已公布，感谢您的参与`
  await notifyUsers(scope, { kind: 'review', userIds: [...new Set(userIds)], title, link: routes.awards })
}

/** Publishes once, because published results do not change. */
export const publishResults = async (ctx: AuditedCtx, { id, version, reason }: PublicationInput) => {
  const { tx, viewer } = ctx
  const call = orNotFound(await store.lockCall(tx, id))
  checkNotPurged(call)
  await checkNoticeOver(tx, call)
  await checkReadyForResults(tx, call, { reason, actorId: viewer.id })
  if (call.state !== 'noticed') await saveAwards(tx, call)
  const winners = await selectWinners(tx, [id])
  for (const winner of winners) {
    const title = winner.award === null ? callKinds[call.kind].title : awardLevels[winner.award].title
    const number = await issueAward(ctx, call, winner, title)
    await store.updateSubmission(tx, winner.id, { certificate_number: number })
  }
  const isChanged = await store.updateCall(tx, id, version, { state: 'published', published_at: call.now })
  if (!isChanged) throw fail('changedMeanwhile')
  await notifyNonWinners(ctx, call, winners)
  return { awarded: winners.length }
}
