// Changes of a team: fields, owner, managers, mutes, the account's membership, applications and invitations.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMember, presentTeam, type NimTeam, type NimTeamMember } from '../present/teams.ts'

export type InTeam<Fields = unknown> = { teamId: string } & Fields
export type UpdateTeamInput = InTeam<{
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
type Accounts = InTeam<{ accounts: string[] }>

/** Options of the commands whose reply is only success or failure. */
type TeamCommandOptions = {
  updateTeam: UpdateTeamInput
  transferTeam: InTeam<{ account: string; leave: boolean }>
  addTeamMembers: Accounts & { ps?: string; custom?: string }
  removeTeamMembers: Accounts
  leaveTeam: InTeam
  dismissTeam: InTeam
  addTeamManagers: Accounts
  removeTeamManagers: Accounts
  muteTeamAll: InTeam<{ mute: boolean }>
  updateMuteStateInTeam: Accounts & { mute: boolean }
  updateNickInTeam: InTeam<{ account: string; nickInTeam: string }>
  passTeamApply: RequestAnswer
  rejectTeamApply: RequestAnswer
  acceptTeamInvite: RequestAnswer
  rejectTeamInvite: RequestAnswer
}

export const createChanges =
  ({ client }: Pick<NimCore, 'client'>, scene: TeamScene) =>
  <Name extends keyof TeamCommandOptions>(name: Name) =>
  ({ done, ...fields }: TeamCommandOptions[Name] & WithDone<null>): void =>
    callDone(done, () => {
      const input = { scene, ...omitUndefined(fields) } as unknown as CommandInput<`team.${Name}`>
      return client.request(`team.${name}`, input).then(() => null)
    })

/** Changes the account's membership. `muteTeam: true` is the same as `muteNotiType: 1`. */
function updateOwnInfo(
  { client, options }: Pick<NimCore, 'client' | 'options'>,
  scene: TeamScene,
  { muteTeam, ...fields }: OwnInfo,
): Promise<Partial<NimTeamMember>> {
  const muted = muteTeam === undefined ? {} : { muteNotiType: muteTeam ? 1 : 0 }
  const input = { scene, ...muted, ...fields } as CommandInput<'team.updateInfoInTeam'>
  const { teamId } = fields
  return client.request('team.updateInfoInTeam', input).then(({ own: { nickInTeam, custom, muteNotiType } }) => ({
    teamId,
    account: options.account,
    nickInTeam,
    custom,
    muteNotiType,
    muteTeam: muteNotiType === 1,
  }))
}

const applyForTeam = (
  { client }: Pick<NimCore, 'client'>,
  scene: TeamScene,
  options: InTeam<{ ps?: string; nickInTeam?: string }>,
): Promise<NimTeam> =>
  client.request('team.applyTeam', { ...options, scene }).then(({ team, hasJoined }) => presentTeam(team, hasJoined))

type FollowOptions = InTeam<{ accountIds: string[] }> & WithDone<null>

/** Creates a method that follows members of a team, or unfollows them. */
const createFollowing =
  ({ client }: Pick<NimCore, 'client'>, scene: TeamScene, name: 'addTeamMembersFollow' | 'removeTeamMembersFollow') =>
  ({ teamId, accountIds, done }: FollowOptions): void =>
    callDone(done, () => client.request(`team.${name}`, { scene, teamId, accounts: accountIds }).then(() => null))

/** Methods that teams and super teams share, by their names for teams. */
export function createSharedChangesApi(core: Pick<NimCore, 'client' | 'options'>, scene: TeamScene) {
  const change = createChanges(core, scene)
  return {
    updateTeam: change('updateTeam'),
    transferTeam: change('transferTeam'),
    addTeamMembers: change('addTeamMembers'),
    removeTeamMembers: change('removeTeamMembers'),
    leaveTeam: change('leaveTeam'),
    addTeamManagers: change('addTeamManagers'),
    removeTeamManagers: change('removeTeamManagers'),
    updateNickInTeam: change('updateNickInTeam'),
    addTeamMembersFollow: createFollowing(core, scene, 'addTeamMembersFollow'),
    removeTeamMembersFollow: createFollowing(core, scene, 'removeTeamMembersFollow'),
    updateInfoInTeam: ({ done, ...options }: OwnInfo & WithDone<Partial<NimTeamMember>>): void =>
      callDone(done, () => updateOwnInfo(core, scene, options)),
    applyTeam: ({ done, ...options }: InTeam<{ ps?: string; nickInTeam?: string }> & WithDone<NimTeam>): void =>
      callDone(done, () => applyForTeam(core, scene, options)),
    passTeamApply: change('passTeamApply'),
    rejectTeamApply: change('rejectTeamApply'),
    acceptTeamInvite: change('acceptTeamInvite'),
    rejectTeamInvite: change('rejectTeamInvite'),
  }
}

export function createTeamChangesApi(core: Pick<NimCore, 'client' | 'options'>) {
  const change = createChanges(core, 'team')
  const mute = change('updateMuteStateInTeam')
  return {
    ...createSharedChangesApi(core, 'team'),
    dismissTeam: change('dismissTeam'),
    muteTeamAll: change('muteTeamAll'),
    updateMuteStateInTeam: ({ account, ...rest }: InTeam<{ account: string; mute: boolean }> & WithDone<null>): void =>
      mute({ ...rest, accounts: [account] }),
    getMutedTeamMembers({ teamId, done }: InTeam & WithDone<{ teamId: string; members: NimTeamMember[] }>): void {
      callDone(done, async () => {
        const { members } = await core.client.request('team.getMutedTeamMembers', { teamId })
        return { teamId, members: members.map((member) => presentMember(member)) }
      })
    },
  }
}
