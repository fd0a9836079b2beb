// Changes of members, applied to the list that a page has fetched.
import type { TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import type { NimCore } from '../core/core.ts'
import { presentMember, type NimTeamMember } from '../present/teams.ts'

export type MemberChange = Partial<NimTeamMember> & Pick<NimTeamMember, 'account'>

/** Fields of a new member that its notification lacks. */
const emptyFields = { nickInTeam: '', custom: '', mute: false, invitorAccid: '' }

export function mergeMembers(
  { teamMembers }: Pick<NimCore, 'teamMembers'>,
  teamId: string,
  changes: readonly MemberChange[],
  goneAccounts: readonly string[],
): void {
  const byAccount = new Map(teamMembers.get(teamId)?.map((member) => [member.account, member]))
  for (const change of changes) {
    const member = byAccount.get(change.account) ?? presentMember({ ...emptyFields, ...change } as TeamMember)
    byAccount.set(change.account, { ...member, ...change })
  }
  for (const account of goneAccounts) byAccount.delete(account)
  teamMembers.set(teamId, [...byAccount.values()])
}
