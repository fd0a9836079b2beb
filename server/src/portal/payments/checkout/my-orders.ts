// Orders of the caller, with their overpayments and refunds.
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Order, OwnOrder, OrderRefund } from '@xinqiao/contract/http/payments/orders.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { formatTime } from '../../../kit/time.ts'
import { requireOwnOrder } from '../rules/own-order.ts'
import { readOrderOutcome } from './payment-status.ts'
import { presentOrderForStaff } from '../rules/present.ts'
import { selectNewestReceipts } from '../records/receipt-store.ts'
import {
  selectOverpaymentRefunds,
  selectStrayPayments,
  type OverpaymentRefundRow,
  type StrayPaymentRow,
} from '../records/refund-store.ts'
import { refundWayOf } from '../refunds/refunds.ts'
import { orderKindOf } from '../rules/order-kind.ts'
import * as orderStore from '../records/order-store.ts'
import { quoteOrder } from './start-payment.ts'
import { isSameSubject, readSubject } from '../records/subject.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

function presentRefund(row: OverpaymentRefundRow): OrderRefund {
  const refundWay = refundWayOf(row)
  const doneAt = refundWay === 'merchant' ? row.paid_out_at : row.done_at
  return { amountCents: row.amount_cents, state: row.state, way: refundWay, doneTime: doneAt && formatTime(doneAt) }
}

/** Overpayments and refunds of these orders. */
type MoneyMovements = { stray: readonly StrayPaymentRow[]; returned: readonly OverpaymentRefundRow[] }
async function loadMoneyMovements({ kit: { sql } }: Ctx, orderIds: readonly number[]): Promise<MoneyMovements> {
  const [stray, returned] = await Promise.all([
    selectStrayPayments(sql, orderIds),
    selectOverpaymentRefunds(sql, orderIds),
  ])
  return { stray, returned }
}

function presentOrder(order: orderStore.OrderRow, { stray, returned }: MoneyMovements): Order {
  const strayPayments = stray.filter((payment) => payment.order_id === order.id)
  const isOfStrayPayment = (refund: OverpaymentRefundRow) =>
    strayPayments.some((payment) => payment.id === refund.payment_id)
  return {
    ...presentOrderForStaff(order),
    expiresTime: formatTime(order.expires_at),
    strayPayments: strayPayments.map((payment) => {
      const refund = returned.findLast(({ payment_id: paymentId }) => paymentId === payment.id)
      return {
        purpose: payment.purpose,
        amountCents: payment.amount_cents,
        payTime: formatTime(payment.paid_at),
        refund: refund ? presentRefund(refund) : null,
      }
    }),
    refunds: returned
      .filter((refund) => refund.order_id === order.id && refund.state === 'done' && !isOfStrayPayment(refund))
      .map(presentRefund),
  }
}

/** Asks the kind whether an open order can still be paid, because its subject may have changed. */
async function findAmountDue({ kit }: Ctx, order: orderStore.OrderRow): Promise<OwnOrder['due']> {
  if (order.state !== 'open' || order.account_id === null || order.expires_at <= new Date()) return null
  const { kind, account_id: accountId } = order
  const subject = readSubject(order)
  const subjectText = orderKindOf(kit, kind).referenceOf(subject)
  try {
    const quote = await quoteOrder(kit, { accountId, kind, reference: subjectText })
    return isSameSubject(quote.subject, subject) ? { reference: subjectText, amountCents: quote.amountCents } : null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return null
  }
}

export async function listOwnOrders(ctx: Ctx, page: PageLimits) {
  const { rows, total } = await orderStore.selectOwnOrders(ctx.kit.sql, viewerOf(ctx).id, page)
  const ids = rows.map((row) => row.id)
  const [receipts, movements] = await Promise.all([
    selectNewestReceipts(ctx.kit.sql, ids),
    loadMoneyMovements(ctx, ids),
  ])
  const dues = await Promise.all(rows.map((row) => findAmountDue(ctx, row)))
  const content = rows.map((row, i) => {
    const receipt = receipts.find(({ order_id: orderId }) => orderId === row.id)
    return {
      ...presentOrder(row, movements),
      due: dues[i] ?? null,
      receiptKind: orderKindOf(ctx.kit, row.kind).receipt,
      receipt: receipt ? { state: receipt.state, number: receipt.number ?? '' } : null,
    }
  })
  return { content, totalElements: total }
}

export async function getOwnOrderStatus(ctx: Ctx, orderNo: string) {
  const { outcome, order } = await readOrderOutcome(ctx.kit, await requireOwnOrder(ctx, orderNo))
  return { outcome, order: presentOrder(order, await loadMoneyMovements(ctx, [order.id])) }
}
