// Calls of the server API for the developer documentation, read from their contract.
import { crisisLevels, crisisLevelTable } from '@xinqiao/contract/crisis.ts'
import { imErrors, type ImErrorName } from '@xinqiao/contract/im/errors.ts'
import { formatAsTypeScript, toJsonSchema } from '@xinqiao/contract/im/json-schema.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import {
  clockToleranceSeconds,
  maxNonceLength,
  serverApiErrors,
  serverCalls,
  type ServerApiErrorName,
} from '@xinqiao/contract/server-api/server-api.ts'
import type { AppAlert } from '@xinqiao/contract/server-api/alert.ts'
import type { AppPush } from '@xinqiao/contract/server-api/push.ts'
import { ImportedAccount, ImportedMessage, maxImportRows } from '@xinqiao/contract/server-api/import.ts'
import { ignoredParameters } from '@xinqiao/contract/server-api/ignored.ts'
import { listFieldLimits } from './limits.ts'

/** Rows of the calls: path, what a call does, its form with the limits, and what it returns beside `code`. */
export const serverCallRows = Object.entries(serverCalls).map(([name, { summary, input, output }]) => {
  const form = toJsonSchema(input, 'input')
  return {
    path: `/nimserver/${name}.action`,
    summary,
    input: formatAsTypeScript(form),
    limits: listFieldLimits(form),
    ignored: ignoredParameters[name] ?? [],
    output: formatAsTypeScript(toJsonSchema(output, 'output')),
  }
})

export const importRows = [
  ['user/import 的 accounts', formatAsTypeScript(toJsonSchema(ImportedAccount, 'input'))],
  ['msg/import 的 msgs', formatAsTypeScript(toJsonSchema(ImportedMessage, 'input'))],
] as const

export const messageTypeList = Object.entries(chatMessageTypes)
  .map(([name, type]) => `${type} ${name}`)
  .join('、')

export const serverLimits: readonly [what: string, limit: string][] = [
  ['CurTime 与服务器时间之差', `${clockToleranceSeconds} 秒`],
  ['Nonce', `${maxNonceLength} 个字符，只能使用一次`],
  ['一次导入', `${maxImportRows} 条`],
  ['请求内容', '1 MB'],
]

/** The reaction of the backend to each error. */
const serverErrorTexts: Record<ServerApiErrorName, string> = {
  success: '成功。',
  unknownCall: '检查地址；账号不存在时也是 404，desc 写明是哪个账号。',
  wrongMethod: '地址在浏览器里打开时也是这样；HTTP 状态是 200。',
  invalid:
    'desc 写明是哪一项不对；没有列出的参数也会被拒绝；其他服务常用而这里没有作用的参数列在各接口里，传了不影响调用。内容是 JSON 而不是表单时也是 414。',
  tooOften: '等一会儿再调用。',
  tooLarge: '分成几次调用。',
  internal: '稍后再试；一直出现时请联系管理员。',
  unavailable: '稍后再试。',
  alreadyRegistered: '账号已有，用 user/refreshToken 换新令牌。',
  unknownApp: '核对“开放接入”中的 AppKey。',
  wrongSignature: '核对密钥与计算顺序：密钥、Nonce、CurTime。',
  wrongNonce: '每次用新的随机文字，例如 randomUUID()。',
  wrongClock: '校准后端的时钟。',
  usedNonce: '每次调用都要用新的 Nonce，重试时也一样。',
  closedApp: '请管理员在“开放接入”中启用应用。',
  fromBrowser: '密钥不能放在网页里；从后端调用。',
  usedToken: '换一个随机的 token，或不写，由服务器生成。',
  notLater: '按时间从早到晚导入；同一会话里时间相同的两条，把后一条加一毫秒。',
  writtenHere: '先导入旧消息，再让用户登录。',
  inFuture: '检查 time 的单位（毫秒）。',
  usedId: '同一发送者在另一个会话里用过这个 msgid，这条没有导入；请让 msgid 在每个发送者的全部消息里唯一。',
}
/** Errors of the chat, which calls in the name of an account return like a page. */
const chatErrorTexts = {
  forbidden: '这个账号不能这样做，例如不是聊天室的创建者。',
  accountDisabled: '用已停用的账号发送；先 user/unblock。',
  notAllowedInTeam: 'owner 不是群主，或不是说明里要求的管理员。',
  notInTeam: 'from 或 owner 不是群成员。',
  noSuchTeam: '检查 tid；群可能已经解散。',
  muted: '账号在群里被禁言。user/mute 只限制账号自己的页面：您的后端仍可以用它的名义发送。',
  blockedByPeer: '接收的人把发送的人加入了黑名单。',
  roomClosed: '聊天室已关闭，先用 chatroom/toggleCloseStat 打开。',
} satisfies Partial<Record<ImErrorName, string>>
export const serverErrorRows = [
  ...Object.entries(serverApiErrors).map(([name, { code, desc }]) => ({
    code,
    desc,
    text: serverErrorTexts[name as ServerApiErrorName],
  })),
  ...Object.entries(chatErrorTexts).map(([name, text]) => {
    const { code, message } = imErrors[name as keyof typeof chatErrorTexts]
    return { code, desc: message, text }
  }),
].sort((a, b) => a.code - b.code)

