// Receipts of dues and invoices of fees. Payers request them; they are issued elsewhere, and their numbers are recorded
// here.
import { keysOf } from '../../keys.ts'
import { auditedByHandler, auditChangeOf, auditChangeOfOnly } from '../../audit.ts'
import { z } from 'zod'
import { limits } from '../../limits.ts'
import { paymentReceiptKinds, paymentReceiptStates, taxNoPattern } from '../../orders.ts'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
  ImportReport,
} from '../endpoint.ts'

const finance = ['administrator', 'finance'] as const
const Kind = z.enum(keysOf(paymentReceiptKinds), '票据种类不正确')
const Number = requiredText(30, '请填写票据号码', '票据号码不能超过30个字').regex(
  /^[\w-]+$/,
  '号码只能有字母、数字和横线',
)

/** Title or tax number as the staff's screen showed it; the server refuses the number if it has changed since. */
const SeenReceiptText = z.string('请核对抬头和税号').max(200, '请核对抬头和税号')

const StaffPaymentReceipt = z.object({
  id: z.number(),
  kind: Kind,
  state: z.enum(keysOf(paymentReceiptStates)),
  orderId: z.number(),
  orderNo: z.string(),
  title: z.string(),
  payer: z.string(),
  buyer: z.string(),
  taxNo: z.string(),
  /** Masked mail address. */
  email: z.string(),
  cents: z.number(),
  number: z.string(),
  voidNumber: z.string(),
  issuer: z.string(),
  createTime: Time,
  issueTime: Time.nullable(),
})
export type StaffPaymentReceipt = z.output<typeof StaffPaymentReceipt>

export const receipts = {
  'POST /order/receipt': endpoint({
    who: 'user',
    summary: '为已支付的订单申请会费票据或发票',
    input: z.object({
      orderNo: requiredText(32, '请提供订单号'),
      buyer: requiredText(100, '请输入抬头', '抬头不能超过100个字'),
      taxNo: optional(text(20).toUpperCase().pipe(z.string().regex(taxNoPattern, '请输入正确的纳税人识别号'))),
      email: optional(text(100).pipe(z.email('请输入正确的邮箱地址'))),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'alreadyAsked'],
  }),
  'GET /order/receipt/pdf': endpoint({
    who: 'user',
    summary: '下载已开具的会费收据（PDF）',
    input: z.object({ orderNo: requiredText(32, '请提供订单号') }),
    output: BytesReply,
    reply: replyTypes.pdf,
    download: '会费收据.pdf',
    errors: ['notFound'],
  }),
  'GET /admin/receipt/pdf': endpoint({
    who: finance,
    summary: '下载已开具的会费收据（PDF）',
    audit: auditChangeOf('receipt'),
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.pdf,
    download: '会费收据.pdf',
    errors: ['notFound'],
  }),
  'GET /admin/receipt/seal': endpoint({
    who: ['administrator'],
    summary: '收据上的印章图片',
    input: EmptyInput,
    output: z.object({ url: z.string(), name: z.string() }).nullable(),
  }),
  'POST /admin/receipt/seal': endpoint({
    who: ['administrator'],
    summary: '更换收据上的印章图片',
    audit: auditChangeOfOnly('receiptSeal'),
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxResumeBytes },
    output: EmptyReply,
    errors: ['fileMissing', 'wrongFileKind', 'fileInfected', 'tooLarge'],
  }),
  'GET /admin/receipts': endpoint({
    polled: true,
    who: finance,
    summary: '会费票据与发票的申请，邮箱已脱敏',
    input: z
      .object({
        ...paging(20),
        kind: optional(Kind),
        state: optional(z.enum(keysOf(paymentReceiptStates), '状态不正确')),
      })
      .transform(toLimits),
    output: pageSchemaOf(StaffPaymentReceipt),
  }),
  'POST /admin/receipt/issue': endpoint({
    who: finance,
    summary: '登记已开具的号码；抬头和税号须与开具时所见一致，已更改的不登记',
    audit: auditedByHandler,
    input: z.object({ id: Id, number: Number, buyer: SeenReceiptText, taxNo: SeenReceiptText }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'numberTaken', 'changedMeanwhile'],
  }),
  'POST /admin/receipt/void': endpoint({
    who: finance,
    summary: '登记红冲的号码',
    audit: auditedByHandler,
    input: z.object({ id: Id, number: Number }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/receipt/reveal': endpoint({
    who: finance,
    summary: '查看接收票据的完整邮箱，理由记入审计日志',
    audit: auditedByHandler,
    input: z.object({ id: Id, reason: requiredText(200, '请填写理由', '理由不能超过200个字') }),
    output: z.object({ email: z.string() }),
    errors: ['notFound'],
  }),
  'GET /admin/receipts/sheet': endpoint({
    who: finance,
    summary: '导出待开具的申请（Excel），填上号码后可再导入',
    audit: auditChangeOfOnly('receipt'),
    input: z.object({ kind: Kind }),
    output: BytesReply,
    reply: replyTypes.sheet,
    download: '待开具票据.xlsx',
  }),
  'POST /admin/receipts/import': endpoint({
    who: finance,
    summary: '导入开具的号码（Excel）；有一行不对就全部不导入，并逐行报告',
    audit: auditedByHandler,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxSheetBytes },
    output: ImportReport,
    errors: ['fileMissing', 'notASheet', 'tooLarge'],
  }),
}
