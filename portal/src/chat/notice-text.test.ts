// Tests of the texts of notifications in a group.
import { expect, test } from 'vitest'
import type { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { DisplayedMembers } from '@xinqiao/im-sdk/chat/state/groups.ts'
import { createLine } from '@xinqiao/im-sdk/chat/threads/lines.ts'
import { describeNotice, describeRecall } from './notice-text.ts'

const listPerson = (account: string, name: string, isSelf = false) =>
  [account, { name, role: 'normal', isSelf }] as const
const people: DisplayedMembers = new Map([
  listPerson('wang', '王敏'),
  listPerson('li', '李云'),
  listPerson('me', '张安', true),
  listPerson('new', ''),
])
const describeOf = (notice: TeamNotice, from = 'wang') => describeNotice(notice, from, people)

test('describes every notification by the names of the group', () => {
  expect(describeOf({ type: 'addTeamMembers', accounts: ['li'] })).toBe('王敏邀请李云加入了小组')
  expect(describeOf({ type: 'addTeamMembers', accounts: ['li', 'me'] })).toBe('王敏邀请李云、你加入了小组')
  expect(describeOf({ type: 'addTeamMembers', accounts: ['li', 'me', 'new', 'x'] })).toBe(
    '王敏邀请李云、你、成员等4人加入了小组',
  )
  expect(describeOf({ type: 'removeTeamMembers', accounts: ['me'] })).toBe('王敏将你移出了小组')
  expect(describeOf({ type: 'leaveTeam' }, 'li')).toBe('李云退出了小组')
  expect(describeOf({ type: 'dismissTeam' })).toBe('王敏解散了小组')
  expect(describeOf({ type: 'passTeamApply', account: 'li' })).toBe('王敏同意李云加入小组')
  expect(describeOf({ type: 'passTeamApply', account: 'li' }, 'li')).toBe('李云加入了小组')
  expect(describeOf({ type: 'acceptTeamInvite', account: 'li' }, 'li')).toBe('李云接受邀请，加入了小组')
  expect(describeOf({ type: 'transferTeam', account: 'me' })).toBe('王敏将组长转让给你')
  expect(describeOf({ type: 'addTeamManagers', accounts: ['li'] })).toBe('王敏将李云设为管理员')
  expect(describeOf({ type: 'removeTeamManagers', accounts: ['li'] })).toBe('王敏取消了李云的管理员')
  expect(describeOf({ type: 'updateTeamMute', accounts: ['li'], account: 'li', mute: true })).toBe('王敏将李云禁言')
  expect(describeOf({ type: 'updateTeamMute', account: 'li', mute: false })).toBe('王敏解除了李云的禁言')
})

test('names the association for what staff did', () => {
  const custom = '{"association":true}'
  expect(describeOf({ type: 'removeTeamMembers', accounts: ['me'], custom })).toBe('协会将你移出了小组')
  expect(describeOf({ type: 'dismissTeam', custom })).toBe('协会解散了小组')
  expect(describeOf({ type: 'updateTeam', team: { muteType: 'all' }, custom })).toBe('协会开启了全员禁言')
  // anyone may write this text with an invitation
  expect(describeOf({ type: 'addTeamMembers', accounts: ['me'], custom })).toBe('王敏邀请你加入了小组')
})

test('describes each changed field of the group', () => {
  const describeUpdate = (team: TeamNotice['team']) => describeOf({ type: 'updateTeam', team })
  expect(describeUpdate({ name: '夜读小组' })).toBe('王敏将小组名称改为“夜读小组”')
  expect(describeUpdate({ announcement: '周三见' })).toBe('王敏更新了公告')
  expect(describeUpdate({ announcement: '' })).toBe('王敏清空了公告')
  expect(describeUpdate({ muteType: 'normal' })).toBe('王敏开启了全员禁言')
  expect(describeUpdate({ muteType: 'none' })).toBe('王敏关闭了全员禁言')
  expect(describeUpdate({ intro: '读书' })).toBe('王敏更新了小组介绍')
  expect(describeUpdate({ avatar: '/a.png' })).toBe('王敏更换了小组头像')
  expect(describeUpdate({ joinMode: 'needVerify' })).toBe('王敏修改了小组设置')
})

test('names who recalled a message, and whose it was', () => {
  const line = createLine({ key: 'a', from: 'li', isOwn: false, time: 1, content: { type: 10, tip: '' } })
  expect(describeRecall(line, 'li', people)).toBe('李云撤回了一条消息')
  expect(describeRecall(line, 'me', people)).toBe('你撤回了李云的一条消息')
})
