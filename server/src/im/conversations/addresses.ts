// SQL fragments for the address of a conversation. In each of them `c` is the row of `im_conversation`. A p2p
// conversation is stored under its two accounts, and only this file compares them.
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { Db, SqlFragment } from '../../kit/db/db.ts'

/** SQL condition: `c` is the p2p conversation between these two accounts (columns or values). */
export const isConversationOf = (db: Db, a: SqlFragment, b: SqlFragment) =>
  db`(c.low_id = least(${a}::bigint, ${b}::bigint) and c.high_id = greatest(${a}::bigint, ${b}::bigint))`

/** SQL condition: this account is one of the two participants of `c`. */
export const isParticipant = (db: Db, account: SqlFragment) => db`${account} in (c.low_id, c.high_id)`

/** SQL value: the id of the other participant of `c`. */
export const otherSideOf = (db: Db, account: SqlFragment) =>
  db`case when c.low_id = ${account} then c.high_id else c.low_id end`

/** SQL join: `p` is the row of the other participant of `c`. */
export const joinTarget = (db: Db, account: SqlFragment) => db`join im_account p on p.id = ${otherSideOf(db, account)}`
/** The target by which an account addresses `c`; needs `joinTarget`. */
export const targetColumns = (db: Db) => db`c.scene, p.accid as target`

/** Joins the sender `f` of message `m`, and its target: the account `t`, or the team `mt`. */
export const joinMessageAddress = (db: Db) => db`
  join im_account f on f.id = m.sender_id
  left join im_account t on t.id = ${otherSideOf(db, db`m.sender_id`)}
  left join im_team mt on c.scene <> 'p2p' and mt.conversation_id = c.id`
export const messageAddressColumns = (db: Db) =>
  db`c.scene, f.accid as from_accid, coalesce(t.accid, mt.id::text) as to_accid`

/**
 * SQL join: `s` is the view that this account has of `c`: its session, or its membership of the team. Both have
 * `im_account_id` and `cleared_time`.
 */
export const joinView = (db: Db, account: SqlFragment, scene: Scene) =>
  scene === 'p2p'
    ? db`join im_session s on s.conversation_id = c.id and s.im_account_id = ${account}`
    : db`join im_team team on team.conversation_id = c.id and team.is_valid
        join im_team_member s on s.team_id = team.id and s.im_account_id = ${account} and s.is_valid`

/** SQL query: the ids of all accounts that have a p2p conversation with this one. */
export const otherSidesOf = (db: Db, account: SqlFragment) => db`
  select high_id as id from im_conversation where low_id = ${account}
  union select low_id from im_conversation where high_id = ${account}`
