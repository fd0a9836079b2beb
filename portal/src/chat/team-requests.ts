// Requests about groups: applications and invitations that wait for an answer, and applications that were refused.
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'

/** A request of an account that waits for an answer: to join a team, or to invite the reader. */
export type TeamRequest = { idServer: string; from: string; ps: string; nickInTeam: string; team: Team }

/** The newest request of each account and team. */
export function listRequests(
  requests: readonly SystemMessage[],
  type: 'applyTeam' | 'teamInvite' | 'rejectTeamApply',
): TeamRequest[] {
  const newest = new Map<string, TeamRequest>()
  for (const { type: requestType, idServer, from, ps, attach, nickInTeam = '' } of requests) {
    if (requestType !== type) continue
    const team = JSON.parse(attach) as Team
    newest.set(`${from} ${team.teamId}`, { idServer, from, ps, nickInTeam, team })
  }
  return [...newest.values()]
}

/** Numbers of waiting applications by the key of the group. */
export function countApplications(requests: readonly SystemMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { team } of listRequests(requests, 'applyTeam')) {
    const key = `${team.scene}-${team.teamId}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
