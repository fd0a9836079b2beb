// Reconciliation: the providers' daily bills against the site's books.
import { keysOf } from '../../keys.ts'
import { auditActionOn } from '../../audit.ts'
import { z } from 'zod'
import { billStates, differenceKinds, differenceStates, payProviders } from '../../orders.ts'
import { endpoint, EmptyReply, requiredText, Id, pageSchemaOf, paging, toLimits, Time } from '../endpoint.ts'

const finance = ['administrator', 'finance'] as const

const StaffBill = z.object({
  id: z.number(),
  day: z.string(),
  provider: z.enum(keysOf(payProviders)),
  state: z.enum(keysOf(billStates)),
  lines: z.number(),
  tradeCents: z.number(),
  fundCents: z.number(),
  ourCents: z.number(),
  /** Number of differences that no one has settled. */
  open: z.number(),
  failure: z.string(),
  fetchTime: Time,
})
export type StaffBill = z.output<typeof StaffBill>

const StaffBillDifference = z.object({
  id: z.number(),
  kind: z.enum(keysOf(differenceKinds)),
  transactionId: z.string(),
  refundNo: z.string(),
  orderId: z.number().nullable(),
  orderNo: z.string(),
  ourCents: z.number().nullable(),
  theirCents: z.number().nullable(),
  state: z.enum(keysOf(differenceStates)),
  note: z.string(),
  /** The person who settled the difference; empty if that happened automatically. */
  settler: z.string(),
  settleTime: Time.nullable(),
})
export type StaffBillDifference = z.output<typeof StaffBillDifference>

export const bills = {
  'GET /admin/bills': endpoint({
    who: finance,
    summary: '每日对账',
    input: z.object(paging(20)).transform(toLimits),
    output: pageSchemaOf(StaffBill),
  }),
  'GET /admin/bill': endpoint({
    who: finance,
    summary: '一天的对账结果与差异',
    input: z.object({ id: Id }),
    output: StaffBill.extend({
      tradeHash: z.string(),
      fundHash: z.string(),
      differences: z.array(StaffBillDifference),
    }),
    errors: ['notFound'],
  }),
  'POST /admin/bill/fetch': endpoint({
    who: finance,
    summary: '获取某天的账单并对账；昨天的账单上午10点后生成',
    audit: auditActionOn('billFetched', 'bill', 'day'),
    input: z.object({ day: z.iso.date('请选择日期') }),
    output: z.object({ id: z.number() }),
    errors: ['invalid', 'payUnavailable'],
  }),
  'POST /admin/bill/settle': endpoint({
    who: finance,
    summary: '说明一处差异的处理结果',
    audit: ({ id, note }) => ({ action: 'differenceSettled', subject: `billDifference ${id}`, reason: note }),
    input: z.object({ id: Id, note: requiredText(200, '请填写处理说明', '处理说明不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
}
