// Limits of the chat, read from its contract.
import { maxOnlineDevices } from '@xinqiao/contract/im/accounts/auth.ts'
import { maxSubscriptions } from '@xinqiao/contract/im/accounts/event.ts'
import { stickTopLimits } from '@xinqiao/contract/im/messages/extend.ts'
import { friendLimits } from '@xinqiao/contract/im/accounts/friend.ts'
import { fixedFlags, messageLimits } from '@xinqiao/contract/im/messages/messages.ts'
import { toJsonSchema, type JsonSchema } from '@xinqiao/contract/im/json-schema.ts'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'

const formatCount = (count: number) => count.toLocaleString('zh-CN')

export const sizeLimits: readonly [what: string, limit: string][] = [
  ['text、tip', `${formatCount(messageLimits.text)} 个字符`],
  ['content（自定义消息）', `${formatCount(messageLimits.content)} 个字符`],
  ['custom', `${formatCount(messageLimits.custom)} 个字符`],
  ['pushPayload', `${formatCount(messageLimits.pushPayload)} 个字符`],
  ['pushContent、geo.title', `${formatCount(messageLimits.title)} 个字符`],
  [
    '同时在线的页面与设备',
    `每个账号 ${maxOnlineDevices} 个。再登录一个时，同类中最早登录的一个得到 kicked，不再重连：重连会使下一个断开，循环不止`,
  ],
  ['好友', `${formatCount(friendLimits.friends)} 位，getFriends 每次最多 ${formatCount(friendLimits.page)} 位`],
  ['订阅事件的账号', `${formatCount(maxSubscriptions)} 个`],
  ['置顶会话', `${formatCount(stickTopLimits.sessions)} 个`],
  ['群成员', `群 ${formatCount(teamLimits.members.team)} 人，超大群 ${formatCount(teamLimits.members.superTeam)} 人`],
  ['每次拉入或移出的成员', `${formatCount(teamLimits.accounts)} 人`],
  ['每个账号加入的群', `${formatCount(teamLimits.teams)} 个`],
  ['不能关闭的消息标记', fixedFlags.join('、')],
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
