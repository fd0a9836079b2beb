// Reports of messages that a friend sent in the private chat. They need no common group.
import { orNotFound } from '@xinqiao/contract/errors.ts'
import type { PeerReportReason } from '@xinqiao/contract/peer-groups.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { selectFriend, selectSitePerson } from '../records/report-store.ts'
import { addReport, limitReports, requireMessage } from './reports.ts'

type FriendReport = { idServer: string; reason: PeerReportReason; text: string }

/** A friend who ended the friendship is reported, too. */
export async function reportFriend(ctx: Ctx, { idServer, reason, text }: FriendReport): Promise<null> {
  const { sql } = ctx.kit
  const { id: reporterId } = viewerOf(ctx)
  const reporter = orNotFound(await selectSitePerson(sql, reporterId))
  await limitReports(ctx)
  const { person, messageId, message, picture } = await requireMessage(
    ctx,
    reporter.im_account_id,
    idServer,
    async ({ scene, from }) => (scene === 'p2p' ? selectFriend(sql, reporter.im_account_id, from) : null),
  )
  const report = { group_id: null, roster_group_id: null, team_id: null, reporter_id: reporterId, reason }
  // the name by which the reported friend knows the reporter
  const namedReporter = await selectFriend(sql, person.im_account_id, reporter.accid)
  const texts = { text, message, reporterAlias: (namedReporter ?? reporter).nick, reportedAlias: person.nick, picture }
  return addReport(ctx.kit, { ...report, reported_id: person.account_id, message_id: messageId }, texts, null)
}
