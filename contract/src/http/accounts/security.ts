// Security events: likely attacks and changes of account safety, for the administrator.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import { securityEvents, type SecurityEvent } from '../../security.ts'
import { endpoint, Day, EmptyInput, optional, pageSchemaOf, paging, toLimits, text, Time } from '../endpoint.ts'

const SecurityEntry = z.object({
  id: z.number(),
  time: Time,
  kind: z.enum(keysOf<SecurityEvent>(securityEvents)),
  /** Account name; empty when no account was signed in. */
  account: z.string(),
  ip: z.string(),
  requestId: z.string(),
  /** Further details, as names and values. */
  detail: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type SecurityEntry = z.output<typeof SecurityEntry>

export const security = {
  'GET /admin/security': endpoint({
    who: ['administrator'],
    summary: '安全事件，可按种类、日期与账号、地址、请求编号查找',
    input: z
      .object({
        ...paging(20),
        kind: optional(z.enum(keysOf<SecurityEvent>(securityEvents), '种类不正确')),
        /** An account name, an IP address, or a request id. */
        key: optional(text(100, '搜索词不能超过100个字')),
        from: optional(Day),
        until: optional(Day),
      })
      .transform(toLimits),
    output: pageSchemaOf(SecurityEntry),
  }),
  'GET /admin/security/verify': endpoint({
    who: ['administrator'],
    summary: '逐条核对安全事件的摘要链',
    input: EmptyInput,
    output: z.object({ entries: z.number(), brokenAt: z.number().nullable(), lastHash: z.string() }),
  }),
}
