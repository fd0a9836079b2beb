// The finance office: orders, payments, refunds, and the books.
import { keysOf } from '../../keys.ts'
import { auditedByHandler } from '../../audit.ts'
import { z } from 'zod'
import {
  attemptStates,
  moneyPeriods,
  orderKindTitles,
  orderStates,
  payMethodTitles,
  paymentPurposes,
  paymentSources,
  payProviders,
  refundBanks,
  refundFilters,
  refundStates,
} from '../../orders.ts'
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
const Cents = z.number('请输入金额').int('金额不正确').min(1, '金额须大于0').max(100_000_000, '金额过大')

const StaffOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  kind: z.enum(keysOf(orderKindTitles)),
  title: z.string(),
  amountCents: z.number(),
  refundedCents: z.number(),
  state: z.enum(keysOf(orderStates)),
  payer: z.string(),
  createTime: Time,
  payTime: Time.nullable(),
})
export type StaffOrder = z.output<typeof StaffOrder>

const Attempt = z.object({
  id: z.number(),
  attemptNo: z.string(),
  provider: z.enum(keysOf(payProviders)),
  method: z.enum(keysOf(payMethodTitles)),
  state: z.enum(keysOf(attemptStates)),
  createTime: Time,
  expiresTime: Time,
  queries: z.number(),
  failure: z.string(),
})
const StaffPayment = z.object({
  id: z.number(),
  provider: z.enum(keysOf(payProviders)),
  transactionId: z.string(),
  amountCents: z.number(),
  /** Cents that may still be refunded. */
  leftCents: z.number(),
  purpose: z.enum(keysOf(paymentPurposes)),
  source: z.enum(keysOf(paymentSources)),
  payTime: Time,
})
export type StaffPayment = z.output<typeof StaffPayment>
const StaffRefund = z.object({
  id: z.number(),
  refundNo: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  title: z.string(),
  payer: z.string(),
  provider: z.enum(keysOf(payProviders)),
  amountCents: z.number(),
  reason: z.string(),
  state: z.enum(keysOf(refundStates)),
  /** The person who requested the refund; empty for an automatic one. */
  asker: z.string(),
  decider: z.string(),
  note: z.string(),
  failure: z.string(),
  /** Where a redirected refund goes: to a card of the payer, or to the merchant account, to be paid out by hand. */
  redirectedTo: z.enum(['payer', 'merchant']).nullable(),
  /** Confirmation of a payout by hand: person, time, and the bank's reference. */
  paidOut: z.object({ time: Time, by: z.string(), reference: z.string() }).nullable(),
  /** True when the viewer requested the refund, and so may not approve it. */
  isOwn: z.boolean(),
  createTime: Time,
  doneTime: Time.nullable(),
})
export type StaffRefund = z.output<typeof StaffRefund>
const Entry = z.object({
  id: z.number(),
  time: Time,
  debit: z.string(),
  credit: z.string(),
  cents: z.number(),
})

const StaffOrderDetail = StaffOrder.extend({
  attempts: z.array(Attempt),
  payments: z.array(StaffPayment),
  refunds: z.array(StaffRefund),
  entries: z.array(Entry),
})
export type StaffOrderDetail = z.output<typeof StaffOrderDetail>

