/** Enters the room as another visitor, and keeps what this visitor receives in `window.room`. */
window.visitRoom = async function ({ isAnonymous, ...options }) {
  window.room = { texts: [], tags: [] }
  const login = isAnonymous
    ? { isAnonymous, chatroomNick: '路人' }
    : { account: query.account, token: query.token, tags: ['b'] }
  await new Promise((resolve, reject) => {
    window.sdk.Chatroom.getInstance({
      ...{ appKey: query.appKey, ...login, ...options },
      onconnect: resolve,
      ondisconnect: (end) => (end.code === 'kicked' ? undefined : reject(new Error(`${end.code} ${end.message}`))),
      onmsgs: (msgs) => window.room.texts.push(...msgs.flatMap(({ text }) => text ?? [])),
      onTagsUpdate: ({ tags }) => window.room.tags.push(...tags),
    })
  })
}
// Calls every method of a chatroom once, on this page, whose account has created the room.
window.callChatroom = async function ({ chatroomId }) {
  const answers = {}
  const { Chatroom } = window.sdk
  const { address } = await new Promise((resolve) => {
    nim.getChatroomAddress({ chatroomId, done: (error, data) => resolve(data) })
  })
  let chatroom
  await new Promise((resolve, reject) => {
    chatroom = Chatroom.getInstance({
      ...{ appKey: query.appKey, account: query.account, token: query.token, chatroomId },
      ...{ chatroomAddresses: address, transports: ['websocket'] },
      onconnect: resolve,
      ondisconnect: reject,
    })
  })
  const ask = (method, options) =>
    new Promise((resolve) => {
      const answer = (error, result) => {
        answers[method] = error ? `${error.code}` : 'ok'
        resolve(result)
      }
      const returned = chatroom[method]({ ...options, done: risky('done of chatroom.' + method, answer) })
      if (returned instanceof Promise) returned.catch(answer)
    })

  await ask('sendText', { text: '欢迎' })
  await ask('sendTipMsg', { tip: '提示' })
  await ask('sendCustomMsg', { content: '{"n":1}' })
  await ask('sendGeo', { geo: { lng: 116.4, lat: 39.9, title: '北京' } })
  await ask('sendFile', { type: 'image', dataURL: pixel })
  await ask('previewFile', { type: 'image', dataURL: pixel })
  await ask('sendRobotMsg', { content: { type: 'welcome' } })
  await ask('getHistoryMsgs', { limit: 10 })
  await ask('getHistoryMsgsByTags', { tags: ['a'] })
  // a message that fails because its text is empty fails again
  const failed = await new Promise((resolve) => {
    chatroom.sendText({ text: '', done: (error, msg) => resolve(msg) })
  })
  await ask('resendMsg', { msg: failed })

  await ask('getChatroom', {})
  await ask('updateChatroom', { chatroom: { announcement: '八点开始' }, needNotify: true })
  await ask('updateMyChatroomMemberInfo', { member: { nick: '主讲' }, needNotify: true })
  await ask('updateTags', { tags: ['a'] })
  await ask('updateCoordinate', { loc_x: 1, loc_y: 1, loc_z: 0, distance: 100 })
  await ask('getChatroomMembers', { guest: false })
  await ask('getChatroomMembersByTag', { tag: 'a' })
  await ask('getChatroomMemberCountByTag', { tag: 'a' })
  await ask('getChatroomMembersInfo', { accounts: [query.account, query.peer] })
  const account = query.peer
  await ask('markChatroomManager', { account, isAdd: true })
  await ask('markChatroomCommonMember', { account, isAdd: true, level: 2 })
  await ask('markChatroomGaglist', { account, isAdd: true })
  await ask('markChatroomBlacklist', { account, isAdd: true })
  await ask('markChatroomIdentity', { account, isAdd: false, identity: 'black' })
  await ask('updateChatroomMemberTempMute', { account, duration: 60, needNotify: true })
  await ask('updateTagMembersTempMute', { tag: 'b', duration: 60, needNotify: true })
  await ask('kickChatroomMember', { account })

  await ask('queueOffer', { elementKey: 'one', elementValue: '第一位' })
  await ask('queueChange', { elementMap: { one: '改了', two: '没有' }, needNotify: true, notifyExt: '{}' })
  await ask('queueList', {})
  await ask('peak', {})
  await ask('queuePoll', { elementKey: 'one' })
  await ask('queueDrop', {})

  await ask('logout', {})
  answers.setOptions = chatroom.setOptions({ token: query.token }) === undefined ? 'ok' : 'odd'
  await new Promise((resolve) => {
    chatroom.setOptions({ onconnect: resolve })
    chatroom.connect()
  })
  answers.connect = 'ok'
  answers.on = chatroom.on('x', () => {}) === chatroom ? 'ok' : 'odd'
  await ask('closeChatroom', { custom: '{}' })
  await ask('disconnect', {})
  await ask('destroy', {})
  return answers
}
