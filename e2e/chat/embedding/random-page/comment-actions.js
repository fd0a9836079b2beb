// Quick comments: the user adds and removes them, and the page shows those of all from the callbacks.
data.comments = {}
var commentChanges = 0
/** For the callbacks and for `done`, which have the message and the comment in this order. */
function noteComment(msg, comment, isAdded) {
  var shownComments = data.comments[msg.idServer] || (data.comments[msg.idServer] = {})
  shownComments[comment.from + ' ' + comment.body] = isAdded
  commentChanges += 1
}
// the server answers for this many messages at once
var commentedMessages = 20
/** Reads the comments of the newest messages, because callbacks are not called while a page is offline. */
function loadComments(msgs) {
  var stored = msgs
    .filter(function (msg) {
      return msg.status === 'success'
    })
    .slice(-commentedMessages)
  if (stored.length === 0) return
  var before = commentChanges
  nim.getQuickComments({
    msgs: stored,
    done: done('getQuickComments', [416], function (error, lists) {
      if (error) return error.code === 416 ? setTimeout(loadComments, error.data.seconds * 1000, msgs) : undefined
      // a comment has changed since the request, so the reply may be older than the page
      if (commentChanges !== before) return loadComments(msgs)
      lists.forEach(function (commented) {
        data.comments[commented.idServer] = {}
        commented.comments.forEach(function (comment) {
          noteComment(commented, comment, true)
        })
      })
    }),
  })
}
window.loadAllComments = function () {
  loadComments(list())
  loadComments(listTeam())
}
/** Adds or removes a comment of this user, as the page shows it. */
function changeComment(method, msg, body) {
  nim[method]({
    msg: msg,
    body: body,
    // the other side has recalled the message or blocked this user, or another tab has removed the comment
    done: done(method, [404, 7101], function (error, obj) {
      if (!error) noteComment(obj.msg, obj.comment, method === 'addQuickComment')
    }),
  })
}
function listOwnComments(msg) {
  return Object.keys(data.comments[msg.idServer] || {}).filter(function (key) {
    return data.comments[msg.idServer][key] && key.split(' ')[0] === query.account
  })
}
function removeComment(msgs) {
  var msg = any(
    msgs.slice(-8).filter(function (other) {
      return listOwnComments(other).length > 0
    }),
  )
  if (msg) changeComment('deleteQuickComment', msg, Number(any(listOwnComments(msg)).split(' ')[1]))
}

Object.assign(window.actions, {
  comment: function () {
    var msg = recent()
    if (msg) changeComment('addQuickComment', msg, 1 + Math.floor(random() * 6))
  },
  commentInTeam: function () {
    var msg = recentInTeam()
    if (msg) changeComment('addQuickComment', msg, 1 + Math.floor(random() * 6))
  },
  uncomment: function () {
    removeComment(list())
  },
  uncommentInTeam: function () {
    removeComment(listTeam())
  },
})
/** The comments of the newest messages that the page shows, and the same ones as the server has them. */
window.readComments = async function () {
  var newest = [].concat(list().slice(-10), listTeam().slice(-10)).filter(function (msg) {
    return msg.status === 'success'
  })
  var result = { shown: {}, stored: {} }
  newest.forEach(function (msg) {
    var comments = data.comments[msg.idServer] || {}
    result.shown[msg.idServer] = Object.keys(comments)
      .filter(function (key) {
        return comments[key]
      })
      .toSorted()
  })
  var lists = newest.length > 0 ? await ask('getQuickComments', { msgs: newest }) : []
  lists.forEach(function (commented) {
    result.stored[commented.idServer] = commented.comments
      .map(function (comment) {
        return comment.from + ' ' + comment.body
      })
      .toSorted()
  })
  return result
}
