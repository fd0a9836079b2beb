// One registration as the secretariat works on it: all there is about it, masked, and a receipt set right for somebody.
import { fail, type Failure } from '@xinqiao/contract/errors.ts'
import type { Receipt } from '@xinqiao/contract/http/meeting-receipt.ts'
import type { Correction, StaffRegistrationDetail } from '@xinqiao/contract/http/staff-registrations.ts'
import { isLiveState } from '@xinqiao/contract/meetings.ts'
import { recordAudit } from '../../kit/audit.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db.ts'
import { maskEmail } from '../../kit/masks.ts'
import { formatTime } from '../../kit/time.ts'
import { findInForce } from '../certificates/store.ts'
import { findByNo } from '../orders/store.ts'
import { tell } from './changing.ts'
import { compareReceipt } from './comparison.ts'
import { openContact, type Contact } from './contacts.ts'
import * as doorStore from './door-store.ts'
import { feeAt, subjectOf } from './fees.ts'
import { askLateInvoice, checkPayer, isPaidByOther } from './invoices.ts'
import { readReceipt } from './registering.ts'
import { presentRequests } from './requests.ts'
import { presentRegistration } from './registrations.ts'
import * as registrationStore from './registration-store.ts'
import * as requestStore from './request-store.ts'
import * as roomStore from './room-store.ts'
import * as store from './store.ts'

/** @throws Failure notFound */
export async function getRegistration({ kit }: Ctx, id: number): Promise<StaffRegistrationDetail> {
  const row = await registrationStore.findForStaff(kit.sql, id)
  if (!row) throw fail('notFound')
  const [meeting, type, now, visits, requests, order, certificate, username] = await Promise.all([
    store.findMeeting(kit.sql, row.meeting_id),
    store.findType(kit.sql, row.meeting_id, row.attend_type),
    store.readNow(kit.sql),
    doorStore.listVisits(kit.sql, id),
    requestStore.listRequestsOf(kit.sql, id),
    row.order_no === null ? null : findByNo(kit.sql, row.order_no),
    findInForce(kit.sql, 'attendance', subjectOf(id)),
    registrationStore.findUsername(kit.sql, row.account_id),
  ])
  if (!meeting || !type) throw fail('notFound')
  const contact = openContact(kit, row)
  return {
    ...presentRegistration(kit, row),
    meetingId: meeting.id,
    meetingTitle: meeting.title,
    username: username ?? '',
    unitId: row.unit_id,
    profess: row.profess,
    email: maskEmail(contact.email),
    hasInvoice: contact.invoiceTitle !== '',
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

type Given = Correction & { id: number; reason: string }

/**
 * What of the contact is not given stays as it is: the secretariat need not have seen it. But the tax number belongs to
 * its title, and goes with it.
 */
function mergeContact(known: Contact, given: Given): Contact {
  const names = Object.keys(known) as (keyof Contact)[]
  const merged = Object.fromEntries(names.map((name) => [name, given[name] ?? known[name]])) as Contact
  const isOtherTitle = merged.invoiceTitle !== known.invoiceTitle
  return isOtherTitle && given.taxNumber === undefined ? { ...merged, taxNumber: '' } : merged
}

export async function correctReceipt(ctx: Ctx, given: Given): Promise<{ invoice: string }> {
  const nothing = fail('wrongState', '没有需要更正的内容')
  const late = { id: given.id, tells: true }
  try {
    const before = await correctRow(ctx, given, nothing)
    return { invoice: await askLateInvoice(ctx.kit, { ...late, before }) }
  } catch (error) {
    if (error !== nothing) throw error
    // what was corrected already may not have reached the invoice
    return { invoice: await askLateInvoice(ctx.kit, { ...late, before: null, otherwise: nothing }) }
  }
}

/**
 * @returns how to reach the person, as it was before
 * @throws `nothing`: what is committed leaves an entry in the audit log, and this would be one of nothing
 */
const correctRow = (ctx: Ctx, given: Given, nothing: Failure): Promise<Contact> =>
  transaction(ctx.kit.sql, async (tx, after) => {
    const { kit } = ctx
    const { id, reason } = given
    const found = await registrationStore.findRegistration(tx, id)
    if (!found) throw fail('notFound')
    await store.lockType(tx, found.meeting_id, found.attend_type)
    const row = await registrationStore.lockRegistration(tx, id)
    const meeting = await store.findMeeting(tx, found.meeting_id)
    if (!row || !meeting) throw fail('notFound')
    if (!isLiveState(row.state) || meeting.purged_at) throw fail('wrongState', '这份报名已失效，不能更正')
    await checkPayer(tx, row, given)
    const before = openContact(kit, row)
    const receipt: Receipt = { ...given, ...mergeContact(before, given), listed: row.is_listed }
    const attending = { meeting, attendType: row.attend_type, accountId: row.account_id }
    const columns = await readReceipt(kit, tx, receipt, attending)
    const labels = compareReceipt(kit, row, receipt).map((line) => line.label)
    if (columns.unit_id !== row.unit_id) labels.push('专业委员会')
    if (labels.length === 0) throw nothing
    await registrationStore.updateRegistration(tx, id, { ...columns, needs_receipt: false })
    await roomStore.fitRooms(tx, id, columns.rooms)
    const what = labels.join('、')
    await recordAudit(tx, {
      actorId: viewerOf(ctx).id,
      action: 'registrationCorrected',
      subject: subjectOf(id),
      reason,
      detail: { fields: what },
    })
    await tell({ kit, tx, after }, row, meeting.title, `会务组更正了您的参会回执（${what}），${reason}`)
    return before
  })
