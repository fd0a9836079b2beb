// Handlers of the endpoints of payments.
import { failField } from '@xinqiao/contract/errors.ts'
import type { bills } from '@xinqiao/contract/http/payments/bills.ts'
import type { dues } from '@xinqiao/contract/http/payments/dues.ts'
import type { memberFee } from '@xinqiao/contract/http/membership/membership.ts'
import type { orders } from '@xinqiao/contract/http/payments/orders.ts'
import type { receipts } from '@xinqiao/contract/http/payments/receipts.ts'
import type { staffOrders } from '@xinqiao/contract/http/payments/staff.ts'
import type { transfers } from '@xinqiao/contract/http/payments/transfers.ts'
import { inStages, viewerOf, type AuditedCtx, type Handlers } from '../../kit/ctx.ts'
import { listPublishedDuesYears, listDuesYears, saveDuesYear } from './dues-report/dues-report.ts'
import { quoteOrder } from './checkout/start-payment.ts'
import { readPaymentStatus } from './checkout/payment-status.ts'
import { listOwnOrders, getOwnOrderStatus } from './checkout/my-orders.ts'
import { startOwnPayment, renderPaymentQr, renderOrderQr } from './checkout/payment-method.ts'
import { readMoneyOverview } from './overview/overview.ts'
import {
  renderOwnReceipt,
  renderReceiptForStaff,
  getReceiptStamp,
  setReceiptStamp,
  storeReceiptStamp,
} from './receipts/receipt-paper.ts'
import {
  requestReceipt,
  exportRequestedReceipts,
  importReceiptNumbers,
  issueReceipt,
  listReceipts,
  readNumberSheet,
  revealReceiptEmail,
  voidReceipt,
} from './receipts/receipts.ts'
import { reconcileRequestedDay, getBill, listBills, settleDifference } from './reconciliation/reconcile.ts'
import { redirectRefund } from './refunds/redirect-refund.ts'
import { decideRefund, payOutRefund, requestRefund } from './refunds/refunds.ts'
import {
  confirmTransfer,
  listTransferProofs,
  refuseTransfer,
  submitTransferProof,
  startTransfer,
} from './transfers/transfers.ts'
import { cancelOrder } from './checkout/cancel-order.ts'
import * as staffOrderRules from './staff-orders/staff-orders.ts'

export const orderHandlers: Handlers<typeof orders> = {
  'POST /order/pay': (input, ctx) => startOwnPayment(ctx, input),
  'GET /order/qr': ({ orderNo }, ctx) => renderOrderQr(ctx, orderNo),
  'GET /order/status': ({ orderNo }, ctx) => getOwnOrderStatus(ctx, orderNo),
  'POST /order/cancel': ({ orderNo }, ctx) => cancelOrder(ctx, orderNo),
  'GET /order/mine': (page, ctx) => listOwnOrders(ctx, page),
}

export const memberFeeHandlers: Handlers<typeof memberFee> = {
  'GET /wxPay/memberPay': (_input, ctx) => renderPaymentQr(ctx, 'membershipFee'),
  'GET /wxPay/memberIsPay': async (_input, ctx) =>
    (await readPaymentStatus(ctx.kit, viewerOf(ctx).id, 'membershipFee')).outcome,
  async 'GET /wxPay/memberMoney'(_input, ctx) {
    const { amountCents } = await quoteOrder(ctx.kit, {
      accountId: viewerOf(ctx).id,
      kind: 'membershipFee',
      reference: '',
    })
    return { money: amountCents }
  },
}

const toStaffScope = (ctx: AuditedCtx) => ({ ...ctx, actorId: ctx.viewer.id })

