// One registration for the secretariat, with its personal data masked.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffRegistrationDetail } from '@xinqiao/contract/http/conference/registrations.ts'
import { isLiveState } from '@xinqiao/contract/meetings.ts'
import type { Ctx } from '../../../../kit/ctx.ts'
import { maskEmail } from '../../../../kit/text/masks.ts'
import { formatTime } from '../../../../kit/time.ts'
import { selectCertificateInForce } from '../../../certificates/store.ts'
import { selectOrderByNo, selectNewestReceipts } from '../../../payments/payments.ts'
import { openContact } from '../../records/contacts.ts'
import * as checkInStore from '../../records/check-in-store.ts'
import { feeAt, registrationSubject } from '../../rules/fees.ts'
import { isPaidByOther } from '../../billing/invoices.ts'
import { presentRegistration } from './staff-list.ts'
import { presentRequests } from '../../present/requests.ts'
import * as registrationStore from '../../records/registration-store.ts'
import * as requestStore from '../../records/request-store.ts'
import * as store from '../../records/store.ts'

/** @throws Failure notFound */
export async function getRegistrationDetail({ kit }: Ctx, id: number): Promise<StaffRegistrationDetail> {
  const row = orNotFound(await registrationStore.selectRegistrationForStaff(kit.sql, id))
  const [meeting, type, now, visits, requests, order, certificate, username] = await Promise.all([
    store.selectMeeting(kit.sql, row.meeting_id),
    store.selectAttendType(kit.sql, row.meeting_id, row.attend_type),
    store.selectNow(kit.sql),
    checkInStore.selectVisitedProgrammeSessions(kit.sql, id),
    requestStore.selectRequestsOfRegistration(kit.sql, id),
    row.order_no === null ? null : selectOrderByNo(kit.sql, row.order_no),
    selectCertificateInForce(kit.sql, 'attendance', registrationSubject(id)),
    registrationStore.selectUsername(kit.sql, row.account_id),
  ])
  if (!meeting || !type) throw fail('notFound')
  const contact = openContact(kit, row)
  const [invoice] = order && !isPaidByOther(order, row) ? await selectNewestReceipts(kit.sql, [order.id]) : []
  return {
    ...presentRegistration(kit, row),
    meetingId: meeting.id,
    meetingTitle: meeting.title,
    username: username ?? '',
    unitId: row.unit_id,
    profess: row.profess,
    email: maskEmail(contact.email),
    hasInvoice: contact.invoiceTitle !== '',
    invoiceState: invoice?.state ?? null,
    arrivalTime: formatTime(row.arrival_at),
    leaveTime: formatTime(row.leave_at),
    listed: row.is_listed,
    feeCents: row.paid_cents ?? feeAt(type, now),
    refundCents: row.refund_cents,
    refundedCents: order?.refunded_cents ?? 0,
    endReason: row.end_reason,
    checkIns: visits.map(({ title, at, door }) => ({ title: title ?? '', time: formatTime(at), entrance: door })),
    requests: presentRequests(kit, requests, row, now),
    certificate: certificate?.number ?? '',
    isPaidByOther: isPaidByOther(order, row),
    mayCorrect: isLiveState(row.state) && meeting.purged_at === null,
  }
}
