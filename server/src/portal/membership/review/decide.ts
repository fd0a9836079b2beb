// Decides one or several applications: passed by the branch, approved, returned, refused. Each decision is audited, and
// the applicant is notified.
import { fail, Failure } from '@xinqiao/contract/errors.ts'
import type { DecisionOutcome } from '@xinqiao/contract/http/membership/applications.ts'
import { applicationSteps, applicationDecisions, type ApplicationDecision } from '@xinqiao/contract/membership.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { recordAudit, type NewAuditEntry } from '../../../kit/audit/audit.ts'
import { type Tx } from '../../../kit/db/db.ts'
import { areIndependent, dependenceMessage } from '../../four-eyes/independence.ts'
import { hasConsent } from '../../consents/consents.ts'
import { notifyUsers } from '../../notify/notify.ts'
import * as store from '../records/application-store.ts'
import { selectBranch, selectReviewerBranch } from '../records/branch-store.ts'
import { canDecideApplication } from './review.ts'
import type { AuditedCtx, Viewer, TransactionScope } from '../../../kit/ctx.ts'

type ApplicationVersionRef = { id: number; version: number }
type ReviewVerdict = { decision: ApplicationDecision; reason: string; fieldReasons: Record<string, string> }

const decisionMessages: Record<ApplicationDecision, string> = {
  approve: '您的入会申请已通过审核，请缴纳会费完成入会',
  return: '您的入会申请需要补充或更正，请修改后重新提交',
  reject: '您的入会申请未通过审核，详情请查看“我的会籍”',
}

/** Explains to a caller who may not decide on an application who decides on it. */
async function explainRefusedDecision(tx: Tx, row: store.ApplicationRow): Promise<string> {
  const branch = row.stage === 'branch' && row.branch_id !== null ? await selectBranch(tx, row.branch_id) : null
  return branch ? `该申请须先由“${branch.name}”初审` : '该申请须由秘书处的另一位工作人员审核'
}

type DecidedApplication = { title: string; entry: NewAuditEntry }

/** @returns the title of the new state, and the audit entry */
async function decideApplication(
  scope: TransactionScope,
  viewer: Viewer,
  item: ApplicationVersionRef,
  verdict: ReviewVerdict,
): Promise<DecidedApplication> {
  const { tx } = scope
  const { decision, reason, fieldReasons } = verdict
  const row = await store.lockApplication(tx, item.id)
  if (!row || row.state === 'draft') throw fail('notFound')
  if (row.version !== item.version) throw fail('changedMeanwhile', '申请已有变化，请刷新后重试')
  if (row.state !== 'submitted') throw fail('wrongState')
  const reviewerBranch = await selectReviewerBranch(tx, viewer.id)
  if (!canDecideApplication(row, viewer, reviewerBranch)) throw fail('forbidden', await explainRefusedDecision(tx, row))
  const isSecondReview = decision === 'approve' && row.stage === 'secretariat' && row.branch_by !== null
  if (isSecondReview && !(await areIndependent(tx, row.branch_by!, viewer.id)))
    throw fail('forbidden', dependenceMessage('请由其他管理员审核'))
  if (decision === 'approve' && !(await hasConsent(tx, row.account_id, 'memberData')))
    throw fail('wrongState', '申请人尚未单独同意处理敏感个人信息，请提醒其在“我的会籍”中补充')
  const entry: NewAuditEntry = {
    actorId: viewer.id,
    action: 'applicationDecided',
    subject: `memberApplication ${row.id}`,
    reason: reason || Object.values(fieldReasons).join('；') || applicationDecisions[decision],
    detail: { decision, stage: row.stage },
  }
  if (decision === 'approve' && row.stage === 'branch') {
    await store.updateApplication(tx, row.id, { stage: 'secretariat', branch_by: viewer.id })
    await store.insertApplicationStep(tx, { applicationId: row.id, step: 'branchPassed', actorId: viewer.id, reason })
    return { title: applicationSteps.branchPassed, entry }
  }
  const state = ({ approve: 'approved', return: 'returned', reject: 'rejected' } as const)[decision]
  await store.updateApplication(tx, row.id, {
    state,
    decided_by: viewer.id,
    decided_at: new Date(),
    reason,
    field_reasons: decision === 'return' ? fieldReasons : {},
  })
  await store.insertApplicationStep(tx, {
    applicationId: row.id,
    step: state satisfies keyof typeof applicationSteps,
    actorId: viewer.id,
    reason,
  })
  await notifyUsers(scope, {
    kind: 'membership',
    userIds: [row.account_id],
    title: decisionMessages[decision],
    link:
      decision === 'return' ? withQuery(routes.member, { apply: row.kind === 'unit' ? 2 : 1 }) : routes.myMembership,
  })
  return { title: applicationSteps[state], entry }
}

/**
 * Decides each application separately, so that one that changed meanwhile does not block the others.
 * @returns for each the decision, or the reason why it was not changed
 */
export async function decideApplications(
  { kit, tx, afterCommit, viewer }: AuditedCtx,
  items: readonly ApplicationVersionRef[],
  verdict: ReviewVerdict,
) {
  const decidedOutcomes: DecisionOutcome[] = []
  const failedOutcomes: DecisionOutcome[] = []
  const entries: NewAuditEntry[] = []
  const names = await store.selectApplicantNames(
    tx,
    items.map(({ id }) => id),
  )
  for (const item of items) {
    const createOutcome = (sentence: string) => ({ id: item.id, name: names.get(item.id) ?? '', sentence })
    const events: (() => void)[] = []
    try {
      const { title, entry } = await tx.savepoint((inner) =>
        decideApplication({ kit, tx: inner, afterCommit: (event) => events.push(event) }, viewer, item, verdict),
      )
      entries.push(entry)
      decidedOutcomes.push(createOutcome(title))
      events.forEach(afterCommit)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failedOutcomes.push(createOutcome(error.message))
    }
  }
  // writes audit entries only after all applications are locked, because the whole site shares the lock of the audit
  // log
  for (const entry of entries) await recordAudit(tx, entry)
  return { decided: decidedOutcomes, failed: failedOutcomes }
}
