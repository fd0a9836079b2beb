// Random actions in a chatroom: entering, speaking, reading and leaving, and an entry that the server rejects.
log.room = { outcomes: {}, received: {}, asked: 0, rejected: 0 }
// `state` is out, entering or in
var myRoom = { state: 'out', instance: null, msgs: [], members: [] }
function pushRoomMsg(msgs) {
  myRoom.msgs = nim.mergeMsgs(myRoom.msgs, msgs)
}
/** Asks for the address, as such pages do, and creates the instance with it. */
function openRoom(chatroomId, callbacks) {
  nim.getChatroomAddress({
    chatroomId: chatroomId,
    done: done('getChatroomAddress', [], function (error, obj) {
      if (error) return callbacks.ondisconnect(error)
      var options = { appKey: query.appKey, account: query.account, token: query.token, chatroomId: chatroomId }
      var instance = window.sdk.Chatroom.getInstance(
        Object.assign(options, { chatroomAddresses: obj.address }, callbacks),
      )
      if (chatroomId === query.roomId) myRoom.instance = instance
    }),
  })
}
var stay = {
  onconnect: risky('onconnect of a room', function (obj) {
    myRoom.state = 'in'
    myRoom.nick = obj.member.nick
  }),
  onwillreconnect: risky('onwillreconnect of a room', function () {
    myRoom.state = 'entering'
  }),
  ondisconnect: risky('ondisconnect of a room', function (end) {
    myRoom.state = 'out'
    if (end.code !== 'logout' && lost.indexOf(end.code) < 0) log.odd.push('room ended: ' + end.code)
  }),
  onerror: risky('onerror of a room', function () {}),
  onmsgs: risky('onmsgs of a room', function (msgs) {
    msgs.forEach(function (msg) {
      if (msg.type !== 'text') return
      if (log.room.received[msg.idClient]) log.odd.push('received twice in the room: ' + msg.idClient)
      log.room.received[msg.idClient] = true
    })
    pushRoomMsg(msgs)
  }),
}
/** Calls a method of the room that the page is in. */
function inRoom(method, options, work) {
  if (myRoom.state !== 'in') return
  myRoom.instance[method](Object.assign(options, { done: done(method + ' in the room', [], work) }))
}
function roomDone(name) {
  return done(name, [], function (error, msg) {
    log.room.outcomes[msg.idClient] = error ? error.code : 'success'
    pushRoomMsg(msg)
  })
}

Object.assign(window.actions, {
  enterRoom: function () {
    if (myRoom.state === 'in') return
    myRoom.state = 'entering'
    openRoom(query.roomId, stay)
  },
  leaveRoom: function () {
    if (myRoom.state !== 'in') return
    // an answer that is on its way does not arrive any more
    droppedAt = Date.now()
    myRoom.state = 'entering'
    myRoom.instance.logout({ done: done('logout of the room', []) })
  },
  sendRoomText: function () {
    if (myRoom.state !== 'in') return
    var text = '大家好，我是' + query.name
    pushRoomMsg(myRoom.instance.sendText({ text: text, done: roomDone('sendText in the room') }))
  },
  resendInRoom: function () {
    myRoom.msgs.forEach(function (msg) {
      if (myRoom.state !== 'in' || msg.status !== 'fail') return
      pushRoomMsg(myRoom.instance.resendMsg({ msg: msg, done: roomDone('resendMsg in the room') }))
    })
  },
  readRoom: function () {
    inRoom('getHistoryMsgs', { limit: 20 }, function (error, obj) {
      if (!error) pushRoomMsg(obj.msgs)
    })
  },
  listRoom: function () {
    inRoom('getChatroomMembers', { guest: true, limit: 20 }, function (error, obj) {
      if (!error) myRoom.members = obj.members
    })
  },
  queueInRoom: function () {
    inRoom('queueOffer', { elementKey: query.name, elementValue: '想发言' })
    inRoom('queueList', {})
  },
  enterClosedRoom: function () {
    if (log.room.asked > log.room.rejected) return
    log.room.asked += 1
    openRoom(query.closedRoomId, {
      onconnect: function () {
        log.odd.push('entered the closed room')
      },
      ondisconnect: risky('ondisconnect of the closed room', function (end) {
        log.room.rejected += 1
        if (log.room.rejected > log.room.asked) log.odd.push('rejected again without another try')
        if (end.code !== 13002 && lost.indexOf(end.code) < 0) log.odd.push('closed room: ' + end.code)
      }),
      onerror: function () {},
    })
  },
})
/** Texts of the room as the server has them, oldest first; null while the page is outside. */
window.readRoomHistory = function () {
  if (myRoom.state !== 'in') return null
  return new Promise(function (resolve, reject) {
    function next(timetag, later) {
      myRoom.instance.getHistoryMsgs({
        timetag: timetag,
        limit: pageSize,
        msgTypes: ['text'],
        done: function (error, obj) {
          if (error && error.code === 416) return setTimeout(next, error.data.seconds * 1000, timetag, later)
          if (error) return reject(error)
          var all = later.concat(obj.msgs)
          if (obj.msgs.length < pageSize) resolve(all.toReversed().map(shown))
          else next(obj.msgs[pageSize - 1].time, all)
        },
      })
    }
    next(0, [])
  })
}
/** Texts that the page shows as sent or received in the room. */
window.readShownInRoom = function () {
  return myRoom.msgs
    .filter(function (msg) {
      return msg.status === 'success' && msg.type === 'text'
    })
    .map(shown)
}
