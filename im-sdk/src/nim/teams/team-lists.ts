// Lists of teams and members: by id from the server, and those on this device.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMember, presentTeam, type NimTeam, type NimTeamMember } from '../present/teams.ts'
import { listTeams } from './teams.ts'

type ByAccount<T> = Record<string, T>

export function createTeamListsApi(core: Pick<NimCore, 'client' | 'teamMembers'>) {
  const { client } = core

  const fetchByAccounts = (teamId: string, accounts: string[]): Promise<NimTeamMember[]> =>
    client
      .request('team.getMembersByAccounts', { teamId, accounts })
      .then(({ members }) => members.map((member) => presentMember(member)))
  const fetchOwn = (teamIds: string[]): Promise<NimTeamMember[]> =>
    client
      .request('team.getMyTeamMembers', { teamIds })
      .then(({ members }) => members.map(({ member, own }) => presentMember(member, own)))
  const listHeld = (teamIds?: readonly string[]): NimTeam[] =>
    listTeams(core, 'team').filter(({ teamId }) => !teamIds || teamIds.includes(teamId))
  const listHeldMembers = (isListed: (member: NimTeamMember) => boolean): NimTeamMember[] =>
    [...core.teamMembers.values()].flat().filter(isListed)

  return {
    /** `tids`: the ids of teams that do not exist. */
    getTeamsById({ teamIds, done }: { teamIds: string[] } & WithDone<{ teams: NimTeam[]; tids: string[] }>): void {
      callDone(done, async () => {
        const { teams } = await client.request('team.getTeamsById', { teamIds })
        const presented = teams.map((team) => presentTeam(team, client.store.teams.has(`team-${team.teamId}`)))
        return { teams: presented, tids: teamIds.filter((id) => !presented.some(({ teamId }) => teamId === id)) }
      })
    },
    getTeamMemberByTeamIdAndAccount(
      options: { teamId: string; account: string } & WithDone<ByAccount<NimTeamMember>>,
    ): void {
      const { teamId, account, done } = options
      callDone(done, async () => {
        const members = await fetchByAccounts(teamId, [account])
        return Object.fromEntries(members.map((member) => [member.account, member]))
      })
    },
    /** The accounts that admitted these accounts to the team. */
    getTeamMemberInvitorAccid(options: { teamId: string; accounts: string[] } & WithDone<ByAccount<string>>): void {
      const { teamId, accounts, done } = options
      callDone(done, async () => {
        const members = await fetchByAccounts(teamId, accounts)
        return Object.fromEntries(members.map(({ account, invitorAccid }) => [account, invitorAccid]))
      })
    },
    getMyTeamMembers({ teamIds, done }: { teamIds: string[] } & WithDone<NimTeamMember[]>): void {
      callDone(done, () => fetchOwn(teamIds))
    },
    /** messaging.md 3: 0 notifies of all messages, 1 of none, 2 of messages from managers. */
    notifyForNewTeamMsg({ teamIds, done }: { teamIds: string[] } & WithDone<ByAccount<number>>): void {
      callDone(done, async () => {
        const members = await fetchOwn(teamIds)
        return Object.fromEntries(members.map(({ teamId, muteNotiType }) => [teamId, muteNotiType]))
      })
    },
    getLocalTeams({ teamIds, done }: { teamIds: string[] } & WithDone<NimTeam[]>): void {
      done?.(null, listHeld(teamIds))
    },
    getTeamsFromDB({ teamIds, done }: { teamIds?: string[] } & WithDone<NimTeam[]> = {}): void {
      done?.(null, listHeld(teamIds))
    },
    /** The members that this page has fetched before. */
    getLocalTeamMembers(
      options: { teamId: string; accounts: string[] } & WithDone<{ members: NimTeamMember[] }>,
    ): void {
      const { teamId, accounts, done } = options
      done?.(null, {
        members: listHeldMembers((member) => member.teamId === teamId && accounts.includes(member.account)),
      })
    },
    getTeamMembersFromDB(
      options: { teamIds?: string[]; accountIds?: string[] } & WithDone<{ members: NimTeamMember[] }> = {},
    ): void {
      const { teamIds, accountIds, done } = options
      const isListed = ({ teamId, account }: NimTeamMember) =>
        (!teamIds || teamIds.includes(teamId)) && (!accountIds || accountIds.includes(account))
      done?.(null, { members: listHeldMembers(isListed) })
    },
    /** messaging.md 4: fails while the account is still a member of the team. */
    deleteLocalTeam({ teamId, done }: { teamId: string | string[] } & WithDone<null>): void {
      const ids = [teamId].flat()
      const isMember = ids.some((id) => client.store.teams.has(sessionIdOf({ scene: 'team', to: id })))
      if (isMember) return done?.(imFail('invalid', 'still in team'))
      for (const id of ids) core.teamMembers.delete(id)
      done?.(null, null)
    },
  }
}
