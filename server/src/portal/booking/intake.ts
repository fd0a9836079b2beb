// What somebody writes when booking: sealed, for their counsellor, and for who follows up an alert that it raised.
import type { ClientBooking } from '@xinqiao/contract/http/bookings.ts'
import type { Db } from '../../kit/db.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { findBooking } from './store.ts'

export type IntakeInput = {
  topic: string
  history: string
  minor: boolean
  guardianName: string
  guardianPhone: string
}
type Intake = ClientBooking['intake']

export const sealIntake = (secrets: Secrets, input: IntakeInput): Buffer => {
  const { topic, history, minor, guardianName, guardianPhone } = input
  const guardian = minor ? `${guardianName} ${guardianPhone}` : ''
  return secrets.seal(JSON.stringify({ topic, history, minor, guardian } satisfies Intake))
}

export const openIntake = (secrets: Secrets, sealed: Uint8Array): Intake => JSON.parse(secrets.open(sealed)) as Intake

/** In words, with whom to call for a minor. */
export async function findIntakeText(db: Db, secrets: Secrets, bookingId: number): Promise<string | null> {
  const row = await findBooking(db, bookingId)
  if (!row) return null
  const { topic, history, minor, guardian } = openIntake(secrets, row.intake_sealed)
  return [
    `主要困扰：${topic}`,
    ...(history === '' ? [] : [`既往情况：${history}`]),
    ...(minor ? [`未满18周岁，监护人：${guardian}`] : []),
  ].join('\n')
}
