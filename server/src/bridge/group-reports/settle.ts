// Settles reports in groups, and notifies the reporter of the outcome.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import * as store from './store.ts'

async function notifyReporter(
  scope: TransactionScope,
  { reporter_id: reporterId, group_id: groupId, roster_group_id: rosterGroupId, team_id: teamId }: store.HandledReport,
  describe: (subject: string) => string,
): Promise<void> {
  const chatLink = teamId === null ? routes.im : withQuery(routes.im, { team: teamId })
  const rosterLink = rosterGroupId === null ? chatLink : routes.rosterGroups
  const link = groupId === null ? rosterLink : withQuery(routes.peerGroup, { id: groupId })
  const isOfGroup = groupId !== null || rosterGroupId !== null || teamId !== null
  const title = describe(isOfGroup ? '您在小组的举报' : '您对好友消息的举报')
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [reporterId], title, link })
}

/** @returns false when there is no open report with this id */
export async function settleReport(
  scope: TransactionScope,
  handlerId: number,
  { id, outcome }: { id: number; outcome: string },
): Promise<boolean> {
  const [report] = await store.updateReportsHandled(scope.tx, { column: 'id', id }, outcome, handlerId)
  if (report) await notifyReporter(scope, report, (subject) => `${subject}已处理：${outcome}`)
  return report !== undefined
}

/**
 * Settles the open reports of a group that staff dissolve, each with its audit entry. Those of a group that its leader
 * or owner ends stay open, because they may be about that person.
 */
export async function settleReportsOfDissolvedGroup(
  scope: TransactionScope,
  handlerId: number,
  group: store.ReportSelection,
  reason: string,
): Promise<void> {
  const outcome = `协会已解散这个小组，原因：${reason}`
  const reports = await store.updateReportsHandled(scope.tx, group, outcome, handlerId)
  // the end of the group is no judgement of the report
  const describe = (subject: string) => `${outcome}。${subject}随之结束，没有作出判断；如果仍需要处理，请联系协会`
  await forEachInOrder(reports, (report) => notifyReporter(scope, report, describe))
  // the lock of the audit log comes last, as in other transactions
  await forEachInOrder(reports, ({ id }) =>
    recordAudit(scope.tx, {
      actorId: handlerId,
      action: 'peerReportHandled',
      subject: `peerReport ${id}`,
      reason: outcome,
    }),
  )
}
