// States of peer groups: draft, open, closed, dissolved. Publishing creates the chat team, whose owner is the leader.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { PeerGroupState } from '@xinqiao/contract/peer-groups.ts'
import { createManagedTeam, dismissManagedTeam } from '../../../im/chat.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import { settleReportsOfDissolvedGroup } from '../../group-reports/settle.ts'
import { selectAbleLeaders } from '../records/leader-store.ts'
import { requireAbleLeader, toTeamMember } from '../leaders/leaders.ts'
import { markAllConsentsWithdrawn } from '../records/led-store.ts'
import { notifyDeclined, notifyDissolved, notifyPublished, notifyRefusedByEnd } from '../present/notices.ts'
import { isPastEnd } from '../present/present.ts'
import * as store from '../records/group-store.ts'

/** @throws Failure wrongState or invalid for a group whose leaders may not lead, or have not agreed */
async function expectLeaders(tx: Tx, group: store.CountedGroup, reason: string): Promise<void> {
  const { kind, co_leader_id: coLeaderId } = group
  await requireAbleLeader(tx, group)
  if (coLeaderId !== null && (await selectAbleLeaders(tx, kind, [coLeaderId])).length === 0)
    throw fail('wrongState', '协同带领者现在不能带领，请先更换')
  if (group.asked_co_leader_id !== null)
    throw fail('wrongState', '协同带领者还没有同意，请等对方同意，或去掉协同带领者')
  if (kind === 'led' && coLeaderId === null && reason === '')
    throw failField('reason', '这个团体没有协同带领者，请写明为什么由一人带领')
}

async function publishGroup(scope: TransactionScope, group: store.CountedGroup, reason: string): Promise<void> {
  const { tx } = scope
  const { leader_id, co_leader_id } = group
  await expectLeaders(tx, group, reason)
  const leaders = await store.selectLeaders(tx, co_leader_id === null ? [leader_id] : [leader_id, co_leader_id])
  const leaderOf = (accountId: number) => leaders.find((row) => row.account_id === accountId)!
  const teamId = await createManagedTeam(scope, {
    name: group.title,
    intro: group.summary,
    owner: await toTeamMember(tx, leaderOf(leader_id)),
    manager: co_leader_id === null ? null : await toTeamMember(tx, leaderOf(co_leader_id)),
  }).catch((error: unknown) => {
    const isFull = error instanceof ImFailure && error.code === imErrors.tooManyTeams.code
    throw isFull ? fail('wrongState', '带领者加入的小组已达上限，请先退出一些小组或换人带领') : error
  })
  await store.updateGroup(tx, group.id, { state: 'open', team_id: teamId })
  if (group.state === 'proposed') await notifyPublished(scope, group)
}

async function dissolveGroup(
  scope: TransactionScope,
  group: store.PeerGroupRow,
  { id: actorId, byStaff }: StateActor,
  reason: string,
): Promise<void> {
  const { tx } = scope
  const members = await store.selectGroupMembers(tx, group.id)
  const leaders = [group.leader_id, group.co_leader_id].filter((id) => id !== null)
  const ending = { ended_by: actorId, ended_at: new Date(), end_reason: reason }
  await store.updateGroup(tx, group.id, { state: 'dissolved', ...ending })
  // locks the team before the consents, as the chat does
  if (group.team_id !== null) await dismissManagedTeam(scope, group.team_id, { byStaff })
  await markAllConsentsWithdrawn(tx, group.id)
  const applicants = await store.markWaitingApplicationsRefused(tx, group.id, '小组已解散')
  if (group.team_id === null) {
    if (group.state === 'proposed') await notifyDeclined(scope, group, reason)
    return
  }
  await notifyDissolved(scope, group, [...leaders, ...members.map(({ account_id }) => account_id)], reason)
  const applicantIds = applicants.map(({ account_id }) => account_id)
  await notifyRefusedByEnd(scope, group, applicantIds)
  if (byStaff) await settleReportsOfDissolvedGroup(scope, actorId, { column: 'group_id', id: group.id }, reason)
}

const allowedStates: Record<PeerGroupState, readonly PeerGroupState[]> = {
  proposed: ['open', 'dissolved'],
  draft: ['open', 'dissolved'],
  open: ['closed', 'dissolved'],
  closed: ['open', 'dissolved'],
  dissolved: [],
}

type StateChange = { id: number; state: Exclude<PeerGroupState, 'draft' | 'proposed'>; reason: string }
/** `byStaff`: an entry that staff closed is opened by staff only. */
export type StateActor = { id: number; byStaff: boolean }

/**
 * Changes the state of a group. Staff requests have their own audit entry.
 * @throws Failure wrongState for a state that does not follow the present one
 */
export async function setGroupState(
  scope: TransactionScope,
  actor: StateActor,
  { id, state, reason }: StateChange,
  maySet: (group: store.PeerGroupRow) => boolean = () => true,
): Promise<null> {
  const { tx } = scope
  const group = orNotFound(await store.lockGroup(tx, id))
  if (!maySet(group)) throw fail('notFound')
  // an entry that the leader closed may be closed by staff, too, so that the leader cannot open it again
  const isHeldClosed = actor.byStaff && state === 'closed' && group.state === 'closed' && !group.is_closed_by_staff
  if (!isHeldClosed && !allowedStates[group.state].includes(state)) throw fail('wrongState')
  if (state === 'dissolved') await dissolveGroup(scope, group, actor, reason)
  else if (state === 'open' && isPastEnd(group)) throw fail('wrongState', '结束日期已过，请先由秘书处修改结束日期')
  else if (group.team_id === null) await publishGroup(scope, group, reason)
  else if (group.is_closed_by_staff && !actor.byStaff)
    throw fail('wrongState', '协会停止了这个小组的招募，请联系秘书处恢复')
  else await store.updateGroup(tx, id, { state, is_closed_by_staff: state === 'closed' && actor.byStaff })
  if (!actor.byStaff)
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'peerGroupStateChanged',
      subject: `peerGroup ${id}`,
      reason,
      detail: { state, byLeader: true },
    })
  return null
}
