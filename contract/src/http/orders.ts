// Paying, and one's own orders: the same for everything that costs money. No reply of these moves an order.
import { z } from 'zod'
import {
  orderKindTitles,
  orderStates,
  paymentPurposes,
  receiptKinds,
  receiptStates,
  refundStates,
  refundWays,
} from '../orders.ts'
import { Bytes, call, Done, filled, keysOf, optional, pageOf, paging, replyTypes, text, Time } from './row.ts'

const OrderNo = filled(32, '请提供订单号').regex(/^[\w-]+$/, '订单号不正确')

/** How the payer's device goes on: a code to scan (`/order/qr`), a page to open, or WeChat's own window. */
const Ticket = z.discriminatedUnion('kind', [
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
  /** Inside WeChat, before it is known who pays: this address leads there and back. */
  z.object({ kind: z.literal('login'), url: z.string() }),
])
export type PayTicket = z.output<typeof Ticket>

const Returned = z.object({
  amountCents: z.number(),
  state: z.enum(keysOf(refundStates)),
  way: z.enum(keysOf(refundWays)),
  /** When it left: what came back to the house first has not, before somebody has paid it out. */
  doneTime: Time.nullable(),
})
export type Returned = z.output<typeof Returned>

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
  /** Money that came in beside: it pays nothing, and where it has gone its payer must see. */
  strayPayments: z.array(
    z.object({
      purpose: z.enum(keysOf(paymentPurposes)),
      amountCents: z.number(),
      payTime: Time,
      /** Null while nothing goes back yet. */
      refund: Returned.nullable(),
    }),
  ),
  /** What of it has gone back, and how. */
  refunds: z.array(Returned),
})
/** With the newest receipt or invoice that was asked for. */
const OwnOrder = Order.extend({
  /** What is to be paid for it now, and how that is asked for; null when it cannot be paid any more. */
  due: z.object({ given: z.string(), amountCents: z.number() }).nullable(),
  receiptKind: z.enum(keysOf(receiptKinds)),
  receipt: z.object({ state: z.enum(keysOf(receiptStates)), number: z.string() }).nullable(),
})
export type OwnOrder = z.output<typeof OwnOrder>
export type Order = z.output<typeof Order>

export const orders = {
  'POST /order/pay': call({
    who: 'user',
    summary: '发起支付：可选微信支付或支付宝，具体方式由设备决定；再次发起时继续使用未支付的订单',
    input: z.object({
      kind: z.enum(keysOf(orderKindTitles), '缴费项目不正确'),
      /** What of this kind, where there are several: a registration, a booking. */
      given: optional(text(40)),
      /** How at this one is the device's to say. */
      provider: optional(z.enum(['wechat', 'alipay'], '支付方式不正确')),
    }),
    output: z.object({
      orderNo: z.string(),
      title: z.string(),
      amountCents: z.number(),
      expiresTime: Time,
      ticket: Ticket,
      provider: z.enum(['wechat', 'alipay']),
      /** What this payer may choose from, here and for this. */
      ways: z.array(z.enum(['wechat', 'alipay', 'bank'])),
    }),
    errors: ['nothingToPay', 'alreadyPaid', 'payUnavailable', 'notFound'],
  }),
  'GET /order/qr': call({
    who: 'user',
    summary: '订单的支付二维码',
    input: z.object({ orderNo: OrderNo }),
    output: Bytes,
    reply: replyTypes.png,
    errors: ['notFound'],
  }),
  'GET /order/standing': call({
    who: 'user',
    summary: '订单支付结果：1 已支付，-1 失败，0 等待中',
    input: z.object({ orderNo: OrderNo }),
    output: z.object({ outcome: z.number(), order: Order }),
    errors: ['notFound'],
  }),
  'POST /order/cancel': call({
    who: 'user',
    summary: '取消本人未支付的订单：支付码随之失效，为其保留的名额或时段释放',
    input: z.object({ orderNo: OrderNo }),
    output: Done,
    errors: ['notFound', 'alreadyPaid', 'wrongState', 'payUnavailable'],
  }),
  'GET /order/mine': call({
    who: 'user',
    summary: '本人的订单，新的在前',
    input: z.object(paging(10, 50)),
    output: pageOf(OwnOrder),
  }),
}
