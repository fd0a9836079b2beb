// Calls every method of the SDK once, on this page. Reports `ok` or the error code for each.
window.callEverything = async function ({ robot, chatroomId, superTeams }) {
  const answers = {}
  /** Keeps the worst answer of a method that is called more than once. */
  const setAnswer = (method, answer) => {
    if (!(method in answers) || answers[method] === 'ok') answers[method] = answer
  }
  const me = query.account
  const peer = query.peer
  const target = { scene: 'p2p', to: peer }
  /** Methods with `done`. */
  const ask = (method, options, ...positions) =>
    new Promise((resolve) => {
      const answer = (error, result) => {
        setAnswer(method, error ? `${error.code}` : 'ok')
        resolve(result)
      }
      const callback = risky('done of ' + method, answer)
      const returned =
        positions.length > 0 || options === undefined
          ? nim[method](...positions, callback)
          : nim[method]({ ...options, done: callback })
      if (returned instanceof Promise) returned.catch(answer)
    })
  /** Methods that return their result directly. */
  const call = (method, ...input) => {
    const result = nim[method](...input)
    setAnswer(method, result instanceof Promise ? 'promise' : 'ok')
    return result
  }

  // messages
  const sent = []
  for (const [method, options] of [
    ['sendText', { text: '在吗' }],
    ['sendCustomMsg', { content: '{"type":3}' }],
    ['sendTipMsg', { tip: '提示' }],
    ['sendGeo', { geo: { lng: 116.4, lat: 39.9, title: '北京' } }],
    ['sendFile', { type: 'image', dataURL: pixel }],
    ['sendG2Msg', { attach: { type: 1, channelId: '1', status: 2, durations: [] } }],
  ])
    sent.push(await ask(method, { ...target, ...options }))
  const [text, custom, tip, geo, picture] = sent
  await ask('forwardMsg', { ...target, msg: custom })
  const { message } = (await ask('modifyMessage', { message: text, params: { text: '您在吗' } })) || {}
  await ask('recallMsg', { msg: tip })
  await ask('deleteMsg', { msg: geo })
  await ask('deleteMsgSelf', { msg: custom })
  const more = await ask('sendText', { ...target, text: '再说一句' })
  await ask('deleteMsgSelfBatch', { msgs: [more] })
  await ask('sendMsgReceipt', { msg: message })
  call('isMsgRemoteRead', message)
  await ask('markMsgRead', { msgs: [message] })
  // the other side has blocked this one, and sends it again later
  await window.askPeer('addToBlacklist', { account: me })
  const failed = await new Promise((done) => {
    nim.sendText({ ...target, text: '错', done: (_error, msg) => done(msg) })
  })
  await window.askPeer('removeFromBlacklist', { account: me })
  await ask('resendMsg', { msg: failed })
  // a file that was not uploaded stays on the device, and is sent when the page passes it again
  const blob = new Blob(['记录'])
  const stopped = await new Promise((done) => {
    nim.sendFile({ ...target, blob, beginupload: ({ abort }) => abort(), done: (_error, msg) => done(msg) })
  })
  const kept = await ask('getLocalMsgByIdClient', { idClient: stopped.idClient })
  if (!kept || kept.status !== 'fail') setAnswer('sendFile', 'not kept')
  await ask('resendMsg', { msg: kept.msg, blob })
  await ask('sendText', { ...target, text: '活着没意思，不想活了' })
  call('messageDeserialization', call('messageSerialization', message))

  // history and search
  await ask('getHistoryMsgs', { ...target, limit: 20 })
  await ask('searchHistoryMsgs', { ...target, keyword: '在吗' })
  await ask('msgFtsInServer', { keyword: '在吗' })
  await ask('msgFtsInServerByTiming', { keyword: '在吗' })
  const { from, to, time, idServer, idClient } = message
  await ask('getMsgsByIdServer', { reqMsgs: [{ scene: 'p2p', from, to, time, idServer }] })
  const first = { threadMsgFromAccount: from, threadMsgToAccount: to, threadMsgTime: time, threadMsgIdServer: idServer }
  await ask('getThreadMsgs', { scene: 'p2p', ...first })
  await ask('getLocalMsgs', { sessionId, limit: 200 })
  await ask('getLocalMsgsInUnread', { sessionId })
  await ask('getLocalMsgByIdClient', { idClient })
  await ask('getLocalMsgsByIdClients', { idClients: [idClient] })
  await ask('updateLocalMsg', { idClient, localCustom: 'x' })
  await ask('saveMsgsToLocal', { msgs: [{ ...message, idClient: 'of-the-page' }] })
  await ask('getSessionsWithMoreRoaming', { id: sessionId })
  await ask('updateSessionsWithMoreRoaming', { msg: message })
  await ask('deleteSessionsWithMoreRoaming', { id: sessionId })

  // sessions
  await ask('insertLocalSession', { scene: 'p2p', to: 'of-' + me })
  await ask('getLocalSession', { sessionId })
  await ask('getLocalSessions', { limit: 10 })
  await ask('getLocalSessionsByMsgType', { msgTypes: ['text'] })
  await ask('updateLocalSession', { id: sessionId, localCustom: 'x' })
  await ask('setCurrSession', undefined, sessionId)
  call('resetCurrSession', sessionId)
  await ask('resetSessionUnread', undefined, sessionId)
  await ask('resetSessionsUnread', undefined, [sessionId])
  await ask('resetAllSessionUnread')
  await ask('getServerSessions', { limit: 10 })
  await ask('getServerSession', target)
  await ask('updateServerSession', { ...target, extra: 'x' })
  await ask('addStickTopSession', { id: sessionId })
  await ask('updateStickTopSession', { id: sessionId, topCustom: 'x' })
  await ask('getStickTopSessions', {})
  await ask('deleteStickTopSession', { id: sessionId })

  // comments, pins and collected items
  await ask('addQuickComment', { msg: message, body: 1 })
  await ask('getQuickComments', { msgs: [message] })
  await ask('deleteQuickComment', { msg: message, body: 1 })
  await ask('addMsgPin', { msg: message })
  await ask('updateMsgPin', { msg: message, pinCustom: 'x' })
  await ask('getMsgPins', { id: sessionId })
  await ask('deleteMsgPin', { msg: message })
  const { collect } = await ask('addCollect', { type: 1, data: 'x' })
  await ask('updateCollect', { collect: { ...collect, custom: 'y' } })
  await ask('getCollects', { limit: 10 })
  await ask('deleteCollects', { collectList: [collect] })
  await ask('searchLocal', { keyword: 'ann', keyPath: ['user.nick'] })

  // people
  await ask('getMyInfo', {})
  await ask('getUser', { account: peer })
  await ask('getUsers', { accounts: [peer, me], sync: true })
  await ask('getUsersFromDB', {})
  await ask('updateMyInfo', { nick: query.name, gender: 'female', sign: '您好' })
  for (const isAdd of [true, false]) {
    await ask('markInBlacklist', { account: peer, isAdd })
    await ask('markInMutelist', { account: peer, isAdd })
  }
  for (const method of ['addToMutelist', 'removeFromMutelist', 'addToBlacklist']) await ask(method, { account: peer })
  await ask('isUserInBlackList', { account: peer })
  await ask('getRelations', {})
  await ask('removeFromBlacklist', { account: peer })
  await ask('updateDonnop', { donnop: true })
  call('getDonnop')
  for (const answer of ['rejectFriendApply', 'passFriendApply']) {
    const received = data.friendApplies
    await window.askPeer('applyFriend', { account: me })
    while (data.friendApplies === received) await new Promise((resolve) => setTimeout(resolve, 50))
    await ask(answer, { account: peer })
  }
  await ask('friendRequest', { type: 1, account: peer })
  await ask('addFriend', { account: peer })
  await ask('updateFriend', { account: peer, alias: '朋友' })
  await ask('getFriends', {})
  await ask('getFriendsFromDB', {})
  await ask('isMyFriend', { account: peer })
  await ask('deleteFriend', { account: peer, delAlias: true })
  await ask('applyFriend', { account: peer, ps: '您好' })

  // events
  await ask('subscribeEvent', { type: 1, accounts: [peer] })
  await ask('querySubscribeEventsByAccounts', { type: 1, accounts: [peer] })
  await ask('querySubscribeEventsByType', { type: 1 })
  await ask('publishEvent', { type: 100001, value: 1, custom: '{"busy":true}' })
  await ask('unSubscribeEventsByAccounts', { type: 1, accounts: [peer] })
  await ask('unSubscribeEventsByType', { type: 1 })

  await callRobots({ ask, call, robot })
  await ask('getChatroomAddress', { chatroomId })
  await ask('httpRequestProxy', { zone: 'none', path: '/' })

  await callCalls(ask, { me, peer })
  await callTeams(ask, { me, peer })
  await callSuperTeams(ask, { me, peer, superTeams })

  // system messages
  await ask('sendCustomSysMsg', { scene: 'p2p', to: peer, content: '{"typing":1}' })
  const own = await ask('sendCustomSysMsg', { scene: 'p2p', to: me, content: '{}' })
  await ask('getLocalSysMsgs', { limit: 10 })
  await ask('markSysMsgRead', { sysMsgs: [{ idServer: own.idServer }] })
  await ask('updateLocalSysMsg', { idServer: own.idServer, state: 'read' })
  await ask('deleteLocalSysMsg', { idServer: own.idServer })
  await ask('deleteAllLocalSysMsgs', {})

  // files
  const { url } = picture.file
  await ask('getNosToken', {})
  await ask('getSimpleNosToken', { num: 2 })
  const uploaded = await ask('previewFile', { type: 'image', dataURL: pixel })
  await ask('sendFile', { ...target, type: 'image', file: uploaded })
  const { list: stored } = await ask('getFileList', { limit: 10 })
  await ask('getFile', { docId: stored[0].docId })
  await ask('removeFile', { docId: stored[0].docId })
  await ask('getNosOriginUrl', { safeShortUrl: url })
  const { token } = await ask('getNosAccessToken', { url })
  await ask('deleteNosAccessToken', { token })
  await ask('audioToText', { url })
  await ask('processImage', { url, ops: [{ type: 'quality', quality: 60 }] })
  const changes = {
    StripMeta: {},
    Quality: { quality: 60 },
    Interlace: {},
    Rotate: { angle: 90 },
    Blur: { radius: 3, sigma: 3 },
    Crop: { x: 0, y: 0, width: 1, height: 1 },
    Thumbnail: { mode: 'contain', width: 10, height: 10 },
  }
  for (const [name, options] of Object.entries(changes)) {
    await ask(name === 'StripMeta' ? 'stripImageMeta' : name.toLowerCase() + 'Image', { url, ...options })
    call('viewImage' + name, { url, ...options })
  }
  call('viewImageSync', { url, quality: 60 })
  call('audioToMp3', { url })
  call('packFileDownloadName', { url, name: '图.png' })

  // methods of this device only
  await ask('getClientAntispamLexicon', {})
  call('filterClientAntispam', { content: '您好' })
  await ask('getServerTime', {})
  const consent = await ask('getConsent', {})
  await ask('acceptConsent', { version: consent.version, hash: consent.hash })
  await ask('updatePushToken', { token: 'x', tokenName: 'y' })
  await ask('appBackground', { isBackground: false })
  await ask('exportLogs', {})
  call('getDBStatus')
  call('getDBLastOpenError')
  await ask('reinitDB', {})
  call('getLoginStatus')
  call('isConnected')
  call('setOptions', { customTag: 'x' })
  // reported to `onerror`, because an instance keeps its account
  call('setOptions', { account: peer })
  call('setPowerMonitorStatus', 1)
  const listener = () => 0
  for (const method of ['on', 'once', 'off', 'addListener', 'removeListener']) call(method, 'signalingNotify', listener)
  call('emit', 'signalingNotify')
  call('eventNames')
  call('removeAllListeners', 'signalingNotify')

  // list helpers: the last one needs keys
  for (const name of [
    'LoginPorts',
    'Relations',
    'Friends',
    'Users',
    'Teams',
    'TeamMembers',
    'Sessions',
    'Msgs',
    'SysMsgs',
  ]) {
    call('merge' + name, [], null)
    if (name !== 'Users') call('cut' + name, [], null)
    if (name !== 'LoginPorts') call('find' + name.slice(0, -1), [], 'x')
  }
  const keys = ['FriendsByAccounts', 'TeamMembersByAccounts', 'SessionsByIds', 'MsgsByIdClients', 'SysMsgsByIdServers']
  for (const name of [...keys, 'ObjArray']) call('cut' + name, [], ['x'])
  call('mergeObjArray', [], [])

  // removing
  await ask('deleteLocalMsg', { msg: message })
  await ask('deleteLocalMsgs', { sessionId })
  await ask('deleteLocalMsgsBySession', target)
  await ask('deleteLocalMsgsByTime', { start: 1, end: 2 })
  await ask('deleteAllLocalMsgs', {})
  await ask('clearServerHistoryMsgs', target)
  await ask('clearServerHistoryMsgsWithSync', target)
  await ask('deleteLocalSession', { id: sessionId })
  await ask('deleteSession', target)
  await ask('deleteSessions', { sessions: [target] })
  await ask('deleteServerSessions', { sessions: [target] })
  for (const method of ['closeDB', 'reinitDB', 'clearDB', 'reinitDB', 'removeDB']) await ask(method, {})
  await ask('kick', { deviceIds: data.ports.map(({ deviceId }) => deviceId) })
  await ask('logout', {})
  call('connect')
  await ask('disconnect', {})
  await ask('destroy', {})
  return answers
}
