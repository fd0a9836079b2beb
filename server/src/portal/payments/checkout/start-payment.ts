// Starts the payment of an order (docs/guides/payments.md). A browser never changes the state of an order: a signed
// callback, a query, a bill or finance staff do (`settle.ts`).
import { fail } from '@xinqiao/contract/errors.ts'
import { isOnlineProvider, providerOf, type OrderKindName, type PayMethod } from '@xinqiao/contract/orders.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import type { OrderQuote } from '../../../kit/pay/order-kind.ts'
import { GatewayFault, type PaymentInstruction } from '../../../kit/pay/pay.ts'
import { providers } from '../../../kit/pay/providers.ts'
import { closeAttempt } from '../settlement/poll-attempts.ts'
import { requireProvider } from '../rules/providers.ts'
import { createNumber } from '../records/refund-store.ts'
import { orderKindOf, toOrderOfKind } from '../rules/order-kind.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as orderStore from '../records/order-store.ts'

const transferLifeDays = 15
/** A payment code that expires within this time is replaced by a new one. */
const minLeftMs = 60_000
const firstQueryMs = 5_000
const endingText = '保留时间不足一分钟，来不及重新付款。已打开的付款码在到时前仍可支付'

export type PaymentRequest = {
  accountId: number
  kind: OrderKindName
  /** The caller's input for `quote` of the kind; may be empty. */
  reference: string
  method: PayMethod
  openid?: string
  ip: string
}
export type StartedPayment = {
  orderNo: string
  title: string
  amountCents: number
  expiresAt: Date
  ticket: PaymentInstruction
}

/** @throws Failure of the kind's quote, payUnavailable */
export async function quoteOrder(
  kit: Kit,
  { accountId, kind, reference }: Pick<PaymentRequest, 'accountId' | 'kind' | 'reference'>,
) {
  const rule = kit.orderKinds[kind]
  if (!rule) throw fail('nothingToPay')
  return rule.quote(kit, accountId, reference)
}

type PaymentStep =
  | { do: 'again' }
  | { do: 'end'; attempt: attemptStore.PaymentAttemptRow }
  | { do: 'begin'; order: orderStore.OrderRow; attempt: attemptStore.PaymentAttemptRow }

async function beginAttempt(
  tx: Tx,
  order: orderStore.OrderRow,
  method: PayMethod,
): Promise<attemptStore.PaymentAttemptRow> {
  const number = (await attemptStore.countAttempts(tx, order.id)) + 1
  const provider = providerOf[method]
  // a bank transfer takes days, and the order stays open for it
  if (method === 'transfer')
    order.expires_at = await orderStore.updateOrderExpiryToAtLeast(tx, order.id, transferLifeDays)
  const maxLifeMs = isOnlineProvider(provider) ? providers[provider].codeTtlMinutes * 60_000 : Infinity
  const last = Math.min(Date.now() + maxLifeMs, order.expires_at.getTime())
  return attemptStore.insertAttempt(tx, {
    order_id: order.id,
    attempt_no: `${order.order_no}-${number}`,
    provider,
    method,
    amount_cents: order.amount_cents,
    expires_at: new Date(last),
    query_at: new Date(Date.now() + firstQueryMs),
  })
}

