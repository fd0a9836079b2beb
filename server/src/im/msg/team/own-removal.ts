// Removals from a member's own view of a team: some messages, or the whole history. Other members see no change.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { teamLimits, type TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { transaction, type Tx } from '../../../kit/db/db.ts'
import { changeAccounts, type ChangeScope } from '../../changes/changes.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentOwn } from '../../conversations/teams/team-states.ts'
import type { TeamMemberRow } from '../../conversations/teams/team-store.ts'
import { hideMessages } from '../removal/removal.ts'
import { selectRemovalTargets, upsertHiddenMessages } from '../removal/store.ts'
import { lockMember } from './ack-store.ts'
import * as store from './own-removal-store.ts'

type TeamTarget = { scene: TeamScene; to: string }

/** Pushes the member's changed state to their devices. */
async function pushOwnMembership(
  tx: Tx,
  afterCommit: ChangeScope['afterCommit'],
  { deliver }: Pick<ImCtx, 'deliver'>,
  { scene, to }: TeamTarget,
  { team_id, im_account_id }: TeamMemberRow,
): Promise<void> {
  const own = presentOwn((await lockMember(tx, team_id, im_account_id))!)
  afterCommit(() => deliver(im_account_id, 'team.own', { teamId: to, scene, own }))
}

/** Hides messages from the caller. Unknown ones, and those from before the joining, are skipped. */
async function hideTeamMessages(
  { tx, now, me, recordChange, afterCommit }: ChangeScope,
  ctx: ImCtx,
  target: TeamTarget,
  ids: readonly number[],
): Promise<void> {
  const conversation = await selectConversation(tx, me.id, target)
  const member = conversation && (await lockMember(tx, Number(target.to), me.id))
  if (!member) return
  const removable = await selectRemovalTargets(tx, me.id, conversation.id, ids)
  const targets = removable.filter((row) => row.time > member.cleared_time && !row.is_empty && row.is_recalled === null)
  if (targets.length === 0) return
  const messageIds = targets.map(({ id }) => id)
  await upsertHiddenMessages(tx, { imIds: [me.id], messageIds, isRecalled: false, now, ps: '', attach: '' })
  for (const id of messageIds) recordChange(me, 'goneMsg', `${id}`)
  const unread = targets.filter((row) => row.time > member.ack && row.is_unreadable && row.sender_id !== me.id)
  // raises the version of the membership in any case, so that a sync brings the last message
  const times = [...member.hidden_times, ...unread.map(({ time }) => time)].slice(-teamLimits.unread)
  await store.updateHiddenTimes(tx, member, times)
  await pushOwnMembership(tx, afterCommit, ctx, target, member)
}

/** Deletes messages for the caller alone, in p2p and in teams. Super teams do not support it (messaging.md 5). */
export const deleteMessagesForCaller = ({ msgs }: ParsedInput<'msg.deleteMsgSelf'>, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, {}, async (scope) => {
    if (msgs.some(({ scene }) => scene === 'superTeam')) throw imFail('invalid', '超大群不支持只对自己删除消息')
    for (const list of Map.groupBy(msgs, sessionIdOf).values()) {
      const ids = list.map(({ idServer }) => Number(idServer))
      const { scene, to } = list[0]!
      if (scene === 'p2p') await hideMessages(scope, ctx, scope.me, { scene, to }, ids)
      else await hideTeamMessages(scope, ctx, { scene, to }, ids)
    }
    return null
  })

/** Clears the history for the caller alone. Messages count as read. */
export const clearTeamHistory = (target: TeamTarget, ctx: ImCtx): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const conversation = await selectConversation(tx, ctx.viewer.imId, target)
    const member = conversation && (await lockMember(tx, Number(target.to), ctx.viewer.imId))
    if (!member) throw imFail('notInTeam')
    await store.markTeamCleared(tx, member)
    await pushOwnMembership(tx, afterCommit, ctx, target, member)
    return null
  })
