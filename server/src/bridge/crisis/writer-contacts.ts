// Phone number of the writer of an alert, and of the person whom the writer has named for emergencies. One reason opens
// both, like the texts.
import type { EmergencyContact } from '@xinqiao/contract/http/crisis/alert-model.ts'
import { requireAlert, revealWriterPhone, type StaffScope } from '../../im/chat.ts'
import { findEmergencyContact } from '../../portal/booking/booking.ts'

type ContactRequest = { id: number; reason?: string | undefined }
type WriterContacts = Awaited<ReturnType<typeof revealWriterPhone>> & { contact: EmergencyContact | null }

/** @throws Failure invalid without a reason */
export async function openWriterContacts(actor: StaffScope, { id, reason }: ContactRequest): Promise<WriterContacts> {
  const { tx, kit } = actor
  const access = await revealWriterPhone(actor, id, reason)
  const { writer_id: writerId } = await requireAlert(tx, id)
  const contact = writerId === null ? null : await findEmergencyContact(tx, kit.secrets, writerId)
  return { ...access, contact }
}
