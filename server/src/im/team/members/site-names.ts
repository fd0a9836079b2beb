// Checks names in groups that people of the site create. A name must not pass for the association, a counsellor or
// another member. Pages of other apps have rules of their own.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { findNameProblem, foldName } from '@xinqiao/contract/names.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { isManager } from '../../conversations/teams/locked-membership.ts'
import type { TeamMemberRow } from '../../conversations/teams/team-store.ts'
import * as store from './site-name-store.ts'

type NameCtx = Pick<ImCtx, 'viewer'>

/** Words of the association in names of groups. Others, such as 系统 or 学会, occur in ordinary ones. */
const associationWords = /协会|官方|秘书处|客服|心桥/

/** @throws ImFailure 414 for a name of a group that seems to come from the association, or has no visible letter */
export function checkTeamName(name: string | undefined, { viewer }: NameCtx): void {
  if (name === undefined || viewer.roleId === null) return
  const problem = findNameProblem(name, { roleId: roles.administrator })
  if (problem) throw imFail('invalid', problem, { field: 'name' })
  if (viewer.roleId === roles.user && associationWords.test(foldName(name)))
    throw imFail('invalid', '小组名称不能含有协会、官方、客服这类容易误认为协会的词语，请换一个', { field: 'name' })
}

/** A member, or an account that joins. */
type MemberToName = Pick<TeamMemberRow, 'team_id' | 'im_account_id' | 'role'>

/**
 * Checks that a nickname cannot be mistaken for the name of a counsellor, the association or another member.
 *
 * @param roleId of the account that chooses it; null for an account of an app
 * @returns the message for the person who chose it; null when it may be used
 */
export async function findTeamNickProblem(
  db: Db,
  nick: string,
  member: MemberToName,
  roleId: number | null,
): Promise<string | null> {
  if (nick === '' || roleId === null) return null
  if (nick.length > teamLimits.siteNick) return `昵称不能超过${teamLimits.siteNick}个字`
  const isAlias = !isManager(member) && roleId === roles.user
  const problem = findNameProblem(nick, { isAlias, roleId })
  if (problem) return problem
  const folded = foldName(nick)
  const isTaken = (names: readonly string[]) => names.some((name) => foldName(name) === folded)
  if (isTaken(await store.selectNamesOfOthers(db, member.team_id, member.im_account_id)))
    return '小组里已有人用这个称呼，请换一个'
  if (roleId === roles.user && isTaken(await store.selectCounsellorNames(db)))
    return '这是一位咨询师的名字，请换一个称呼'
  return null
}

/** @throws ImFailure 414 for a nickname that the site refuses */
export async function checkTeamNick(
  db: Db,
  nick: string | undefined,
  member: MemberToName,
  { viewer }: NameCtx,
): Promise<void> {
  const problem = await findTeamNickProblem(db, nick ?? '', member, viewer.roleId)
  if (problem) throw imFail('invalid', problem, { field: 'nickInTeam' })
}
