// Reads what the page shows, and what the server replies about the same data, for the stories.
function shown(msg) {
  return [msg.idClient, msg.type, msg.text || msg.tip || msg.content || ''].join(' ')
}
/** Messages that the page shows as sent or received, oldest first, without those that it cannot read again. */
window.readShown = function (isOfTeam) {
  return (isOfTeam ? listTeam() : list())
    .filter(function (msg) {
      return msg.status === 'success'
    })
    .map(shown)
}
window.readPictures = function () {
  return list()
    .filter(function (msg) {
      return msg.status === 'success' && msg.type === 'image'
    })
    .map(function (msg) {
      return msg.file.url
    })
}
/** The width of a picture in pixels; 0 if it does not open. */
window.loadPicture = function (address) {
  return new Promise(function (resolve) {
    var picture = new Image()
    picture.addEventListener('load', function () {
      resolve(picture.naturalWidth)
    })
    picture.addEventListener('error', function () {
      resolve(0)
    })
    picture.src = address
  })
}
// small, so that a short run reads several pages
var pageSize = 20
/** The whole history as the server has it, oldest first. */
window.readHistory = function (isOfTeam) {
  return new Promise(function (resolve, reject) {
    function next(endTime, later) {
      nim.getHistoryMsgs(
        Object.assign({}, isOfTeam ? toTeam : peerOf, {
          endTime: endTime,
          limit: pageSize,
          done: function (error, obj) {
            // a long run has more pages than the server allows at once
            if (error && error.code === 416) return setTimeout(next, error.data.seconds * 1000, endTime, later)
            if (error) return reject(error)
            var all = later.concat(obj.msgs)
            if (obj.msgs.length < pageSize) resolve(all.toReversed().map(shown))
            else next(obj.msgs[pageSize - 1].time, all)
          },
        }),
      )
    }
    next(0, [])
  })
}
function accounts(rows) {
  return rows
    .map(function (row) {
      return row.account
    })
    .toSorted()
}
function ask(method, options) {
  return new Promise(function (resolve, reject) {
    nim[method](
      Object.assign(options, {
        done: function (error, result) {
          if (error) reject(error)
          else resolve(result)
        },
      }),
    )
  })
}
/** Lists of the page, and the same lists as the server has them. */
window.readState = async function () {
  var relations = await ask('getRelations', {})
  var friends = await ask('getFriends', {})
  var me = await ask('getUser', { account: query.account, sync: true })
  var session = nim.findSession(data.sessions, sessionId)
  return {
    blacklist: accounts(data.blacklist),
    mutelist: accounts(data.mutelist),
    friends: accounts(data.friends),
    nick: data.me.nick,
    stored: {
      blacklist: accounts(relations.blacklist),
      mutelist: accounts(relations.mutelist),
      friends: accounts(
        friends.filter(function (friend) {
          return friend.valid
        }),
      ),
      nick: me.nick,
    },
    unread: session.unread,
    lastMsg: session.lastMsg ? session.lastMsg.idClient : '',
  }
}
