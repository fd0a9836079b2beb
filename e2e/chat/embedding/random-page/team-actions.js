// Random actions in a team to which both users belong.
var toTeam = { scene: 'team', to: query.teamId }
var teamSessionId = 'team-' + query.teamId
function listTeam() {
  return data.msgs[teamSessionId] || []
}
/** A recent message of the team, with this flow, that this page has not recalled. */
function recentInTeam(flow) {
  return any(
    listTeam()
      .filter(function (msg) {
        return msg.status === 'success' && (!flow || msg.flow === flow) && !(msg.idClient in log.team.recalled)
      })
      .slice(-8),
  )
}
/** Calls a method with a recent message of the team. */
function askAboutTeamMsg(method, flow, name) {
  var msg = recentInTeam(flow)
  if (!msg) return
  // a message that someone else has pinned can neither be pinned nor unpinned
  var options = { done: done(method, method.endsWith('Pin') ? [404, 414, 802] : [404]) }
  options[name] = name === 'msg' ? msg : [{ teamId: query.teamId, idServer: msg.idServer, idClient: msg.idClient }]
  nim[method](options)
}

Object.assign(window.actions, {
  sendTeamText: function () {
    var options = { text: '大家好，我是' + query.name, needMsgReceipt: true }
    options.done = done('sendText to the team', [], function (error, msg) {
      log.team.outcomes[msg.idClient] = error ? error.code : 'success'
      pushMsg(msg)
    })
    pushMsg(nim.sendText(Object.assign(options, toTeam)))
  },
  recallTeamMsg: function () {
    var msg = recentInTeam('out')
    if (!msg) return
    log.team.recalled[msg.idClient] = 'asked'
    nim.deleteMsg({
      msg: msg,
      done: done('deleteMsg in the team', [404, 508], function (error) {
        log.team.recalled[msg.idClient] = error ? 'perhaps' : 'done'
        if (!error) cutMsg(msg.idClient)
      }),
    })
  },
  pinInTeam: function () {
    askAboutTeamMsg('addMsgPin', undefined, 'msg')
  },
  unpinInTeam: function () {
    askAboutTeamMsg('deleteMsgPin', undefined, 'msg')
  },
  readInTeam: function () {
    askAboutTeamMsg('sendTeamMsgReceipt', 'in', 'teamMsgReceipts')
  },
  countReadersInTeam: function () {
    askAboutTeamMsg('getTeamMsgReads', 'out', 'teamMsgReceipts')
  },
  announceInTeam: function () {
    nim.updateTeam({
      teamId: query.teamId,
      announcement: '第' + log.sent.length + '次值班',
      done: done('updateTeam', []),
    })
  },
})
