// Settles reports in groups, and notifies the reporter of the outcome.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import { notifyUsers } from '../../portal/notify/notify.ts'
import * as store from './store.ts'

async function notifyReportHandled(
  scope: TransactionScope,
  { reporter_id: reporterId, group_id: groupId, roster_group_id: rosterGroupId, team_id: teamId }: store.HandledReport,
  outcome: string,
): Promise<void> {
  const chatLink = teamId === null ? routes.im : withQuery(routes.im, { team: teamId })
  const rosterLink = rosterGroupId === null ? chatLink : routes.rosterGroups
  const link = groupId === null ? rosterLink : withQuery(routes.peerGroup, { id: groupId })
  const isOfGroup = groupId !== null || rosterGroupId !== null || teamId !== null
  const title = `${isOfGroup ? '您在小组的举报' : '您对好友消息的举报'}已处理：${outcome}`
  await notifyUsers(scope, { kind: 'peerGroup', userIds: [reporterId], title, link })
}

/** @returns false when there is no open report with this id */
export async function settleReport(
  scope: TransactionScope,
  handlerId: number,
  { id, outcome }: { id: number; outcome: string },
): Promise<boolean> {
  const [report] = await store.updateReportsHandled(scope.tx, { column: 'id', id }, outcome, handlerId)
  if (report) await notifyReportHandled(scope, report, outcome)
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
  await forEachInOrder(reports, (report) => notifyReportHandled(scope, report, outcome))
  // the lock of the audit log comes last, as in other transactions
  await forEachInOrder(reports, ({ id }) =>
    recordAudit(scope.tx, {
      ...{ actorId: handlerId, action: 'peerReportHandled', subject: `peerReport ${id}`, reason: outcome },
    }),
  )
}
