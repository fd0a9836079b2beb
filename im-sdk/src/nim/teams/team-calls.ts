// Teams: creation, members, and lists from the server. Loaded on first use.
import { imErrors, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMember, presentTeam, type NimTeam, type NimTeamMember, type TeamMembers } from '../present/teams.ts'
import { fetchMembers } from './teams.ts'

type NewTeam = {
  type: 'normal' | 'advanced'
  name: string
  avatar?: string
  intro?: string
  announcement?: string
  custom?: string
  accounts?: string[]
  ps?: string
  joinMode?: 'noVerify' | 'needVerify' | 'rejectAll'
  beInviteMode?: 'needVerify' | 'noVerify'
  inviteMode?: 'manager' | 'all'
  updateTeamMode?: 'manager' | 'all'
  updateCustomMode?: 'manager' | 'all'
}
type CreatedTeam = { team: NimTeam; owner: NimTeamMember; accounts: string[]; ps?: string }

export const createTeamsApi = (core: Pick<NimCore, 'client' | 'options' | 'teamMembers'>) => ({
  /** `sync: false` allows the state on this device. */
  getTeam({ teamId, sync = true, done }: { teamId: string; sync?: boolean } & WithDone<NimTeam>): void {
    callDone(done, async () => {
      const storedTeam = core.client.store.teams.get(sessionIdOf({ scene: 'team', to: teamId }))
      if (!sync && storedTeam) return presentTeam(storedTeam.team)
      const { team } = await core.client.request('team.getTeam', { teamId })
      return presentTeam(team, storedTeam !== undefined)
    })
  },
  getTeams({ done }: WithDone<NimTeam[]> = {}): void {
    callDone(done, async () => {
      const { teams } = await core.client.request('team.getTeams', {})
      return teams.map((team) => presentTeam(team))
    })
  },
  createTeam({ done, ...options }: NewTeam & WithDone<CreatedTeam>): void {
    callDone(done, async () => {
      // the usual default of such SDKs; the server's would open the team to everybody
      const mode = options.type === 'advanced' && ({ joinMode: 'needVerify' } as const)
      const input = { ...mode, ...omitUndefined(options), scene: 'team' } as CommandInput<'team.createTeam'>
      const { state, owner, accounts } = await core.client.request('team.createTeam', input)
      const ps = options.ps !== undefined && { ps: options.ps }
      return { team: presentTeam(state.team), owner: presentMember(owner, state.own), accounts, ...ps }
    })
  },
  getTeamMembers({ teamId, done }: { teamId: string } & WithDone<TeamMembers>): void {
    callDone(done, async () => {
      const members = await fetchMembers(core, 'team', teamId).catch((error: ImFailure) => {
        if (error.code === imErrors.notInTeam.code) return []
        throw error
      })
      return { teamId, members }
    })
  },
})
