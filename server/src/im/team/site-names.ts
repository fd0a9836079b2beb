// Checks names in groups that people of the site create. A name must not pass for the association, a counsellor or
// another member. Pages of other apps have rules of their own.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { findNameProblem, foldName } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { isManager } from '../conversations/locked-membership.ts'
import type { TeamMemberRow } from '../conversations/team-store.ts'
import * as store from './site-name-store.ts'

type NameCtx = Pick<ImCtx, 'viewer'>

/** Words of the association in names of groups. Others, such as 系统 or 学会, occur in ordinary ones. */
const associationWords = /协会|官方|秘书处|客服|心桥/

/** @throws ImFailure 414 for a name of a group that seems to come from the association, or has no visible letter */
export function checkTeamName(name: string | undefined, { viewer }: NameCtx): void {
  if (name === undefined || viewer.roleId === null) return
  const problem = findNameProblem(name, { roleId: roles.administrator })
  if (problem) throw imFail('invalid', problem)
  if (viewer.roleId === roles.user && associationWords.test(foldName(name)))
    throw imFail('invalid', '小组名称不能含有协会、官方、客服这类容易误认为协会的词语，请换一个')
}

type NamedMember = Pick<TeamMemberRow, 'team_id' | 'im_account_id' | 'role'>

/** @throws ImFailure 414 for a nickname that could be mistaken for a counsellor, the association or another member */
export async function checkTeamNick(
  db: Db,
  nick: string | undefined,
  member: NamedMember,
  { viewer }: NameCtx,
): Promise<void> {
  if (!nick || viewer.roleId === null) return
  const isAlias = !isManager(member) && viewer.roleId === roles.user
  const problem = findNameProblem(nick, { isAlias, roleId: viewer.roleId })
  if (problem) throw imFail('invalid', problem)
  const folded = foldName(nick)
  const isTaken = (names: readonly string[]) => names.some((name) => foldName(name) === folded)
  if (isTaken(await store.selectNamesOfOthers(db, member.team_id, member.im_account_id)))
    throw imFail('invalid', '小组里已有人用这个称呼，请换一个')
  if (viewer.roleId === roles.user && isTaken(await store.selectCounsellorNames(db)))
    throw imFail('invalid', '这是一位咨询师的名字，请换一个称呼')
}