export const staffOrders = {
  'GET /admin/orders': endpoint({
    who: finance,
    summary: '订单列表',
    input: z
      .object({
        ...paging(20),
        kind: optional(z.enum(keysOf(orderKindTitles), '项目不正确')),
        state: optional(z.enum(keysOf(orderStates), '状态不正确')),
        /** The beginning of an order number, a payer's phone number, or the provider's payment number. */
        key: optional(text(50)),
      })
      .transform(toLimits),
    output: pageSchemaOf(StaffOrder),
  }),
  'GET /admin/order': endpoint({
    who: finance,
    summary: '订单的支付、退款与记账',
    input: z.object({ id: Id }),
    output: StaffOrderDetail,
    errors: ['notFound'],
  }),
  'POST /admin/order/query': endpoint({
    who: finance,
    summary: '立即向支付渠道查询',
    // not audited: asks the provider, whose answer is recorded with the order
    audit: null,
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'payUnavailable'],
  }),
  'GET /admin/money': endpoint({
    who: finance,
    summary: '资金概览：一段时间内的收入、退款与净收入，以及目前须退回的款项',
    input: z.object({ period: optional(z.enum(keysOf(moneyPeriods), '时间范围不正确')) }),
    output: z.object({
      period: z.enum(keysOf(moneyPeriods)),
      /** Kinds of orders with payments or refunds in the period. The sums below cover these kinds. */
      kinds: z.array(
        z.object({ kind: z.enum(keysOf(orderKindTitles)), incomeCents: z.number(), refundCents: z.number() }),
      ),
      incomeCents: z.number(),
      refundCents: z.number(),
      netCents: z.number(),
      /**
       * Current total, independent of the period, of payments without a purpose. They must be refunded and are not
       * income.
       */
      owedCents: z.number(),
      /** Current balance per provider: received minus refunded. */
      providers: z.array(z.object({ provider: z.enum(keysOf(payProviders)), cents: z.number() })),
      refundsRequested: z.number(),
      refundsFailed: z.number(),
      /** Refunds that came back to the merchant account and must be paid out from there. */
      refundsToPayOut: z.number(),
      mismatches: z.number(),
    }),
  }),
  'GET /admin/refunds': endpoint({
    polled: true,
    who: finance,
    summary: '退款列表',
    input: z
      .object({ ...paging(20), state: optional(z.enum(keysOf(refundFilters), '状态不正确')) })
      .transform(toLimits),
    output: pageSchemaOf(StaffRefund),
  }),
  'POST /admin/refund/ask': endpoint({
    who: finance,
    summary: '申请退款，须由另一人审批',
    audit: auditedByHandler,
    input: z.object({
      paymentId: Id,
      cents: Cents,
      reason: requiredText(80, '请填写退款原因', '退款原因不能超过80个字').min(5, '退款原因至少5个字'),
    }),
    output: EmptyReply,
    errors: ['notFound', 'refundTooMuch'],
  }),
  'POST /admin/refund/decide': endpoint({
    who: finance,
    stepUp: true,
    summary: '审批退款；申请人不能审批自己的申请',
    audit: auditedByHandler,
    input: z.object({ id: Id, approved: z.boolean('请选择是否同意'), note: text(200) }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'samePerson', 'invalid'],
  }),
  'POST /admin/refund/redirect': endpoint({
    who: finance,
    stepUp: true,
    summary: '异常退款：改退到付款人的银行卡；不填银行卡则退到本会银行账户，再由财务汇给付款人',
    audit: auditedByHandler,
    input: z.object({
      id: Id,
      /** The payer's card. It is sent to the provider encrypted, and not stored here. */
      card: optional(
        z.object({
          bank: z.enum(keysOf(refundBanks), '请选择开户银行'),
          account: requiredText(30, '请输入银行卡号', '银行卡号不正确')
            .transform((typed) => typed.replaceAll(/\s/g, ''))
            .pipe(z.string().regex(/^\d{12,25}$/, '银行卡号不正确')),
          holder: requiredText(40, '请输入持卡人姓名'),
        }),
      ),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'samePerson', 'refundTooMuch', 'payUnavailable'],
  }),
  'POST /admin/refund/transferred': endpoint({
    who: finance,
    stepUp: true,
    summary: '登记退款已汇给付款人（对公转账的、退到本会账户的），或现金已退还；每笔只能登记一次',
    audit: auditedByHandler,
    input: z.object({
      id: Id,
      /** The bank's reference or a remark; optional for cash. */
      reference: text(60),
    }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
}
