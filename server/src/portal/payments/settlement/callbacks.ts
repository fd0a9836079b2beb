// Callbacks of payment providers. They are stored as received, trusted only with a valid signature, and acknowledged
// only once their effect is durable.
import type { OnlineProvider } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { UntrustedCallbackError, type CallbackHeaders, type PayEvent, type PayProvider } from '../../../kit/pay/pay.ts'
import { providers } from '../../../kit/pay/providers.ts'
import { selectRefundByNo } from '../records/refund-store.ts'
import { applyRefundState } from '../refunds/refunds.ts'
import { settlePayment } from './settle.ts'
import * as callbackStore from './callback-store.ts'

async function applyPayEvent(kit: Kit, event: PayEvent): Promise<string> {
  if (event.type === 'other') return `ignored ${event.name}`
  if (event.type === 'paid') {
    const { transactionId, amountCents, paidAt } = event
    return settlePayment(kit, event.attemptNo, { transactionId, amountCents, paidAt }, 'callback')
  }
  const refund = await selectRefundByNo(kit.sql, event.refundNo)
  if (!refund) return 'unknown refund'
  await applyRefundState(kit, refund, event.refundState)
  return `refund ${event.refundState.state}`
}

/** Headers that the signature covers. Only these are stored. */
const selectSignatureHeaders = (provider: OnlineProvider, headers: CallbackHeaders) =>
  Object.fromEntries(
    providers[provider].signatureHeaders
      .filter((name) => headers[name] !== undefined)
      .map((name) => [name, String(headers[name]).slice(0, 600)]),
  )

/** Maximum length of a refused callback that is stored, because anyone can send one. */
const maxRefusedLength = 500

/**
 * Checks a callback and applies it.
 * @returns false for an invalid signature
 * @throws any error that prevents durability; the provider then repeats the callback
 */
export async function applyCallback(
  kit: Kit,
  name: OnlineProvider,
  provider: PayProvider,
  { headers, body }: { headers: CallbackHeaders; body: string },
): Promise<boolean> {
  const signatureHeaders = selectSignatureHeaders(name, headers)
  let event: PayEvent
  try {
    event = await provider.readCallback(headers, body)
  } catch (error) {
    if (!(error instanceof UntrustedCallbackError)) throw error
    const id = await callbackStore.insertCallback(kit.sql, name, signatureHeaders, body.slice(0, maxRefusedLength))
    await callbackStore.updateCallbackOutcome(kit.sql, id, `refused: ${error.message}`)
    kit.log.warn({ callbackId: id, why: error.message }, 'callback refused')
    return false
  }
  const id = await callbackStore.insertCallback(kit.sql, name, signatureHeaders, body)
  try {
    await callbackStore.updateCallbackOutcome(kit.sql, id, await applyPayEvent(kit, event))
    return true
  } catch (error) {
    await callbackStore.updateCallbackOutcome(kit.sql, id, `failed: ${(error as Error).message}`)
    throw error
  }
}
