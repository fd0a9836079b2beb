// Requests as the secretariat reads them: who asks for what, and until when they are decided.
import { z } from 'zod'
import { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import type { StaffRegistrationRequest } from '@xinqiao/contract/http/conference/registrations.ts'
import type { Kit, KitInTransaction } from '../../../kit/ctx.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { formatTime } from '../../../kit/time.ts'
import { listReceiptChanges } from '../rules/compare-receipts.ts'
import { openContact } from '../records/contacts.ts'
import type * as store from '../records/store.ts'

export const TransferReceiver = z.object({ name: z.string(), phone: z.string() })

export const openRequestedChange = ({ secrets }: KitInTransaction, id: number, sealed: Uint8Array): unknown =>
  JSON.parse(secrets.open(sealed, sealBindings.registrationRequest(id)))

function describeRequestedChange(
  kit: KitInTransaction,
  request: store.RegistrationRequestRow,
  row: store.RegistrationRow,
): StaffRegistrationRequest['wanted'] {
  if (!request.wanted_sealed) return []
  const requestedReceipt = openRequestedChange(kit, request.id, request.wanted_sealed)
  if (request.kind === 'transfer') {
    const receiver = TransferReceiver.parse(requestedReceipt)
    const phone = openContact(kit, row).phone
    return [
      { label: '姓名', from: row.name, to: receiver.name },
      { label: '手机号', from: maskPhone(phone), to: maskPhone(receiver.phone) },
    ]
  }
  return listReceiptChanges(kit, row, RegistrationReceipt.parse(requestedReceipt))
}

export const presentRequests = (
  kit: Kit,
  requests: readonly store.RegistrationRequestRow[],
  row: store.RegistrationRow,
  now: Date,
): StaffRegistrationRequest[] =>
  requests.map((request) => ({
    id: request.id,
    registrationId: row.id,
    kind: request.kind,
    state: request.state,
    name: row.name,
    reason: request.reason,
    wanted: request.state === 'asked' ? describeRequestedChange(kit, request, row) : [],
    answer: request.answer,
    time: formatTime(request.created_at),
    dueTime: formatTime(request.due_at),
    isOverdue: request.state === 'asked' && request.due_at <= now,
  }))
