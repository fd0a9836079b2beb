// Calls the methods for calls once.
window.callCalls = async function (ask, { me, peer }) {
  const invite = (requestId) => ({ account: peer, requestId, attachExt: '{}', offlineEnabled: true })
  const { channelId } = await ask('signalingCallEx', { type: 2, channelName: '通话 ' + me, ...invite('r1') })
  await ask('signalingGetChannelInfo', { channelName: '通话 ' + me })
  await ask('signalingDelay', { channelId })
  await ask('signalingControl', { channelId, attachExt: '{}' })
  await ask('signalingCancel', { channelId, ...invite('r1') })
  await ask('signalingInvite', { channelId, ...invite('r2') })
  await ask('signalingClose', { channelId })

  // the other side rings once for each answer; while this one rings, that would answer its ring
  for (const method of ['signalingReject', 'signalingAccept', 'signalingJoinAndAccept']) {
    const requestId = crypto.randomUUID()
    const ring = { type: 1, channelName: requestId, account: me, requestId, attachExt: '{}' }
    const { channelId: ringing } = await window.askPeer('signalingCallEx', ring)
    await ask(method, { account: peer, attachExt: '{}', channelId: ringing, requestId })
  }

  const morning = await ask('signalingCreateAndJoin', { type: 1, channelName: '晨会 ' + me })
  await ask('signalingLeave', { channelId: morning.channelId })
  const evening = await ask('signalingCreate', { type: 1, channelName: '晚会 ' + me })
  await ask('signalingJoin', { channelId: evening.channelId })
  const duty = await ask('signalingCall', { type: 1, channelName: '值班 ' + me, ...invite('r3') })
  // while it rings, a call of the other side would answer it
  await ask('signalingClose', { channelId: duty.channelId })

  await ask('signalingMarkMsgRead', { msgid: ['1'] })
  await ask('signalingSync', {})
}

/** For the other side: calls a method of this page. */
window.askHere = function (method, options) {
  return new Promise((resolve, reject) => {
    nim[method]({
      ...options,
      done: (error, result) => (error ? reject(new Error(method + ': ' + error.message)) : resolve(result)),
    })
  })
}

/** Calls each method with the same options, all at once, as a page does while the server ends. */
window.callAtOnce = async function (methods, options) {
  const answers = await Promise.all(
    methods.map(
      (method) =>
        new Promise((resolve) => {
          const answer = (error) => resolve([method, error ? `${error.code}` : 'ok'])
          const returned = nim[method]({ ...options, done: answer })
          if (returned instanceof Promise) returned.then(() => answer(null), answer)
        }),
    ),
  )
  return Object.fromEntries(answers)
}
