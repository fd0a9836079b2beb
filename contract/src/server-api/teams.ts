// Calls of the server API about teams. `owner` is the account in whose name the call runs, by its rights in the team.
import { z } from 'zod'
import { pictureAddress } from '../im/named-text.ts'
import { TeamId, teamLimits } from '../im/team/team-model.ts'
import {
  defineServerCall,
  Flag,
  fromJson,
  historyForm,
  limitedText,
  listOfAccids,
  Nothing,
  ServerHistory,
  wholeNumber,
  limitedName,
} from './forms.ts'
import { AccountName as Accid } from './import.ts'

export const serverTeamLimits = { tids: 30, tidsWithMembers: 10, managers: 10, muted: 10, memberPage: 100 } as const

export const Tid = z.string('不能为空').pipe(TeamId)
export const Tids = fromJson(
  z.array(TeamId, '必须是数组').min(1, '不能为空').max(serverTeamLimits.tids, `不能超过${serverTeamLimits.tids}个`),
)
const bit = () => wholeNumber(0, 1)
/** Modes have the codes of messaging.md 3. */
export const teamModes = {
  joinmode: wholeNumber(0, 2).optional(),
  beinvitemode: bit().optional(),
  invitemode: bit().optional(),
  uptinfomode: bit().optional(),
  upcustommode: bit().optional(),
}
export const teamTexts = {
  intro: limitedText(512).optional(),
  announcement: limitedText(4_096).optional(),
  icon: pictureAddress('icon').optional(),
}
export const Tname = limitedName(64).min(1, '不能为空')
/** 1: the former owner leaves; 2: stays. */
export const Leave = wholeNumber(1, 2)
/** 0: no one is muted; 1: all but the owner and the managers. */
export const MuteType = wholeNumber(0, 1)
const custom = limitedText(2_048).optional()
const someAccids = (max: number = teamLimits.accounts) => listOfAccids(max)
const invitation = {
  /** 0: the members join at once; 1: each has to agree. */
  magree: bit().default(0),
  msg: limitedText(5_000).default(''),
}
const ofOwner = { tid: Tid, owner: Accid }

export const ServerTeam = z.object({
  tid: z.string(),
  tname: z.string(),
  owner: z.string(),
  size: z.number(),
  maxusers: z.number(),
  intro: z.string(),
  announcement: z.string(),
  icon: z.string(),
  custom: z.string(),
  mute: z.boolean(),
  joinmode: z.number(),
  beinvitemode: z.number(),
  invitemode: z.number(),
  uptinfomode: z.number(),
  upcustommode: z.number(),
  createtime: z.number(),
  updatetime: z.number(),
})
export const ServerTeamMember = z.object({
  accid: z.string(),
  nick: z.string(),
  custom: z.string(),
  mute: z.boolean(),
  /** 0 member, 1 owner, 2 manager. */
  type: z.number(),
  createtime: z.number(),
  updatetime: z.number(),
})
const accids = z.array(z.string()).optional()

