// Refunds of cancelled registrations. The cancellation records the amount. This file requests the refund once, and
// finance approves it. Orders are locked before registrations, as in the order core.
import type { Kit } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { requireLockedOrder, requestOrderRefund } from '../../payments/payments.ts'
import * as registrationStore from '../records/registration-store.ts'

const maxBatchSize = 100

/** Requests all due refunds. It also runs as a job, in case the process died after a cancellation. */
export async function requestDueRefunds(kit: Kit): Promise<number> {
  const dueRefunds = await registrationStore.selectRefundsDue(kit.sql, maxBatchSize)
  for (const { id, order_no: orderNo, refund_cents: cents, end_reason: reason, ended_by: requestedBy } of dueRefunds) {
    await transaction(kit.sql, async (tx) => {
      if (orderNo !== null) await requireLockedOrder(tx, orderNo)
      if (!(await registrationStore.markRefundRequested(tx, id)) || orderNo === null) return
      await requestOrderRefund(tx, { orderNo, cents, reason, requestedBy })
    })
  }
  return dueRefunds.length
}
