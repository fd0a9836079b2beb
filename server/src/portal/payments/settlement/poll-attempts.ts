// Polls pending attempts at growing intervals, in case the provider's callback did not arrive. Expired attempts are
// closed at the provider before they are closed here, so that a closed attempt cannot be paid.
import { Failure } from '@xinqiao/contract/errors.ts'
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import { inTransaction, type Kit } from '../../../kit/ctx.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'
import { GatewayFault, type TradeState } from '../../../kit/pay/pay.ts'
import { requireProvider } from '../rules/providers.ts'
import { orderKindOf, toOrderOfKind } from '../rules/order-kind.ts'
import { settlePayment } from './settle.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as orderStore from '../records/order-store.ts'

type AttemptKey = Pick<attemptStore.PaymentAttemptRow, 'id' | 'attempt_no' | 'provider'>

/**
 * Applies the state of a trade at the provider to the attempt.
 * @returns the state, or a newer one if the payment arrived while the trade was closed
 */
async function settleTradeState(kit: Kit, attempt: AttemptKey, trade: TradeState): Promise<TradeState['state']> {
  if (trade.state === 'paid') {
    const { transactionId, amountCents, paidAt } = trade
    await settlePayment(kit, attempt.attempt_no, { transactionId, amountCents, paidAt }, 'query')
  } else if (trade.state === 'closed') await attemptStore.updateLiveAttempt(kit.sql, attempt.id, { state: 'closed' })
  else if (trade.state === 'failed') {
    // a failed trade is closed at the provider, because the screen has reported a failure, and its code must not be
    // paid
    const provider = requireProvider(kit, attempt.provider)
    if ((await provider.close(attempt.attempt_no)) === 'paid') {
      const now = await provider.query(attempt.attempt_no)
      return now.state === 'paid' ? settleTradeState(kit, attempt, now) : now.state
    }
    await attemptStore.updateLiveAttempt(kit.sql, attempt.id, { state: 'failed', failure: '支付失败' })
  }
  return trade.state
}

/**
 * Closes an attempt, first at the provider.
 * @returns false when it was already paid and was settled now
 * @throws GatewayFault when the provider does not reply
 */
export async function closeAttempt(kit: Kit, attempt: AttemptKey): Promise<boolean> {
  const provider = requireProvider(kit, attempt.provider)
  if ((await provider.close(attempt.attempt_no)) === 'closed') {
    await attemptStore.updateLiveAttempt(kit.sql, attempt.id, { state: 'closed' })
    return true
  }
  return (await settleTradeState(kit, attempt, await provider.query(attempt.attempt_no))) !== 'paid'
}

/**
 * Queries one attempt, and closes it if it has expired.
 * @throws GatewayFault
 */
export async function pollAttempt(kit: Kit, attempt: attemptStore.DueAttemptRow): Promise<void> {
  const provider = requireProvider(kit, attempt.provider)
  const state = await settleTradeState(kit, attempt, await provider.query(attempt.attempt_no))
  const isOver = attempt.expires_at.getTime() <= Date.now() || attempt.order_state !== 'open'
  if (isOver && (state === 'waiting' || state === 'absent')) await closeAttempt(kit, attempt)
}

/** Queries one attempt. A provider that does not reply is asked again later. */
export async function tryPollAttempt(kit: Kit, attempt: attemptStore.DueAttemptRow): Promise<void> {
  try {
    await pollAttempt(kit, attempt)
  } catch (error) {
    if (!(error instanceof GatewayFault || error instanceof Failure)) throw error
    kit.log.warn({ err: error, attemptNo: attempt.attempt_no }, 'payment not queried')
  }
}

/**
 * Queries every due attempt.
 * @returns the number of attempts
 */
export async function pollPendingAttempts(kit: Kit, limit = 100): Promise<number> {
  let count = 0
  for (let due = await attemptStore.claimDueAttempt(kit.sql); due; due = await attemptStore.claimDueAttempt(kit.sql)) {
    await tryPollAttempt(kit, due)
    count += 1
    if (count >= limit) break
  }
  return count
}

/**
 * Closes expired orders.
 * @returns the number of orders
 */
export const closeExpiredOrders = (kit: Kit): Promise<number> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    const orders = await orderStore.lockExpiredOrders(tx, 100)
    for (const order of orders) {
      await orderStore.updateOrder(tx, order.id, { state: 'closed' })
      await orderKindOf(kit, order.kind).expired?.(scope, toOrderOfKind(order))
    }
    return orders.length
  })

type OpenOrderKey = { accountId: number; kind: OrderKindName; subject: OrderSubject }

/** Withdraws an order. Its code is closed at the provider now, or later by the job if the provider does not reply. */
export async function expireOpenOrder(kit: Kit, { accountId, kind, subject }: OpenOrderKey): Promise<void> {
  const order = await orderStore.selectNewestOrder(kit.sql, accountId, kind, subject)
  if (order?.state !== 'open') return
  await orderStore.markOrderExpired(kit.sql, order.id)
  const attempt = await attemptStore.selectLiveAttempt(kit.sql, order.id)
  if (attempt) await tryPollAttempt(kit, { ...attempt, order_state: order.state })
  await closeExpiredOrders(kit)
}
