// Texts of notifications in a group, and of recalled messages.
import { staffNoticeMark } from '@xinqiao/contract/im/team/staff-notices.ts'
import type { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { DisplayedMembers } from '@xinqiao/im-sdk/chat/state/groups.ts'
import type { ChatLine } from '@xinqiao/im-sdk/chat/state/state.ts'

/** A notice lists up to this many names, and the number of the others. */
const maxNames = 3

export const nameOf = (people: DisplayedMembers, account: string): string => {
  const person = people.get(account)
  return person?.isSelf ? '你' : person?.name || '成员'
}

function joinNames(people: DisplayedMembers, accounts: readonly string[]): string {
  const names = accounts.slice(0, maxNames).map((account) => nameOf(people, account))
  return accounts.length > maxNames ? `${names.join('、')}等${accounts.length}人` : names.join('、')
}

function describeUpdate({ team = {} }: TeamNotice): string {
  if (team.name !== undefined) return `将小组名称改为“${team.name}”`
  if (team.announcement !== undefined) return team.announcement === '' ? '清空了公告' : '更新了公告'
  if (team.muteType !== undefined) return team.muteType === 'none' ? '关闭了全员禁言' : '开启了全员禁言'
  if (team.intro !== undefined) return '更新了小组介绍'
  return team.avatar === undefined ? '修改了小组设置' : '更换了小组头像'
}

/** Members write `custom` with invitations, so the mark counts in other notifications only. */
const isByStaff = ({ type, custom }: TeamNotice): boolean => type !== 'addTeamMembers' && custom === staffNoticeMark

/** @param from the account that caused the notification */
export function describeNotice(notice: TeamNotice, from: string, people: DisplayedMembers): string {
  const { type, account = '', accounts = [account], mute = false } = notice
  const actor = isByStaff(notice) ? '协会' : nameOf(people, from)
  const others = joinNames(people, accounts)
  switch (type) {
    case 'addTeamMembers':
      return `${actor}邀请${others}加入了小组`
    case 'removeTeamMembers':
      return `${actor}将${others}移出了小组`
    case 'leaveTeam':
      return `${actor}退出了小组`
    case 'dismissTeam':
      return `${actor}解散了小组`
    case 'passTeamApply':
      return account === from ? `${actor}加入了小组` : `${actor}同意${others}加入小组`
    case 'acceptTeamInvite':
      return `${actor}接受邀请，加入了小组`
    case 'transferTeam':
      return `${actor}将组长转让给${others}`
    case 'addTeamManagers':
      return `${actor}将${others}设为管理员`
    case 'removeTeamManagers':
      return `${actor}取消了${others}的管理员`
    case 'updateTeamMute':
      return mute ? `${actor}将${others}禁言` : `${actor}解除了${others}的禁言`
    default:
      return actor + describeUpdate(notice)
  }
}

/** @param recalledBy the account that recalled the message */
export function describeRecall({ from }: ChatLine, recalledBy: string, people: DisplayedMembers): string {
  const actor = nameOf(people, recalledBy)
  return from === recalledBy ? `${actor}撤回了一条消息` : `${actor}撤回了${nameOf(people, from)}的一条消息`
}
