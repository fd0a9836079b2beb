// Module of the server (see modules.ts): payments.
import type { Module } from '../../kit/module.ts'
import {
  billHandlers,
  duesHandlers,
  memberFeeHandlers,
  orderHandlers,
  receiptHandlers,
  staffOrderHandlers,
  transferHandlers,
} from './handlers.ts'
import { renewProviderKeys } from './rules/providers.ts'
import { reconcileDueDays } from './reconciliation/reconcile.ts'
import { sendOrQueryDueRefunds } from './refunds/refunds.ts'
import { pollPendingAttempts, closeExpiredOrders } from './settlement/poll-attempts.ts'

export const paymentsModule = {
  handlers: {
    ...orderHandlers,
    ...staffOrderHandlers,
    ...billHandlers,
    ...receiptHandlers,
    ...duesHandlers,
    ...transferHandlers,
    ...memberFeeHandlers,
  },
  jobs: [
    { name: 'pending payments', everySeconds: 5, run: (kit) => pollPendingAttempts(kit) },
    { name: 'refunds', everySeconds: 5, run: (kit) => sendOrQueryDueRefunds(kit) },
    { name: 'bills', everySeconds: 3600, run: reconcileDueDays },
    { name: 'expired orders', everySeconds: 30, run: closeExpiredOrders },
    { name: 'simulated callbacks', everySeconds: 1, run: async ({ pay }) => pay.simulator?.deliverDue() },
    { name: 'provider keys', everySeconds: 12 * 3600, run: renewProviderKeys },
  ],
} satisfies Module
