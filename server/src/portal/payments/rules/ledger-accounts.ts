// Accounts of the ledger besides the payment providers.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'

/** Income of a kind of orders. */
export const incomeAccountOf = (kind: OrderKindName) => `income:${kind}`
/** Refunds payable. */
export const refundsPayable = 'owed'
