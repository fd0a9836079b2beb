// Payment and the caller's orders, the same for every kind of order. No endpoint here marks an order as paid.
import { keysOf } from '../../keys.ts'
import { z } from 'zod'
import {
  onlineProviders,
  orderKindTitles,
  orderStates,
  payChoices,
  paymentPurposes,
  paymentReceiptKinds,
  paymentReceiptStates,
  refundStates,
  refundWays,
} from '../../orders.ts'
import {
  BytesReply,
  endpoint,
  EmptyReply,
  requiredText,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
} from '../endpoint.ts'

const OrderNo = requiredText(32, '请提供订单号').regex(/^[\w-]+$/, '订单号不正确')

/** Next step on the payer's device: scan a code (`/order/qr`), open a page, or use WeChat's payment window. */
const PaymentInstructionReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('qr') }),
  z.object({ kind: z.literal('link'), url: z.string() }),
  z.object({
    kind: z.literal('jsapi'),
    invoke: z.object({
      appId: z.string(),
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.string(),
      paySign: z.string(),
    }),
  }),
  /** Inside WeChat, before the payer is identified: an address that signs in and returns. */
  z.object({ kind: z.literal('login'), url: z.string() }),
])
export type PaymentInstructionReply = z.output<typeof PaymentInstructionReply>

const OrderRefund = z.object({
  amountCents: z.number(),
  state: z.enum(keysOf(refundStates)),
  way: z.enum(keysOf(refundWays)),
  /**
   * When the money reached the payer. A refund that came back to the merchant account counts only once it is paid out.
   */
  doneTime: Time.nullable(),
})
export type OrderRefund = z.output<typeof OrderRefund>

const Order = z.object({
  id: z.number(),
  orderNo: z.string(),
  kind: z.enum(keysOf(orderKindTitles)),
  title: z.string(),
  amountCents: z.number(),
  refundedCents: z.number(),
  state: z.enum(keysOf(orderStates)),
  createTime: Time,
  expiresTime: Time,
  payTime: Time.nullable(),
  /** Payments that do not pay the order. Their payer must see where the money went. */
  strayPayments: z.array(
    z.object({
      purpose: z.enum(keysOf(paymentPurposes)),
      amountCents: z.number(),
      payTime: Time,
      /** Refund of this payment; null while there is none. */
      refund: OrderRefund.nullable(),
    }),
  ),
  /** Refunds of the order. Each says where the money goes. */
  refunds: z.array(OrderRefund),
})
const OwnOrder = Order.extend({
  /** Amount due, and the input to pay it; null when the order can no longer be paid. */
  due: z.object({ reference: z.string(), amountCents: z.number() }).nullable(),
  receiptKind: z.enum(keysOf(paymentReceiptKinds)),
  /** The latest receipt or invoice that was requested; null while there is none. */
  receipt: z.object({ state: z.enum(keysOf(paymentReceiptStates)), number: z.string() }).nullable(),
})
export type OwnOrder = z.output<typeof OwnOrder>
export type Order = z.output<typeof Order>

export const orders = {
  'POST /order/pay': endpoint({
    who: 'user',
    summary: '发起支付：渠道由付款人选择，具体方式由设备决定；再次发起时继续使用未支付的订单',
    input: z.object({
      kind: z.enum(keysOf(orderKindTitles), '缴费项目不正确'),
      /** Id of the subject, for kinds with several subjects: a registration, a booking. */
      reference: optional(text(40)),
      /** The provider that the payer chose; the device decides on its payment method. */
      provider: optional(z.enum(onlineProviders, '支付方式不正确')),
    }),
    output: z.object({
      orderNo: z.string(),
      title: z.string(),
      amountCents: z.number(),
      expiresTime: Time,
      ticket: PaymentInstructionReply,
      provider: z.enum(onlineProviders),
      /** Providers that this payer may use for this order. */
      ways: z.array(z.enum(payChoices)),
    }),
    errors: ['nothingToPay', 'alreadyPaid', 'payUnavailable', 'notFound'],
  }),
  'GET /order/qr': endpoint({
    who: 'user',
    summary: '订单的支付二维码',
    input: z.object({ orderNo: OrderNo }),
    output: BytesReply,
    reply: replyTypes.png,
    errors: ['notFound'],
  }),
  'GET /order/status': endpoint({
    who: 'user',
    summary: '订单支付结果：1 已支付，-1 失败，0 等待中',
    input: z.object({ orderNo: OrderNo }),
    output: z.object({ outcome: z.number(), order: Order }),
    errors: ['notFound'],
  }),
  'POST /order/cancel': endpoint({
    who: 'user',
    summary: '取消本人未支付的订单：支付码随之失效，为其保留的名额或时段释放',
    input: z.object({ orderNo: OrderNo }),
    output: EmptyReply,
    errors: ['notFound', 'alreadyPaid', 'wrongState', 'payUnavailable'],
  }),
  'GET /order/mine': endpoint({
    who: 'user',
    summary: '本人的订单，新的在前',
    input: z.object(paging(10, 50)).transform(toLimits),
    output: pageSchemaOf(OwnOrder),
  }),
}
