// Current membership of an account: individual, or by a seat of a unit. Other features use this file instead of the
// membership tables.
import type { Db } from '../../kit/db/db.ts'
import * as store from './store.ts'

/** A member in the grace period counts as a member. */
export const isActiveMember = (db: Db, accountId: number): Promise<boolean> => store.isLiveMember(db, accountId)

/** All current members, as enabled accounts. */
export const listActiveMembers = (db: Db): Promise<number[]> => store.listLiveMembers(db)
