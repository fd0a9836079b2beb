// Calls every method of a chatroom once, on this page, whose account has created the room.
window.callChatroom = async function ({ chatroomId, unsupported }) {
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
  for (const method of unsupported) await ask(method, {})

  await ask('sendText', { text: '欢迎' })
  await ask('sendTipMsg', { tip: '提示' })
  await ask('sendCustomMsg', { content: '{"n":1}' })
  await ask('sendGeo', { geo: { lng: 116.4, lat: 39.9, title: '北京' } })
  await ask('sendFile', { type: 'image', dataURL: pixel })
  await ask('getHistoryMsgs', { limit: 10 })
  await ask('getHistoryMsgsByTags', { tags: ['a'] })
  // a message that fails because its text is empty fails again
  const failed = await new Promise((resolve) => {
    chatroom.sendText({ text: '', done: (error, msg) => resolve(msg) })
  })
  await ask('resendMsg', { msg: failed })

  await ask('logout', {})
  answers.setOptions = chatroom.setOptions({ token: query.token }) === undefined ? 'ok' : 'odd'
  await new Promise((resolve) => {
    chatroom.setOptions({ onconnect: resolve })
    chatroom.connect()
  })
  answers.connect = 'ok'
  answers.on = chatroom.on('x', () => {}) === chatroom ? 'ok' : 'odd'
  await ask('disconnect', {})
  await ask('destroy', {})
  return answers
}
