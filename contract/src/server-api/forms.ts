// Schemas of the forms of the server API, whose values are texts, and of replies that several calls share.
import { z } from 'zod'
import { isPlainName } from '../visible-text.ts'
import { chatMessageTypes } from '../im/messages/messages.ts'
import { AccountName as Accid } from './import.ts'

export const limitedText = (max: number) => z.string().max(max, `不能超过${max}个字符`)
/** A name that others see. */
export const limitedName = (max: number) => limitedText(max).refine(isPlainName, '中有看不见或改变方向的字符')
export const Flag = z.enum(['true', 'false'], '只能是true或false').transform((text) => text === 'true')
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, '必须是整数')
    .transform(Number)
    .pipe(z.number().min(min, `不能小于${min}`).max(max, `不能大于${max}`))

export function fromJson<T extends z.ZodType>(schema: T) {
  return z
    .string('不能为空')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('必须是 JSON')
        return z.NEVER
      }
    })
    .pipe(schema)
}
/** JSON of different accounts, in their order. */
export const listOfAccids = (max: number, min = 1) =>
  fromJson(z.array(Accid, '必须是数组').min(min, '不能为空').max(max, `不能超过${max}个`)).transform((list) => [
    ...new Set(list),
  ])

const only = (value: boolean, reason: string) => z.literal(value, `不能为${!value}：${reason}`).optional()
const storedFlag = only(true, '每条消息都保存并同步')
const withoutNick = only(false, '推送从不带昵称')

/** Flags of a message. Like the flags of pages, each is honoured or refused by name. */
const MessageOption = z.strictObject({
  push: z.boolean('必须是布尔值').optional(),
  badge: z.boolean('必须是布尔值').optional(),
  history: storedFlag,
  roam: storedFlag,
  persistent: storedFlag,
  sendersync: storedFlag,
  sessionUpdate: storedFlag,
  route: storedFlag,
  needPushNick: withoutNick,
})
const neverPushed = only(false, '自定义系统消息没有推送，也不计入未读')
const NoticeOption = z.strictObject({
  push: neverPushed,
  badge: neverPushed,
  needPushNick: neverPushed,
  route: only(false, '没有抄送'),
})

/** The content of a message. */
export const messageForm = {
  type: wholeNumber(0, 100).refine((type) => Object.values<number>(chatMessageTypes).includes(type), '消息类型不正确'),
  /** JSON: `{"msg": …}` for texts and tips, `{"lng", "lat", "title"}`, the file, or the content of a custom message. */
  body: z.string('不能为空').max(16_000, '不能超过16000个字符'),
  ext: limitedText(4_000).optional(),
  /** JSON with `push: false` for a message without push notice, and `badge: false` for one that is not unread. */
  option: fromJson(MessageOption).optional(),
  pushcontent: limitedText(500).optional(),
  payload: limitedText(2_000).optional(),
}
export const SentMessage = z.object({
  data: z.object({ msgid: z.number(), timetag: z.number(), antispam: z.literal(false) }),
})
/** A custom system message. */
export const noticeForm = {
  attach: z.string('不能为空').max(4_096, '不能超过4096个字符'),
  /** 1: only for accounts that are online. 2: kept until it is delivered. */
  save: wholeNumber(1, 2).default(2),
  /** JSON with flags that a notice never has. */
  option: fromJson(NoticeOption).optional(),
}

const Time = wholeNumber(0, Number.MAX_SAFE_INTEGER)
export const historyForm = {
  begintime: Time,
  endtime: Time,
  limit: wholeNumber(1, 100),
  reverse: wholeNumber(1, 2).default(1),
}
export const ServerHistory = z.object({
  size: z.number(),
  msgs: z.array(
    z.object({
      from: z.string(),
      msgid: z.number(),
      sendtime: z.number(),
      type: z.number(),
      body: z.unknown(),
      ext: z.string().optional(),
    }),
  ),
})

export const Nothing = z.object({})
type ServerCallDefinition<I extends z.ZodType, O extends z.ZodType> = { summary: string; input: I; output: O }
export const defineServerCall = <I extends z.ZodType, O extends z.ZodType>(row: ServerCallDefinition<I, O>) => row
