// Rows of the imports of the server API (`server-api.ts`). Each row is checked alone, so that a wrong one does not
// refuse the others of its call.
import { z } from 'zod'
import { MyInfo } from './im/user.ts'

/** Rows of one call. The body of a call has a limit as well, in bytes. */
export const maxImportRows = 500

/** A name by which chat accounts are found, in lower case. */
export const AccountName = z
  .string('不能为空')
  .regex(/^[\w@.-]{1,32}$/, '账号由1到32个字母、数字、下划线、@、点或短横线组成')
  .transform((text) => text.toLowerCase())
export const AccountToken = z.string().min(16, 'token至少16个字符').max(128, 'token不能超过128个字符')

const hasNoZero = (text: string) => !text.includes('\0') && text.isWellFormed()
const line = (max: number) =>
  z.string('必须是字符串').max(max, `不能超过${max}个字符`).refine(hasNoZero, '含有无效字符')
const { gender, email, birth, tel } = MyInfo.shape

export const ImportedAccount = z.strictObject(
  {
    accid: AccountName,
    token: AccountToken.optional(),
    name: line(64).optional(),
    icon: line(1_024).optional(),
    sign: line(256).optional(),
    ex: line(1_024).optional(),
    gender,
    email,
    birth,
    mobile: tel,
  },
  '参数不正确',
)
export type ImportedAccount = z.output<typeof ImportedAccount>

/** `created` has code 200, `existing` was left as it is, `refused` has the code of its reason. */
export const AccountImportResult = z.object({
  accid: z.string(),
  state: z.enum(['created', 'existing', 'refused']),
  code: z.number(),
  desc: z.string().optional(),
})
export type AccountImportResult = z.output<typeof AccountImportResult>
