// The runnable examples of the developer documentation. A test runs each of them with an account in place of the words
// in capitals.

export type ImExample = { id: string; title: string; lead: string; code: string }

const options = `appKey: 'APP_KEY',
  account: 'ACCOUNT',
  token: 'TOKEN',
  defaultLink: 'https://im.example.cn',
  db: false,`

/** The packed SDK on this site. */
export const packageFile = 'xinqiao-im-sdk-1.0.0.tgz'

/** The beginning of a page, which the examples continue. */
export const pageWays: readonly ImExample[] = [
  {
    id: 'script-page',
    title: '用 script 的页面',
    lead: '下面各个例子里的 NIM 与 Chatroom 从 SDK 中取出，写在同一个 script 里即可。',
    code: `<script src="https://im.example.cn/im/sdk.js" crossorigin></script>
<script>
const { NIM, Chatroom } = SDK
// 例子写在这里
</script>`,
  },
  {
    id: 'module-page',
    title: '用打包工具的页面',
    lead: '先安装本站提供的包（也可以下载后安装），每个文件开头写一次 import。',
    code: `npm install https://im.example.cn/im/${packageFile}

import { NIM, Chatroom } from '@xinqiao/im-sdk'
// 例子写在这里`,
  },
]

export const examples: readonly ImExample[] = [
  {
    id: 'start',
    title: '发送一句话',
    lead: '登录，初始化完成后发一句话，送达后断开。',
    code: `const nim = NIM.getInstance({
  ${options}
  onsyncdone() {
    nim.sendText({
      scene: 'p2p',
      to: 'FRIEND',
      text: '您好',
      done(error, msg) {
        console.log(error ? \`没有送出：\${error.code} \${error.message}\` : \`已送出：\${msg.text}\`)
        nim.disconnect()
      },
    })
  },
  ondisconnect({ code }) {
    console.log(\`已断开：\${code}\`)
  },
})`,
  },
  {
    id: 'sessions',
    title: '会话与未读',
    lead: '初始化时得到会话，之后用 mergeSessions 并入变化；打开会话后未读归零。',
    code: `let sessions = []
const nim = NIM.getInstance({
  ${options}
  onsessions(list) {
    sessions = nim.mergeSessions(sessions, list)
  },
  onupdatesessions(list) {
    sessions = nim.mergeSessions(sessions, list)
  },
  onsyncdone() {
    nim.insertLocalSession({
      scene: 'p2p',
      to: 'FRIEND',
      done() {
        nim.setCurrSession('p2p-FRIEND', () => {
          const session = nim.findSession(sessions, 'p2p-FRIEND')
          console.log(\`会话 \${session.id}，未读 \${session.unread}\`)
          nim.disconnect()
        })
      },
    })
  },
})`,
  },
  {
    id: 'history',
    title: '历史消息与重发',
    lead: '失败的消息用 resendMsg 重发，不会重复；历史从新到旧。',
    code: `let msgs = []
const nim = NIM.getInstance({
  ${options}
  onsyncdone() {
    const msg = nim.sendText({ scene: 'p2p', to: 'FRIEND', text: '在吗', done: show })
    // 发送中的消息先显示出来
    msgs = nim.mergeMsgs(msgs, msg)
  },
})
function show(error, msg) {
  msgs = nim.mergeMsgs(msgs, msg)
  if (error && error.code === 'Error_Timeout') return nim.resendMsg({ msg, done: show })
  nim.getHistoryMsgs({
    scene: 'p2p',
    to: 'FRIEND',
    limit: 20,
    done(historyError, data) {
      if (historyError) return console.log(historyError.message)
      msgs = nim.mergeMsgs(msgs, data.msgs)
      console.log(msgs.map(({ status, text }) => \`\${status} \${text}\`).join('\\n'))
      nim.disconnect()
    },
  })
}`,
  },
  {
    id: 'picture',
    title: '发送图片',
    lead: '上传的进度在 uploadprogress 中。显示时用 viewImageThumbnail 缩小；msg.file.url 带签名，可以直接打开。',
    code: `const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
const nim = NIM.getInstance({
  ${options}
  onsyncdone() {
    nim.sendFile({
      scene: 'p2p',
      to: 'FRIEND',
      type: 'image',
      blob: new Blob([bytes], { type: 'image/png' }),
      done(error, msg) {
        console.log(error ? error.message : \`\${msg.type} \${msg.file.ext}\`)
        nim.disconnect()
      },
    })
  },
})`,
  },
  {
    id: 'errors',
    title: '处理错误',
    lead: '每个方法都会回答；错误有编号与一句说明。',
    code: `const nim = NIM.getInstance({
  ${options}
  onsyncdone() {
    nim.sendText({
      scene: 'p2p',
      to: '',
      text: '您好',
      done(error) {
        console.log(error.code, error.message)
        nim.getUser({
          done(listError) {
            console.log(listError.code)
            nim.disconnect()
          },
        })
      },
    })
  },
})`,
  },
]
