// Calls every team method once, on this page: by the owner of a team, a member, and accounts outside of it.
window.callTeams = async function (ask, { me, peer }) {
  const open = { type: 'advanced', name: '同伴小组', joinMode: 'needVerify', beInviteMode: 'noVerify' }
  const { team } = await ask('createTeam', { ...open, accounts: [peer] })
  const { teamId } = team
  await ask('getTeam', { teamId })
  await ask('getTeams', {})
  await ask('getTeamsById', { teamIds: [teamId, '999999999999'] })
  await ask('updateTeam', { teamId, intro: '每周三晚' })
  await ask('getTeamMembers', { teamId })
  await ask('getTeamMemberByTeamIdAndAccount', { teamId, account: peer })
  await ask('getTeamMemberInvitorAccid', { teamId, accounts: [peer] })
  await ask('getMyTeamMembers', { teamIds: [teamId] })
  await ask('notifyForNewTeamMsg', { teamIds: [teamId] })
  const question = await ask('sendText', { scene: 'team', to: teamId, text: '收到请回', needMsgReceipt: true })
  const teamMsgReceipt = { teamId, idServer: question.idServer, idClient: question.idClient }
  await ask('sendTeamMsgReceipt', { teamMsgReceipts: [teamMsgReceipt] })
  await window.readAsPeer(teamMsgReceipt)
  await ask('getTeamMsgReads', { teamMsgReceipts: [teamMsgReceipt] })
  await ask('getTeamMsgReadAccounts', { teamMsgReceipt })
  await ask('sendCustomSysMsg', { scene: 'team', to: teamId, content: '{"typing":1}' })
  await ask('updateInfoInTeam', { teamId, nickInTeam: '组长', muteTeam: true })
  await ask('addTeamMembersFollow', { teamId, accountIds: [peer] })
  await ask('removeTeamMembersFollow', { teamId, accountIds: [peer] })
  await ask('updateNickInTeam', { teamId, account: peer, nickInTeam: '新朋友' })
  await ask('addTeamManagers', { teamId, accounts: [peer] })
  await ask('removeTeamManagers', { teamId, accounts: [peer] })
  await ask('updateMuteStateInTeam', { teamId, account: peer, mute: true })
  await ask('getMutedTeamMembers', { teamId })
  await ask('muteTeamAll', { teamId, mute: true })
  await ask('getLocalTeams', { teamIds: [teamId] })
  await ask('getTeamsFromDB', {})
  await ask('getLocalTeamMembers', { teamId, accounts: [me] })
  await ask('getTeamMembersFromDB', { teamIds: [teamId] })
  await ask('removeTeamMembers', { teamId, accounts: [peer] })
  await ask('addTeamMembers', { teamId, accounts: [peer] })
  for (const method of ['passTeamApply', 'rejectTeamApply', 'acceptTeamInvite', 'rejectTeamInvite'])
    await ask(method, { teamId, idServer: '1', from: peer })
  await ask('applyTeam', { teamId: '999999999999' })
  await ask('transferTeam', { teamId, account: peer, leave: false })
  await ask('leaveTeam', { teamId })
  const second = await ask('createTeam', { ...open, accounts: [] })
  await ask('dismissTeam', { teamId: second.team.teamId })
  await ask('deleteLocalTeam', { teamId })
  await ask('resetSuperTeamSessionsUnread', undefined, [])
}

/** As the other side: reads a message of a team. */
window.readTeamMsg = async function (teamMsgReceipt) {
  await new Promise((done) => {
    nim.sendTeamMsgReceipt({ teamMsgReceipts: [teamMsgReceipt], done })
  })
}

/** The backend has created the team, because pages cannot. */
window.callSuperTeams = async function (ask, { peer, superTeamId: teamId }) {
  const accounts = [peer]
  await ask('getSuperTeam', { teamId })
  await ask('getSuperTeams', {})
  await ask('updateSuperTeam', { teamId, intro: '九点开始' })
  await ask('getSuperTeamMembersByJoinTime', { teamId, limit: 10 })
  await ask('getAllSuperTeamMembers', { teamId })
  await ask('getSuperTeamMembersByAccounts', { teamId, accounts })
  await ask('getMySuperTeamMembers', { teamIds: [teamId] })
  await ask('sendCustomSysMsg', { scene: 'superTeam', to: teamId, content: '{}', sendToOnlineUsersOnly: true })
  await ask('updateInfoInSuperTeam', { teamId, nickInTeam: '主持人' })
  await ask('addSuperTeamMembersFollow', { teamId, accountIds: [peer] })
  await ask('removeSuperTeamMembersFollow', { teamId, accountIds: [peer] })
  await ask('updateNickInSuperTeam', { teamId, account: peer, nickInTeam: '来宾' })
  await ask('addSuperTeamManagers', { teamId, accounts })
  await ask('removeSuperTeamManagers', { teamId, accounts })
  await ask('updateSuperTeamMembersMute', { teamId, account: peer, mute: true })
  await ask('getMutedSuperTeamMembers', { teamId })
  await ask('updateSuperTeamMute', { teamId, mute: true })
  await ask('removeSuperTeamMembers', { teamId, accounts })
  await ask('addSuperTeamMembers', { teamId, accounts })
  for (const method of [
    ...['passSuperTeamApply', 'rejectSuperTeamApply'],
    ...['acceptSuperTeamInvite', 'rejectSuperTeamInvite'],
  ])
    await ask(method, { teamId, idServer: '1', from: peer })
  await ask('applySuperTeam', { teamId: '999999999999' })
  await ask('transferSuperTeam', { teamId, account: peer, leave: false })
  await ask('leaveSuperTeam', { teamId })
}
