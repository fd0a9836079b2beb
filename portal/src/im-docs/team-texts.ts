// Explains the methods and callbacks of teams.

export const teams = {
  createTeam:
    '建群。type 为 advanced（高级群）或 normal（普通群，没有权限的区别）。beInviteMode 为 needVerify 时，accounts 收到邀请，为 noVerify 时直接入群。',
  getTeam: '一个群；sync: false 时可以取本机的。',
  getTeams: '自己所在的群。',
  getTeamMembers: '全部群成员，入群早的在前。',
  addTeamMembers: '拉人入群或邀请，最多 200 人；普通群人人可以，高级群看 inviteMode。',
  removeTeamMembers: '把人移出群；已经不在群里的账号跳过。',
  leaveTeam: '退群。群主要先转让或解散。',
  dismissTeam: '解散群。只有群主可以。',
} as const

export const teamCallbacks = {
  onteams: '初次同步的群，以后同步中有变化的群；数组上的 invalid 是已经离开或解散的群。',
  onSuperTeams: '超大群，同 onteams。',
  onteammembers: '设了 syncTeamMembers 时：同步后，有变化的群的全部成员。',
  onsynccreateteam: '自己的其他设备建了群。',
  onCreateTeam: '自己建了群。',
  onUpdateTeam: '群资料有变化。',
  onDismissTeam: '群已解散。',
  onTransferTeam: '群主由 from 换成 to。',
  onAddTeamMembers: 'accounts 入群。',
  onRemoveTeamMembers: 'accounts 离开了群；其中有自己时，群和会话已从本机去掉。',
  onUpdateTeamManagers: 'accounts 成为管理员，或不再是管理员。',
  onUpdateTeamMembersMute: 'accounts 被禁言，或解除禁言。',
  onSyncCreateSuperTeam: '自己的其他设备建了超大群。',
  onUpdateSuperTeam: '超大群的资料有变化。',
  onDismissSuperTeam: '超大群已解散。',
  onTransferSuperTeam: '超大群的群主由 from 换成 to。',
  onAddSuperTeamMembers: 'accounts 加入超大群。',
  onRemoveSuperTeamMembers: 'accounts 离开了超大群。',
  onUpdateSuperTeamManagers: 'accounts 成为超大群的管理员，或不再是。',
  onUpdateSuperTeamMembersMute: 'accounts 在超大群被禁言，或解除禁言。',
} as const