export const staffOrderHandlers: Handlers<typeof staffOrders> = {
  'GET /admin/orders': ({ kind, state, key, ...page }, { kit }) =>
    staffOrderRules.listOrdersForStaff(kit, { kind, state, key, ...page }),
  'GET /admin/order': ({ id }, ctx) => staffOrderRules.getOrderForStaff(ctx.kit, id, viewerOf(ctx).id),
  'POST /admin/order/query': ({ id }, { kit }) => staffOrderRules.queryOrderNow(kit, id),
  'GET /admin/money': ({ period }, { kit }) => readMoneyOverview(kit, period),
  'GET /admin/refunds': ({ state, ...page }, ctx) =>
    staffOrderRules.listAllRefunds(ctx.kit, viewerOf(ctx).id, { state, ...page }),
  'POST /admin/refund/ask': ({ paymentId, cents, reason }, ctx) =>
    requestRefund(toStaffScope(ctx), paymentId, cents, reason),
  'POST /admin/refund/decide': ({ id, approved, note }, ctx) => {
    if (!approved && note === '') throw failField('note', '请填写不同意的原因')
    return decideRefund(toStaffScope(ctx), id, { isApproved: approved, note })
  },
  // not in the dispatcher's transaction: marks the order, asks the provider, and records the result in its own
  // transactions
  'POST /admin/refund/redirect': inStages({ prepare: ({ id, card }, ctx) => redirectRefund(ctx, id, card ?? null) }),
  'POST /admin/refund/transferred': ({ id, reference }, ctx) => payOutRefund(toStaffScope(ctx), id, reference),
}

export const billHandlers: Handlers<typeof bills> = {
  'GET /admin/bills': (page, { kit }) => listBills(kit, page),
  'GET /admin/bill': ({ id }, { kit }) => getBill(kit, id),
  'POST /admin/bill/fetch': inStages({ prepare: reconcileRequestedDay }),
  'POST /admin/bill/settle': ({ id, note }, ctx) => settleDifference(toStaffScope(ctx), id, note),
}

export const receiptHandlers: Handlers<typeof receipts> = {
  'POST /order/receipt': (input, ctx) => requestReceipt(ctx, input),
  'GET /order/receipt/pdf': ({ orderNo }, ctx) => renderOwnReceipt(ctx, orderNo),
  'GET /admin/receipt/pdf': inStages({ prepare: ({ id }, ctx) => renderReceiptForStaff(ctx, id) }),
  'GET /admin/receipt/seal': (_input, ctx) => getReceiptStamp(ctx),
  'POST /admin/receipt/seal': inStages({ prepare: storeReceiptStamp, perform: setReceiptStamp }),
  'GET /admin/receipts': ({ kind, state, ...page }, { kit }) => listReceipts(kit, { kind, state }, page),
  'POST /admin/receipt/issue': (input, ctx) => issueReceipt(toStaffScope(ctx), input),
  'POST /admin/receipt/void': ({ id, number }, ctx) => voidReceipt(toStaffScope(ctx), id, number),
  'POST /admin/receipt/reveal': (input, ctx) => revealReceiptEmail(toStaffScope(ctx), input),
  'GET /admin/receipts/sheet': inStages({ prepare: ({ kind }, { kit }) => exportRequestedReceipts(kit, kind) }),
  'POST /admin/receipts/import': inStages({ prepare: readNumberSheet, perform: importReceiptNumbers }),
}

export const duesHandlers: Handlers<typeof dues> = {
  'GET /dues/years': (_input, { kit }) => listPublishedDuesYears(kit),
  'GET /admin/dues': (_input, { kit }) => listDuesYears(kit),
  'PUT /admin/dues': (draft, ctx) => saveDuesYear(toStaffScope(ctx), draft),
}

export const transferHandlers: Handlers<typeof transfers> = {
  'POST /order/transfer': (input, ctx) => startTransfer(ctx, input),
  'POST /order/proof': ({ orderNo }, ctx) => submitTransferProof(ctx, orderNo),
  'GET /admin/transfers': ({ state, ...page }, ctx) => listTransferProofs(ctx, state, page),
  'POST /admin/transfer/confirm': (input, ctx) => confirmTransfer(toStaffScope(ctx), input),
  'POST /admin/transfer/refuse': ({ id, reason }, ctx) => refuseTransfer(toStaffScope(ctx), id, reason),
}
