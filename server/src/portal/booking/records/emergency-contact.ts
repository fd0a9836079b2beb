// The person whom a client has named in a booking for emergencies: the guardian of a minor, or the contact of an adult.
import type { EmergencyContact } from '@xinqiao/contract/http/crisis/alert-model.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { Secrets } from '../../../kit/auth/secrets.ts'
import { chinaDay } from '../../../kit/time.ts'
import { openIntake } from './intake.ts'
import { selectLatestIntakes } from './store.ts'

/** Bookings that are searched for a contact, the latest first. */
const maxBookings = 20

/**
 * The contact of the latest booking with one.
 * @returns null for an account that has named none
 */
export async function findEmergencyContact(
  db: Db,
  secrets: Secrets,
  accountId: number,
): Promise<EmergencyContact | null> {
  const bookings = await selectLatestIntakes(db, accountId, maxBookings)
  for (const booking of bookings) {
    const { guardian, contact } = openIntake(secrets, booking)
    const [, name, phone] = /^(.*) (\S+)$/u.exec(guardian || contact) ?? []
    if (name !== undefined && phone !== undefined)
      return { name, phone, isGuardian: guardian !== '', writtenOn: chinaDay(booking.created_at) }
  }
  return null
}
