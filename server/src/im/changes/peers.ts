// Account names are unique within an app. Every look-up of a name goes through this join, which binds it to the app of
// the account that asks. Accounts of different apps therefore do not exist for each other.
import type { Db, SqlFragment } from '../../kit/db/db.ts'

/** Joins `p`: the account that `requesterId` (a column or value) knows by this name. */
export const joinPeer = (db: Db, requesterId: SqlFragment, accid: SqlFragment) => db`
  cross join lateral (
    select peer.* from im_account asker join im_account peer on peer.app_id = asker.app_id and peer.accid = ${accid}
    where asker.id = ${requesterId} limit 1
  ) p`

/** Joins `p`: the account with this name in this app, which is the app of the account that asks. */
export const joinAccountOfApp = (db: Db, appId: SqlFragment, accid: SqlFragment) => db`
  cross join lateral (select * from im_account where app_id = ${appId} and accid = ${accid} limit 1) p`