/** Reads the state of the order under its lock, and chooses the next step. */
async function prepareNextStep(
  scope: TransactionScope,
  request: PaymentRequest,
  quote: OrderQuote,
): Promise<PaymentStep> {
  const { kit, tx } = scope
  const { accountId, kind, method } = request
  const rule = orderKindOf(kit, kind)
  const isEnding = quote.until !== undefined && quote.until.getTime() - minLeftMs <= Date.now()
  const order = await orderStore.lockCurrentOrder(tx, accountId, kind, quote.subject)
  if (order?.state === 'paid') throw fail('alreadyPaid')
  if (isEnding) {
    // less than a minute is left: closing the order would release what it holds, and no new code could be paid in time
    const attempt = order && (await attemptStore.selectLiveAttempt(tx, order.id))
    const isUsable =
      attempt?.method === method &&
      attempt.amount_cents === quote.amountCents &&
      attempt.expires_at.getTime() > Date.now()
    if (!order || !isUsable) throw fail('wrongState', endingText)
    return { do: 'begin', order, attempt }
  }
  if (!order) {
    const newOrder = await orderStore.insertOrder(tx, {
      order_no: createNumber('M'),
      account_id: accountId,
      kind,
      subject: quote.subject,
      title: quote.title,
      amount_cents: quote.amountCents,
      expires_at: quote.until ?? new Date(Date.now() + rule.payWithinMinutes * 60_000),
    })
    // a concurrent request created the order first
    return newOrder
      ? { do: 'begin', order: newOrder, attempt: await beginAttempt(tx, newOrder, method) }
      : { do: 'again' }
  }
  const attempt = await attemptStore.selectLiveAttempt(tx, order.id)
  const isStale = order.expires_at.getTime() - minLeftMs <= Date.now() || order.amount_cents !== quote.amountCents
  if (attempt) {
    const isUsable = !isStale && attempt.method === method && attempt.expires_at.getTime() - minLeftMs > Date.now()
    return isUsable ? { do: 'begin', order, attempt } : { do: 'end', attempt }
  }
  if (!isStale) return { do: 'begin', order, attempt: await beginAttempt(tx, order, method) }
  await orderStore.updateOrder(tx, order.id, { state: 'closed' })
  await rule.expired?.(scope, toOrderOfKind(order))
  return { do: 'again' }
}

/** Requests the ticket of an attempt that is already stored, so that every payment belongs to a known attempt. */
async function obtainTicket(
  kit: Kit,
  order: orderStore.OrderRow,
  attempt: attemptStore.PaymentAttemptRow,
  request: PaymentRequest,
) {
  if (attempt.ticket) return attempt.ticket
  const ticket = await requireProvider(kit, attempt.provider).prepay({
    attemptNo: attempt.attempt_no,
    method: attempt.method,
    title: order.title,
    amountCents: attempt.amount_cents,
    expiresAt: attempt.expires_at,
    ...(request.openid && { openid: request.openid }),
    ip: request.ip,
  })
  // the order was cancelled meanwhile, so its code is not shown
  return (await attemptStore.updateLiveAttempt(kit.sql, attempt.id, { state: 'waiting', ticket })) ? ticket : null
}

const maxRounds = 5

/**
 * Starts a payment. A repeated request returns the open order with its code. Another payment method or amount first
 * closes the previous code.
 * @throws Failure alreadyPaid, nothingToPay, payUnavailable, and the failures of the kind's quote
 */
export async function startPayment(kit: Kit, request: PaymentRequest): Promise<StartedPayment> {
  const quote = await quoteOrder(kit, request)
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      const step = await inTransaction(kit, (scope) => prepareNextStep(scope, request, quote))
      if (step.do === 'end') await closeAttempt(kit, step.attempt)
      if (step.do !== 'begin') continue
      const { order, attempt } = step
      const ticket = await obtainTicket(kit, order, attempt, request)
      if (!ticket) continue
      return {
        orderNo: order.order_no,
        title: order.title,
        amountCents: order.amount_cents,
        expiresAt: attempt.expires_at,
        ticket,
      }
    }
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    kit.log.error({ err: error, kind: request.kind }, 'payment not started')
  }
  throw fail('payUnavailable')
}

/** Finds the number of the newest attempt of an order. */
export async function findLastAttemptNo(kit: Kit, orderNo: string): Promise<string | null> {
  const order = await orderStore.selectOrderByNo(kit.sql, orderNo)
  return order ? ((await attemptStore.selectLastAttempt(kit.sql, order.id))?.attempt_no ?? null) : null
}
