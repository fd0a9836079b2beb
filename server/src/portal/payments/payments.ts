// Payments: what other domains may use.
export { payByQr, rememberOpenid, wechatLoginPath } from './checkout/payment-method.ts'
export { readPaymentStatus } from './checkout/payment-status.ts'
export { findLastAttemptNo } from './checkout/start-payment.ts'
export {
  changeReceipt,
  findActiveReceipt,
  insertReceipt,
  isFirst,
  isRefundPending,
  listNewest,
} from './records/receipt-store.ts'
export { insertRefund, sumRefunds } from './records/refund-store.ts'
export { findByNo, findNewest, hasOpenOrder, listPayments, lockOrder, type OrderRow } from './records/store.ts'
export { receiveCallback } from './settlement/callbacks.ts'
export { receiveCash } from './settlement/cash.ts'
export { withdrawOrder } from './settlement/poll-attempts.ts'
export { findProofAttempt } from './transfers/transfers.ts'
