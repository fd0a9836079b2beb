// Excel exports, created in the background: request, status, download. An export without masking needs a reason, and a
// confirmation after its number of people is known.
import { keysOf } from '../keys.ts'
import { auditedByHandler } from '../audit.ts'
import { z } from 'zod'
import { exportKinds, exportStates, type ExportKindName, type ExportState } from '../exports.ts'
import { limits } from '../limits.ts'
import { staff } from '../roles.ts'
import { endpoint, EmptyReply, Id, text } from './endpoint.ts'

const ExportTask = z.object({
  id: z.number(),
  kind: z.enum(keysOf<ExportKindName>(exportKinds)),
  state: z.enum(keysOf<ExportState>(exportStates)),
  isFull: z.boolean(),
  done: z.number(),
  total: z.number(),
  /** Opens only for the person who requested the export, for a few minutes. Empty until it is done. */
  url: z.string(),
})
export type ExportTask = z.output<typeof ExportTask>

export const exports = {
  'POST /admin/export': endpoint({
    who: staff,
    stepUp: ({ isFull }: { isFull: boolean }) => isFull,
    summary: '导出名单（Excel）；不脱敏的须填写理由并再次确认，均记入审计日志',
    audit: auditedByHandler,
    input: z
      .object({
        kind: z.enum(keysOf<ExportKindName>(exportKinds), '名单不正确'),
        /** The filters of the list, as the endpoint of the list has them. */
        query: z.record(z.string().max(40), text(100)).refine((query) => Object.keys(query).length <= 20, '条件过多'),
        isFull: z.boolean().default(false),
        reason: text(200, '理由不能超过200个字').default(''),
      })
      .refine(({ isFull, reason }) => !isFull || reason.length >= limits.minReasonLength, {
        path: ['reason'],
        message: `理由至少${limits.minReasonLength}个字`,
      }),
    output: ExportTask,
    errors: ['invalid', 'forbidden', 'tooManyRequests'],
  }),
  'POST /admin/export/confirm': endpoint({
    who: staff,
    stepUp: true,
    summary: '确认导出未脱敏的名单',
    audit: auditedByHandler,
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'GET /admin/export': endpoint({
    who: staff,
    summary: '一次导出的进度；完成后为下载地址',
    input: z.object({ id: Id }),
    output: ExportTask,
    errors: ['notFound'],
  }),
}
