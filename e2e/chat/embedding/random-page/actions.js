// Random actions of the page's user. The story chooses the action, and the page chooses its details.
var pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
var peerOf = { scene: 'p2p', to: query.peer }

var sessionId = 'p2p-' + query.peer
function list() {
  return data.msgs[sessionId] || []
}
function any(choices) {
  return choices[Math.floor(random() * choices.length)]
}

var droppedAt = 0

/** Each command counts as open until its `done`. Expected errors are ignored; any other is reported. */
function done(name, allowed, work) {
  var isAnswered = false
  log.open += 1
  return risky('done of ' + name, function (error, result) {
    if (isAnswered) log.odd.push(name + ' answered twice')
    isAnswered = true
    log.open -= 1
    if (error && allowed.indexOf(error.code) < 0) {
      if (lost.indexOf(error.code) < 0) log.odd.push(name + ': ' + error.code + ' ' + error.message)
      // the story compares its time with that of the restart
      else if (Date.now() > droppedAt + 5000) log.lost.push({ at: Date.now(), error: name + ': ' + error.code })
    }
    if (work) work(error, result)
  })
}
// expected while the server restarts, and when a user acts faster than the page
var lost = [
  ...['Error_Connection_Socket_State_not_Match', 'Error_Timeout', 'Error_Internet_Disconnected'],
  ...['netError', 'timeout', 408, 415, 416, 503],
]
function fill(options) {
  for (var key in peerOf) options[key] = peerOf[key]
  return options
}
// the peer has blocked this user, or the forwarded file was recalled, so another try would not help
var refused = [7101, 404]
function sendDone(name) {
  return done(name, refused, function (error, msg) {
    log.outcomes[msg.idClient] = error ? error.code : 'success'
    pushMsg(msg)
  })
}
function send(method, options) {
  var msg = nim[method](
    fill(Object.assign({ beforesend: risky('beforesend', function () {}) }, options, { done: sendDone(method) })),
  )
  log.sent.push({ idClient: msg.idClient, isQueued: method !== 'sendFile' })
  pushMsg(msg)
}
function sendText() {
  send('sendText', { text: '第' + log.sent.length + '句，来自' + query.name })
}
/** A recent message with this flow that this page has not removed. */
function recent(flow) {
  return any(
    list()
      .filter(function (msg) {
        return (
          msg.status === 'success' &&
          (!flow || msg.flow === flow) &&
          !(msg.idClient in log.recalled) &&
          !(msg.idClient in log.hidden)
        )
      })
      .slice(-8),
  )
}
function mark(method, name, isAdd) {
  nim[method]({
    account: query.peer,
    isAdd: isAdd,
    done: done(method, [], function (error, change) {
      if (!error) markIn(name)(change)
    }),
  })
}

