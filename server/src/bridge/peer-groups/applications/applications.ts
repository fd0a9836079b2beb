// Applications to peer groups: users apply under an alias, leaders or staff decide, and accepting admits to the team.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffPeerMember } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { findNameProblem, foldName, normalizeName } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import {
  admitManagedMember,
  ensureAccount,
  muteManagedMember,
  removeManagedMember,
  type ManagedMember,
} from '../../../im/chat.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx, type TransactionScope } from '../../../kit/ctx.ts'
import { isConflict, reserveId, type Db } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyMutedByStaff } from '../../account-groups/notices.ts'
import { notifyAccepted, notifyApplied, notifyRefused, notifyRemoved } from '../present/notices.ts'
import { isLeaderOf, isPastEnd, placesLeftIn, presentApplication, soundsLikeDanger } from '../present/present.ts'
import { recordLedConsent, requireLedConsent, type ConsentTextRef } from '../led/led-consents.ts'
import { isInvited, markConsentWithdrawn, markInvitationUsed } from '../records/led-store.ts'
import { isLedBy, requireAbleLeader } from '../leaders/leaders.ts'
import * as store from '../records/group-store.ts'

const maxApplicationsPerHour = 10
/** Limit of attempts, because each attempt reveals whether a name is taken. */
const maxAttemptsPerHour = 60
const failFull = () => fail('wrongState', '这个小组的名额已满')
const failTaken = () => failField('alias', '小组里已有人用这个称呼，请换一个')

/**
 * Checks the alias that the caller typed.
 * @throws Failure invalid for an alias that reveals the person, or that the rules of names refuse
 */
async function requireAlias({ tx }: TransactionScope, ctx: Ctx, group: store.PeerGroupRow, typed: string) {
  const problem = findNameProblem(typed, { roleId: roles.user, isAlias: true })
  if (problem) throw failField('alias', problem)
  const folded = foldName(typed)
  const { id, username } = viewerOf(ctx)
  const [own] = await store.selectLeaders(tx, [id])
  const ownNames = [username, own?.nickname ?? ''].filter((name) => name !== '').map(foldName)
  // a single letter of the nickname may be anybody's
  if (ownNames.some((name) => folded === name || (name.length > 1 && folded.includes(name))))
    throw failField('alias', '请不要用您的账号或昵称，换一个别人认不出您的称呼')
  const leaderNames = await store.selectLeaderNames(tx, group.team_id)
  if (leaderNames.some((name) => foldName(name) === folded)) throw failTaken()
  return { alias: normalizeName(typed), alias_folded: folded }
}

/** @throws Failure wrongState for a group that accepts no applications now */
function checkAcceptsApplications(group: NonNullable<Awaited<ReturnType<typeof store.lockGroup>>>): void {
  if (group.state !== 'open') throw fail('wrongState', '这个小组现在不接受申请')
  if (placesLeftIn(group) === 0) throw failFull()
  if (isPastEnd(group)) throw fail('wrongState', '这个小组的结束日期已过，不接受申请')
}

type PeerApplicationInput = { id: number; alias: string; note: string; consent?: ConsentTextRef | undefined }

export async function applyToGroup(
  ctx: Ctx,
  { id: groupId, alias: typed, note, consent }: PeerApplicationInput,
): Promise<null> {
  const { kit } = ctx
  const { id: accountId, roleId } = viewerOf(ctx)
  if (roleId !== roles.user) throw fail('forbidden', '咨询师和工作人员的账号不能申请加入')
  if (await store.isBlockedInChat(kit.sql, accountId)) throw fail('forbidden', '您的聊天已被停用，不能申请加入')
  await limitHits(kit.sql, `peerApplyAttempt:${accountId}`, maxAttemptsPerHour, hourSeconds)
  try {
    return await inTransaction(kit, async (scope) => {
      const { tx } = scope
      // a refused application does not count, because the rollback undoes its count
      await limitHits(tx, `peerApply:${accountId}`, maxApplicationsPerHour, hourSeconds)
      const group = await store.lockGroup(tx, groupId)
      if (!group || (group.state !== 'open' && group.state !== 'closed')) throw fail('notFound')
      if (isLeaderOf(group, accountId)) throw fail('wrongState', '您是这个小组的带领者')
      checkAcceptsApplications(group)
      await requireAbleLeader(tx, group)
      const isInvitedClient = await isInvited(tx, groupId, accountId)
      if (note === '' && !isInvitedClient) throw failField('note', '请简单说说为什么想加入')
      const names = await requireAlias(scope, ctx, group, typed)
      await store.markMembershipEnded(tx, groupId, accountId)
      await recordLedConsent(tx, group, accountId, consent)
      const id = await reserveId(tx, 'peer_application')
      const sealed = kit.secrets.seal(note, sealBindings.peerApplicationNote(id))
      await store.insertApplication(tx, { id, group_id: groupId, account_id: accountId, ...names, note_sealed: sealed })
      if (isInvitedClient)
        await acceptApplication(scope, group, { id, account_id: accountId, alias: names.alias }, null)
      else await notifyApplied(scope, group)
      return null
    })
  } catch (error) {
    if (isConflict(error, 'peer_application_live')) throw fail('alreadyApplied')
    if (isConflict(error, 'peer_application_alias')) throw failTaken()
    throw error
  }
}

