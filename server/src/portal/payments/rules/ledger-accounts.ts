// Accounts of the ledger, other than those of payment providers.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'

/** Account of the income of a kind of orders. */
export const incomeAccountOf = (kind: OrderKindName) => `income:${kind}`
/** Account of refunds that are payable. */
export const refundsPayable = 'owed'
