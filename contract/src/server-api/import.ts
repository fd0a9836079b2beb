// Rows of the import calls of the server API (`server-api.ts`). Each row is checked separately, so that a wrong row
// does not cause the refusal of others.
import { z } from 'zod'
import { pictureAddress } from '../im/named-text.ts'
import { chatMessageTypes } from '../im/messages/messages.ts'
import { MyInfo } from '../im/accounts/user.ts'

/** Maximum number of rows per call. The body of a call has a limit in bytes, too. */
export const maxImportRows = 500

/** The name by which a chat account is found, in lower case. */
export const AccountName = z
  .string('不能为空')
  .regex(/^[\w@.-]{1,32}$/, '账号由1到32个字母、数字、下划线、@、点或短横线组成')
  .transform((text) => text.toLowerCase())
export const AccountToken = z.string().min(16, 'token至少16个字符').max(128, 'token不能超过128个字符')

const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()
const storableText = (max: number) =>
  z.string('必须是字符串').max(max, `不能超过${max}个字符`).refine(isStorableText, '含有无效字符')
const { gender, email, birth, tel } = MyInfo.shape

export const ImportedAccount = z.strictObject({
  accid: AccountName,
  token: AccountToken.optional(),
  name: storableText(64).optional(),
  icon: pictureAddress('icon').refine(isStorableText, '含有无效字符').optional(),
  sign: storableText(256).optional(),
  ex: storableText(1_024).optional(),
  gender,
  email,
  birth,
  mobile: tel,
})
export type ImportedAccount = z.output<typeof ImportedAccount>

const isKnownType = (type: number) => Object.values<number>(chatMessageTypes).includes(type)
export const ImportedMessage = z.strictObject({
  from: AccountName,
  to: AccountName,
  /** The message's id at the other service, unique per sender, by which a repeated import is recognised. */
  msgid: storableText(64).min(1, '不能为空'),
  /** Time of the message in milliseconds since 1970. */
  time: z.int('必须是毫秒数').min(1, '必须大于0').max(Number.MAX_SAFE_INTEGER, '必须是毫秒数'),
  type: z.int('消息类型不正确').refine(isKnownType, '消息类型不正确'),
  /** JSON as in `msg/sendMsg`, or the text of a custom message. */
  body: storableText(16_000),
  ext: storableText(4_000).optional(),
})
export type ImportedMessage = z.output<typeof ImportedMessage>

/** `created` has code 200; `existing` was not changed; `refused` has the code of its reason. */
export const AccountImportResult = z.object({
  accid: z.string(),
  state: z.enum(['created', 'existing', 'refused']),
  code: z.number(),
  desc: z.string().optional(),
})
export type AccountImportResult = z.output<typeof AccountImportResult>

/** `idServer` is the id in this service; for a repeated message, the id of its first import. */
export const MessageImportResult = z.object({
  msgid: z.string(),
  code: z.number(),
  idServer: z.number().optional(),
  desc: z.string().optional(),
})
export type MessageImportResult = z.output<typeof MessageImportResult>
