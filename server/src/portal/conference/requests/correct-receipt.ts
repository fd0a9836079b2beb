// One registration for the secretariat: all data, masked, and corrections of its receipt.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { Receipt } from '@xinqiao/contract/http/conference/receipt.ts'
import type { ReceiptCorrection, StaffRegistrationDetail } from '@xinqiao/contract/http/conference/registrations.ts'
import { isLiveState } from '@xinqiao/contract/meetings.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx, type AuditedCtx } from '../../../kit/ctx.ts'
import { maskEmail } from '../../../kit/text/masks.ts'
import { formatTime } from '../../../kit/time.ts'
import { selectCertificateInForce } from '../../certificates/store.ts'
import { selectOrderByNo, selectNewestReceipts } from '../../payments/payments.ts'
import { notifyAttendee } from '../rules/notify-attendee.ts'
import { listReceiptChanges } from '../rules/compare-receipts.ts'
import { openContact, type Contact } from '../records/contacts.ts'
import * as checkInStore from '../records/check-in-store.ts'
import { feeAt, registrationSubject } from '../rules/fees.ts'
import { checkInvoicePayer, updateRequestedInvoice, isPaidByOther } from '../billing/invoices.ts'
import { lockRegistrationWithOrder } from '../records/lock-registration.ts'
import { presentRegistration, readReceipt } from '../registrations/registrations.ts'
import { presentRequests } from './present.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as requestStore from '../records/request-store.ts'
import * as roomStore from '../records/room-store.ts'
import * as store from '../records/store.ts'

/** @throws Failure notFound */
export async function getRegistrationDetail({ kit }: Ctx, id: number): Promise<StaffRegistrationDetail> {
  const row = orNotFound(await registrationStore.selectRegistrationForStaff(kit.sql, id))
  const [meeting, type, now, visits, requests, order, certificate, username] = await Promise.all([
    store.selectMeeting(kit.sql, row.meeting_id),
    store.selectAttendType(kit.sql, row.meeting_id, row.attend_type),
    store.selectNow(kit.sql),
    checkInStore.selectVisitedSessions(kit.sql, id),
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
    doors: visits.map((visit) => ({ title: visit.title ?? '', time: formatTime(visit.at), door: visit.door })),
    requests: presentRequests(kit, requests, row, now),
    certificate: certificate?.number ?? '',
    isPaidByOther: isPaidByOther(order, row),
    mayCorrect: isLiveState(row.state) && meeting.purged_at === null,
  }
}

type CorrectionInput = ReceiptCorrection & { id: number; reason: string }

/**
 * Contact fields that are not given stay, because the secretariat may not have seen them. The tax number belongs to the
 * invoice title and is replaced together with it.
 */
function applyCorrection(contact: Contact, correction: CorrectionInput): Contact {
  const names = Object.keys(contact) as (keyof Contact)[]
  const merged = Object.fromEntries(names.map((name) => [name, correction[name] ?? contact[name]])) as Contact
  if (correction.noInvoice) return { ...merged, invoiceTitle: '', taxNumber: '' }
  const isOtherTitle = merged.invoiceTitle !== contact.invoiceTitle
  return isOtherTitle && correction.taxNumber === undefined ? { ...merged, taxNumber: '' } : merged
}

/**
 * Corrects the receipt and the requested invoice. With an unchanged receipt, it only updates the invoice, which may be
 * outdated.
 * @throws Failure notFound, wrongState, invalid
 */
export const correctReceipt = async (ctx: AuditedCtx, correction: CorrectionInput): Promise<{ invoice: string }> => {
  const { tx } = ctx

  const work = ctx
  const { id, reason, noInvoice: isUnwanted } = correction
  const registration = await lockRegistrationWithOrder(tx, id)
  const meeting = registration && (await store.selectMeeting(tx, registration.row.meeting_id))
  if (!registration || !meeting) throw fail('notFound')
  const { row, order } = registration
  if (!isLiveState(row.state) || meeting.purged_at) throw fail('wrongState', '这份报名已失效，不能更正')
  await checkInvoicePayer(tx, row, correction)
  const before = openContact(ctx.kit, row)
  const receipt: Receipt = { ...correction, ...applyCorrection(before, correction), listed: row.is_listed }
  const attending = { id, meeting, attendType: row.attend_type, accountId: row.account_id }
  const columns = await readReceipt(ctx.kit, tx, receipt, attending)
  const labels = listReceiptChanges(ctx.kit, row, receipt).map((line) => line.label)
  if (columns.unit_id !== row.unit_id) labels.push('专业委员会')
  const corrected = await registrationStore.updateRegistration(tx, id, { ...columns, needs_receipt: false })
  await roomStore.deleteSurplusRoomReservations(tx, id, columns.rooms)
  const changedFields = labels.join('、') || '发票'
  await notifyAttendee(work, row, meeting.title, `会务组更正了您的参会回执（${changedFields}），${reason}`)
  const invoiceChange = await updateRequestedInvoice(work, {
    order,
    row: corrected,
    before,
    shouldNotifyOwner: true,
    isInvoiceUnwanted: isUnwanted,
  })
  if (labels.length === 0 && !invoiceChange.isChanged)
    throw fail('wrongState', ['没有需要更正的内容', invoiceChange.sentence].filter(Boolean).join('；'))
  await recordAudit(tx, {
    actorId: viewerOf(ctx).id,
    action: 'registrationCorrected',
    subject: registrationSubject(id),
    reason,
    detail: { fields: changedFields },
  })
  return { invoice: invoiceChange.sentence }
}
