// Recalls and edits in teams. A change locks and versions the team, and writes one row, whatever its size.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { type AfterCommit, transaction, type Tx } from '../../../kit/db/db.ts'
import { isAbove, lockTeamOfMember, type LockedMembership } from '../../conversations/teams/locked-membership.ts'
import { presentTeamChange } from '../../conversations/teams/team-changes.ts'
import * as store from '../../conversations/teams/team-change-store.ts'
import { expectMayMention } from '../../conversations/teams/team-mentions.ts'
import { isMutedMember } from '../../conversations/teams/team-mutes.ts'
import { selectMembers, updateTeamCounters } from '../../conversations/teams/team-store.ts'
import { recordLeaderAction } from '../../conversations/teams/leader-actions.ts'
import { expectInWindow } from '../rules/window.ts'
import { createEdit } from '../modification/edit.ts'
import { selectModifiableTeamMessage, updateBody } from '../modification/store.ts'
import { deleteBodies, deleteFileShares, deleteMarks, selectRemovalTargets } from '../removal/store.ts'
import { saveAlertText } from '../transcript/preserved-texts.ts'

type InTeam<Input> = Input & { scene: TeamScene }

type ChangedMessage = Pick<store.TeamChangeRow, 'message_id' | 'is_recalled' | 'message_time' | 'ps' | 'attach'>

/**
 * Stores the change under the next version of the team, and pushes it to the members. When members have joined after
 * the message, all sync instead, which gives each member only what that member sees.
 */
async function recordTeamChange(
  tx: Tx,
  afterCommit: AfterCommit,
  { bodies, viewer, deliverToTeam }: ImCtx,
  { team }: LockedMembership,
  message: ChangedMessage,
): Promise<void> {
  team.version += 1
  const operator_id = message.is_recalled ? viewer.imId : null
  const versioned = { team_id: team.id, version: team.version, operator_id, time: team.now }
  await store.upsertTeamChange(tx, { ...message, ...versioned })
  await updateTeamCounters(tx, [team])
  const row = await store.selectTeamChange(tx, message.message_id)
  const change = presentTeamChange(row!, bodies)
  const push = { teamId: `${team.id}`, scene: team.scene, change, deviceId: viewer.deviceId }
  const isForAll = !(await store.hasLaterMembers(tx, team.id, row!.seq))
  afterCommit(() => (isForAll ? deliverToTeam(team.id, 'team.changed', push) : deliverToTeam(team.id, 'sync.look', {})))
}

/** A message that the member saw. Notifications belong to the server. */
async function requireRecallTarget(tx: Tx, { team, member }: LockedMembership, idServer: string) {
  const [target] = await selectRemovalTargets(tx, member.im_account_id, team.conversation_id, [Number(idServer)])
  const isFound = target && target.seq > member.join_seq && target.type !== chatMessageTypes.notification
  if (!isFound) throw imFail('notFound', '消息不存在')
  return target
}

/** The sender may recall a message, and so may a manager or the owner above the sender. */
export const recallTeamMessage = (
  { scene, to, idServer, ps, attach }: InTeam<ParsedInput<'msg.deleteMsg'>>,
  ctx: ImCtx,
): Promise<null> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId } = ctx.viewer
    const lockedMembership = await lockTeamOfMember(tx, imId, { scene, teamId: to })
    const { team, member } = lockedMembership
    const target = await requireRecallTarget(tx, lockedMembership, idServer)
    const isOwn = target.sender_id === imId
    if (!isOwn) {
      const [sender] = await selectMembers(tx, [{ teamId: team.id, imId: target.sender_id }])
      if (!isAbove(member, sender)) throw imFail('notAllowedInTeam', '只能撤回自己或普通成员的消息')
    }
    // a retry after a lost reply
    if (target.is_empty) return null
    // leaders of the site's groups remove what harms others, also later
    if (isOwn || !team.is_managed) expectInWindow(ctx, team.now, target.time)
    await saveAlertText(tx, ctx, target.id)
    await deleteBodies(tx, [target.id], true)
    await deleteMarks(tx, [target.id])
    await deleteFileShares(tx, [target.id])
    // a recall carries no words of a member who may not send any
    const words = ctx.viewer.isMuted || isMutedMember(team, member) ? { ps: '', attach: '' } : { ps, attach }
    const message = { message_id: target.id, message_time: target.time, is_recalled: true, ...words }
    await recordTeamChange(tx, afterCommit, ctx, lockedMembership, message)
    if (!isOwn) await recordLeaderAction(tx, ctx, team, 'peerMessageRemoved', { message: idServer })
    return null
  })

/** Replaces the text of the caller's message, as in p2p. A member who may not write may not edit either. */
export const modifyTeamMessage = (
  { scene, to, idServer, content }: InTeam<ParsedInput<'msg.modifyMsg'>>,
  ctx: ImCtx,
): Promise<CommandOutput<'msg.modifyMsg'>> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const lockedMembership = await lockTeamOfMember(tx, ctx.viewer.imId, { scene, teamId: to })
    const { team, member } = lockedMembership
    if (isMutedMember(team, member)) throw imFail('muted', '您在群里被禁言，暂时不能修改')
    expectMayMention(content, member)
    const row = await selectModifiableTeamMessage(tx, ctx.viewer.imId, team.conversation_id, Number(idServer))
    if (!row || row.seq <= member.join_seq) throw imFail('notFound', '消息不存在')
    const edit = createEdit(ctx, row, content, team.now)
    await saveAlertText(tx, ctx, row.id)
    await updateBody(tx, row.id, edit.body, edit.msg.modifyTime)
    const message = { message_id: row.id, message_time: row.time, is_recalled: false, ps: '', attach: '' }
    await recordTeamChange(tx, afterCommit, ctx, lockedMembership, message)
    return { msg: edit.msg }
  })