window.actions = {
  sendText: sendText,
  burst: function () {
    sendText()
    sendText()
    sendText()
  },
  sendCustomMsg: function () {
    send('sendCustomMsg', { content: JSON.stringify({ type: 3, data: { value: Math.floor(random() * 6) } }) })
  },
  sendTipMsg: function () {
    send('sendTipMsg', { tip: '对方正在看您的来信' })
  },
  sendGeo: function () {
    send('sendGeo', { geo: { lng: 116.4, lat: 39.9, title: '北京' } })
  },
  sendFile: function () {
    send('sendFile', { type: 'image', dataURL: pixel, uploadprogress: risky('uploadprogress', function () {}) })
  },
  forwardMsg: function () {
    var msg = recent()
    if (!msg) return
    var copy = nim.forwardMsg(fill({ msg: msg, done: sendDone('forwardMsg') }))
    log.sent.push({ idClient: copy.idClient, isQueued: true })
    pushMsg(copy)
  },
  resendMsg: function () {
    list().forEach(function (msg) {
      if (msg.status !== 'fail' || refused.indexOf(log.outcomes[msg.idClient]) >= 0) return
      log.resent[msg.idClient] = true
      delete log.outcomes[msg.idClient]
      pushMsg(nim.resendMsg({ msg: msg, done: sendDone('resendMsg') }))
    })
  },
  deleteMsg: function () {
    var msg = recent('out')
    if (!msg) return
    log.recalled[msg.idClient] = 'asked'
    nim.deleteMsg({
      msg: msg,
      done: done('deleteMsg', [404, 508], function (error) {
        log.recalled[msg.idClient] = error ? 'perhaps' : 'done'
        if (!error) cutMsg(msg.idClient)
      }),
    })
  },
  modifyMessage: function () {
    var msg = recent('out')
    if (!msg || msg.type !== 'text') return
    nim.modifyMessage({
      message: msg,
      params: { text: msg.text + '（改）' },
      done: done('modifyMessage', [404, 508, 7101], function (error, obj) {
        if (!error && nim.findMsg(list(), msg.idClient)) pushMsg(obj.message)
      }),
    })
  },
  deleteMsgSelf: function () {
    var msg = recent()
    if (!msg) return
    log.hidden[msg.idClient] = 'asked'
    nim.deleteMsgSelf({
      msg: msg,
      done: done('deleteMsgSelf', [404], function (error) {
        log.hidden[msg.idClient] = error ? 'perhaps' : 'done'
        if (!error) cutMsg(msg.idClient)
      }),
    })
  },
  sendMsgReceipt: function () {
    var msg = recent('in')
    nim.sendMsgReceipt({ msg: msg || null, done: done('sendMsgReceipt', [404]) })
    if (msg) nim.isMsgRemoteRead(msg)
  },
  setCurrSession: function () {
    nim.setCurrSession(sessionId, done('setCurrSession', [404]))
  },
  resetCurrSession: function () {
    nim.resetCurrSession(sessionId)
  },
  resetSessionUnread: function () {
    nim.resetSessionUnread(sessionId, done('resetSessionUnread', [404]))
  },
  block: function () {
    mark('markInBlacklist', 'blacklist', true)
  },
  unblock: function () {
    mark('markInBlacklist', 'blacklist', false)
  },
  mute: function () {
    mark('addToMutelist', 'mutelist', true)
  },
  unmute: function () {
    mark('removeFromMutelist', 'mutelist', false)
  },
  addFriend: function () {
    nim.addFriend({
      account: query.peer,
      ps: '您好',
      done: done('addFriend', [7101], function (error, obj) {
        if (!error) data.friends = nim.mergeFriends(data.friends, obj.friend)
      }),
    })
  },
  updateFriend: function () {
    nim.updateFriend({
      account: query.peer,
      alias: '朋友' + log.open,
      done: done('updateFriend', [404], function (error, obj) {
        if (!error) data.friends = nim.mergeFriends(data.friends, obj.friend)
      }),
    })
  },
  deleteFriend: function () {
    nim.deleteFriend({
      account: query.peer,
      done: done('deleteFriend', [404], function (error, obj) {
        if (!error) data.friends = nim.cutFriendsByAccounts(data.friends, obj.account)
      }),
    })
  },
  updateMyInfo: function () {
    nim.updateMyInfo({
      nick: query.name + Math.floor(random() * 100),
      gender: 'female',
      done: done('updateMyInfo', [], function (error, user) {
        if (!error) data.me = nim.mergeUsers([data.me], user)[0]
      }),
    })
  },
  getUsers: function () {
    nim.getUsers({ accounts: [query.peer], sync: random() < 0.5, done: done('getUsers', []) })
  },
  getHistoryMsgs: function () {
    loadPage(list()[0])
  },
  getLocalMsgs: function () {
    nim.getLocalMsgs({ sessionId: sessionId, limit: 200, done: done('getLocalMsgs', []) })
  },
  getLocalSessions: function () {
    nim.getLocalSessions({
      limit: 20,
      done: done('getLocalSessions', [], function (error, obj) {
        mergeSessions(obj.sessions)
      }),
    })
  },
  sendCustomSysMsg: function () {
    nim.sendCustomSysMsg(
      fill({ content: '{"typing":1}', sendToOnlineUsersOnly: true, done: done('sendCustomSysMsg', [7101]) }),
    )
  },
  msgFtsInServer: function () {
    nim.msgFtsInServer({ keyword: '来自' + query.name, done: done('msgFtsInServer', []) })
  },
  searchLocal: function () {
    nim.searchLocal({ keyword: query.name, keyPath: ['user.nick'], done: done('searchLocal', []) })
  },
  publishEvent: function () {
    nim.publishEvent({ type: 100001, value: 1, custom: query.name, done: done('publishEvent', []) })
  },
  subscribeEvent: function () {
    var publishers = { type: 100001, accounts: [query.peer] }
    nim.subscribeEvent(Object.assign({ done: done('subscribeEvent', []) }, publishers))
    nim.querySubscribeEventsByAccounts(Object.assign({ done: done('querySubscribeEventsByAccounts', []) }, publishers))
  },
  sendSuperTeamText: function () {
    nim.sendText({
      scene: 'superTeam',
      to: query.superTeamId,
      text: '大家好，我是' + query.name,
      done: done('sendText to a super team', [], function (error, msg) {
        pushMsg(msg)
      }),
    })
  },
  addStickTopSession: function () {
    nim.addStickTopSession({ id: sessionId, done: done('addStickTopSession', [404]) })
  },
  deleteStickTopSession: function () {
    nim.deleteStickTopSession({ id: sessionId, done: done('deleteStickTopSession', [404]) })
  },
  lists: function () {
    nim.getTeamMembers({ teamId: '1', done: done('getTeamMembers', [804]) })
    nim.getSuperTeams({ done: done('getSuperTeams', []) })
    nim.getAIUserList({ done: done('getAIUserList', []) })
  },
  drop: function () {
    droppedAt = Date.now()
    nim.disconnect()
    nim.connect()
  },
}
