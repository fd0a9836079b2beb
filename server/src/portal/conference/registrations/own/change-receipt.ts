// Changes of a receipt by its attendee. After the deadline, the secretariat decides about them.
import { fail } from '@xinqiao/contract/errors.ts'
import type { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import { inTransaction, type Ctx } from '../../../../kit/ctx.ts'
import { sealBindings } from '../../../../kit/auth/seal-bindings.ts'
import { listReceiptChanges } from '../../rules/compare-receipts.ts'
import { openContact } from '../../records/contacts.ts'
import { responseDeadlineOf } from '../../rules/response-deadline.ts'
import { checkInvoicePayer, updateRequestedInvoice } from '../../billing/invoices.ts'
import { updateListingConsent } from '../../rules/participant-consent.ts'
import { lockOwnRegistration } from '../../rules/own-registration.ts'
import { readReceipt } from '../sign-up/receipt.ts'
import * as store from '../../records/store.ts'
import * as registrationStore from '../../records/registration-store.ts'
import * as requestStore from '../../records/request-store.ts'
import * as roomStore from '../../records/room-store.ts'

type ReceiptChangeInput = RegistrationReceipt & { id: number; reason?: string | undefined }

/** @returns whether the change is only requested, and what happens to the invoice */
export const changeOwnReceipt = (
  ctx: Ctx,
  change: ReceiptChangeInput,
): Promise<{ isRequested: boolean; invoice: string }> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { row, order, meeting, now, obstacles } = await lockOwnRegistration(tx, ctx, change.id)
    if (obstacles.change) throw fail('wrongState', obstacles.change)
    await checkInvoicePayer(tx, row, change)
    const before = openContact(ctx.kit, row)
    const updateInvoice = async (changedRow: store.RegistrationRow) =>
      (await updateRequestedInvoice(scope, { order, row: changedRow, before, shouldNotifyOwner: false })).message
    const newColumns = await readReceipt(ctx.kit, tx, change, {
      id: row.id,
      meeting,
      attendType: row.attend_type,
      accountId: row.account_id,
    })
    // after a transfer, the new attendee may fill in the receipt even past the deadline
    if (now < meeting.change_deadline || row.needs_receipt) {
      const changedRow = await registrationStore.updateRegistration(tx, row.id, { ...newColumns, needs_receipt: false })
      await roomStore.deleteSurplusRoomReservations(tx, row.id, newColumns.rooms)
      await updateListingConsent(tx, row.account_id)
      return { isRequested: false, invoice: await updateInvoice(changedRow) }
    }
    // the consent to being named can be changed at any time
    await registrationStore.updateRegistration(tx, row.id, { is_listed: newColumns.is_listed })
    await updateListingConsent(tx, row.account_id)
    const { id: _id, reason = '', ...fields } = change
    const receipt = {
      ...fields,
      name: newColumns.name,
      phone: openContact(ctx.kit, { id: row.id, ...newColumns }).phone,
    }
    const isSame = newColumns.unit_id === row.unit_id && listReceiptChanges(ctx.kit, row, receipt).length === 0
    // an unchanged receipt needs no request, unless it has to replace an open one
    if (isSame && !reason && !(await requestStore.hasOpenChangeRequest(tx, row.id)))
      return { isRequested: false, invoice: await updateInvoice(row) }
    await requestStore.upsertRequest(tx, {
      registration_id: row.id,
      kind: 'change',
      reason,
      sealWanted: (id) => ctx.kit.secrets.seal(JSON.stringify(receipt), sealBindings.registrationRequest(id)),
      to_account_id: null,
      due_at: await responseDeadlineOf(tx, meeting, now),
    })
    return { isRequested: true, invoice: '' }
  })
