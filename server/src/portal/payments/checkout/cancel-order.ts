// Cancels unpaid orders. The payment code is first closed at the provider, so that it cannot be paid any more. What the
// order held is released in the transaction that cancels it.
import { fail } from '@xinqiao/contract/errors.ts'
import { inTransaction, type Ctx, type TransactionScope } from '../../../kit/ctx.ts'
import { GatewayFault } from '../../../kit/pay/pay.ts'
import { closeAttempt } from '../settlement/poll-attempts.ts'
import { requireOwnOrder } from '../rules/own-order.ts'
import { orderKindOf, toOrderOfKind } from '../rules/order-kind.ts'
import * as attemptStore from '../records/attempt-store.ts'
import * as orderStore from '../records/order-store.ts'
import { hasOpenTransferProof } from '../records/transfer-store.ts'

/**
 * Requires the lock of the order.
 * @returns the attempt that must be closed first
 */
async function closeOrderUnlessLive(
  scope: TransactionScope,
  orderId: number,
): Promise<attemptStore.PaymentAttemptRow | null> {
  const { kit, tx } = scope
  const order = await orderStore.lockOrder(tx, orderId)
  if (order.state === 'closed') return null
  if (order.state !== 'open') throw fail('alreadyPaid', '这笔订单已支付，不能取消；如需退款，请联系秘书处')
  const attempt = await attemptStore.selectLiveAttempt(tx, order.id)
  if (attempt && (await hasOpenTransferProof(tx, attempt.attempt_no)))
    throw fail('wrongState', '转账凭证正在核对，暂不能取消')
  if (attempt) return attempt
  await orderStore.updateOrder(tx, order.id, { state: 'closed' })
  const rule = orderKindOf(kit, order.kind)
  await (rule.cancelledByPayer ?? rule.expired)?.(scope, toOrderOfKind(order))
  return null
}

const maxRounds = 3

/** @throws Failure notFound, alreadyPaid, payUnavailable; wrongState while the proof of a transfer is under review */
export async function cancelOrder(ctx: Ctx, orderNo: string): Promise<null> {
  const { kit } = ctx
  const { id } = await requireOwnOrder(ctx, orderNo)
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      const liveAttempt = await inTransaction(kit, (scope) => closeOrderUnlessLive(scope, id))
      if (!liveAttempt) return null
      await closeAttempt(kit, liveAttempt)
    }
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    kit.log.error({ err: error, orderNo }, 'order not cancelled')
  }
  throw fail('payUnavailable', '暂时无法取消，请稍后再试')
}
