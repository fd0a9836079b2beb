// Entry file of payments: what other areas may use.
export { renderPaymentQr, saveOpenid, wechatLoginPath } from './checkout/payment-method.ts'
export { readPaymentStatus } from './checkout/payment-status.ts'
export { findLastAttemptNo } from './checkout/start-payment.ts'
export {
  changeRequestedInvoice,
  findLockedInvoice,
  invoiceDetailsOf,
  requestOrderInvoice,
  withdrawRequestedInvoice,
  type InvoiceDetails,
} from './receipts/order-invoice.ts'
export {
  isFirstReceipt,
  isRefundPending,
  selectNewestReceipts,
  type PaymentReceiptRow,
} from './records/receipt-store.ts'
export { selectNewestOrder, selectOrderByNo, hasOpenOrder, type OrderRow } from './records/order-store.ts'
export { subjectIdOf } from './records/subject.ts'
export { requestOrderRefund } from './refunds/refund-order.ts'
export { requireLockedOrder } from './rules/order-lock.ts'
export { orderKindOf, type OrderKind } from './rules/order-kind.ts'
export { applyCallback } from './settlement/callbacks.ts'
export { recordCashPayment } from './settlement/cash.ts'
export { expireOpenOrder } from './settlement/poll-attempts.ts'
export { requireAttemptForProof } from './transfers/transfers.ts'
