// Dues by bank transfer: the payer uploads a proof, and the finance office finds the payment in the bank account.
import { keysOf } from '../../keys.ts'
import { auditedByHandler } from '../../audit.ts'
import { z } from 'zod'
import { orderKindTitles, transferStates } from '../../orders.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
} from '../endpoint.ts'

const finance = ['administrator', 'finance'] as const

const StaffTransfer = z.object({
  id: z.number(),
  orderId: z.number(),
  orderNo: z.string(),
  title: z.string(),
  payer: z.string(),
  cents: z.number(),
  /** Opens only for the viewer, for a few minutes. */
  fileUrl: z.string(),
  state: z.enum(keysOf(transferStates)),
  reason: z.string(),
  decider: z.string(),
  createTime: Time,
})
export type StaffTransfer = z.output<typeof StaffTransfer>

export const transfers = {
  'POST /order/transfer': endpoint({
    who: 'user',
    summary: '改为银行转账：收款账户与应付金额',
    input: z.object({ kind: z.enum(keysOf(orderKindTitles), '缴费项目不正确'), reference: optional(text(40)) }),
    output: z.object({ orderNo: z.string(), title: z.string(), amountCents: z.number(), account: z.string() }),
    errors: ['nothingToPay', 'alreadyPaid', 'payUnavailable'],
  }),
  'POST /order/proof': endpoint({
    who: 'user',
    summary: '上传转账凭证',
    input: z.object({ orderNo: requiredText(32, '请提供订单号') }),
    texts: ['file'],
    upload: { field: 'file', maxBytes: 10 * 1024 * 1024 },
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge'],
  }),
  'GET /admin/transfers': endpoint({
    polled: true,
    who: finance,
    summary: '转账凭证',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf(transferStates), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(StaffTransfer),
  }),
  'POST /admin/transfer/confirm': endpoint({
    who: finance,
    summary: '确认到账，以银行流水号入账',
    audit: auditedByHandler,
    input: z.object({
      id: Id,
      serial: requiredText(60, '请填写银行流水号').regex(/^[\w-]+$/, '流水号只能有字母、数字和横线'),
      cents: z.number('请输入金额').int('金额不正确').min(1, '金额须大于0').max(100_000_000, '金额过大'),
    }),
    /** True when the order was closed or paid meanwhile: the payment is then an overpayment and is refunded. */
    output: z.object({ isSurplus: z.boolean() }),
    errors: ['notFound', 'wrongState', 'numberTaken', 'amountDiffers'],
  }),
  'POST /admin/transfer/refuse': endpoint({
    who: finance,
    summary: '退回凭证',
    audit: auditedByHandler,
    input: z.object({ id: Id, reason: requiredText(200, '请填写原因', '原因不能超过200个字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
}
