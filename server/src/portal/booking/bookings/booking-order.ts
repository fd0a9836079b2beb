// Order kind of consultations: price and refund. It locks orders before bookings, as payments do.
import { holdMinutes } from '@xinqiao/contract/counselling.ts'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../../kit/ctx.ts'
import type { Tx } from '../../../kit/db/db.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'
import { subjectIdOf, type OrderKind, requireLockedOrder, requestOrderRefund } from '../../payments/payments.ts'
import * as store from '../records/store.ts'
import { notifyBooked } from '../rules/notify-booking.ts'

export const orderSubjectOf = (id: number): OrderSubject => ({ type: 'booking', id })
const bookingIdOf = (subject: OrderSubject) => subjectIdOf(subject, 'booking')

/** Refunds the full price at once, without approval (portal.md 9). */
export const refundBooking = (tx: Tx, orderNo: string, reason: string): Promise<void> =>
  requestOrderRefund(tx, { orderNo, cents: Infinity, reason, requestedBy: null })

export const bookingOrderKind: OrderKind = {
  receipt: 'invoice',
  payWithinMinutes: holdMinutes,

  async quote(kit, accountId, reference) {
    const row = /^[1-9]\d{0,15}$/.test(reference) ? await store.selectBooking(kit.sql, Number(reference)) : null
    if (!row || row.account_id !== accountId) throw fail('notFound')
    if (row.state === 'booked' && row.order_no !== null) throw fail('alreadyPaid')
    if (row.state !== 'held' || row.hold_until === null || row.hold_until <= new Date())
      throw fail('wrongState', '这个时段的保留时间已过，请重新预约')
    // bank statements show this title, so it does not reveal the purpose
    return { subject: orderSubjectOf(row.id), title: '预约服务费', amountCents: row.price_cents, until: row.hold_until }
  },

  referenceOf: (subject) => `${bookingIdOf(subject)}`,

  async paid(scope, order) {
    const { tx } = scope
    const row = orNotFound(await store.lockBooking(tx, bookingIdOf(order.subject)))
    if (row.state !== 'held' && row.state !== 'lapsed') throw fail('wrongState')
    if (row.starts_at <= new Date()) throw fail('wrongState')
    // after the hold has expired, the hour may still be free; otherwise the payment is refunded automatically
    await tx
      .savepoint((inner) =>
        store.updateBooking(inner as unknown as Tx, row.id, {
          state: 'booked',
          hold_until: null,
          order_no: order.orderNo,
        }),
      )
      .catch((error: unknown) => {
        if (store.overlapSideOf(error)) throw fail('slotTaken')
        throw error
      })
    await notifyBooked(scope, row)
  },

  async refunded({ tx }, order) {
    const row = await store.lockBooking(tx, bookingIdOf(order.subject))
    if (row && (row.state === 'booked' || row.state === 'held'))
      await store.updateBooking(tx, row.id, { state: 'cancelled', hold_until: null, cancel_reason: '已退款' })
  },

  async cancelledByPayer({ tx }, order) {
    const row = await store.lockBooking(tx, bookingIdOf(order.subject))
    if (row?.state !== 'held') return
    const cancellation = { state: 'cancelled' as const, hold_until: null, cancel_reason: '支付前取消订单' }
    await store.updateBooking(tx, row.id, { ...cancellation, cancelled_by: order.accountId })
  },

  async expired({ tx }, order) {
    const row = await store.lockBooking(tx, bookingIdOf(order.subject))
    if (row?.state === 'held') await store.updateBooking(tx, row.id, { state: 'lapsed', hold_until: null })
  },
}

/**
 * Locks the order of a booking. Call it first in the transaction that ends the booking, because payments lock orders
 * first.
 */
export async function lockOrderOf(tx: Tx, row: store.BookingRow): Promise<void> {
  if (row.order_no !== null) await requireLockedOrder(tx, row.order_no)
}

export const withLockedOrder = <T>(
  kit: Kit,
  row: store.BookingRow,
  work: (scope: TransactionScope) => Promise<T>,
): Promise<T> =>
  inTransaction(kit, async (scope) => {
    await lockOrderOf(scope.tx, row)
    return work(scope)
  })
