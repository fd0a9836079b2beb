// Accounts of the ledger besides the payment providers.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'

/** Income of a kind of orders. */
export const incomeOf = (kind: OrderKindName) => `income:${kind}`
/** Refunds payable. */
export const owed = 'owed'
