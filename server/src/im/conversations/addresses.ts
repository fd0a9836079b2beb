// SQL fragments for the address of a conversation. In each of them `c` is the row of `im_conversation`. A p2p
// conversation is stored under its two accounts, and only this file compares them.
import type { Db } from '../../kit/db/db.ts'

type Fragment = ReturnType<Db>

/** SQL condition: `c` is the p2p conversation between these two accounts (columns or values). */
export const isConversationOf = (db: Db, a: Fragment, b: Fragment) =>
  db`(c.low_id = least(${a}::bigint, ${b}::bigint) and c.high_id = greatest(${a}::bigint, ${b}::bigint))`

/** SQL condition: this account is one of the two participants of `c`. */
export const isParticipant = (db: Db, account: Fragment) => db`${account} in (c.low_id, c.high_id)`

/** SQL value: the id of the other participant of `c`. */
export const otherSideOf = (db: Db, account: Fragment) =>
  db`case when c.low_id = ${account} then c.high_id else c.low_id end`

/** SQL join: `p` is the row of the other participant of `c`. */
export const joinTarget = (db: Db, account: Fragment) => db`join im_account p on p.id = ${otherSideOf(db, account)}`
/** The target by which an account addresses `c`; needs `joinTarget`. */
export const targetColumns = (db: Db) => db`c.scene, p.accid as target`

/** Joins sender `f` and target `t` of message `m`. */
export const joinMessageAddress = (db: Db) => db`
  join im_account f on f.id = m.sender_id
  join im_account t on t.id = ${otherSideOf(db, db`m.sender_id`)}`
export const messageAddressColumns = (db: Db) => db`c.scene, f.accid as from_accid, t.accid as to_accid`

/** SQL query: the ids of all accounts that have a p2p conversation with this one. */
export const otherSidesOf = (db: Db, account: Fragment) => db`
  select high_id as id from im_conversation where low_id = ${account}
  union select low_id from im_conversation where high_id = ${account}`
