// Whether somebody is a member today: themselves, or through the unit that gave them a seat. Other features ask here
// and never look at the tables of membership.
import type { Db } from '../../kit/db.ts'
import * as store from './store.ts'

/** A member in the time of grace still counts: the association waits for the fee, not the other way round. */
export const isActiveMember = (db: Db, accountId: number): Promise<boolean> => store.isLive(db, accountId)

/** Everybody for whom that is true, as accounts that are open. */
export const listActiveMembers = (db: Db): Promise<number[]> => store.listLive(db)
