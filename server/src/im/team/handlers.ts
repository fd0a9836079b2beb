// Handlers of the commands of teams.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { ImHandlers } from '../../kit/im-ctx.ts'
import { createTeam } from './create.ts'
import { getTeam, getTeams } from './lists.ts'
import { addTeamMembers, dismissTeam, getTeamMembers, leaveTeam, removeTeamMembers } from './members.ts'

export const teamHandlers: ImHandlers<Extract<CommandName, `team.${string}`>> = {
  'team.createTeam': createTeam,
  'team.addTeamMembers': addTeamMembers,
  'team.removeTeamMembers': removeTeamMembers,
  'team.leaveTeam': leaveTeam,
  'team.getTeam': getTeam,
  'team.getTeams': getTeams,
  'team.getTeamMembers': getTeamMembers,
  'team.dismissTeam': dismissTeam,
}
