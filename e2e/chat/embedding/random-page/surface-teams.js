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
  await window.askPeer('sendTeamMsgReceipt', { teamMsgReceipts: [teamMsgReceipt] })
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
  const closed = { ...open, beInviteMode: 'needVerify', accounts: [] }
  await answerTeams(ask, {
    ...{ me, peer, kind: 'Team' },
    mine: (await ask('createTeam', closed)).team.teamId,
    theirs: (await window.askPeer('createTeam', closed)).team.teamId,
    others: (await window.askPeer('createTeam', { ...closed, joinMode: 'noVerify' })).team.teamId,
  })
  await ask('transferTeam', { teamId, account: peer, leave: false })
  await ask('leaveTeam', { teamId })
  const second = await ask('createTeam', { ...open, accounts: [] })
  await ask('dismissTeam', { teamId: second.team.teamId })
  await ask('deleteLocalTeam', { teamId })
  await ask('resetSuperTeamSessionsUnread', undefined, [])
}

/** Waits for a system message about a team. */
async function waitForTeamNotice(type, teamId) {
  for (;;) {
    const { sysMsgs } = await new Promise((resolve) => {
      nim.getLocalSysMsgs({ type, read: false, done: (_error, list) => resolve(list) })
    })
    const notice = sysMsgs.find(({ to, state }) => to === teamId && state === 'init')
    if (notice) return notice
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Answers applications to a team of this account, and invitations to one of the other side; joins an open one.
 * @param teams `kind` is Team or SuperTeam
 */
async function answerTeams(ask, { me, peer, kind, mine, theirs, others }) {
  const [apply, invited] = ['apply' + kind, (kind === 'Team' ? 'team' : 'superTeam') + 'Invite']
  for (const answer of ['reject', 'pass']) {
    await window.askPeer(apply, { teamId: mine, ps: '请加我' })
    const { idServer } = await waitForTeamNotice(apply, mine)
    await ask(answer + kind + 'Apply', { teamId: mine, idServer, from: peer })
  }
  for (const answer of ['reject', 'accept']) {
    await window.askPeer('add' + kind + 'Members', { teamId: theirs, accounts: [me], ps: '来吧' })
    const { idServer } = await waitForTeamNotice(invited, theirs)
    await ask(answer + kind + 'Invite', { teamId: theirs, idServer, from: peer })
  }
  await ask(apply, { teamId: others })
}

/** The backend has created the team, because pages cannot. */
window.callSuperTeams = async function (ask, { me, peer, superTeams }) {
  const { teamId } = superTeams
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
  await answerTeams(ask, { me, peer, kind: 'SuperTeam', ...superTeams })
  await ask('transferSuperTeam', { teamId, account: peer, leave: false })
  await ask('leaveSuperTeam', { teamId })
}