export const serverExample = `import { createHash, randomUUID } from 'node:crypto'

async function call(path, form) {
  const [Nonce, CurTime] = [randomUUID(), String(Math.floor(Date.now() / 1000))]
  const CheckSum = createHash('sha1').update('SECRET' + Nonce + CurTime).digest('hex')
  const reply = await fetch('https://im.example.cn/nimserver/' + path + '.action', {
    method: 'POST',
    headers: { AppKey: 'APP_KEY', Nonce, CurTime, CheckSum },
    body: new URLSearchParams(form),
  })
  const { code, desc, ...data } = await reply.json()
  if (code !== 200) throw new Error(code + ' ' + desc)
  return data
}

const { info } = await call('user/create', { accid: 'wang', name: '王女士' })
await call('user/create', { accid: 'nurse', name: '护士站' })
await call('msg/sendMsg', { from: 'nurse', to: 'wang', ope: '0', type: '0', body: JSON.stringify({ msg: '欢迎' }) })
const { size, msgs } = await call('history/querySessionMsg', {
  ...{ from: 'nurse', to: 'wang', begintime: '0', endtime: String(Date.now() + 60_000), limit: '10' },
})
console.log(info.accid, size, msgs[0].body.msg)
`

const alertFieldTexts: Record<keyof AppAlert, string> = {
  id: '提醒的编号。同一条提醒可能送达几次，编号不变。',
  accid: '写下这些话的账号。',
  level: crisisLevels.map((level) => `${level}：${crisisLevelTable[level].title}`).join('；'),
  time: '写下的时间，毫秒。',
  sessionId: '会话，与页面中的写法相同，聊天室为 chatroom- 加编号；不在会话中时为 null，例如签名。',
  messageId: '消息的 idServer；没有成为消息的文字为 null，例如签名。',
}
export const alertFieldRows = Object.entries(alertFieldTexts)

const pushFieldTexts: Record<keyof AppPush, string> = {
  kind: 'messages：有未读的新消息；call：有人邀请通话（pushInfo.needPush）。',
  accid: '有新消息或被邀请的账号。',
  deviceId: '登记令牌的设备。',
  tokenName: 'updatePushToken 中的 tokenName，例如证书的名称。',
  token: '推送令牌。',
  call: '只在 kind 为 call 时有：from、channelId、requestId，与邀请者写在 pushInfo 里的 pushTitle、pushContent、pushPayload、needBadge。',
}
export const pushFieldRows = Object.entries(pushFieldTexts)

export const alertExample = `import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const usedNonces = new Set()

createServer(async (request, response) => {
  const { appkey, nonce, curtime, checksum } = request.headers
  const expected = createHash('sha1').update('SECRET' + nonce + curtime).digest('hex')
  const isRecent = /^\\d{10}$/.test(curtime) && Math.abs(Date.now() / 1000 - Number(curtime)) < 300
  const isFresh = isRecent && !usedNonces.has(nonce)
  if (appkey !== 'APP_KEY' || checksum !== expected || !isFresh) return response.writeHead(403).end()
  usedNonces.add(nonce)
  setTimeout(() => usedNonces.delete(nonce), 600_000).unref()
  const chunks = await request.toArray()
  const { id, accid, level } = JSON.parse(Buffer.concat(chunks).toString())
  console.log('提醒', id, accid, level)
  response.writeHead(200).end()
}).listen(8080)
`