export const withdrawApplication = (ctx: Ctx, id: number): Promise<null> =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const application = orNotFound(await store.selectApplication(tx, id))
    if (application.account_id !== viewerOf(ctx).id) throw fail('notFound')
    const decision = { state: 'withdrawn', reason: '', decided_by: null } as const
    if (!(await store.updateWaitingApplication(tx, id, decision))) throw fail('wrongState')
    await markConsentWithdrawn(tx, application.group_id, application.account_id)
    return null
  })

/** @throws Failure wrongState when the chat refuses the account, for instance because it is in too many teams */
async function admitApplicantToTeam(scope: TransactionScope, teamId: number, member: ManagedMember): Promise<void> {
  try {
    await admitManagedMember(scope, teamId, member)
  } catch (error) {
    throw error instanceof ImFailure ? fail('wrongState', `无法加入小组：${error.message}`) : error
  }
}

type Applicant = Pick<store.PeerApplicationRow, 'id' | 'account_id' | 'alias'>

/**
 * Accepts an application to a locked group, and admits the applicant.
 * @param deciderId null for an invited client
 * @throws Failure wrongState for a client who has withdrawn the consent, or an account that may not join any more
 */
async function acceptApplication(
  scope: TransactionScope,
  group: store.PeerGroupRow,
  { id, account_id: accountId, alias }: Applicant,
  deciderId: number | null,
): Promise<void> {
  const { tx } = scope
  const decision = { state: 'accepted', reason: '', decided_by: deciderId } as const
  if (!(await store.updateWaitingApplication(tx, id, decision))) throw fail('wrongState')
  if (!(await store.isAbleToJoin(tx, accountId))) throw fail('wrongState', '这个账号现在不能加入小组')
  await requireAbleLeader(tx, group)
  await requireLedConsent(tx, group, { accountId, isOwn: deciderId === null })
  await markInvitationUsed(tx, group.id, accountId)
  const account = await ensureAccount(tx, accountId)
  await admitApplicantToTeam(scope, group.team_id!, { ...account, nick: alias })
  await notifyAccepted(scope, group, accountId)
}

/** A client whose application waits accepts an invitation that came later, with the consent of the application. */
export const acceptInvitation = (ctx: Ctx, groupId: number): Promise<null> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { id: accountId } = viewerOf(ctx)
    const group = await store.lockGroup(tx, groupId)
    const application = await store.selectWaitingApplicationOf(tx, groupId, accountId)
    if (!group || !application || !(await isInvited(tx, groupId, accountId))) throw fail('notFound')
    checkAcceptsApplications(group)
    await acceptApplication(scope, group, application, null)
    return null
  })

type PeerDecisionInput = { id: number; isAccepted: boolean; reason: string }

/** Decides a waiting application. The group is locked, so that no two decisions use the same place. */
export async function decideApplication(
  scope: TransactionScope,
  deciderId: number,
  { id, isAccepted, reason }: PeerDecisionInput,
  mayDecide: (group: store.PeerGroupRow) => boolean = () => true,
): Promise<null> {
  const { tx } = scope
  const application = orNotFound(await store.selectApplication(tx, id))
  const group = orNotFound(await store.lockGroup(tx, application.group_id))
  if (!mayDecide(group)) throw fail('notFound')
  if (group.team_id === null || group.state === 'dissolved') throw fail('wrongState')
  if (isAccepted && placesLeftIn(group) === 0) throw failFull()
  if (isAccepted) {
    await acceptApplication(scope, group, application, deciderId)
    return null
  }
  const decision = { state: 'refused', reason, decided_by: deciderId } as const
  if (!(await store.updateWaitingApplication(tx, id, decision))) throw fail('wrongState')
  await markConsentWithdrawn(tx, group.id, application.account_id)
  const help = soundsLikeDanger(scope.kit.secrets, application) ? '。难受的时候，可以随时拨打12356' : ''
  await notifyRefused(scope, group, [application.account_id], reason + help)
  return null
}