export const teamCalls = {
  'team/create': defineServerCall({
    summary: '建高级群；magree 为 0 时 members 直接入群，为 1 时各自同意后入群',
    input: z.strictObject({
      owner: Accid,
      tname: Tname,
      members: listOfAccids(teamLimits.accounts, 0),
      ...invitation,
      ...teamTexts,
      custom,
      ...teamModes,
    }),
    output: z.object({ tid: z.string() }),
  }),
  'team/add': defineServerCall({
    summary: '拉人入群；owner 按群的 invitemode 可以邀请；attach 写在通知的 custom 里',
    input: z.strictObject({ ...ofOwner, members: someAccids(), ...invitation, attach: limitedText(2_048).optional() }),
    output: Nothing,
  }),
  'team/kick': defineServerCall({
    summary: '踢人出群；owner 是群主或管理员；member 与 members 写一项',
    input: z
      .strictObject({ ...ofOwner, member: Accid.optional(), members: someAccids().optional() })
      .refine(({ member, members }) => member !== undefined || members !== undefined, 'member与members写一项'),
    output: Nothing,
  }),
  'team/remove': defineServerCall({ summary: '解散群；owner 是群主', input: z.strictObject(ofOwner), output: Nothing }),
  'team/update': defineServerCall({
    summary: '修改群资料；owner 按群的 uptinfomode 与 upcustommode 可以修改',
    input: z.strictObject({ ...ofOwner, tname: Tname.optional(), ...teamTexts, custom, ...teamModes }),
    output: Nothing,
  }),
  'team/query': defineServerCall({
    summary: `查询群资料；ope 为 1 时带成员的账号，最多${serverTeamLimits.tidsWithMembers}个群；不存在的群不返回`,
    input: z
      .strictObject({ tids: Tids, ope: bit() })
      .refine(({ tids, ope }) => ope === 0 || tids.length <= serverTeamLimits.tidsWithMembers, {
        message: `ope为1时不能超过${serverTeamLimits.tidsWithMembers}个`,
        path: ['tids'],
      }),
    output: z.object({ tinfos: z.array(ServerTeam.extend({ admins: accids, members: accids })) }),
  }),
  'team/queryDetail': defineServerCall({
    summary: '查询一个群的资料与全部成员',
    input: z.strictObject({ tid: Tid }),
    output: z.object({
      tinfo: ServerTeam.extend({
        owner: ServerTeamMember,
        admins: z.array(ServerTeamMember),
        members: z.array(ServerTeamMember),
      }),
    }),
  }),
  'team/joinTeams': defineServerCall({
    summary: '查询一个账号所在的群',
    input: z.strictObject({ accid: Accid }),
    output: z.object({ count: z.number(), infos: z.array(ServerTeam) }),
  }),
  'team/changeOwner': defineServerCall({
    summary: '转让群；leave 为 1 时原群主离开，为 2 时留下',
    input: z.strictObject({ ...ofOwner, newowner: Accid, leave: Leave }),
    output: Nothing,
  }),
  'team/addManager': defineServerCall({
    summary: '任命管理员；owner 是群主',
    input: z.strictObject({ ...ofOwner, members: someAccids(serverTeamLimits.managers) }),
    output: Nothing,
  }),
  'team/removeManager': defineServerCall({
    summary: '解除管理员；owner 是群主',
    input: z.strictObject({ ...ofOwner, members: someAccids(serverTeamLimits.managers) }),
    output: Nothing,
  }),
  'team/updateTeamNick': defineServerCall({
    summary: '修改成员的群昵称与扩展内容；owner 是群主或管理员',
    input: z
      .strictObject({ ...ofOwner, accid: Accid, nick: limitedName(64).optional(), custom })
      .refine(({ nick, custom: text }) => (nick ?? text) !== undefined, 'nick与custom至少写一项'),
    output: Nothing,
  }),
  'team/muteTeam': defineServerCall({
    summary: '成员的消息提醒；ope 为 1 时关闭，为 2 时打开',
    input: z.strictObject({ tid: Tid, accid: Accid, ope: wholeNumber(1, 2) }),
    output: Nothing,
  }),
  'team/muteTlist': defineServerCall({
    summary: '禁言一位成员（mute 为 1）或解除（0）；owner 是群主或管理员',
    input: z.strictObject({ ...ofOwner, accid: Accid, mute: bit() }),
    output: Nothing,
  }),
  'team/muteTlistAll': defineServerCall({
    summary: '全体禁言或解除；写 mute，或 muteType（0 解除，1 禁言普通成员）',
    input: z
      .strictObject({ ...ofOwner, mute: Flag.optional(), muteType: MuteType.optional() })
      .refine(({ mute, muteType }) => (mute ?? muteType) !== undefined, 'mute与muteType至少写一项'),
    output: Nothing,
  }),
  'team/listTeamMute': defineServerCall({
    summary: '查询被禁言的成员',
    input: z.strictObject(ofOwner),
    output: z.object({ mutes: z.array(ServerTeamMember) }),
  }),
  'team/leave': defineServerCall({
    summary: '让一位成员退群；高级群的群主要先转让',
    input: z.strictObject({ tid: Tid, accid: Accid }),
    output: Nothing,
  }),
  'history/queryTeamMsg': defineServerCall({
    summary: '查询 accid 在群里看得到的消息；reverse 为 1 时从早到晚，2 时从晚到早',
    input: z.strictObject({ tid: Tid, accid: Accid, ...historyForm }),
    output: ServerHistory,
  }),
}
