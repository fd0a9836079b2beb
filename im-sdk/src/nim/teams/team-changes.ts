// Changes of a team: fields, owner, managers, mutes, the account's membership, applications and invitations.
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMember, presentTeam, type NimTeam, type NimTeamMember } from '../present/teams.ts'

type InTeam<Fields = object> = { teamId: string } & Fields
type TeamUpdate = InTeam<{
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
type OwnInfo = InTeam<{ nickInTeam?: string; muteTeam?: boolean; muteNotiType?: number; custom?: string }>
type RequestAnswer = InTeam<{ idServer: string; from: string; ps?: string }>
type ChangeCommand = Extract<
  CommandName,
  | `team.${'update' | 'dismiss' | 'leave' | 'transfer'}Team`
  | `team.${'add' | 'remove'}TeamManagers`
  | `team.${'pass' | 'reject'}TeamApply`
  | `team.${'accept' | 'reject'}TeamInvite`
  | 'team.muteTeamAll'
  | 'team.updateMuteStateInTeam'
  | 'team.updateNickInTeam'
>

/** Runs a team command whose reply is only success or failure. */
const createChangeMethod =
  <K extends ChangeCommand>({ client }: NimCore, name: K) =>
  ({ done, ...input }: WithDone<null> & object): void =>
    callDone(done, () => client.request(name, input as CommandInput<K>).then(() => null))

export const teamChangesApi = (core: NimCore) => ({
  updateTeam(options: TeamUpdate & WithDone<null>): void {
    createChangeMethod(core, 'team.updateTeam')(options)
  },
  transferTeam(options: InTeam<{ account: string; leave: boolean }> & WithDone<null>): void {
    createChangeMethod(core, 'team.transferTeam')(options)
  },
  addTeamManagers(options: InTeam<{ accounts: string[] }> & WithDone<null>): void {
    createChangeMethod(core, 'team.addTeamManagers')(options)
  },
  removeTeamManagers(options: InTeam<{ accounts: string[] }> & WithDone<null>): void {
    createChangeMethod(core, 'team.removeTeamManagers')(options)
  },
  muteTeamAll(options: InTeam<{ mute: boolean }> & WithDone<null>): void {
    createChangeMethod(core, 'team.muteTeamAll')(options)
  },
  updateMuteStateInTeam(options: InTeam<{ account: string; mute: boolean }> & WithDone<null>): void {
    createChangeMethod(core, 'team.updateMuteStateInTeam')(options)
  },
  updateNickInTeam(options: InTeam<{ account: string; nickInTeam: string }> & WithDone<null>): void {
    createChangeMethod(core, 'team.updateNickInTeam')(options)
  },
  /** `muteTeam: true` is the same as `muteNotiType: 1`. */
  updateInfoInTeam({ done, muteTeam, ...options }: OwnInfo & WithDone<Partial<NimTeamMember>>): void {
    const muted = muteTeam === undefined ? {} : { muteNotiType: muteTeam ? 1 : 0 }
    callDone(done, async () => {
      const input = { ...muted, ...options } as CommandInput<'team.updateInfoInTeam'>
      const { own } = await core.client.request('team.updateInfoInTeam', input)
      const { nickInTeam, custom, muteNotiType } = own
      const account = core.options.account
      return { teamId: options.teamId, account, nickInTeam, custom, muteNotiType, muteTeam: muteNotiType === 1 }
    })
  },
  applyTeam({ done, ...options }: InTeam<{ ps?: string }> & WithDone<NimTeam>): void {
    callDone(done, async () => {
      const { team, hasJoined } = await core.client.request('team.applyTeam', options)
      return presentTeam(team, hasJoined)
    })
  },
  passTeamApply(options: RequestAnswer & WithDone<null>): void {
    createChangeMethod(core, 'team.passTeamApply')(options)
  },
  rejectTeamApply(options: RequestAnswer & WithDone<null>): void {
    createChangeMethod(core, 'team.rejectTeamApply')(options)
  },
  acceptTeamInvite(options: RequestAnswer & WithDone<null>): void {
    createChangeMethod(core, 'team.acceptTeamInvite')(options)
  },
  rejectTeamInvite(options: RequestAnswer & WithDone<null>): void {
    createChangeMethod(core, 'team.rejectTeamInvite')(options)
  },
  getMutedTeamMembers({ teamId, done }: InTeam & WithDone<{ teamId: string; members: NimTeamMember[] }>): void {
    callDone(done, async () => {
      const { members } = await core.client.request('team.getMutedTeamMembers', { teamId })
      return { teamId, members: members.map((member) => presentMember(member)) }
    })
  },
})
