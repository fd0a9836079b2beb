// Calls the methods for calls once.
/** Rings at this account, for the answers of the other side. */
window.ringAt = async function (account) {
  const requestId = crypto.randomUUID()
  const { channelId } = await nim.signalingCallEx({
    type: 1,
    channelName: requestId,
    account,
    requestId,
    attachExt: '{}',
  })
  return { channelId, requestId }
}
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
  for (const method of ['signalingReject', 'signalingAccept', 'signalingJoinAndAccept'])
    await ask(method, { account: peer, attachExt: '{}', ...(await window.ringFromPeer()) })

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
