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
}
type BookingIntake = CounsellorBooking['intake']

/** @param id the id of the booking */
export const sealIntake = (secrets: Secrets, id: number, input: IntakeInput): Buffer => {
  const { topic, history, minor, guardianName, guardianPhone } = input
  const guardian = minor ? `${guardianName} ${guardianPhone}` : ''
  const intake = { topic, history, minor, guardian } satisfies BookingIntake
  return secrets.seal(JSON.stringify(intake), sealBindings.bookingIntake(id))
}

export const openIntake = (
  secrets: Secrets,
  { id, intake_sealed: sealed }: { id: number; intake_sealed: Uint8Array },
): BookingIntake => JSON.parse(secrets.open(sealed, sealBindings.bookingIntake(id))) as BookingIntake

/** Writes the intake as plain text, including the guardian of a minor. */
export const formatIntake = ({ topic, history, minor, guardianName, guardianPhone }: IntakeInput): string =>
  [
    `主要困扰：${topic}`,
    ...(history === '' ? [] : [`既往情况：${history}`]),
    ...(minor ? [`未满18周岁，监护人：${guardianName} ${guardianPhone}`] : []),
  ].join('\n')
