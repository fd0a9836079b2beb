// Adds members to a team: at once or by an invitation, depending on the team's mode.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { dayMs } from '@xinqiao/contract/time.ts'
import {
  beInviteModes,
  memberRoles,
  teamLimits,
  type Team,
  type TeamNotice,
} from '@xinqiao/contract/im/team/team-model.ts'
import type { Tx } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { expectNoBarrier } from '../../changes/barriers.ts'
import type { ChangeScope } from '../../changes/changes.ts'
import { presentTeamToOutsider } from '../../conversations/teams/team-states.ts'
import { selectMembers, type TeamRow } from '../../conversations/teams/team-store.ts'
import { listInvitationsFrom, notifyChatAccounts } from '../../notify/notices.ts'
import { announceTeamNotice, pickTeamFields, pushTeamToNewMembers, type TeamChangeCtx } from './announce.ts'
import type { LockedMembership } from '../../conversations/teams/locked-membership.ts'
import * as store from '../records/store.ts'

export type Invitation = { accounts: readonly string[]; ps: string; custom: string }

/** @throws ImFailure 404 for an unknown account, 7101 for an account that has blocked the caller or is a stranger */
async function requireInvitedAccounts(
  { tx, me }: ChangeScope,
  accounts: readonly string[],
): Promise<readonly store.InvitableAccount[]> {
  const others = accounts.filter((accid) => accid !== me.accid)
  const otherAccounts = await store.selectAccounts(tx, me.id, others)
  const unknownNames = others.filter((accid) => !otherAccounts.some((account) => account.accid === accid))
  if (unknownNames.length > 0)
    throw imFail('notFound', `账号${unknownNames.join('、')}不存在`, { accounts: unknownNames })
  if (otherAccounts.some((account) => account.has_blocked)) throw imFail('blockedByPeer')
  await expectNoBarrier(tx, me.id, others, 'invitation')
  return otherAccounts
}

/** The given accounts that may not join another team. No other transaction adds one until this one ends. */
export async function lockFullAccounts(tx: Tx, imIds: readonly number[]): Promise<Set<number>> {
  await store.lockNumbersOfTeams(tx, imIds)
  // a separate statement, because only that one sees the commits that the lock waited for
  return new Set(await store.selectMembersOfManyTeams(tx, imIds, teamLimits.teams))
}

type NewMemberAccount = Pick<store.InvitableAccount, 'id' | 'accid'> & { role?: number; nick?: string }
type TeamJoining = {
  accounts: readonly NewMemberAccount[]
  inviterId: number | null
  /** The notification without its team, whose member count is not known yet. */
  notice: TeamNotice
}

/** Fields that a page needs of a team that it did not have. */
const newTeamFields: (keyof Team)[] = ['name', 'memberNum', 'type', 'avatar', 'owner', 'level', 'valid', 'joinMode']

/** Adds these accounts as members, with one notification from the caller. */
export async function joinTeam(
  { tx, me, afterCommit }: Pick<ChangeScope, 'tx' | 'afterCommit'> & { me: Pick<ChangeScope['me'], 'id'> },
  ctx: TeamChangeCtx,
  team: TeamRow,
  { accounts, inviterId, notice }: TeamJoining,
): Promise<void> {
  if (team.member_count + accounts.length > teamLimits.members[team.scene]) throw imFail('teamFull')
  const newIds = accounts.map(({ id }) => id)
  if ((await lockFullAccounts(tx, newIds)).size > 0) throw imFail('tooManyTeams')
  const members = accounts.map(({ id, role = memberRoles.normal, nick = '' }) => ({
    im_account_id: id,
    role,
    inviter_id: inviterId,
    nick,
  }))
  await store.insertMembers(tx, team, members)
  await store.updateMemberCount(tx, team, accounts.length)
  const [member] = await selectMembers(tx, [{ teamId: team.id, imId: me.id }])
  const { type, ...rest } = notice
  await announceTeamNotice(
    tx,
    afterCommit,
    ctx,
    { team, member: member! },
    { type, team: pickTeamFields(team, newTeamFields), ...rest },
  )
  await pushTeamToNewMembers(tx, afterCommit, ctx, team.id, newIds)
}

const refusalPauseMs = 7 * dayMs

/**
 * Limits invitations on the site: an account that declined is not asked again for some days, and a pending invitation
 * is not repeated. Backends of other apps have limits of their own.
 * @returns the accounts to which an invitation is sent
 * @throws ImFailure 414 when one of them declined recently
 */
async function selectInvitees(
  { tx, now, me }: ChangeScope,
  { viewer, secrets }: ImCtx,
  team: TeamRow,
  candidates: readonly store.InvitableAccount[],
): Promise<readonly store.InvitableAccount[]> {
  if (viewer.roleId === null) return candidates
  const imIds = candidates.map(({ id }) => id)
  const invitations = await listInvitationsFrom(tx, secrets, { fromId: me.id, imIds, after: now - refusalPauseMs })
  const refusedAccounts = candidates.filter(({ id }) =>
    invitations.some((row) => row.imId === id && row.state === 'rejected'),
  )
  if (refusedAccounts.length > 0)
    throw imFail('invalid', '对方七天内谢绝过您的邀请，请以后再邀请', {
      accounts: refusedAccounts.map(({ accid }) => accid),
    })
  const invitees = []
  for (const candidate of candidates) {
    const waiting = invitations.find(
      ({ imId, teamId, state }) => imId === candidate.id && teamId === team.id && state === 'init',
    )
    // a removal has ended the invitation
    if (!waiting || (await store.hasBeenRemovedSince(tx, team, candidate.id, waiting.time))) invitees.push(candidate)
  }
  return invitees
}

/** @returns the accounts that became members; the others got an invitation */
export async function inviteMembers(
  scope: ChangeScope,
  ctx: ImCtx,
  locked: LockedMembership,
  { accounts, ps, custom }: Invitation,
): Promise<string[]> {
  const { tx, me, requireAccount } = scope
  const { team } = locked
  const candidates = await requireInvitedAccounts(scope, accounts)
  const memberships = candidates.map(({ id }) => ({ teamId: team.id, imId: id }))
  const memberIds = new Set((await selectMembers(tx, memberships)).map((row) => row.im_account_id))
  const newMembers = candidates.filter(({ id }) => !memberIds.has(id))
  if (newMembers.length === 0) throw imFail('alreadyInTeam')
  if (ctx.invitesWithoutConsent || team.be_invite_mode === beInviteModes.noVerify) {
    const accids = newMembers.map(({ accid }) => accid)
    const notice = { type: 'addTeamMembers', accounts: accids, ...(custom !== '' && { custom }) } as const
    await joinTeam(scope, ctx, team, { accounts: newMembers, inviterId: me.id, notice })
    return accids
  }
  const attach = JSON.stringify(presentTeamToOutsider(team))
  for (const { accid } of await selectInvitees(scope, ctx, team, newMembers))
    await notifyChatAccounts(scope, ctx.secrets, {
      to: requireAccount(accid),
      type: 'teamInvite',
      ps,
      attach,
      content: custom,
    })
  return []
}
