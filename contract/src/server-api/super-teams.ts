// Calls of the server API about super teams, which only backends create.
import { z } from 'zod'
import { teamLimits } from '../im/team/team-model.ts'
import {
  defineServerCall,
  historyForm,
  limitedText,
  listOfAccids,
  messageForm,
  Nothing,
  noticeForm,
  SentMessage,
  ServerHistory,
  wholeNumber,
  limitedName,
} from './forms.ts'
import { AccountName as Accid } from './import.ts'
import {
  Leave,
  MuteType,
  ServerTeam,
  ServerTeamMember,
  serverTeamLimits,
  teamModes,
  teamTexts,
  Tid,
  Tids,
  Tname,
} from './teams.ts'

const ofOwner = { tid: Tid, owner: Accid }
const invitedAccids = { inviteAccids: listOfAccids(teamLimits.accounts), msg: limitedText(5_000).default('') }
const serverCustom = limitedText(2_048).optional()
const managers = { managerAccids: listOfAccids(serverTeamLimits.managers) }
const bit = () => wholeNumber(0, 1)
const Members = z.object({ tlists: z.array(ServerTeamMember) })
const memberPage = {
  /** Milliseconds; 0 begins at the first member, or with `reverse` 2 at the last one. */
  timetag: historyForm.begintime,
  limit: wholeNumber(1, serverTeamLimits.memberPage),
  reverse: historyForm.reverse,
}

export const superTeamCalls = {
  'superteam/create': defineServerCall({
    summary: '建超大群；beinvitemode 为 1 时 inviteAccids 直接入群，不写或为 0 时各自同意后入群',
    input: z.strictObject({
      owner: Accid,
      tname: Tname,
      ...invitedAccids,
      inviteAccids: listOfAccids(teamLimits.accounts, 0),
      ...teamTexts,
      serverCustom,
      ...teamModes,
    }),
    output: z.object({ tid: z.string() }),
  }),
  'superteam/invite': defineServerCall({
    summary: '拉人入超大群，按群的 beinvitemode 直接入群或等各自同意',
    input: z.strictObject({ ...ofOwner, ...invitedAccids }),
    output: Nothing,
  }),
  'superteam/kick': defineServerCall({
    summary: '踢人出超大群；owner 是群主或管理员',
    input: z.strictObject({ ...ofOwner, kickAccids: listOfAccids(teamLimits.accounts) }),
    output: Nothing,
  }),
  'superteam/dismiss': defineServerCall({
    summary: '解散超大群；owner 是群主',
    input: z.strictObject(ofOwner),
    output: Nothing,
  }),
  'superteam/updateTinfo': defineServerCall({
    summary: '修改超大群的资料',
    input: z.strictObject({ ...ofOwner, tname: Tname.optional(), ...teamTexts, serverCustom, ...teamModes }),
    output: Nothing,
  }),
  'superteam/getTinfos': defineServerCall({
    summary: '查询超大群的资料；不存在的群不返回',
    input: z.strictObject({ tids: Tids }),
    output: z.object({ tinfos: z.array(ServerTeam) }),
  }),
  'superteam/getTlists': defineServerCall({
    summary:
      '按入群时间查询成员；reverse 为 1 时从早到晚，2 时从晚到早；下一页的 timetag 是上一页最后一位的 createtime',
    input: z.strictObject({ tid: Tid, ...memberPage }),
    output: Members,
  }),
  'superteam/getMuteTlists': defineServerCall({
    summary: '按入群时间查询被禁言的成员',
    input: z.strictObject({ tid: Tid, ...memberPage }),
    output: Members,
  }),
  'superteam/joinTeams': defineServerCall({
    summary: '查询一个账号所在的超大群',
    input: z.strictObject({ accid: Accid }),
    output: z.object({ count: z.number(), infos: z.array(ServerTeam) }),
  }),
  'superteam/changeOwner': defineServerCall({
    summary: '把超大群转让给 accid；leave 为 1 时原群主离开，为 2 时留下',
    input: z.strictObject({ ...ofOwner, accid: Accid, leave: Leave }),
    output: Nothing,
  }),
  'superteam/addManager': defineServerCall({
    summary: '任命超大群的管理员；owner 是群主',
    input: z.strictObject({ ...ofOwner, ...managers }),
    output: Nothing,
  }),
  'superteam/removeManager': defineServerCall({
    summary: '解除超大群的管理员；owner 是群主',
    input: z.strictObject({ ...ofOwner, ...managers }),
    output: Nothing,
  }),
  'superteam/updateTeamNick': defineServerCall({
    summary: '修改成员在超大群的昵称；owner 是群主或管理员',
    input: z.strictObject({ ...ofOwner, accid: Accid, nick: limitedName(64) }),
    output: Nothing,
  }),
  'superteam/updateTlist': defineServerCall({
    summary: '修改一位成员的昵称、扩展内容与消息提醒；silentType 为 1 时关闭提醒，为 0 时打开',
    input: z
      .strictObject({
        tid: Tid,
        accid: Accid,
        silentType: bit().optional(),
        nick: limitedName(64).optional(),
        custom: limitedText(2_048).optional(),
      })
      .refine(
        ({ silentType, nick, custom }) => (silentType ?? nick ?? custom) !== undefined,
        'silentType、nick、custom至少写一项',
      ),
    output: Nothing,
  }),
  'superteam/mute': defineServerCall({
    summary: '全体禁言（muteType 为 1，普通成员）或解除（0）',
    input: z.strictObject({ ...ofOwner, muteType: MuteType }),
    output: Nothing,
  }),
  'superteam/muteTlist': defineServerCall({
    summary: '禁言成员（mute 为 1）或解除（0）；owner 是群主或管理员',
    input: z.strictObject({ ...ofOwner, muteAccids: listOfAccids(serverTeamLimits.muted), mute: bit() }),
    output: Nothing,
  }),
  'superteam/leave': defineServerCall({
    summary: '让一位成员退出超大群；群主要先转让',
    input: z.strictObject({ tid: Tid, accid: Accid }),
    output: Nothing,
  }),
  'superteam/sendMsg': defineServerCall({
    summary: '以一位成员的名义在超大群发送一条消息',
    input: z.strictObject({
      tid: Tid,
      fromAccid: Accid,
      type: messageForm.type,
      body: messageForm.body,
      ext: messageForm.ext,
      option: messageForm.option,
      pushContent: messageForm.pushcontent,
      pushPayload: messageForm.payload,
    }),
    output: SentMessage,
  }),
  'superteam/sendAttachMsg': defineServerCall({
    summary: '向超大群发送一条自定义系统通知；超过200人的群只能发给在线成员（save 为 1）',
    input: z.strictObject({ from: Accid, to: Tid, ...noticeForm }),
    output: Nothing,
  }),
  'superteam/queryHistoryMsg': defineServerCall({
    summary: '查询 accid 在超大群里看得到的消息；reverse 为 1 时从早到晚，2 时从晚到早',
    input: z.strictObject({ tid: Tid, accid: Accid, ...historyForm }),
    output: ServerHistory,
  }),
}
