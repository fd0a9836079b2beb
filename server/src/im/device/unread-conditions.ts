// Conditions in SQL: who has unread messages and no page open. They refer to the account `i` and to `last.notice_time`,
// the time of its last notice (0 for none).
import { minuteMs } from '@xinqiao/contract/time.ts'
import type { Db, SqlFragment } from '../../kit/db/db.ts'
import { isAlive } from '../connections/store.ts'

/** Messages of this age cause a notice: a page that is being loaded again is away for a moment. */
const awayMs = 20_000
/** Older messages cause no notice: they may be from before the person switched notices on. */
const maxAgeMs = 60 * minuteMs
/** Pause between two notices to one person. */
const pauseMs = 10 * minuteMs

/** A time in the past, in milliseconds like all times of the chat. */
const msAgo = (db: Db, ms: number) => db`((extract(epoch from clock_timestamp()) * 1000)::bigint - ${ms}::bigint)`

/** The account has a device with an open connection, on any node, that is not in the background. */
export const isConnected = (db: Db) => db`
  exists (
    select 1 from im_connection o join im_node n on n.id = o.node_id and ${isAlive(db)}
    left join im_device b on b.im_account_id = o.im_account_id and b.device_id = o.device_id and b.is_background
    where o.im_account_id = i.id and b.device_id is null)`

/** The account has connected after this time. */
export const hasReturned = (db: Db, since: SqlFragment) => db`
  exists (select 1 from im_login l where l.im_account_id = i.id and l.at > ${since})`

/**
 * The conversation has a message of someone else that is newer than this ack and the last notice, and of the right age.
 * More may follow it without a pause.
 */
const hasNew = (db: Db, ack: SqlFragment) => db`
  c.last_time > last.notice_time and exists (
    select 1 from im_message x where x.conversation_id = c.id and x.sender_id <> i.id and x.is_unreadable and x.is_pushable
      and x.time > greatest(${ack}, last.notice_time, ${msAgo(db, maxAgeMs)}) and x.time < ${msAgo(db, awayMs)})`

/** A row for each conversation with unread messages of another account that this one has not muted. */
const unreadConversations = (db: Db) => db`
    select 1 from im_session s join im_conversation c on c.id = s.conversation_id
    left join im_relation r on r.im_account_id = i.id and r.is_muted
      and r.peer_id = case when c.low_id = i.id then c.high_id else c.low_id end
    where s.im_account_id = i.id and s.unread > 0 and not s.is_deleted and r.peer_id is null and ${hasNew(db, db`s.ack`)}`

/**
 * A row for each group of the account with unread messages that it has not muted. After a notice, the account has come
 * back to this group or to the chat.
 */
const unreadGroups = (db: Db) => db`
    select 1 from im_team_member m join im_team t on t.id = m.team_id and t.is_valid
    join im_conversation c on c.id = t.conversation_id
    where m.im_account_id = i.id and m.is_valid and m.notify_type = 0 and c.last_time > m.ack
      and t.last_readable - m.ack_readable > m.own_readable - m.ack_own_readable and ${hasNew(db, db`m.ack`)}
      and (last.notice_time = 0 or m.ack > last.notice_time or ${hasReturned(db, db`to_timestamp(last.notice_time / 1000.0)`)})`

/** The account is away and has new messages to read. Groups cause one notice until it comes back. */
export const isWaiting = (db: Db) => db`
  not i.is_blocked and last.notice_time < ${msAgo(db, pauseMs)} and not ${isConnected(db)}
    and exists (${unreadConversations(db)} union all ${unreadGroups(db)})`
