// Custom system messages to the members of a team.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { Db } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { changeAccounts } from '../changes/changes.ts'
import { isMutedMember } from '../conversations/teams/team-mutes.ts'
import { selectMembers, selectTeams, type TeamRow } from '../conversations/teams/team-store.ts'
import { createPassingNotice, notifyChatAccounts } from '../notify/notices.ts'
import { selectMemberIds } from './records/store.ts'

type CustomNotice = ParsedInput<'notify.sendCustomSysMsg'>

/** Members up to which a message is stored, because each of them gets a row. Receipts have the same limit. */
const maxStoredReceivers = 200

/** @throws ImFailure 804 for an account that is not a member, 2002 for a member who may not write */
async function requireWritableTeam(db: Db, imId: number, { scene, to }: CustomNotice): Promise<TeamRow> {
  const teamId = TeamId.safeParse(to).success ? Number(to) : 0
  const [team] = await selectTeams(db, [teamId])
  const [member] = await selectMembers(db, [{ teamId, imId }])
  if (!team?.is_valid || !member || team.scene !== scene) throw imFail('notInTeam')
  if (isMutedMember(team, member)) throw imFail('muted', '您在群里被禁言，暂时不能发送')
  return team
}

/** Stores the message for every other member of a small team. A later member does not receive it. */
async function storeForMembers(input: CustomNotice, ctx: ImCtx, team: TeamRow): Promise<void> {
  const { viewer, secrets } = ctx
  if (team.member_count > maxStoredReceivers)
    throw imFail('invalid', `超过${maxStoredReceivers}人的群只能发给在线成员：sendToOnlineUsersOnly须为true`)
  const ids = (await selectMemberIds(ctx.sql, team.id)).filter((id) => id !== viewer.imId)
  await changeAccounts(ctx, { ids }, async (scope) => {
    // a member may have left, and the sender may have been muted, before the accounts were locked
    await requireWritableTeam(scope.tx, viewer.imId, input)
    const memberships = ids.map((imId) => ({ teamId: team.id, imId }))
    const members = new Set((await selectMembers(scope.tx, memberships)).map((row) => row.im_account_id))
    const { scene, to, content } = input
    for (const account of scope.accounts)
      if (members.has(account.id))
        await notifyChatAccounts(scope, secrets, { to: account, type: 'custom', content, team: { scene, to } })
  })
}

/** Every member's copy of a stored message has its own id, so the reply has none. */
export async function sendTeamCustomNotice(
  input: CustomNotice,
  ctx: ImCtx,
): Promise<CommandOutput<'notify.sendCustomSysMsg'>> {
  const { sendToOnlineUsersOnly, cc } = input
  const { viewer, connectionId, deliver, deliverToTeam } = ctx
  const team = await requireWritableTeam(ctx.sql, viewer.imId, input)
  const sysMsg = createPassingNotice(viewer.accid, input)
  if (sendToOnlineUsersOnly) {
    deliverToTeam(team.id, 'notify.passing', { sysMsg }, connectionId, cc ? undefined : viewer.imId)
    return { sysMsg }
  }
  await storeForMembers(input, ctx, team)
  if (cc) deliver(viewer.imId, 'notify.passing', { sysMsg }, connectionId)
  return { sysMsg }
}
