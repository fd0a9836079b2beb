// Links to teams of the site's accounts. A member who may invite creates one, and others join by its code. The site's
// own groups have none, because the site admits their members.
import { randomInt } from 'node:crypto'
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { TeamLinkPreview, TeamLink } from '@xinqiao/contract/http/chat/team-links.ts'
import { memberRoles, rightModes, teamLimits, teamTypes } from '@xinqiao/contract/im/team/team-model.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { Db, Sql, Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { isManager } from '../../conversations/teams/locked-membership.ts'
import { lockTeams, selectMembers, selectTeams, type TeamRow } from '../../conversations/teams/team-store.ts'
import { joinTeam, lockFullAccounts } from '../rules/invite.ts'
import * as linkStore from './link-store.ts'
import { createTeamContext } from '../site/managed.ts'
import { selectRoleId } from '../members/site-name-store.ts'
import { findTeamNickProblem } from '../members/site-names.ts'
import * as store from '../records/store.ts'

/** Letters and digits that are not confused when they are read aloud. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 10
/** Limit of codes that an account may try, against guessing and floods. */
const maxCodesPerHour = 60

type LinkAccount = { id: number; accid: string }

async function requireLockedTeam(tx: Tx, teamId: number): Promise<TeamRow> {
  await lockTeams(tx, [teamId])
  const [team] = await selectTeams(tx, [teamId])
  if (!team?.is_valid) throw fail('notFound', '没有这个小组')
  return team
}

/** @throws Failure notFound for others than members, forbidden for those who may not invite */
async function lockTeamToInvite(tx: Tx, teamId: number, { id }: LinkAccount): Promise<TeamRow> {
  const team = await requireLockedTeam(tx, teamId)
  const [member] = await selectMembers(tx, [{ teamId, imId: id }])
  if (!member) throw fail('notFound', '没有这个小组')
  const mayInvite = team.type === teamTypes.normal || team.invite_mode === rightModes.all || isManager(member)
  if (team.is_managed || !mayInvite) throw fail('forbidden', '您不能邀请别人加入这个小组')
  return team
}

/** @throws Failure tooManyRequests, or forbidden for an account that is blocked in the chat */
export async function limitLinkUse(db: Sql, accountId: number, { id }: LinkAccount): Promise<void> {
  await limitHits(db, `teamLink:${accountId}`, maxCodesPerHour, hourSeconds)
  if (await linkStore.isBlocked(db, id)) throw fail('forbidden', '您的聊天账号已停用。如有疑问，请联系网站管理员')
}

/** @returns the running link, or a new one */
export async function createTeamLink(tx: Tx, person: LinkAccount, teamId: number): Promise<TeamLink> {
  await lockTeamToInvite(tx, teamId, person)
  const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
  const link = await linkStore.upsertLink(tx, { teamId, code, creatorId: person.id, days: limits.teamLinkDays })
  return { code: link.code, endTime: formatTime(link.expires_at) }
}

export async function readCurrentLink(tx: Tx, person: LinkAccount, teamId: number): Promise<TeamLink | null> {
  await lockTeamToInvite(tx, teamId, person)
  const link = await linkStore.selectCurrentLink(tx, teamId)
  return link && { code: link.code, endTime: formatTime(link.expires_at) }
}

export async function endTeamLink(tx: Tx, person: LinkAccount, teamId: number): Promise<null> {
  await lockTeamToInvite(tx, teamId, person)
  await linkStore.deleteLink(tx, teamId)
  return null
}

const linkEndedMessage = '邀请已失效，请向组员要新的邀请链接'

/** @throws Failure notFound for an unknown code, and after the end of the link or the team */
async function requireLinkedTeam(db: Db, code: string) {
  const link = await linkStore.selectLinkedTeam(db, code)
  if (!link) throw fail('notFound', linkEndedMessage)
  return link
}

export async function readTeamLink(db: Db, person: LinkAccount, code: string): Promise<TeamLinkPreview> {
  const link = await requireLinkedTeam(db, code)
  const [team] = await selectTeams(db, [link.id])
  const members = await selectMembers(db, [{ teamId: link.id, imId: person.id }])
  const { id, name, intro, member_count: count } = team!
  return { teamId: `${id}`, name, intro, members: count, isMember: members.length > 0 }
}

/** Joins by a code, under this nickname. A member stays one. */
export async function joinByLink(
  scope: TransactionScope,
  person: LinkAccount,
  { code, nickInTeam: nick }: { code: string; nickInTeam: string },
): Promise<{ teamId: string }> {
  const { tx, afterCommit } = scope
  const link = await requireLinkedTeam(tx, code)
  const team = await requireLockedTeam(tx, link.id)
  // the link may have ended before the lock
  await requireLinkedTeam(tx, code)
  const reply = { teamId: `${team.id}` }
  if ((await selectMembers(tx, [{ teamId: team.id, imId: person.id }])).length > 0) return reply
  if (await linkStore.hasBeenRemoved(tx, team.id, person.id))
    throw fail('wrongState', '您曾被移出这个小组或被禁言，请联系组长重新邀请')
  if (team.member_count >= teamLimits.members[team.scene]) throw fail('wrongState', '小组的人数已满')
  const [account] = await store.selectAccounts(tx, team.owner_id, [person.accid])
  if (!account) throw fail('notFound', linkEndedMessage)
  if ((await lockFullAccounts(tx, [person.id])).size > 0) throw fail('wrongState', `最多加入${teamLimits.teams}个小组`)
  const newMember = { team_id: team.id, im_account_id: person.id, role: memberRoles.normal }
  const problem = await findTeamNickProblem(tx, nick, newMember, await selectRoleId(tx, person.id))
  if (problem) throw failField('nickInTeam', problem)
  const ctx = await createTeamContext(scope, person)
  await joinTeam({ tx, afterCommit, me: person }, ctx, team, {
    accounts: [{ ...account, nick }],
    inviterId: link.creatorId,
    notice: { type: 'passTeamApply', account: person.accid },
  })
  return reply
}
