// The runnable examples of the later sections of the developer documentation. A test runs each of them.
import type { ImExample } from './examples.ts'

const login = (account: string, token: string) => `appKey: 'APP_KEY',
  account: '${account}',
  token: '${token}',
  defaultLink: 'https://im.example.cn',
  db: false,`

export const sectionExamples = {
  notices: {
    id: 'notices',
    title: '显示群通知',
    lead: '自己引起的通知也会收到。成员列表并入 members 即可，不必重新读取。',
    code: `let members = []
const nim = NIM.getInstance({
  ${login('ACCOUNT', 'TOKEN')}
  onmsg(msg) {
    if (msg.type !== 'notification') return
    const { type, team, users, members: changed } = msg.attach
    members = nim.mergeTeamMembers(members, changed)
    const names = users.filter(({ account }) => account !== msg.from).map(({ account }) => account)
    console.log(\`\${type}：\${names.join('、')} 加入“\${team.name}”\`)
    console.log(\`成员：\${members.map(({ account, type }) => \`\${account} \${type}\`).join('、')}\`)
    nim.disconnect()
  },
  onsyncdone() {
    nim.createTeam({
      type: 'advanced',
      name: '值班',
      beInviteMode: 'noVerify',
      accounts: ['FRIEND'],
    })
  },
})`,
  },
  chatroom: {
    id: 'chatroom',
    title: '进入聊天室',
    lead: '聊天室由应用的服务器用 chatroom/create 建立；大的聊天室请先用 getChatroomAddress 取得地址。',
    code: `const room = Chatroom.getInstance({
  ${login('ACCOUNT', 'TOKEN').replace('\n  db: false,', '')}
  chatroomId: 'CHATROOM',
  chatroomNick: '小林',
  onconnect({ chatroom, member }) {
    console.log(\`\${member.nick}进入\${chatroom.name}，身份 \${member.type}\`)
    room.sendText({
      text: '大家好',
      done(error, msg) {
        console.log(error ? error.message : \`\${msg.fromNick}：\${msg.text}\`)
        room.getChatroomMembers({
          guest: true,
          limit: 20,
          done(listError, { members = [] }) {
            console.log(\`在线的游客：\${members.map(({ nick }) => nick).join('、')}\`)
            room.logout()
          },
        })
      },
    })
  },
  onmsgs(msgs) {
    // others who enter or leave
    const notices = msgs.filter(({ type, attach }) => type === 'notification' && attach.from !== room.account)
    for (const { attach } of notices) console.log(attach.type, attach.toNick)
  },
})`,
  },
  anonymous: {
    id: 'anonymous',
    title: '匿名进入聊天室',
    lead: '不需要账号与令牌，例如讲座的页面。匿名访客只能阅读；聊天室要允许匿名。',
    code: `const room = Chatroom.getInstance({
  appKey: 'APP_KEY',
  defaultLink: 'https://im.example.cn',
  chatroomId: 'CHATROOM',
  isAnonymous: true,
  chatroomNick: '路人',
  onconnect({ chatroom, member }) {
    console.log(\`\${member.nick}进入\${chatroom.name}，身份 \${member.type}\`)
    room.getHistoryMsgs({
      limit: 20,
      done(error, data) {
        console.log(error ? error.message : \`历史消息：\${data.msgs.filter(({ type }) => type === 'text').length}条\`)
        room.sendText({
          text: '大家好',
          done(sendError) {
            console.log(\`\${sendError.code} \${sendError.message}\`)
            room.logout()
          },
        })
      },
    })
  },
})`,
  },
  events: {
    id: 'events',
    title: '显示同事的状态',
    lead: '两个页面写在一处：viewer 订阅同事的在线状态，colleague 登录后发布自己的状态“忙碌”。',
    code: `const viewer = NIM.getInstance({
  ${login('ACCOUNT', 'TOKEN')}
  onpushevents({ msgEvents }) {
    for (const { account, value, custom } of msgEvents) {
      if (value === 1) console.log(\`\${account} 上线\`)
      if (value === 2 || value === 3) console.log(\`\${account} 离线\`)
      if (value < 10000) continue
      console.log(\`\${account} \${JSON.parse(custom).text}\`)
      colleague.disconnect()
      viewer.disconnect()
    }
  },
  onsyncdone() {
    viewer.subscribeEvent({
      type: 1,
      accounts: ['FRIEND'],
      subscribeTime: 86400,
      sync: true,
      done(error, { failedAccounts = [] } = {}) {
        console.log(error ? error.message : \`没有订阅成功的账号：\${failedAccounts.length}个\`)
        colleague.connect()
      },
    })
  },
})
const colleague = NIM.getInstance({
  ${login('FRIEND', 'FRIEND_TOKEN')}
  skipConnectionOnInitialize: true,
  onsyncdone() {
    colleague.publishEvent({ type: 1, value: 10001, custom: JSON.stringify({ text: '忙碌' }), validTime: 3600 })
  },
})`,
  },
  call: {
    id: 'call',
    title: '一次完整的通话',
    lead: '两个页面写在一处：callee 接听，caller 呼叫，接通后交换 SDP，再挂断。频道的名称用随机数，别人就猜不到。',
    code: `const callee = NIM.getInstance({
  ${login('FRIEND', 'FRIEND_TOKEN')}
  onsyncdone: () => caller.connect(),
})
callee.on('signalingNotify', (event) => {
  const { eventType, channelId, from, requestId, msgid, attachExt } = event
  // 保存的事件有 msgid，标为已读后，下次登录不再收到
  if (msgid) callee.signalingMarkMsgRead({ msgid })
  if (eventType === 'INVITE') callee.signalingJoinAndAccept({ channelId, account: from, requestId })
  if (eventType === 'CONTROL') console.log(\`收到 \${attachExt}\`)
  if (eventType === 'ROOM_CLOSE') {
    console.log(\`通话结束，channelInValid 是 \${event.channelInValid}\`)
    callee.disconnect()
  }
})

const caller = NIM.getInstance({
  ${login('ACCOUNT', 'TOKEN')}
  skipConnectionOnInitialize: true,
  onsyncdone() {
    const invitation = { account: 'FRIEND', requestId: 'call-1', offlineEnabled: true }
    caller
      .signalingCallEx({ type: 1, channelName: crypto.randomUUID(), ...invitation })
      .catch((error) => console.log(\`没有拨通：\${error.code} \${error.message}\`))
  },
})
caller.on('signalingNotify', async ({ eventType, channelId, from, attach }) => {
  if (eventType === 'ROOM_JOIN') console.log(\`\${JSON.parse(attach).member.accid} 加入\`)
  if (eventType === 'REJECT') console.log('对方拒绝了')
  if (eventType === 'ACCEPT') {
    await caller.signalingControl({ channelId, account: from, attachExt: 'offer' })
    await caller.signalingClose({ channelId })
    caller.disconnect()
  }
})`,
  },
  ai: {
    id: 'ai',
    title: '向模型提问',
    lead: '机器人由应用的服务器用 robot/create 建立，prompt 里可以有变量。',
    code: `const nim = NIM.getInstance({
  ${login('ACCOUNT', 'TOKEN')}
  onsyncdone() {
    nim.proxyAIModelCall({
      accountId: 'ROBOT',
      requestId: 'question-1',
      content: { msg: '什么时候能来' },
      messages: [
        { role: 'user', msg: '您好' },
        { role: 'assistant', msg: '您好，请讲。' },
      ],
      promptVariables: JSON.stringify({ hospital: '一院' }),
      modelConfigParams: { maxTokens: 500, temperature: 0.2 },
      aiStream: true,
      done(error) {
        if (!error) return
        console.log(\`没有开始：\${error.code}\`)
        nim.disconnect()
      },
    })
  },
})
let shown = ''
nim.on('proxyAIModelStreamCall', ({ content }) => (shown = content.msg))
nim.on('proxyAIModelCall', ({ code, requestId, content }) => {
  console.log(code === 200 ? \`\${requestId}：\${content.msg}\` : \`\${code}，已写出：\${shown}\`)
  nim.disconnect()
})`,
  },
} satisfies Record<string, ImExample>
