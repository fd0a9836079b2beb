// Actions of staff on a report: mute the person, delete the message, settle the report.
import { fail } from '@xinqiao/contract/errors.ts'
import { eraseTeamMessage, muteManagedMember, muteTeamMember, setAccountMuted } from '../../../im/chat.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import { notifyMutedByStaff, notifyMutedInChat } from '../../account-groups/notices.ts'
import { settleReport } from '../../group-reports/settle.ts'
import { notifyMessageRemoved } from '../present/notices.ts'
import * as reportStore from '../records/report-store.ts'

/** Mutes in the whole chat, because a private chat has no other members. A null reason ends the mute. */
async function muteFriend(
  scope: TransactionScope,
  { id, account_id: accountId }: reportStore.ReportedFriendRow,
  reason: string | null,
): Promise<null> {
  await setAccountMuted(scope, id, reason !== null)
  await notifyMutedInChat(scope, accountId, reason)
  return null
}

/** Mutes the person whom a report names: in the group of the report, or in the whole chat for a friend. */
export async function muteReported(
  scope: TransactionScope,
  { id, isMuted, reason }: { id: number; isMuted: boolean; reason: string },
): Promise<null> {
  const muteReason = isMuted ? reason : null
  const friend = await reportStore.selectReportedFriend(scope.tx, id)
  if (friend) return muteFriend(scope, friend, muteReason)
  const member = await reportStore.selectReportedMember(scope.tx, id)
  const mute = member?.is_managed ? muteManagedMember : muteTeamMember
  if (!member || !(await mute(scope, member.team_id, member, muteReason)))
    throw fail('wrongState', '被举报的人已不在小组中')
  await notifyMutedByStaff(scope, member.team_id, member.id, muteReason)
  return null
}

/** Deletes the message that a report names for all members, and tells its sender. */
export async function removeReportedMessage(
  scope: TransactionScope,
  { id, reason }: { id: number; reason: string },
): Promise<null> {
  const reported = await reportStore.selectReportedMessage(scope.tx, id)
  if (!reported || !(await eraseTeamMessage(scope, reported.team_id, reported.message_id)))
    throw fail('wrongState', '这条消息已经不在了')
  await notifyMessageRemoved(scope, reported, reason)
  return null
}

export async function handleReport(
  scope: TransactionScope,
  handlerId: number,
  { id, outcome }: { id: number; outcome: string },
): Promise<null> {
  if (!(await settleReport(scope, handlerId, { id, outcome }))) throw fail('wrongState')
  return null
}
