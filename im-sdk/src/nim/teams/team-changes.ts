// Changes of a team: fields, owner, managers, mutes, the account's membership, applications and invitations.
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import type { TeamScene } from '@xinqiao/contract/im/team-model.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMember, presentTeam, type NimTeam, type NimTeamMember } from '../present/teams.ts'

export type InTeam<Fields = object> = { teamId: string } & Fields
export type TeamUpdate = InTeam<{
  name?: string
  avatar?: string
  intro?: string
  announcement?: string
  custom?: string
  joinMode?: 'noVerify' | 'needVerify' | 'rejectAll'
  beInviteMode?: 'needVerify' | 'noVerify'
  inviteMode?: 'manager' | 'all'
  updateTeamMode?: 'manager' | 'all'
  updateCustomMode?: 'manager' | 'all'
}>
export type OwnInfo = InTeam<{ nickInTeam?: string; muteTeam?: boolean; muteNotiType?: number; custom?: string }>
export type RequestAnswer = InTeam<{ idServer: string; from: string; ps?: string }>
type ChangeCommand = Extract<
  CommandName,
  | `team.${'update' | 'dismiss' | 'leave' | 'transfer'}Team`
  | `team.${'add' | 'remove'}TeamManagers`
  | 'team.removeTeamMembers'
  | `team.${'pass' | 'reject'}TeamApply`
  | `team.${'accept' | 'reject'}TeamInvite`
  | 'team.muteTeamAll'
  | 'team.updateMuteStateInTeam'
  | 'team.updateNickInTeam'
>

/** Runs a team command whose reply is only success or failure. */
export function changeTeam<K extends ChangeCommand>(
  { client }: NimCore,
  name: K,
  { done, ...input }: WithDone<null> & Record<string, unknown>,
): void {
  callDone(done, () => client.request(name, input as CommandInput<K>).then(() => null))
}

/** Changes the account's membership. `muteTeam: true` is the same as `muteNotiType: 1`. */
export async function updateOwnInfo(
  { client, options }: NimCore,
  scene: TeamScene,
  { muteTeam, ...fields }: OwnInfo,
): Promise<Partial<NimTeamMember>> {
  const muted = muteTeam === undefined ? {} : { muteNotiType: muteTeam ? 1 : 0 }
  const input = { scene, ...muted, ...fields } as CommandInput<'team.updateInfoInTeam'>
  const { nickInTeam, custom, muteNotiType } = (await client.request('team.updateInfoInTeam', input)).own
  const { teamId } = fields
  return { teamId, account: options.account, nickInTeam, custom, muteNotiType, muteTeam: muteNotiType === 1 }
}

export const teamChangesApi = (core: NimCore) => ({
  updateTeam(options: TeamUpdate & WithDone<null>): void {
    changeTeam(core, 'team.updateTeam', options)
  },
  transferTeam(options: InTeam<{ account: string; leave: boolean }> & WithDone<null>): void {
    changeTeam(core, 'team.transferTeam', options)
  },
  addTeamManagers(options: InTeam<{ accounts: string[] }> & WithDone<null>): void {
    changeTeam(core, 'team.addTeamManagers', options)
  },
  removeTeamManagers(options: InTeam<{ accounts: string[] }> & WithDone<null>): void {
    changeTeam(core, 'team.removeTeamManagers', options)
  },
  muteTeamAll(options: InTeam<{ mute: boolean }> & WithDone<null>): void {
    changeTeam(core, 'team.muteTeamAll', options)
  },
  updateMuteStateInTeam(options: InTeam<{ account: string; mute: boolean }> & WithDone<null>): void {
    const { account, ...rest } = options
    changeTeam(core, 'team.updateMuteStateInTeam', { ...rest, accounts: [account] })
  },
  updateNickInTeam(options: InTeam<{ account: string; nickInTeam: string }> & WithDone<null>): void {
    changeTeam(core, 'team.updateNickInTeam', options)
  },
  updateInfoInTeam({ done, ...options }: OwnInfo & WithDone<Partial<NimTeamMember>>): void {
    callDone(done, () => updateOwnInfo(core, 'team', options))
  },
  applyTeam({ done, ...options }: InTeam<{ ps?: string }> & WithDone<NimTeam>): void {
    callDone(done, async () => {
      const { team, hasJoined } = await core.client.request('team.applyTeam', options)
      return presentTeam(team, hasJoined)
    })
  },
  passTeamApply(options: RequestAnswer & WithDone<null>): void {
    changeTeam(core, 'team.passTeamApply', options)
  },
  rejectTeamApply(options: RequestAnswer & WithDone<null>): void {
    changeTeam(core, 'team.rejectTeamApply', options)
  },
  acceptTeamInvite(options: RequestAnswer & WithDone<null>): void {
    changeTeam(core, 'team.acceptTeamInvite', options)
  },
  rejectTeamInvite(options: RequestAnswer & WithDone<null>): void {
    changeTeam(core, 'team.rejectTeamInvite', options)
  },
  getMutedTeamMembers({ teamId, done }: InTeam & WithDone<{ teamId: string; members: NimTeamMember[] }>): void {
    callDone(done, async () => {
      const { members } = await core.client.request('team.getMutedTeamMembers', { teamId })
      return { teamId, members: members.map((member) => presentMember(member)) }
    })
  },
})
