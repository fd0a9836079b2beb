// Replies and callbacks of a provider, in which the two stand-ins differ.
import { randomInt } from 'node:crypto'
import type { Sql } from '../../db/db.ts'
import type { PaySimulator } from '../pay.ts'
import type { SimulatorKeys } from './keys.ts'
import type { SimulatedRefundRow, TradeRow } from './store.ts'

/** Trades of all stand-ins. */
export type TradeSimulator = {
  driver: PaySimulator
  payArrivedTrades: () => Promise<void>
  /** Sends the callback for a finished refund. */
  announceRefund: (refund: SimulatedRefundRow) => Promise<void>
  pay: (trade: TradeRow, cents: number, anyState: boolean) => Promise<TradeRow | null>
}

/** Services that a simulated gateway needs. */
export type GatewayDependencies = { sql: Sql; keys: SimulatorKeys; trades: TradeSimulator; publicUrl: string }

export type ProviderProtocol = {
  /** Converts our number of an attempt to the provider's number of a trade, and back. */
  toTradeNo: (attemptNo: string) => string
  toAttemptNo: (tradeNo: string) => string
  createTransactionId: () => string
  /** State of a trade after a failed payment. */
  failedState: string
  /** Seconds until a callback without a success reply is repeated. */
  callbackDelaysSeconds: readonly number[]
  writePaidCallback: (trade: TradeRow) => string
  writeRefundedCallback: (refund: SimulatedRefundRow, trade: TradeRow) => string
  /** Headers of a callback with its signature, computed when it is sent. */
  headersFor: (body: string) => Record<string, string>
}

export const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
