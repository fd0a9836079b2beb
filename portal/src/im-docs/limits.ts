// Limits of the chat, read from its contract.
import { maxOnlineDevices } from '@xinqiao/contract/im/accounts/auth.ts'
import { maxSubscriptions } from '@xinqiao/contract/im/accounts/event.ts'
import { stickTopLimits } from '@xinqiao/contract/im/messages/extend.ts'
import { friendLimits } from '@xinqiao/contract/im/accounts/friend.ts'
import { fixedFlags, messageLimits } from '@xinqiao/contract/im/messages/messages.ts'
import { toJsonSchema, type JsonSchema } from '@xinqiao/contract/im/json-schema.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { reservedChinese, reservedLatin } from '@xinqiao/contract/names.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { readReceiptLimits } from '@xinqiao/contract/im/team/team-receipts.ts'

const formatCount = (count: number) => count.toLocaleString('zh-CN')

export const sizeLimits: readonly [what: string, limit: string][] = [
  ['text、tip', `${formatCount(messageLimits.text)} 个字符；多数表情算 2 个，由几个组成的算得更多`],
  ['content（自定义消息）', `${formatCount(messageLimits.content)} 个字符`],
  ['custom', `${formatCount(messageLimits.custom)} 个字符`],
  ['pushPayload', `${formatCount(messageLimits.pushPayload)} 个字符`],
  ['pushContent、geo.title', `${formatCount(messageLimits.title)} 个字符`],
  [
    '同时在线的页面与设备',
    `每个账号 ${maxOnlineDevices} 个。再登录一个时，同类中最早登录的一个得到 kicked，不再重连：重连会使下一个断开，循环不止`,
  ],
  ['file.name', '150 个字符，包括扩展名'],
  ['应用自定的 token', '16 至 128 个字符'],
  ['已读回执', `群成员不超过 ${readReceiptLimits.members} 人；更大的群里消息照常送达，没有回执`],
  ['好友', `${formatCount(friendLimits.friends)} 位，getFriends 每次最多 ${formatCount(friendLimits.page)} 位`],
  ['订阅事件的账号', `${formatCount(maxSubscriptions)} 个`],
  ['置顶会话', `${formatCount(stickTopLimits.sessions)} 个`],
  ['群成员', `群 ${formatCount(teamLimits.members.team)} 人，超大群 ${formatCount(teamLimits.members.superTeam)} 人`],
  ['每次拉入或移出的成员', `${formatCount(teamLimits.accounts)} 人`],
  ['每个账号加入的群', `${formatCount(teamLimits.teams)} 个`],
  ['不能关闭的消息标记', fixedFlags.join('、')],
]

/** Names that the server refuses with 414. Accounts and rooms of apps have the first rule only. */
export const refusedNames: readonly [where: string, names: string][] = [
  [
    '应用的账号、机器人，应用的聊天室里的 chatroomNick',
    '看不见的或改变方向的字符（组成一个表情的，和文字里的连接符除外）；手机号，或者 11 位以上的数字。其他名称都可以，例如“协会客服”；只有聊天室里不是创建者或管理员的人，不能称老师、组长、咨询师、医生，也不能用创建者与管理员的名字。',
  ],
  [
    '协会的用户、小组昵称，协会的聊天室里的 chatroomNick',
    `另外拒绝：含有${reservedChinese.join('、')}的；含有单词 ${[...reservedLatin].join('、')} 的；写成“匿名用户”“匿名者”的；“我”“您”这样的称呼；偏旁部首。相近的写法也一样。组员和聊天室的访客不能称老师、组长、咨询师、医生。`,
  ],
]

/** Writes `to ≤ 32` and so on, for each field with an upper limit. */
export function listFieldLimits(schema: JsonSchema, path = ''): string[] {
  const { maxLength, maxItems, maximum } = schema
  const fieldLimits = [
    ...(maxLength === undefined ? [] : [`${path} ≤ ${formatCount(maxLength)} 字符`]),
    ...(maxItems === undefined ? [] : [`${path} ≤ ${formatCount(maxItems)} 项`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`${path} ≤ ${formatCount(maximum)}`]),
  ]
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    listFieldLimits(field, path ? `${path}.${name}` : name),
  )
  const others = [schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) => list ?? [])
  const inside = [...others, ...(schema.items ? [schema.items] : [])].flatMap((part) => listFieldLimits(part, path))
  return [...new Set([...fieldLimits, ...fields, ...inside])]
}

/** Limits of each command of the wire. Most methods have the same name as their command. */
export const commandLimits = commandEntries.map(({ name, command: { maxFrequency, timeoutMs, errors, input } }) => ({
  name,
  frequency: `${maxFrequency.seconds} 秒 ${formatCount(maxFrequency.times)} 次`,
  timeoutSeconds: timeoutMs / 1_000,
  errors,
  fields:
    name === 'msg.sendMsg' || name === 'msg.modifyMsg' ? ['见上表'] : listFieldLimits(toJsonSchema(input, 'input')),
}))
