// How a provider tells the shop what happened: the part of the stand-in in which the two differ.
import { randomInt } from 'node:crypto'
import type { RefundRow, TradeRow } from './store.ts'

export type Voice = {
  makeTransactionId: () => string
  /** What becomes of a trade whose payer could not pay. */
  failedState: string
  /** Seconds until a callback comes again that was not answered with success. */
  ladderSeconds: readonly number[]
  tellPaid: (trade: TradeRow) => string
  tellRefunded: (refund: RefundRow, trade: TradeRow) => string
  /** Made when it is sent, not when it was written. */
  headersFor: (body: string) => Record<string, string>
}

export const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
