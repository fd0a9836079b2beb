// Redirects a failed refund: to a bank card of the payer, or to our own account, to be paid out by hand.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type Kit } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { GatewayFault, type BankCard, type PayProvider } from '../../../kit/pay/pay.ts'
import * as refunds from '../records/refund-store.ts'
import * as orderStore from '../records/order-store.ts'
import { requireProvider } from '../rules/providers.ts'
import { applyRefundState, refundAuditSubjectOf, requireIndependentApprover } from './refunds.ts'

/** Last digits: enough to recognise the card, but not to use it. */
const describeCard = (card: BankCard | null): Record<string, string> =>
  card ? { bank: card.bank, lastFour: card.account.slice(-4) } : {}

/** Marks the refund as in progress, so that no other request or query of it can interfere. */
const startRedirection = (kit: Kit, refund: refunds.RefundToSend, actorId: number, card: BankCard | null) =>
  transaction(kit.sql, async (tx) => {
    await orderStore.lockOrder(tx, refund.order_id)
    // another refund may have been requested since this one failed
    if (refund.amount_cents > refund.paid_cents - (await refunds.sumRefundedCents(tx, refund.payment_id))) {
      throw fail('refundTooMuch')
    }
    const to = card ? ('payer' as const) : ('merchant' as const)
    const queryAt = new Date(Date.now() + minuteMs)
    const change = { state: 'sent' as const, failure: null, query_at: queryAt, queries: 0, redirected_to: to }
    if (!(await refunds.updateRefund(tx, refund.id, ['failed'], change))) throw fail('wrongState')
    await recordAudit(tx, {
      actorId,
      action: 'refundRedirected',
      subject: refundAuditSubjectOf(refund.refund_no),
      reason: '',
      detail: { to, ...describeCard(card) },
    })
  })

type SendRedirection = NonNullable<PayProvider['redirectRefund']>

async function sendRedirection(
  kit: Kit,
  refund: refunds.RefundToSend,
  card: BankCard | null,
  send: SendRedirection,
): Promise<void> {
  try {
    const { refundState, isRedirected } = await send({ refundNo: refund.refund_no, attemptNo: refund.attempt_no }, card)
    // the target of a redirect that has already started stays
    if (!isRedirected) await refunds.updateRefund(kit.sql, refund.id, ['sent'], { redirected_to: refund.redirected_to })
    await applyRefundState(kit, (await refunds.selectRefund(kit.sql, refund.id))!, refundState)
    if (refundState.state === 'failed') throw fail('wrongState', '支付渠道没有受理，请到商户平台查看这笔退款')
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    kit.log.error({ err: error, refundNo: refund.refund_no }, 'refund not redirected')
    // without a reply the result is unknown: the refund stays in progress and is queried
    if (error.code !== '') {
      const change = { state: 'failed' as const, failure: error.message.slice(0, 300), query_at: null }
      await refunds.updateRefund(kit.sql, refund.id, ['sent'], change)
    }
    throw fail('payUnavailable')
  }
}

/** @throws Failure notFound, wrongState, samePerson, refundTooMuch, payUnavailable */
export async function redirectRefund(ctx: Ctx, id: number, card: BankCard | null): Promise<null> {
  const { kit } = ctx
  const actorId = viewerOf(ctx).id
  const refund = orNotFound(await refunds.selectRefund(kit.sql, id))
  const send = refund.state === 'failed' ? requireProvider(kit, refund.provider).redirectRefund : undefined
  if (!send) throw fail('wrongState')
  // two people approved the refund without the card, so a person other than the requester must enter it
  if (card && refund.asked_by === actorId) throw fail('samePerson', '您申请的退款，须由另一人填写银行卡')
  if (card) await requireIndependentApprover(kit.sql, refund, actorId)
  await startRedirection(kit, refund, actorId, card)
  await sendRedirection(kit, refund, card, send)
  return null
}
