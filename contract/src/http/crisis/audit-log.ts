// The audit log, for administrators.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import { auditActions, type AuditAction } from '../../audit.ts'
import { Day, EmptyInput, endpoint, optional, pageSchemaOf, paging, text, Time, toLimits } from '../endpoint.ts'

const AuditEntry = z.object({
  id: z.number(),
  time: Time,
  actor: z.string(),
  action: z.enum(keysOf<AuditAction>(auditActions)),
  /** The action, as the screen names it. */
  title: z.string(),
  subject: z.string(),
  reason: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditLog = {
  'GET /admin/audit': endpoint({
    who: ['administrator'],
    summary: '审计日志，可按操作、日期与文字查找',
    input: z
      .object({
        ...paging(20),
        action: optional(z.enum(keysOf<AuditAction>(auditActions), '操作不正确')),
        /** Searches account, action, subject and reason. */
        key: optional(text(50, '搜索词不能超过50个字')),
        from: optional(Day),
        until: optional(Day),
      })
      .transform(toLimits),
    output: pageSchemaOf(AuditEntry),
  }),
  'GET /admin/audit/verify': endpoint({
    who: ['administrator'],
    summary: '逐条核对审计日志的摘要链',
    input: EmptyInput,
    output: z.object({
      entries: z.number(),
      /** The first entry that does not match its predecessor's hash; null when the chain is intact. */
      brokenAt: z.number().nullable(),
      /** Hex digest of the last entry, to be stored elsewhere: the log itself cannot show that its end is missing. */
      lastHash: z.string(),
    }),
  }),
}
