// Teams and members between the server API, which has codes of modes, and the chat, which has names.
import {
  beInviteModes,
  joinModes,
  memberRoles,
  rightModes,
  type Team,
  type TeamFields,
  type TeamMember,
} from '@xinqiao/contract/im/team/team-model.ts'
import type { ServerCallInput, ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'

type ServerTeam = ServerCallOutput<'superteam/getTinfos'>['tinfos'][number]
type ServerMember = ServerCallOutput<'superteam/getTlists'>['tlists'][number]
type ServerTeamFields = Omit<ServerCallInput<'team/update'>, 'tid' | 'owner'>

const nameOfCode = <Name extends string>(names: Record<Name, number>, code: number | undefined): Name | undefined =>
  (Object.keys(names) as Name[]).find((name) => names[name] === code)

/** The fields that the form has. */
export const readTeamFields = (form: ServerTeamFields): TeamFields => {
  const { tname: name, icon: avatar, intro, announcement, custom } = form
  const fields: Record<keyof TeamFields, string | undefined> = {
    name,
    avatar,
    intro,
    announcement,
    custom,
    joinMode: nameOfCode(joinModes, form.joinmode),
    beInviteMode: nameOfCode(beInviteModes, form.beinvitemode),
    inviteMode: nameOfCode(rightModes, form.invitemode),
    updateTeamMode: nameOfCode(rightModes, form.uptinfomode),
    updateCustomMode: nameOfCode(rightModes, form.upcustommode),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export const presentServerTeam = (team: Team): ServerTeam => ({
  tid: team.teamId,
  tname: team.name,
  owner: team.owner,
  size: team.memberNum,
  maxusers: team.level,
  intro: team.intro,
  announcement: team.announcement,
  icon: team.avatar,
  custom: team.custom,
  mute: team.muteType !== 'none',
  joinmode: joinModes[team.joinMode],
  beinvitemode: beInviteModes[team.beInviteMode],
  invitemode: rightModes[team.inviteMode],
  uptinfomode: rightModes[team.updateTeamMode],
  upcustommode: rightModes[team.updateCustomMode],
  createtime: team.createTime,
  updatetime: team.updateTime,
})

export const presentServerMember = (member: TeamMember): ServerMember => ({
  accid: member.account,
  nick: member.nickInTeam,
  custom: member.custom,
  mute: member.mute,
  type: memberRoles[member.type],
  createtime: member.joinTime,
  updatetime: member.updateTime,
})
