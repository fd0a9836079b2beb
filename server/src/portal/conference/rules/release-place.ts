// Releases what belongs to a registration that ends: rooms, the entry in the list of participants, and open requests.
import type { Tx } from '../../../kit/db/db.ts'
import { noteListing } from './participant-consent.ts'
import * as registrationStore from '../records/registration-store.ts'
import * as requestStore from '../records/request-store.ts'
import * as roomStore from '../records/room-store.ts'
import type { RegistrationRow } from '../records/store.ts'

type End = registrationStore.RegistrationChange & { state: 'cancelled' | 'lapsed' | 'refunded' }

/** @param byId null when a deadline or a refund ended it */
export async function releasePlace(
  tx: Tx,
  { id, account_id: accountId }: Pick<RegistrationRow, 'id' | 'account_id'>,
  end: End,
  byId: number | null = null,
): Promise<void> {
  // if a late payment restores the registration, it has no consent to being listed
  const gone = { pay_until: null, waiting_since: null, is_listed: false }
  await registrationStore.updateRegistration(tx, id, { ...gone, ...end })
  await roomStore.fitRooms(tx, id, 0)
  await noteListing(tx, accountId)
  await requestStore.refuseOpen(tx, id, { answer: '报名已取消', decided_by: byId })
}
