// Phone numbers for an alert: of its writer, and of the emergency contact that the writer named in a booking. Staff who
// state a reason see both, as they see the texts.
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
