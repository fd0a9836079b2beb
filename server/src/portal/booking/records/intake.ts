// Intake text of a booking. It is sealed, and readable only by the counsellor and by staff who follow up an alert that
// it raised.
import type { CounsellorBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'

export type IntakeInput = {
  topic: string
  history: string
  minor: boolean
  guardianName: string
  guardianPhone: string
  contactName: string
  contactPhone: string
}
type BookingIntake = Pick<IntakeInput, 'topic' | 'history' | 'minor'> & {
  /** Name and phone number of the guardian of a minor; otherwise empty. */
  guardian: string
  /** Name and phone number of an adult's emergency contact; may be empty. */
  contact: string
}

/** @param id the id of the booking */
export const sealIntake = (secrets: Secrets, id: number, input: IntakeInput): Buffer => {
  const { topic, history, minor, guardianName, guardianPhone, contactName, contactPhone } = input
  const guardian = minor ? `${guardianName} ${guardianPhone}` : ''
  const contact = minor || contactName === '' ? '' : `${contactName} ${contactPhone}`
  const intake = { topic, history, minor, guardian, contact } satisfies BookingIntake
  return secrets.seal(JSON.stringify(intake), sealBindings.bookingIntake(id))
}

export const openIntake = (
  secrets: Secrets,
  { id, intake_sealed: sealed }: { id: number; intake_sealed: Uint8Array },
): BookingIntake => {
  const intake = JSON.parse(secrets.open(sealed, sealBindings.bookingIntake(id))) as Omit<BookingIntake, 'contact'>
  // bookings of earlier versions have no contact
  return { contact: '', ...intake }
}

/** The intake as the counsellor's list shows it. The emergency contact is left out: opening it is audited. */
export const presentIntake = ({
  topic,
  history,
  minor,
  guardian,
  contact,
}: BookingIntake): CounsellorBooking['intake'] => ({
  topic,
  history,
  minor,
  hasContact: guardian !== '' || contact !== '',
})

/** Writes the intake as plain text, including the guardian of a minor, or the contact of an adult. */
export const formatIntake = ({ topic, history, minor, guardianName, guardianPhone, ...contact }: IntakeInput): string =>
  [
    `主要困扰：${topic}`,
    ...(history === '' ? [] : [`既往情况：${history}`]),
    ...(minor ? [`未满18周岁，监护人：${guardianName} ${guardianPhone}`] : []),
    ...(minor || contact.contactName === '' ? [] : [`紧急联系人：${contact.contactName} ${contact.contactPhone}`]),
  ].join('\n')
