// The calls of the server API about teams. Each change runs the chat command in the name of an account of the team.
import type { ServerCallInput, ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'
import type { teamCalls } from '@xinqiao/contract/server-api/teams.ts'
import type { TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import { listAppTeamMembers, listAppTeams, requireAppTeam } from '../../im/chat.ts'
import { presentServerMember, presentServerTeam, readTeamFields } from './present-teams.ts'
import type { CallRunner } from './run.ts'

type TeamCall = keyof typeof teamCalls
type TeamCallHandlers = {
  [K in TeamCall]: (input: ServerCallInput<K>, appId: number) => Promise<ServerCallOutput<K>>
}

const isOf =
  (...types: TeamMember['type'][]) =>
  ({ type }: TeamMember) =>
    types.includes(type)
const accidsOf = (members: readonly TeamMember[]): string[] => members.map(({ account }) => account)

export function createTeamCalls({ kit, contextFor, runCommand, queryHistory }: CallRunner): TeamCallHandlers {
  const { sql } = kit
  /** The context of the inviting account. Without consent, invited accounts become members at once. */
  const inviterContext = async (appId: number, owner: string, magree: number) => ({
    ...(await contextFor(appId, owner)),
    invitesWithoutConsent: magree === 0,
  })

  return {
    async 'team/create'({ owner, members, magree, msg, ...form }, appId) {
      const ctx = await inviterContext(appId, owner, magree)
      const fields = { ...readTeamFields(form), name: form.tname, type: 'advanced' as const }
      const { state } = await runCommand('team.createTeam', { ...fields, accounts: members, ps: msg }, ctx)
      return { tid: state.team.teamId }
    },
    async 'team/add'({ tid: teamId, owner, members, magree, msg, attach }, appId) {
      const ctx = await inviterContext(appId, owner, magree)
      const custom = attach !== undefined && { custom: attach }
      await runCommand('team.addTeamMembers', { teamId, accounts: members, ps: msg, ...custom }, ctx)
      return {}
    },
    async 'team/kick'({ tid: teamId, owner, member, members = [] }, appId) {
      const accounts = member === undefined ? members : [member]
      await runCommand('team.removeTeamMembers', { teamId, accounts }, await contextFor(appId, owner))
      return {}
    },
    async 'team/remove'({ tid: teamId, owner }, appId) {
      await runCommand('team.dismissTeam', { teamId }, await contextFor(appId, owner))
      return {}
    },
    async 'team/update'({ tid: teamId, owner, ...form }, appId) {
      await runCommand('team.updateTeam', { teamId, ...readTeamFields(form) }, await contextFor(appId, owner))
      return {}
    },
    async 'team/query'({ tids, ope }, appId) {
      const tinfos = []
      for (const team of await listAppTeams(sql, appId, 'team', tids)) {
        const list = ope === 1 ? await listAppTeamMembers(sql, team) : []
        const names = {
          admins: accidsOf(list.filter(isOf('manager'))),
          members: accidsOf(list.filter(isOf('normal'))),
        }
        tinfos.push({ ...presentServerTeam(team), ...(ope === 1 && names) })
      }
      return { tinfos }
    },
    async 'team/queryDetail'({ tid }, appId) {
      const team = await requireAppTeam(sql, appId, 'team', tid)
      const list = await listAppTeamMembers(sql, team)
      const [owner] = list.filter(isOf('owner')).map(presentServerMember)
      const admins = list.filter(isOf('manager')).map(presentServerMember)
      const members = list.filter(isOf('normal')).map(presentServerMember)
      return { tinfo: { ...presentServerTeam(team), owner: owner!, admins, members } }
    },
    async 'team/joinTeams'({ accid }, appId) {
      const { teams } = await runCommand('team.getTeams', {}, await contextFor(appId, accid))
      return { count: teams.length, infos: teams.map(presentServerTeam) }
    },
    async 'team/changeOwner'({ tid: teamId, owner, newowner: account, leave }, appId) {
      const ctx = await contextFor(appId, owner)
      await runCommand('team.transferTeam', { teamId, account, leave: leave === 1 }, ctx)
      return {}
    },
    async 'team/addManager'({ tid: teamId, owner, members: accounts }, appId) {
      await runCommand('team.addTeamManagers', { teamId, accounts }, await contextFor(appId, owner))
      return {}
    },
    async 'team/removeManager'({ tid: teamId, owner, members: accounts }, appId) {
      await runCommand('team.removeTeamManagers', { teamId, accounts }, await contextFor(appId, owner))
      return {}
    },
    async 'team/updateTeamNick'({ tid: teamId, owner, accid: account, nick, custom }, appId) {
      const ctx = await contextFor(appId, owner)
      if (nick !== undefined) await runCommand('team.updateNickInTeam', { teamId, account, nickInTeam: nick }, ctx)
      if (custom !== undefined)
        await runCommand('team.updateInfoInTeam', { teamId, custom }, await contextFor(appId, account))
      return {}
    },
    async 'team/muteTeam'({ tid: teamId, accid, ope }, appId) {
      const muteNotiType = ope === 1 ? 1 : 0
      await runCommand('team.updateInfoInTeam', { teamId, muteNotiType }, await contextFor(appId, accid))
      return {}
    },
    async 'team/muteTlist'({ tid: teamId, owner, accid, mute }, appId) {
      const ctx = await contextFor(appId, owner)
      await runCommand('team.updateMuteStateInTeam', { teamId, accounts: [accid], mute: mute === 1 }, ctx)
      return {}
    },
    async 'team/muteTlistAll'({ tid: teamId, owner, mute, muteType }, appId) {
      const ctx = await contextFor(appId, owner)
      await runCommand('team.muteTeamAll', { teamId, mute: mute ?? muteType === 1 }, ctx)
      return {}
    },
    async 'team/listTeamMute'({ tid: teamId, owner }, appId) {
      const { members } = await runCommand('team.getMutedTeamMembers', { teamId }, await contextFor(appId, owner))
      return { mutes: members.map(presentServerMember) }
    },
    async 'team/leave'({ tid: teamId, accid }, appId) {
      await runCommand('team.leaveTeam', { teamId }, await contextFor(appId, accid))
      return {}
    },
    'history/queryTeamMsg': async ({ tid: to, accid, ...page }, appId) =>
      queryHistory(await contextFor(appId, accid), { scene: 'team', to }, page),
  }
}
