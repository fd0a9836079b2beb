// Handlers of team commands.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/chat/im-ctx.ts'
import { createTeam } from './lifecycle/create.ts'
import { getMyTeamMembers, getTeam, getTeams, getTeamsById } from './lists/team-lists.ts'
import { getMembersByAccounts, getMembersByJoinTime, getMutedMembers, getTeamMembers } from './lists/member-lists.ts'
import { addTeamMembers, leaveTeam, removeTeamMembers } from './members/members.ts'
import { dismissTeam } from './lifecycle/dismiss.ts'
import type { NotifyOfTeam } from './rules/announce.ts'
import { followMembers, unfollowMembers, updateInfo, updateNick } from './members/own-info.ts'
import { acceptTeamInvite, applyTeam, passTeamApply, rejectTeamApply, rejectTeamInvite } from './joining/requests.ts'
import {
  addTeamManagers,
  muteTeamAll,
  removeTeamManagers,
  transferTeam,
  updateMuteState,
  updateTeam,
} from './lifecycle/update.ts'

/** `../msg` handles read receipts. */
export const createTeamHandlers = (
  notify: NotifyOfTeam,
): ImHandlers<
  Exclude<Extract<CommandName, `team.${string}`>, `team.${string}Receipt` | `team.getTeamMsgRead${string}`>
> => ({
  'team.createTeam': createTeam,
  'team.addTeamMembers': addTeamMembers,
  'team.removeTeamMembers': (input, ctx) => removeTeamMembers(input, ctx, notify),
  'team.updateTeam': updateTeam,
  'team.leaveTeam': leaveTeam,
  'team.getTeam': getTeam,
  'team.getTeams': getTeams,
  'team.getTeamMembers': getTeamMembers,
  'team.dismissTeam': (input, ctx) => dismissTeam(input, ctx, notify),
  'team.transferTeam': transferTeam,
  'team.addTeamManagers': addTeamManagers,
  'team.removeTeamManagers': removeTeamManagers,
  'team.muteTeamAll': muteTeamAll,
  'team.updateMuteStateInTeam': updateMuteState,
  'team.updateInfoInTeam': updateInfo,
  'team.updateNickInTeam': updateNick,
  'team.addTeamMembersFollow': followMembers,
  'team.removeTeamMembersFollow': unfollowMembers,
  'team.getMutedTeamMembers': getMutedMembers,
  'team.getTeamsById': getTeamsById,
  'team.getMembersByAccounts': getMembersByAccounts,
  'team.getMembersByJoinTime': getMembersByJoinTime,
  'team.getMyTeamMembers': getMyTeamMembers,
  'team.applyTeam': (input, ctx) => applyTeam(input, ctx, notify),
  'team.passTeamApply': (input, ctx) => passTeamApply(input, ctx, notify),
  'team.rejectTeamApply': (input, ctx) => rejectTeamApply(input, ctx, notify),
  'team.acceptTeamInvite': acceptTeamInvite,
  'team.rejectTeamInvite': rejectTeamInvite,
})
