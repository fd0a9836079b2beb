// Payments: what other domains may use.
export { drawPaymentQr, saveOpenid, wechatLoginPath } from './checkout/payment-method.ts'
export { readPaymentStatus } from './checkout/payment-status.ts'
export { findLastAttemptNo } from './checkout/start-payment.ts'
export {
  updateReceipt,
  findActiveReceipt,
  insertReceipt,
  isFirstReceipt,
  isRefundPending,
  type ReceiptRow,
  listNewestReceipts,
} from './records/receipt-store.ts'
export { insertRefund, sumRefundedCents } from './records/refund-store.ts'
export {
  findOrderByNo,
  findNewestOrder,
  hasOpenOrder,
  listPayments,
  lockOrder,
  type OrderRow,
} from './records/store.ts'
export { applyCallback } from './settlement/callbacks.ts'
export { recordCashPayment } from './settlement/cash.ts'
export { expireOpenOrder } from './settlement/poll-attempts.ts'
export { findAttemptForProof } from './transfers/transfers.ts'
