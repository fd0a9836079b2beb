// Annual account of the dues (民发〔2014〕166号 requires publication): income from the books, and spending.
import { z } from 'zod'
import { endpoint, EmptyReply, EmptyInput, requiredText, text, Time } from '../endpoint.ts'

const Year = z.coerce.number('年份不正确').int('年份不正确').min(2000, '年份不正确').max(2200, '年份不正确')
const Spent = z.object({
  title: requiredText(60, '请填写用途', '用途不能超过60个字'),
  cents: z.number('请输入金额').int('金额不正确').min(1, '金额须大于0').max(10_000_000_000, '金额过大'),
})

const YearlyDuesReport = z.object({
  year: z.number(),
  incomeCents: z.number(),
  refundCents: z.number(),
  /** Number of payers. */
  payers: z.number(),
  spending: z.array(Spent),
  note: z.string(),
})
export type YearlyDuesReport = z.output<typeof YearlyDuesReport>

const StaffDuesYear = YearlyDuesReport.extend({
  /** Time of publication; null before, when only the finance office sees the annual report. */
  publishTime: Time.nullable(),
})
export type StaffDuesYear = z.output<typeof StaffDuesYear>

export const dues = {
  'GET /dues/years': endpoint({
    who: 'anyone',
    summary: '会费收支公示',
    input: EmptyInput,
    output: z.array(YearlyDuesReport.extend({ publishTime: Time })),
  }),
  'GET /admin/dues': endpoint({
    who: ['administrator', 'finance'],
    summary: '各年度会费收支',
    input: EmptyInput,
    output: z.array(StaffDuesYear),
  }),
  'PUT /admin/dues': endpoint({
    who: ['administrator', 'finance'],
    summary: '填写一个年度的会费支出，公示或撤回',
    audit: ({ year, published }) => ({ action: published ? 'duesPublished' : 'duesChanged', subject: `dues ${year}` }),
    input: z.object({
      year: Year,
      spending: z.array(Spent).max(50, '支出项目不能超过50项'),
      note: text(1000),
      published: z.boolean('请选择是否公示'),
    }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
}
