// Order kind of the conference fee: quote, payment and refund.
import { fail } from '@xinqiao/contract/errors.ts'
import { needsMembership } from '@xinqiao/contract/meetings.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'
import type { OrderSubject, OrderOfKind } from '../../../kit/pay/order-kind.ts'
import { subjectIdOf, type OrderKind, selectOrderByNo, requestOrderRefund } from '../../payments/payments.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import { endRegistration, offerPlaces } from '../registrations/registrations.ts'
import { openContact } from '../records/contacts.ts'
import { releaseRegistration } from '../rules/release-registration.ts'
import { feeAt, feeTitleOf, orderSubjectOf, countPlacesLeft } from '../rules/fees.ts'
import { requestInvoice, updateRequestedInvoice } from '../billing/invoices.ts'

import * as store from '../records/store.ts'
import * as registrationStore from '../records/registration-store.ts'

const registrationIdOf = (subject: OrderSubject) => subjectIdOf(subject, 'registration')
const idPattern = /^[1-9]\d{0,15}$/

async function lockOrderedRegistration({ tx }: TransactionScope, order: OrderOfKind) {
  const unlockedRow = await registrationStore.selectRegistration(tx, registrationIdOf(order.subject))
  if (!unlockedRow) throw new RangeError(`no registration for order ${order.orderNo}`)
  const type = await store.lockAttendType(tx, unlockedRow.meeting_id, unlockedRow.attend_type)
  const row = await registrationStore.lockRegistration(tx, unlockedRow.id)
  return { type: type!, row: row! }
}

const notMemberMessage = '您的会籍已不在有效期内，不能按会员价缴费：请先续费会籍，或取消后以非会员身份报名'

export const conferenceOrderKind: OrderKind = {
  receipt: 'invoice',
  payWithinMinutes: 120,

  async quote(kit, accountId, reference) {
    const row = idPattern.test(reference)
      ? await registrationStore.selectOwnRegistration(kit.sql, Number(reference), accountId)
      : null
    if (!row) throw fail('notFound')
    if (row.state === 'paid') throw fail('alreadyPaid')
    if (row.state === 'waiting') throw fail('wrongState', '您在候补中，有名额时将通知您缴费')
    if (row.state !== 'pending') throw fail('wrongState', '这份报名已失效，请重新报名')
    const [meeting, type, now] = await Promise.all([
      store.selectMeeting(kit.sql, row.meeting_id),
      store.selectAttendType(kit.sql, row.meeting_id, row.attend_type),
      store.selectNow(kit.sql),
    ])
    if (!meeting || !type) throw fail('notFound')
    if (row.pay_until && row.pay_until <= now) throw fail('wrongState', '名额保留时间已过，请重新报名')
    if (now >= meeting.ends_at) throw fail('wrongState', '会议已结束')
    // the price at the moment of payment; the member price needs an active membership at that moment
    if (needsMembership(row.attend_type) && !(await isActiveMember(kit.sql, accountId)))
      throw fail('wrongState', notMemberMessage)
    return {
      subject: orderSubjectOf(row.id),
      title: feeTitleOf(meeting.title, row.attend_type),
      amountCents: feeAt(type, now),
      until: row.pay_until ?? meeting.ends_at,
    }
  },

  referenceOf: (subject) => `${registrationIdOf(subject)}`,

  async paid(scope, order) {
    const { kit, tx } = scope
    const { type, row } = await lockOrderedRegistration(scope, order)
    const payState = {
      state: 'paid' as const,
      pay_until: null,
      paid_at: order.paidAt ?? (await store.selectNow(tx)),
      paid_cents: order.amountCents,
      order_no: order.orderNo,
    }
    if (row.state === 'pending') {
      await registrationStore.updateRegistration(tx, row.id, payState)
      await requestInvoice(kit, tx, { id: order.id, cents: order.amountCents }, row)
      return
    }
    // the registration ended while the code was valid: restore the place if one is free, or refund
    const placesLeft = countPlacesLeft(type.quota, await store.countTakenPlaces(tx, row.meeting_id, row.attend_type))
    const other =
      row.account_id === null
        ? null
        : await registrationStore.selectLiveRegistration(tx, row.meeting_id, row.account_id)
    const mayReturn = (row.state === 'cancelled' || row.state === 'lapsed') && placesLeft !== 0 && !other
    if (mayReturn) {
      await registrationStore.updateRegistration(tx, row.id, { ...payState, end_reason: '', refund_cents: 0 })
      await requestInvoice(kit, tx, { id: order.id, cents: order.amountCents }, row)
    } else {
      const reason = '报名已取消或名额已满，会务费退回'
      await requestOrderRefund(tx, { orderNo: order.orderNo, cents: order.amountCents, reason, requestedBy: null })
    }
  },

  async refunded(scope, order) {
    const { row } = await lockOrderedRegistration(scope, order)
    if (row.order_no !== order.orderNo) return
    await releaseRegistration(scope.tx, row, { state: 'refunded' })
    await offerPlaces(scope, { meetingId: row.meeting_id, attendType: row.attend_type })
  },

  /** Requests or updates the invoice, because its title may have been entered while a refund was requested. */
  async refundRefused(scope, order) {
    const { row } = await lockOrderedRegistration(scope, order)
    if (row.order_no !== order.orderNo) return
    const paidOrder = await selectOrderByNo(scope.tx, order.orderNo)
    await updateRequestedInvoice(scope, {
      order: paidOrder,
      row,
      before: openContact(scope.kit, row),
      shouldNotifyOwner: false,
    })
  },

  /** Cancelling the order cancels the registration, and frees the place for the waiting list. */
  async cancelledByPayer(scope, order) {
    const { row } = await lockOrderedRegistration(scope, order)
    if (row.state !== 'pending' || order.accountId === null) return
    const end = { row, percent: 0, reason: '参会人在缴费前取消订单', byId: order.accountId }
    await endRegistration(scope, end)
  },
}
