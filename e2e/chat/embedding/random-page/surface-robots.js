// Calls the methods of robots and AI users once. The robot of the app answers a greeting, and no model is listed.
window.callRobots = async function ({ ask, call, robot }) {
  await ask('getAIUserList', {})
  await ask('getRobots', {})
  const answered = new Promise((resolve) => {
    const before = nim.options.onmsg
    nim.setOptions({
      onmsg: (msg) => {
        if (msg.from === robot) resolve(msg)
        before(msg)
      },
    })
  })
  await ask('sendRobotMsg', { scene: 'p2p', to: robot, content: { type: 'welcome' } })
  const answer = await answered
  call('parseRobotTemplate', answer.content.message[0].content)
  await ask('regenAIMessage', { message: answer, params: { operationType: 1 } })
  await ask('stopAIStreamMessage', { message: answer, params: { operationType: 0 } })
  const requestId = 'surface'
  await ask('proxyAIModelCall', { accountId: robot, requestId, content: { msg: '您好', type: 0 } })
  await ask('stopAIModelStreamCall', { accountId: robot, requestId })
}
