// Corrections of a receipt by the secretariat.
import { fail } from '@xinqiao/contract/errors.ts'
import type { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import type { RegistrationReceiptCorrection } from '@xinqiao/contract/http/conference/registrations.ts'
import { isLiveState } from '@xinqiao/contract/meetings.ts'
import { recordAudit } from '../../../../kit/audit/audit.ts'
import type { AuditedCtx } from '../../../../kit/ctx.ts'
import { notifyAttendee } from '../../rules/notify-attendee.ts'
import { listReceiptChanges } from '../../rules/compare-receipts.ts'
import { openContact, type ReceiptContactValues } from '../../records/contacts.ts'
import { registrationSubject } from '../../rules/fees.ts'
import { checkInvoicePayer, updateRequestedInvoice } from '../../billing/invoices.ts'
import { lockRegistrationWithOrder } from '../../records/lock-registration.ts'
import { readReceipt } from '../sign-up/receipt.ts'
import * as registrationStore from '../../records/registration-store.ts'
import * as roomStore from '../../records/room-store.ts'
import * as store from '../../records/store.ts'

type CorrectionInput = RegistrationReceiptCorrection & { id: number; reason: string }

/**
 * Merges a correction into the contact. Omitted fields stay, because the secretariat may not have seen them. A new
 * invoice title without a tax number clears the former number.
 */
function applyCorrection(contact: ReceiptContactValues, correction: CorrectionInput): ReceiptContactValues {
  const names = Object.keys(contact) as (keyof ReceiptContactValues)[]
  const mergedContact = Object.fromEntries(
    names.map((name) => [name, correction[name] ?? contact[name]]),
  ) as ReceiptContactValues
  if (correction.noInvoice) return { ...mergedContact, invoiceTitle: '', taxNumber: '' }
  const isOtherTitle = mergedContact.invoiceTitle !== contact.invoiceTitle
  return isOtherTitle && correction.taxNumber === undefined ? { ...mergedContact, taxNumber: '' } : mergedContact
}

/**
 * Corrects the receipt and the requested invoice. With an unchanged receipt, it only updates the invoice, which may be
 * outdated.
 * @throws Failure notFound, wrongState, invalid
 */
export const correctReceipt = async (ctx: AuditedCtx, correction: CorrectionInput): Promise<{ invoice: string }> => {
  const { tx, kit } = ctx
  const { id, reason, noInvoice: isUnwanted } = correction
  const registration = await lockRegistrationWithOrder(tx, id)
  const meeting = registration && (await store.selectMeeting(tx, registration.row.meeting_id))
  if (!registration || !meeting) throw fail('notFound')
  const { row, order } = registration
  if (!isLiveState(row.state) || meeting.purged_at) throw fail('wrongState', '这份报名已失效，不能更正')
  await checkInvoicePayer(tx, row, correction)
  const before = openContact(kit, row)
  const receipt: RegistrationReceipt = { ...correction, ...applyCorrection(before, correction), listed: row.is_listed }
  const attending = { id, meeting, attendType: row.attend_type, accountId: row.account_id }
  const columns = await readReceipt(kit, tx, receipt, attending)
  const labels = listReceiptChanges(kit, row, receipt).map((line) => line.label)
  if (columns.unit_id !== row.unit_id) labels.push('专业委员会')
  const correctedRow = await registrationStore.updateRegistration(tx, id, { ...columns, needs_receipt: false })
  await roomStore.deleteSurplusRoomReservations(tx, id, columns.rooms)
  const changedFields = labels.join('、') || '发票'
  await notifyAttendee(ctx, row, meeting.title, `会务组更正了您的参会回执（${changedFields}），${reason}`)
  const invoiceChange = await updateRequestedInvoice(ctx, {
    order,
    row: correctedRow,
    before,
    shouldNotifyOwner: true,
    isInvoiceUnwanted: isUnwanted,
  })
  if (labels.length === 0 && !invoiceChange.isChanged)
    throw fail('wrongState', ['没有需要更正的内容', invoiceChange.message].filter(Boolean).join('；'))
  await recordAudit(tx, {
    actorId: ctx.viewer.id,
    action: 'registrationCorrected',
    subject: registrationSubject(id),
    reason,
    detail: { fields: changedFields },
  })
  return { invoice: invoiceChange.message }
}