export const decideAsLeader = (ctx: Ctx, input: PeerDecisionInput): Promise<null> => {
  const { id: actorId } = viewerOf(ctx)
  return inTransaction(ctx.kit, async (scope) => {
    await decideApplication(scope, actorId, input, (group) => isLedBy(ctx, group))
    await recordAudit(scope.tx, {
      actorId,
      action: 'peerApplicationDecided',
      subject: `peerApplication ${input.id}`,
      reason: input.reason,
      detail: { isAccepted: input.isAccepted, byLeader: true },
    })
    return null
  })
}

async function listApplications(secrets: Secrets, db: Db, groupId: number) {
  const rows = await store.selectWaitingApplications(db, groupId)
  return { content: rows.map((row) => presentApplication(secrets, row)) }
}

export async function listApplicationsForLeader(ctx: Ctx, groupId: number) {
  const group = await store.selectPublicGroup(ctx.kit.sql, groupId)
  if (!group || !isLedBy(ctx, group)) throw fail('notFound')
  return listApplications(ctx.kit.secrets, ctx.kit.sql, groupId)
}

/** The groups that the caller leads and people wait to join. */
export async function countWaitingApplications(ctx: Ctx) {
  const { id, roleId } = viewerOf(ctx)
  const rows = await store.countWaitingByGroup(ctx.kit.sql, { id, isCounsellor: roleId === roles.counsellor })
  return { content: rows.map(({ id: groupId, team_id, waiting }) => ({ id: groupId, teamId: `${team_id}`, waiting })) }
}

/** Records who read the notes of applicants, unless there are none. */
export const listApplicationsForStaff = (ctx: Ctx, groupId: number) =>
  inTransaction(ctx.kit, async ({ tx }) => {
    orNotFound(await store.selectStaffGroup(tx, groupId))
    const list = await listApplications(ctx.kit.secrets, tx, groupId)
    const subject = `peerGroup ${groupId}` as const
    const count = list.content.length
    if (count > 0)
      await recordAudit(tx, {
        actorId: viewerOf(ctx).id,
        action: 'peerTextsRead',
        subject,
        reason: '',
        detail: { count },
      })
    return list
  })

export async function listMembers(db: Db, groupId: number): Promise<{ content: StaffPeerMember[] }> {
  orNotFound(await store.selectStaffGroup(db, groupId))
  const rows = await store.selectGroupMembers(db, groupId)
  const content = rows.map(({ id, alias, join_time, is_muted }) => ({
    id,
    alias,
    joinTime: formatTime(new Date(join_time)),
    isMuted: is_muted,
  }))
  return { content }
}

/** @throws Failure notFound, or wrongState for a person who is no longer a member */
async function lockMember(scope: TransactionScope, applicationId: number) {
  const application = orNotFound(await store.selectApplication(scope.tx, applicationId))
  const group = orNotFound(await store.lockGroup(scope.tx, application.group_id))
  const members = await store.selectGroupMembers(scope.tx, group.id)
  const member = members.find(({ id }) => id === applicationId)
  if (!member || group.team_id === null || group.state === 'dissolved') throw fail('wrongState', '这位成员已不在小组中')
  return { group, teamId: group.team_id, member, account: { id: member.im_account_id, accid: member.accid } }
}

type MuteInput = { id: number; isMuted: boolean; reason: string }

export async function setMemberMuted(
  scope: TransactionScope,
  { id: applicationId, isMuted, reason }: MuteInput,
): Promise<null> {
  const { teamId, account } = await lockMember(scope, applicationId)
  const muteReason = isMuted ? reason : null
  await muteManagedMember(scope, teamId, account, muteReason)
  await notifyMutedByStaff(scope, teamId, account.id, muteReason)
  return null
}

export async function removeMember(scope: TransactionScope, applicationId: number, reason: string): Promise<null> {
  const { group, teamId, member, account } = await lockMember(scope, applicationId)
  await removeManagedMember(scope, teamId, account)
  await store.updateApplicationState(scope.tx, applicationId, 'ended')
  await notifyRemoved(scope, group, member.account_id, reason)
  return null
}
