// Apps: sites whose pages may use the chat (im-sdk-api.md, embedding), for staff.
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { endpoint, EmptyReply, Id, pageSchemaOf, paging, requiredText, Time, toLimits } from '../endpoint.ts'

const administrators = ['administrator'] as const
export const maxOrigins = 20

/**
 * Accepts scheme, host and port, as browsers send them.
 * @returns null for a valid origin, or the error message
 */
export function findOriginFault(text: string): string | null {
  if (text.includes('*')) return '来源中不能有 *，请把每个网址分别写出来'
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return '来源须以 https:// 或 http:// 开头，如 https://chat.example.cn'
  const { username, password, pathname, search, hash } = new URL(text)
  const isOrigin = pathname === '/' && `${username}${password}${search}${hash}` === '' && !/[?#@]/.test(text)
  return isOrigin ? null : '来源只写到域名或端口，请去掉后面的路径，如 https://chat.example.cn'
}

const Origin = z
  .string('请填写来源')
  .trim()
  .max(200, '来源不能超过200个字')
  .superRefine((text, context) => {
    const fault = findOriginFault(text)
    if (fault !== null) context.addIssue(fault)
  })
  .transform((text) => (findOriginFault(text) === null ? new URL(text).origin : text))
/**
 * Checks the address of an app's backend to which the server sends alerts or notices.
 * @returns what is wrong with it, or null
 */
export function findReceiverFault(text: string): string | null {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return '接收地址须以 https:// 开头'
  const { protocol, username, password, hash } = new URL(text)
  if (`${username}${password}${hash}` !== '') return '接收地址里不能有用户名、密码或 #'
  return protocol === 'https:' || isLocalName(new URL(text).hostname)
    ? null
    : '接收地址须以 https:// 开头，本机的地址除外'
}
/** Loopback addresses may use plain http, for development. A public site never calls them. */
const isLocalName = (hostname: string) => hostname === 'localhost' || hostname === '127.0.0.1'

const ReceiverUrl = z
  .string('请填写接收地址')
  .trim()
  .max(500, '接收地址不能超过500个字')
  .superRefine((text, context) => {
    const fault = text === '' ? null : findReceiverFault(text)
    if (fault !== null) context.addIssue(fault)
  })
const AppDraft = z.object({
  name: requiredText(40, '请填写名称', '名称不能超过40个字'),
  origins: z
    .array(Origin, '请填写来源')
    .max(maxOrigins, `来源不能超过${maxOrigins}个`)
    .transform((origins) => [...new Set(origins)]),
  /** Address at which the app's backend receives crisis alerts. Empty: the association's duty staff receive them. */
  alertUrl: ReceiverUrl.default(''),
  /**
   * Address at which the app's backend receives notices for its push tokens; empty for none, unchanged when omitted.
   */
  pushUrl: ReceiverUrl.optional(),
})
const App = z.object({
  id: z.number(),
  appKey: z.string(),
  name: z.string(),
  origins: z.array(z.string()),
  /** True for the app of this installation, whose origins are in its configuration. */
  isSite: z.boolean(),
  /** True for the app of the playground, which staff can only open and close. */
  isPlayground: z.boolean(),
  isOpen: z.boolean(),
  alertUrl: z.string(),
  pushUrl: z.string(),
  createTime: Time,
})
export type App = z.output<typeof App>
const IssuedSecret = z.object({ id: z.number(), appKey: z.string(), secret: z.string() })
const ServerApiCallEntry = z.object({
  id: z.number(),
  path: z.string(),
  code: z.number(),
  ip: z.string(),
  milliseconds: z.number(),
  createTime: Time,
})
const AlertDeliveryAttempt = z.object({
  id: z.number(),
  alertId: z.number(),
  /** HTTP status; null without a reply. */
  status: z.number().nullable(),
  fault: z.string(),
  /** State of the alert: it waits, was accepted, or went to the association. */
  state: z.enum(['queued', 'delivered', 'passedOn']),
  milliseconds: z.number(),
  createTime: Time,
})
export type AlertDeliveryAttempt = z.output<typeof AlertDeliveryAttempt>
export type ServerApiCallEntry = z.output<typeof ServerApiCallEntry>
export type IssuedSecret = z.output<typeof IssuedSecret>

export const apps = {
  'GET /admin/apps': endpoint({
    who: administrators,
    summary: '开放接入的应用，本站在最前',
    input: z.object(paging(20)).transform(toLimits),
    output: pageSchemaOf(App),
  }),
  'POST /admin/apps': endpoint({
    who: administrators,
    summary: '新建应用；密钥只在这里返回一次',
    stepUp: true,
    audit: auditCreationOf('app'),
    input: AppDraft,
    output: IssuedSecret,
    success: '已新建',
  }),
  'PUT /admin/apps': endpoint({
    who: administrators,
    summary: '修改应用的名称与来源；几秒内生效',
    stepUp: true,
    audit: auditChangeOf('app'),
    input: AppDraft.extend({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'siteAppFixed', 'playgroundFixed'],
    success: '已保存',
  }),
  'PUT /admin/apps/state': endpoint({
    who: administrators,
    summary: '停用或启用应用；停用时几秒内断开它的账号',
    stepUp: true,
    audit: auditChangeOf('app'),
    input: z.object({ id: Id, isOpen: z.boolean('请选择停用或启用') }),
    output: EmptyReply,
    errors: ['notFound', 'siteAppFixed'],
    success: '已保存',
  }),
  'GET /admin/apps/calls': endpoint({
    who: administrators,
    summary: '应用后端最近90天的接口调用，不含内容',
    input: z.object({ id: Id, ...paging(20) }).transform(toLimits),
    output: pageSchemaOf(ServerApiCallEntry),
  }),
  'GET /admin/apps/alerts': endpoint({
    who: administrators,
    summary: '把危机提醒送达应用后端的记录，最近90天，不含内容',
    input: z.object({ id: Id, ...paging(20) }).transform(toLimits),
    output: pageSchemaOf(AlertDeliveryAttempt),
  }),
  'POST /admin/apps/secret': endpoint({
    who: administrators,
    summary: '更换应用的密钥；新密钥只在这里返回一次，旧密钥一天后失效',
    stepUp: true,
    audit: auditChangeOf('app'),
    input: z.object({ id: Id }),
    output: IssuedSecret,
    errors: ['notFound', 'playgroundFixed'],
    success: '已更换',
  }),
}
