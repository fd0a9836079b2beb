// What goes with a place that ends, whichever way it does: its rooms, its line in the list of participants, and what its
// holder still asks for. Nobody decides on a place that is not there.
import type { Tx } from '../../kit/db.ts'
import { noteListing } from './listing.ts'
import * as registrationStore from './registration-store.ts'
import * as requestStore from './request-store.ts'
import * as roomStore from './room-store.ts'
import type { RegistrationRow } from './store.ts'

type End = registrationStore.RegistrationChange & { state: 'cancelled' | 'lapsed' | 'refunded' }

/** @param byId null where the time ended it, or money that went back */
export async function endPlace(
  tx: Tx,
  { id, account_id: accountId }: Pick<RegistrationRow, 'id' | 'account_id'>,
  end: End,
  byId: number | null = null,
): Promise<void> {
  // should late money bring it back, it comes without the consent that ends here
  const gone = { pay_until: null, waiting_since: null, is_listed: false }
  await registrationStore.updateRegistration(tx, id, { ...gone, ...end })
  await roomStore.fitRooms(tx, id, 0)
  await noteListing(tx, accountId)
  await requestStore.refuseOpen(tx, id, { answer: '报名已取消', decided_by: byId })
}
