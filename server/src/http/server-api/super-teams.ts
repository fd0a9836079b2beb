// The calls of the server API about super teams. They run the commands of teams with another scene.
import type { ServerCallInput, ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'
import type { superTeamCalls } from '@xinqiao/contract/server-api/super-teams.ts'
import { listAppMemberPage, listAppTeams, requireAppTeam } from '../../im/chat.ts'
import { presentSent, buildContent } from './contents.ts'
import { presentServerMember, presentServerTeam, readTeamFields } from './present-teams.ts'
import type { CallRunner } from './run.ts'

type SuperTeamCall = keyof typeof superTeamCalls
type SuperTeamCallHandlers = {
  [K in SuperTeamCall]: (input: ServerCallInput<K>, appId: number) => Promise<ServerCallOutput<K>>
}
type MemberPageInput = ServerCallInput<'superteam/getTlists'>

const scene = 'superTeam' as const
const toTeam = (tid: string) => ({ scene, teamId: tid })

export function createSuperTeamCalls(runner: CallRunner): SuperTeamCallHandlers {
  const { kit, contextFor, senderContextFor, runCommand, sendMessage, sendNotice, queryHistory } = runner

  async function listMembers({ tid, timetag, limit, reverse }: MemberPageInput, appId: number, isMutedOnly: boolean) {
    const team = await requireAppTeam(kit.sql, appId, scene, tid)
    const page = { joinTime: timetag, limit, reverse: reverse === 2, isMutedOnly }
    return { tlists: (await listAppMemberPage(kit.sql, team, page)).map(presentServerMember) }
  }

  return {
    async 'superteam/create'({ owner, inviteAccids: accounts, msg: ps, serverCustom: custom, ...form }, appId) {
      const ctx = { ...(await contextFor(appId, owner)), createsSuperTeams: true }
      const fields = { ...readTeamFields({ ...form, custom }), name: form.tname, type: 'advanced' as const }
      const { state } = await runCommand('team.createTeam', { ...fields, scene, accounts, ps }, ctx)
      return { tid: state.team.teamId }
    },
    async 'superteam/invite'({ tid, owner, inviteAccids: accounts, msg: ps }, appId) {
      await runCommand('team.addTeamMembers', { ...toTeam(tid), accounts, ps }, await contextFor(appId, owner))
      return {}
    },
    async 'superteam/kick'({ tid, owner, kickAccids: accounts }, appId) {
      await runCommand('team.removeTeamMembers', { ...toTeam(tid), accounts }, await contextFor(appId, owner))
      return {}
    },
    async 'superteam/dismiss'({ tid, owner }, appId) {
      await runCommand('team.dismissTeam', toTeam(tid), await contextFor(appId, owner))
      return {}
    },
    async 'superteam/updateTinfo'({ tid, owner, serverCustom: custom, ...form }, appId) {
      const fields = readTeamFields({ ...form, custom })
      await runCommand('team.updateTeam', { ...toTeam(tid), ...fields }, await contextFor(appId, owner))
      return {}
    },
    async 'superteam/getTinfos'({ tids }, appId) {
      return { tinfos: (await listAppTeams(kit.sql, appId, scene, tids)).map(presentServerTeam) }
    },
    'superteam/getTlists': (input, appId) => listMembers(input, appId, false),
    'superteam/getMuteTlists': (input, appId) => listMembers(input, appId, true),
    async 'superteam/joinTeams'({ accid }, appId) {
      const { teams } = await runCommand('team.getTeams', { scene }, await contextFor(appId, accid))
      return { count: teams.length, infos: teams.map(presentServerTeam) }
    },
    async 'superteam/changeOwner'({ tid, owner, accid: account, leave }, appId) {
      const ctx = await contextFor(appId, owner)
      await runCommand('team.transferTeam', { ...toTeam(tid), account, leave: leave === 1 }, ctx)
      return {}
    },
    async 'superteam/addManager'({ tid, owner, managerAccids: accounts }, appId) {
      await runCommand('team.addTeamManagers', { ...toTeam(tid), accounts }, await contextFor(appId, owner))
      return {}
    },
    async 'superteam/removeManager'({ tid, owner, managerAccids: accounts }, appId) {
      await runCommand('team.removeTeamManagers', { ...toTeam(tid), accounts }, await contextFor(appId, owner))
      return {}
    },
    async 'superteam/updateTeamNick'({ tid, owner, accid: account, nick: nickInTeam }, appId) {
      const ctx = await contextFor(appId, owner)
      await runCommand('team.updateNickInTeam', { ...toTeam(tid), account, nickInTeam }, ctx)
      return {}
    },
    async 'superteam/updateTlist'({ tid, accid, silentType, nick, custom }, appId) {
      const fields = {
        ...(nick !== undefined && { nickInTeam: nick }),
        ...(custom !== undefined && { custom }),
        ...(silentType !== undefined && { muteNotiType: silentType === 1 ? (1 as const) : (0 as const) }),
      }
      await runCommand('team.updateInfoInTeam', { ...toTeam(tid), ...fields }, await contextFor(appId, accid))
      return {}
    },
    async 'superteam/mute'({ tid, owner, muteType }, appId) {
      await runCommand('team.muteTeamAll', { ...toTeam(tid), mute: muteType === 1 }, await contextFor(appId, owner))
      return {}
    },
    async 'superteam/muteTlist'({ tid, owner, muteAccids: accounts, mute }, appId) {
      const ctx = await contextFor(appId, owner)
      await runCommand('team.updateMuteStateInTeam', { ...toTeam(tid), accounts, mute: mute === 1 }, ctx)
      return {}
    },
    async 'superteam/leave'({ tid, accid }, appId) {
      await runCommand('team.leaveTeam', toTeam(tid), await contextFor(appId, accid))
      return {}
    },
    async 'superteam/sendMsg'({ tid, fromAccid, pushContent, pushPayload, ...draft }, appId) {
      const content = buildContent({ ...draft, pushcontent: pushContent, payload: pushPayload })
      return presentSent(await sendMessage(await senderContextFor(appId, fromAccid), tid, content, scene))
    },
    async 'superteam/sendAttachMsg'({ from, to, ...notice }, appId) {
      await sendNotice(await senderContextFor(appId, from), to, notice, scene)
      return {}
    },
    'superteam/queryHistoryMsg': async ({ tid: to, accid, ...page }, appId) =>
      queryHistory(await contextFor(appId, accid), { scene, to }, page),
  }
}
