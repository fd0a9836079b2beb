// Releases what a registration had when it ends: rooms, the entry in the list of participants, and open requests.
import type { Tx } from '../../../kit/db/db.ts'
import { endListingConsent } from './participant-consent.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as requestStore from '../records/request-store.ts'
import * as roomStore from '../records/room-store.ts'
import type { RegistrationRow } from '../records/store.ts'

type RegistrationEnd = registrationStore.RegistrationChange & { state: 'cancelled' | 'lapsed' | 'refunded' }

/** @param byId null when a deadline or a refund ended it */
export async function releaseRegistration(
  tx: Tx,
  { id, account_id: accountId }: Pick<RegistrationRow, 'id' | 'account_id'>,
  end: RegistrationEnd,
  byId: number | null = null,
): Promise<void> {
  // if a late payment restores the registration, its attendee is asked for consent again
  const clearedColumns = { pay_until: null, waiting_since: null, is_listed: false }
  await registrationStore.updateRegistration(tx, id, { ...clearedColumns, ...end })
  await roomStore.deleteSurplusRoomReservations(tx, id, 0)
  await endListingConsent(tx, accountId)
  await requestStore.markOpenRequestsRefused(tx, id, { answer: '报名已取消', decided_by: byId })
}
