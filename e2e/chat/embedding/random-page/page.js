// A chat page of another site, written as pages for such SDKs are: ES5, one store, merge helpers, `done` everywhere.
var query = {}
location.search
  .slice(1)
  .split('&')
  .forEach(function (pair) {
    query[pair.split('=')[0]] = decodeURIComponent(pair.split('=')[1])
  })
var nim
var data = { msgs: {}, sessions: [], friends: [], blacklist: [], mutelist: [], users: [], ports: [], friendApplies: 0 }
// for the story: sent messages with their results, and errors that the documentation does not mention
var log = { ready: false, open: 0, sent: [], outcomes: {}, resent: {}, recalled: {}, hidden: {}, odd: [], lost: [] }
log.team = { outcomes: {}, recalled: {} }
var random = (function (state) {
  return function () {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
})(Number(query.seed))
// for the story: how often each callback was called
var called = (window.called = {})
// a page with faults: each callback does its work, and throws afterwards, at its first call and sometimes later
function risky(name, work) {
  return function () {
    work.apply(null, arguments)
    called[name] = (called[name] || 0) + 1
    if (called[name] === 1 || random() < 0.1) throw new Error('mistake of the page in ' + name)
  }
}

function pushMsg(msgs) {
  msgs = [].concat(msgs)
  msgs.forEach(function (msg) {
    data.msgs[msg.sessionId] = nim.mergeMsgs(data.msgs[msg.sessionId], msg)
    var outcome = log.outcomes[msg.idClient]
    // the server had stored a message that failed here, because its reply was lost; its place is that of a resend
    if (msg.status !== 'success' || outcome === undefined || outcome === 'success') return
    log.outcomes[msg.idClient] = 'success'
    log.resent[msg.idClient] = true
  })
}
function cutMsg(idClient) {
  for (var id in data.msgs) data.msgs[id] = nim.cutMsgs(data.msgs[id], { idClient: idClient })
}
function readSysMsg(sysMsg) {
  if (sysMsg.type === 'deleteMsg') cutMsg(sysMsg.deletedIdClient)
  if (sysMsg.type === 'applyFriend') data.friendApplies += 1
}
function mergeList(name, merge, cut) {
  return risky('on' + name, function (news) {
    data[name] = nim[merge](data[name], news)
    data[name] = nim[cut](data[name], news.invalid)
  })
}
function markIn(name) {
  return function (change) {
    data[name] = change.isAdd
      ? nim.mergeRelations(data[name], change.record)
      : nim.cutRelations(data[name], change.record)
  }
}
function mergeSessions(news) {
  data.sessions = nim.mergeSessions(data.sessions, news)
}
// loads the newest messages, or those before a message
function loadPage(lastMsg) {
  nim.getHistoryMsgs({
    scene: 'p2p',
    to: query.peer,
    limit: 100,
    endTime: lastMsg ? lastMsg.time : 0,
    done: risky('history', function (error, obj) {
      if (error) return
      pushMsg(obj.msgs)
      loadComments(list())
    }),
  })
}

function start(NIM) {
  var options = {
    appKey: query.appKey,
    account: query.account,
    token: query.token,
    defaultLink: query.server,
    db: true,
    syncTeamMembers: true,
    syncBroadcastMsgs: true,
    onconnect: risky('onconnect', function () {}),
    onwillreconnect: risky('onwillreconnect', function () {}),
    ondisconnect: risky('ondisconnect', function (end) {
      if (end.code !== 'logout') log.odd.push('ended: ' + end.code + ' ' + end.message)
    }),
    onerror: risky('onerror', function () {}),
    onloginportschange: risky('onloginportschange', function (ports) {
      data.ports = ports
    }),
    onblacklist: mergeList('blacklist', 'mergeRelations', 'cutRelations'),
    onsyncmarkinblacklist: risky('onsyncmarkinblacklist', markIn('blacklist')),
    onmutelist: mergeList('mutelist', 'mergeRelations', 'cutRelations'),
    onsyncmarkinmutelist: risky('onsyncmarkinmutelist', markIn('mutelist')),
    onfriends: mergeList('friends', 'mergeFriends', 'cutFriends'),
    onsyncfriendaction: risky('onsyncfriendaction', function (action) {
      if (action.friend) data.friends = nim.mergeFriends(data.friends, action.friend)
      if (action.type === 'deleteFriend') data.friends = nim.cutFriendsByAccounts(data.friends, [action.account])
    }),
    onmyinfo: risky('onmyinfo', function (user) {
      data.me = user
    }),
    onupdatemyinfo: risky('onupdatemyinfo', function (user) {
      data.me = nim.mergeUsers([data.me], user)[0]
    }),
    onusers: risky('onusers', function (users) {
      data.users = nim.mergeUsers(data.users, users)
    }),
    onupdateuser: risky('onupdateuser', function (user) {
      data.users = nim.mergeUsers(data.users, user)
    }),
    onsessions: risky('onsessions', function (sessions) {
      mergeSessions(sessions)
      // as such pages do at their start
      nim.subscribeEvent({ type: 1, accounts: [query.peer], subscribeTime: 3600, done: function () {} })
    }),
    onupdatesession: risky('onupdatesession', mergeSessions),
    onroamingmsgs: risky('onroamingmsgs', function (obj) {
      pushMsg(obj.msgs)
    }),
    onofflinemsgs: risky('onofflinemsgs', function (obj) {
      pushMsg(obj.msgs)
    }),
    onmsg: risky('onmsg', pushMsg),
    onReceiveMessagesModified: risky('onReceiveMessagesModified', function (msgs) {
      msgs.forEach(function (msg) {
        if (nim.findMsg(data.msgs[msg.sessionId], msg.idClient)) pushMsg(msg)
      })
    }),
    onQuickComment: risky('onQuickComment', function (msg, comment) {
      noteComment(msg, comment, true)
    }),
    onDeleteQuickComment: risky('onDeleteQuickComment', function (msg, comment) {
      noteComment(msg, comment, false)
    }),
    onDeleteMsgSelf: risky('onDeleteMsgSelf', function (msgs) {
      msgs.forEach(function (msg) {
        cutMsg(msg.idClient)
      })
    }),
    onsysmsg: risky('onsysmsg', readSysMsg),
    onofflinesysmsgs: risky('onofflinesysmsgs', function (sysMsgs) {
      sysMsgs.forEach(readSysMsg)
    }),
    onsyncdone: risky('onsyncdone', function () {
      if (!log.ready) loadPage()
      log.ready = true
      window.loadAllComments()
    }),
  }
  // the other published callbacks
  query.callbacks.split(',').forEach(function (name) {
    options[name] = options[name] || risky(name, function () {})
  })
  nim = window.nim = NIM.getInstance(options)
}
// the other scripts of the page follow this one
addEventListener('load', query.build === 'module' ? loadModule : loadScript)
function loadModule() {
  void import('/index.js').then(function (sdk) {
    window.sdk = sdk
    return start(sdk.NIM)
  })
}
// while the server restarts, the script cannot be loaded
function loadScript() {
  var script = document.createElement('script')
  script.src = query.server + '/im/sdk.js'
  script.addEventListener('load', function () {
    window.sdk = window.SDK
    start(window.SDK.NIM)
  })
  script.addEventListener('error', function () {
    setTimeout(loadScript, 1000)
  })
  document.head.appendChild(script)
}
