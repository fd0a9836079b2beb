// Removes a person from the lists of participants, which visitors see.
import type { Tx } from '../../../kit/db/db.ts'
import { markRegistrationsUnlisted } from '../records/registration-store.ts'

/** Ends the listing of the account at all meetings, as a withdrawn consent requires. */
export const unlistParticipant = (tx: Tx, accountId: number): Promise<void> => markRegistrationsUnlisted(tx, accountId)
