// Handlers of the payment endpoints.
import { fail } from '@xinqiao/contract/errors.ts'
import type { bills } from '@xinqiao/contract/http/bills.ts'
import type { dues } from '@xinqiao/contract/http/dues.ts'
import type { memberFee } from '@xinqiao/contract/http/membership.ts'
import type { orders } from '@xinqiao/contract/http/orders.ts'
import type { receipts } from '@xinqiao/contract/http/receipts.ts'
import type { staffOrders } from '@xinqiao/contract/http/staff-orders.ts'
import type { transfers } from '@xinqiao/contract/http/transfers.ts'
import { recordAfter, viewerOf, withPreparation, type AuditedCtx, type Handlers } from '../../kit/ctx.ts'
import { listPublished, listYears, saveYear } from './dues-report/dues-report.ts'
import { quote } from './checkout/start-payment.ts'
import { readPaymentStatus } from './checkout/payment-status.ts'
import { listOwnOrders, getOwnStatus } from './checkout/my-orders.ts'
import { pay, payByQr, qrOf } from './checkout/payment-method.ts'
import { readMoney } from './overview/overview.ts'
import { drawOwnReceipt, drawReceipt, getSeal, setSeal, storeSeal } from './receipts/receipt-paper.ts'
import {
  askReceipt,
  exportAsked,
  importNumbers,
  issueReceipt,
  listReceipts,
  readNumbers,
  revealMail,
  voidReceipt,
} from './receipts/receipts.ts'
import { fetchDay, getBill, listBills, settleDifference } from './reconciliation/reconcile.ts'
import { askRefund, decideRefund, payOutRefund, redirectRefund } from './refunds/refunds.ts'
import {
  confirmTransfer,
  listTransfers,
  refuseTransfer,
  sendProof,
  settleTransfer,
  startTransfer,
} from './transfers/transfers.ts'
import { cancelOrder } from './checkout/cancel-order.ts'
import * as desk from './staff-orders/staff-orders.ts'

export const orderHandlers: Handlers<typeof orders> = {
  'POST /order/pay': (input, ctx) => pay(ctx, input),
  'GET /order/qr': ({ orderNo }, ctx) => qrOf(ctx, orderNo),
  'GET /order/status': ({ orderNo }, ctx) => getOwnStatus(ctx, orderNo),
  'POST /order/cancel': ({ orderNo }, ctx) => cancelOrder(ctx, orderNo),
  'GET /order/mine': ({ page, size }, ctx) => listOwnOrders(ctx, size, (page - 1) * size),
}

export const memberFeeHandlers: Handlers<typeof memberFee> = {
  'GET /wxPay/memberPay': (_input, ctx) => payByQr(ctx, 'membershipFee'),
  'GET /wxPay/memberIsPay': async (_input, ctx) =>
    (await readPaymentStatus(ctx.kit, viewerOf(ctx).id, 'membershipFee')).outcome,
  async 'GET /wxPay/memberMoney'(_input, ctx) {
    const { amountCents } = await quote(ctx.kit, { accountId: viewerOf(ctx).id, kind: 'membershipFee', given: '' })
    return { money: amountCents }
  },
}

const actorOf = ({ kit, tx, after, viewer }: AuditedCtx) => ({ kit, tx, after, actorId: viewer.id })

export const staffOrderHandlers: Handlers<typeof staffOrders> = {
  'GET /admin/orders': ({ page, size, kind, state, key }, { kit }) =>
    desk.listOrders(kit, { kind, state, key, limit: size, offset: (page - 1) * size }),
  'GET /admin/order': ({ id }, ctx) => desk.getOrder(ctx.kit, id, viewerOf(ctx).id),
  'POST /admin/order/query': ({ id }, { kit }) => desk.queryNow(kit, id),
  'GET /admin/money': ({ period }, { kit }) => readMoney(kit, period),
  'GET /admin/refunds': ({ page, size, state }, ctx) =>
    desk.listAllRefunds(ctx.kit, viewerOf(ctx).id, { state, limit: size, offset: (page - 1) * size }),
  'POST /admin/refund/ask': ({ paymentId, cents, reason }, ctx) => askRefund(actorOf(ctx), paymentId, cents, reason),
  'POST /admin/refund/decide': ({ id, approved, note }, ctx) => {
    if (!approved && note === '')
      throw fail('invalid', '请填写不同意的原因', { fields: { note: '请填写不同意的原因' } })
    return decideRefund(actorOf(ctx), id, { isApproved: approved, note })
  },
  // marks, sends and records on its own: the provider is asked between two transactions
  'POST /admin/refund/redirect': recordAfter(({ id, card }, ctx) => redirectRefund(ctx, id, card ?? null)),
  'POST /admin/refund/transferred': ({ id, reference }, ctx) => payOutRefund(actorOf(ctx), id, reference),
}

export const billHandlers: Handlers<typeof bills> = {
  'GET /admin/bills': ({ page, size }, { kit }) => listBills(kit, size, (page - 1) * size),
  'GET /admin/bill': ({ id }, { kit }) => getBill(kit, id),
  'POST /admin/bill/fetch': recordAfter(fetchDay),
  'POST /admin/bill/settle': ({ id, note }, ctx) => settleDifference(actorOf(ctx), id, note),
}

export const receiptHandlers: Handlers<typeof receipts> = {
  'POST /order/receipt': (input, ctx) => askReceipt(ctx, input),
  'GET /order/receipt/pdf': ({ orderNo }, ctx) => drawOwnReceipt(ctx, orderNo),
  'GET /admin/receipt/pdf': recordAfter(({ id }, ctx) => drawReceipt(ctx, id)),
  'GET /admin/receipt/seal': (_input, ctx) => getSeal(ctx),
  'POST /admin/receipt/seal': withPreparation(storeSeal, setSeal),
  'GET /admin/receipts': ({ page, size, kind, state }, { kit }) =>
    listReceipts(kit, { kind, state }, size, (page - 1) * size),
  'POST /admin/receipt/issue': (input, ctx) => issueReceipt(actorOf(ctx), input),
  'POST /admin/receipt/void': ({ id, number }, ctx) => voidReceipt(actorOf(ctx), id, number),
  'POST /admin/receipt/reveal': (input, ctx) => revealMail(actorOf(ctx), input),
  'GET /admin/receipts/sheet': recordAfter(({ kind }, { kit }) => exportAsked(kit, kind)),
  'POST /admin/receipts/import': withPreparation(readNumbers, importNumbers),
}

export const duesHandlers: Handlers<typeof dues> = {
  'GET /dues/years': (_input, { kit }) => listPublished(kit),
  'GET /admin/dues': (_input, { kit }) => listYears(kit),
  'PUT /admin/dues': (draft, ctx) => saveYear(actorOf(ctx), draft),
}

export const transferHandlers: Handlers<typeof transfers> = {
  'POST /order/transfer': (input, ctx) => startTransfer(ctx, input),
  'POST /order/proof': ({ orderNo }, ctx) => sendProof(ctx, orderNo),
  'GET /admin/transfers': ({ page, size, state }, ctx) => listTransfers(ctx, state, size, (page - 1) * size),
  'POST /admin/transfer/confirm': withPreparation(settleTransfer, confirmTransfer),
  'POST /admin/transfer/refuse': ({ id, reason }, ctx) => refuseTransfer(actorOf(ctx), id, reason),
}
