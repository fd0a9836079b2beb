// Inputs of the calls of the server API about teams, for `every-command.test.ts`: each names a team of another app.
import type { superTeamCalls } from '@xinqiao/contract/server-api/super-teams.ts'
import type { teamCalls } from '@xinqiao/contract/server-api/teams.ts'
import type { NamesOfThings } from './every-command.cases.ts'

type TeamCall = keyof typeof teamCalls | keyof typeof superTeamCalls
type MakeInput = (names: NamesOfThings) => Record<string, string>

const textBody = { type: '0', body: '{"msg":"您好"}' }
const page = { begintime: '0', endtime: '1900000000000', limit: '100' }
const listOf = (name: string) => JSON.stringify([name])
/** Input of a call about the team of the app, with its owner's account, and further fields. */
const inTeam =
  (more: (names: NamesOfThings) => Record<string, string> = () => ({})): MakeInput =>
  (names) => ({ tid: names.team, owner: 'cleo', ...more(names) })
const ofMember =
  (more: Record<string, string> = {}): MakeInput =>
  ({ team }) => ({ tid: team, accid: 'cleo', ...more })

export const teamCallInputs: Record<TeamCall, MakeInput> = {
  'team/create': ({ account }) => ({ owner: 'cleo', tname: '群', members: listOf(account) }),
  'team/add': inTeam(() => ({ members: '["dan"]' })),
  'team/kick': inTeam(({ account }) => ({ member: account })),
  'team/remove': inTeam(),
  'team/update': inTeam(() => ({ tname: '改名' })),
  'team/query': ({ team }) => ({ tids: listOf(team), ope: '1' }),
  'team/queryDetail': ({ team }) => ({ tid: team }),
  'team/joinTeams': ({ account }) => ({ accid: account }),
  'team/changeOwner': inTeam(() => ({ newowner: 'dan', leave: '2' })),
  'team/addManager': inTeam(({ other }) => ({ members: listOf(other) })),
  'team/removeManager': inTeam(({ other }) => ({ members: listOf(other) })),
  'team/updateTeamNick': inTeam(({ other }) => ({ accid: other, nick: '改名' })),
  'team/muteTeam': ofMember({ ope: '1' }),
  'team/muteTlist': inTeam(({ other }) => ({ accid: other, mute: '1' })),
  'team/muteTlistAll': inTeam(() => ({ mute: 'true' })),
  'team/listTeamMute': inTeam(),
  'team/leave': ofMember(),
  'history/queryTeamMsg': ofMember(page),
  'superteam/create': ({ account }) => ({ owner: 'cleo', tname: '群', inviteAccids: listOf(account) }),
  'superteam/invite': inTeam(() => ({ inviteAccids: '["dan"]' })),
  'superteam/kick': inTeam(({ account }) => ({ kickAccids: listOf(account) })),
  'superteam/dismiss': inTeam(),
  'superteam/updateTinfo': inTeam(() => ({ tname: '改名' })),
  'superteam/getTinfos': ({ team }) => ({ tids: listOf(team) }),
  'superteam/getTlists': ({ team }) => ({ tid: team, timetag: '0', limit: '10' }),
  'superteam/getMuteTlists': ({ team }) => ({ tid: team, timetag: '0', limit: '10' }),
  'superteam/joinTeams': ({ account }) => ({ accid: account }),
  'superteam/changeOwner': inTeam(() => ({ accid: 'dan', leave: '2' })),
  'superteam/addManager': inTeam(({ other }) => ({ managerAccids: listOf(other) })),
  'superteam/removeManager': inTeam(({ other }) => ({ managerAccids: listOf(other) })),
  'superteam/updateTeamNick': inTeam(({ other }) => ({ accid: other, nick: '改名' })),
  'superteam/updateTlist': ofMember({ nick: '改名' }),
  'superteam/mute': inTeam(() => ({ muteType: '1' })),
  'superteam/muteTlist': inTeam(({ other }) => ({ muteAccids: listOf(other), mute: '1' })),
  'superteam/leave': ofMember(),
  'superteam/sendMsg': ({ team }) => ({ tid: team, fromAccid: 'cleo', ...textBody }),
  'superteam/sendAttachMsg': ({ team }) => ({ from: 'cleo', to: team, attach: '{}' }),
  'superteam/queryHistoryMsg': ofMember(page),
}
