// Cancels the caller's registration. If the rules refund nothing, the secretariat decides about an exception.
import { fail } from '@xinqiao/contract/errors.ts'
import { inTransaction, viewerOf, type Ctx } from '../../../../kit/ctx.ts'
import { expireOpenOrder } from '../../../payments/payments.ts'
import { responseDeadlineOf } from '../../rules/response-deadline.ts'
import { endRegistration } from '../end/end-registration.ts'
import { orderSubjectOf, refundPercentAt } from '../../rules/fees.ts'
import { lockOwnRegistration } from '../../rules/own-registration.ts'
import { requestDueRefunds } from '../../billing/refunds.ts'
import * as requestStore from '../../records/request-store.ts'

/** @returns whether the cancellation is only requested */
export async function cancelOwnRegistration(
  ctx: Ctx,
  input: { id: number; reason?: string | undefined },
): Promise<boolean> {
  const isRequested = await endOrRequestCancellation(ctx, input)
  if (isRequested) return isRequested
  await requestDueRefunds(ctx.kit)
  await expireOpenOrder(ctx.kit, { accountId: viewerOf(ctx).id, kind: 'conference', subject: orderSubjectOf(input.id) })
  return isRequested
}

const endOrRequestCancellation = (
  ctx: Ctx,
  { id, reason = '' }: { id: number; reason?: string | undefined },
): Promise<boolean> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { row, meeting, now, obstacles } = await lockOwnRegistration(tx, ctx, id)
    if (obstacles.cancel) throw fail('wrongState', obstacles.cancel)
    const percent = refundPercentAt(meeting, now)
    const hasPaid = row.state === 'paid' && (row.paid_cents ?? 0) > 0
    if (hasPaid && percent === 0) {
      // the rules refund nothing, so staff decide about an exception
      await requestStore.upsertRequest(tx, {
        registration_id: row.id,
        kind: 'cancel',
        reason,
        sealWanted: null,
        to_account_id: null,
        due_at: await responseDeadlineOf(tx, meeting, now),
      })
      return true
    }
    const byRule = hasPaid ? `，按规则退还${percent}%` : ''
    const endReason = `参会人取消参会${byRule}${reason && `：${reason}`}`
    await endRegistration(scope, { row, percent, reason: endReason, byId: viewerOf(ctx).id })
    return false
  })
