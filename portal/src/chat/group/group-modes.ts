// Words for the modes of a group: who may join, and who may invite.
import type { Team } from '@xinqiao/contract/im/team/team-model.ts'

type ModeLabels<Mode extends 'joinMode' | 'inviteMode'> = Record<Team[Mode], string>

export const joinModeLabels: ModeLabels<'joinMode'> = {
  rejectAll: '只有受邀的人',
  needVerify: '可以申请，由组长或管理员同意',
  noVerify: '有小组网址的人都可以加入',
}
export const inviteModeLabels: ModeLabels<'inviteMode'> = {
  manager: '组长和管理员',
  all: '所有组员',
}
export const listOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
