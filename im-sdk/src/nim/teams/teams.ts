// Teams on this device, and members of a team.
import type { TeamMember, TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { presentMember, presentTeam, type NimTeam, type NimTeamMember } from '../present/teams.ts'

export const listTeams = ({ client }: Pick<NimCore, 'client'>, scene: TeamScene): NimTeam[] =>
  [...client.store.teams.values()].flatMap(({ team }) => (team.scene === scene ? [presentTeam(team)] : []))

/** All members, fetched page by page, oldest first. */
export async function fetchMembers(
  core: Pick<NimCore, 'client' | 'options' | 'teamMembers'>,
  scene: TeamScene,
  teamId: string,
): Promise<NimTeamMember[]> {
  const { client, options } = core
  const own = client.store.teams.get(sessionIdOf({ scene, to: teamId }))?.own
  const members: TeamMember[] = []
  for (let hasMore = true; hasMore;) {
    const last = members.at(-1)
    const after = last && { account: last.account, joinTime: last.joinTime }
    const page = await client.request('team.getTeamMembers', { scene, teamId, ...(after && { after }) })
    members.push(...page.members)
    ;({ hasMore } = page)
  }
  const list = members.map((member) => presentMember(member, member.account === options.account ? own : undefined))
  core.teamMembers.set(teamId, list)
  return list.map((member) => ({ ...member }))
}
