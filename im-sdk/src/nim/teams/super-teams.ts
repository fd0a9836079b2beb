// Super teams: the methods of teams under their own names, and lists of members by time of joining. The server has one
// design for both (decision 017); the scene distinguishes them.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { pickDefined } from '../../base/omit-undefined.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import type { SuperTeamName } from '../present/team-notices.ts'
import {
  presentSuperMember,
  presentTeam,
  type NimSuperTeamMember,
  type NimTeam,
  type SuperTeamMembers,
} from '../present/teams.ts'
import { createChanges, createSharedChangesApi, type InTeam } from './team-changes.ts'
import { fetchMembers } from './teams.ts'

const scene = 'superTeam'
/** messaging.md 5: the number of accounts that one query accepts. */
const maxQueriedAccounts = 20

type JoinTimeQuery = InTeam<{ joinTime?: number; limit?: number; reverse?: boolean }>
type MembersByAccounts = { accounts: string[]; invalidAccounts: string[]; members: NimSuperTeamMember[] }

/** `invalid` is empty, because former members are not visible. */
const presentMembers = (teamId: string, members: readonly TeamMember[]): SuperTeamMembers => ({
  teamId,
  members: members.map((member) => presentSuperMember(member)),
  invalid: [],
})

/** Names methods as super teams do: `addTeamMembers` becomes `addSuperTeamMembers`. */
const renameForSuperTeams = <Methods extends object>(methods: Methods) =>
  Object.fromEntries(Object.entries(methods).map(([name, method]) => [name.replace('Team', 'SuperTeam'), method])) as {
    [Name in keyof Methods as SuperTeamName<Name & string>]: Methods[Name]
  }

export function createSuperTeamsApi(core: Pick<NimCore, 'client' | 'options' | 'teamMembers'>) {
  const { client } = core
  const change = createChanges(core, scene)
  const mute = change('updateMuteStateInTeam')

  function fetchByJoinTime(query: JoinTimeQuery, isMutedOnly: boolean): Promise<SuperTeamMembers> {
    const { teamId } = query
    const input = { scene, teamId, isMutedOnly, ...pickDefined(query, ['joinTime', 'limit', 'reverse']) } as const
    return client.request('team.getMembersByJoinTime', input).then(({ members }) => presentMembers(teamId, members))
  }

  return {
    ...renameForSuperTeams(createSharedChangesApi(core, scene)),
    getSuperTeam({ teamId, done }: InTeam & WithDone<NimTeam>): void {
      callDone(done, async () => {
        const { team } = await client.request('team.getTeam', { scene, teamId })
        return presentTeam(team, client.store.teams.has(sessionIdOf({ scene, to: teamId })))
      })
    },
    getSuperTeams({ done }: WithDone<NimTeam[]> = {}): void {
      callDone(done, async () => {
        const { teams } = await client.request('team.getTeams', { scene })
        return teams.map((team) => presentTeam(team))
      })
    },
    updateSuperTeamMute: change('muteTeamAll'),
    /** Members who joined after `joinTime`, oldest first; with `reverse` before it, newest first. */
    getSuperTeamMembersByJoinTime({ done, ...query }: JoinTimeQuery & WithDone<SuperTeamMembers>): void {
      callDone(done, () => fetchByJoinTime(query, false))
    },
    getMutedSuperTeamMembers({ done, ...query }: JoinTimeQuery & WithDone<SuperTeamMembers>): void {
      callDone(done, () => fetchByJoinTime(query, true))
    },
    getAllSuperTeamMembers({ teamId, done }: InTeam & WithDone<SuperTeamMembers>): void {
      callDone(done, async () => presentMembers(teamId, await fetchMembers(core, scene, teamId)))
    },
    /** `invalidAccounts`: accounts that are no members. */
    getSuperTeamMembersByAccounts(options: InTeam<{ accounts: string[] }> & WithDone<MembersByAccounts>): void {
      const { teamId, accounts, done } = options
      callDone(done, async () => {
        if (accounts.length > maxQueriedAccounts) throw imFail('invalid', `accounts不能超过${maxQueriedAccounts}个`)
        const reply = await client.request('team.getMembersByAccounts', { scene, teamId, accounts })
        const { members } = presentMembers(teamId, reply.members)
        const isMember = (account: string) => members.some((member) => member.account === account)
        return { accounts, invalidAccounts: accounts.filter((account) => !isMember(account)), members }
      })
    },
    /** Mutes one account, or up to ten. */
    updateSuperTeamMembersMute(
      options: InTeam<{ account?: string; accounts?: string[]; mute: boolean }> & WithDone<null>,
    ): void {
      const { account, accounts = account === undefined ? [] : [account], ...rest } = options
      mute({ ...rest, accounts })
    },
    getMySuperTeamMembers({ teamIds, done }: { teamIds: string[] } & WithDone<NimSuperTeamMember[]>): void {
      callDone(done, async () => {
        const { members } = await client.request('team.getMyTeamMembers', { scene, teamIds })
        return members.map(({ member, own }) => presentSuperMember(member, own))
      })
    },
  }
}
