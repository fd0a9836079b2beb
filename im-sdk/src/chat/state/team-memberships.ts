// Memberships of the account in teams: also in those that it has left, or opened without being a member.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { Client } from '../../client.ts'
import type { TeamRecord } from '../../store/store.ts'
import { sessionIdOfTeam } from '../../sync/merge/merge-teams.ts'
import { teamRefOfKey } from './conversation-key.ts'
import type { Group, GroupMembershipState } from './groups.ts'

const isNoSuchTeam = (error: unknown): error is ImFailure =>
  error instanceof ImFailure && error.code === imErrors.noSuchTeam.code

/**
 * The team that a failed look-up names as dismissed. Null for any other error: a team that is hidden from accounts
 * outside has the same code.
 */
const findDismissedTeam = (error: unknown): Team | null =>
  isNoSuchTeam(error) ? ((error.data as { team?: Team } | null)?.team ?? null) : null

/** @param isMuted whether the account itself is muted, and not all members */
function membershipIn({ team, own }: TeamRecord, isMuted: boolean): GroupMembershipState {
  if (isMuted) return 'muted'
  const isAllMuted = team.muteType === 'all' || (team.muteType === 'normal' && own.type === 'normal')
  return isAllMuted && own.type !== 'owner' ? 'allMuted' : 'member'
}

type TeamMembershipOptions = {
  isMutedIn: (key: string) => boolean
  /** Called after each change that a request brings. */
  publish: () => void
  onLeave: (key: string) => void
}

export function createTeamMemberships(client: Client, { isMutedIn, publish, onLeave }: TeamMembershipOptions) {
  const { store } = client
  /** Teams that the account left while this page was open, and dismissed ones that it opened. */
  const formerGroups = new Map<string, Group>()
  /** Teams that were opened without membership; null for one that the account may not see. */
  const foreignTeams = new Map<string, Team | null>()
  /** Open teams that removed the account, which now has to apply to join again. */
  const keysToApplyFor = new Set<string>()

  function membershipOf(key: string): GroupMembershipState {
    const record = store.teams.get(key)
    if (record) return membershipIn(record, isMutedIn(key))
    return foreignTeams.has(key) ? (foreignTeams.get(key) ? 'stranger' : 'hidden') : 'unknown'
  }

  function leave(team: Team, membership: GroupMembershipState): void {
    const key = sessionIdOfTeam(team)
    formerGroups.set(key, { team, own: null, membership })
    onLeave(key)
  }

  return {
    groupOf: (key: string): Group =>
      formerGroups.get(key) ?? {
        team: store.teams.get(key)?.team ?? foreignTeams.get(key) ?? null,
        own: store.teams.get(key)?.own ?? null,
        membership: membershipOf(key),
        mustApply: keysToApplyFor.has(key),
      },
    isFormer: (key: string): boolean => formerGroups.has(key),
    leave,
    /** Shows that the account is no member any more, and then whether the team was dismissed. */
    leaveWhileOffline(team: Team): void {
      leave(team, 'former')
      client.request('team.getTeam', teamRefOfKey(sessionIdOfTeam(team))).catch((error: unknown) => {
        if (!findDismissedTeam(error)) return
        leave(team, 'dismissed')
        publish()
      })
    },
    /** @returns whether the account has left the team, or looked it up, while this page was open */
    join(team: Team): boolean {
      const wasForeign = foreignTeams.delete(sessionIdOfTeam(team))
      return formerGroups.delete(sessionIdOfTeam(team)) || wasForeign
    },
    /** Looks up a team of which the account is not a member. */
    async lookUp(key: string): Promise<void> {
      if (!store.hasSynced || store.teams.has(key) || formerGroups.has(key) || client.status() !== 1) return
      try {
        const { team, mustApply = false } = await client.request('team.getTeam', teamRefOfKey(key))
        foreignTeams.set(key, team)
        if (mustApply) keysToApplyFor.add(key)
      } catch (error) {
        // after any other error, the team is looked up again with the next sync
        if (!isNoSuchTeam(error)) return
        const team = findDismissedTeam(error)
        if (team) formerGroups.set(key, { team, own: null, membership: 'dismissed' })
        else foreignTeams.set(key, null)
      }
      publish()
    },
  }
}
