// SQL of notices about chat messages: who has unread messages and no page open.
import type { Db, Tx } from '../../kit/db/db.ts'
import { isAlive } from '../../im/chat.ts'

/** Times in the chat are milliseconds of the database. */
const nowMs = (db: Db) => db`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Condition: the account `i` has a connected device, on any node. */
const isConnected = (db: Db) => db`
  exists (select 1 from im_connection o join im_node n on n.id = o.node_id and ${isAlive(db)} where o.im_account_id = i.id)`

/** Condition: it has unread messages of an account that it has not muted. */
const hasUnreadMessage = (db: Db) => db`
  exists (
    select 1 from im_session s join im_conversation c on c.id = s.conversation_id
    left join im_relation r on r.im_account_id = i.id and r.is_muted
      and r.peer_id = case when c.low_id = i.id then c.high_id else c.low_id end
    where s.im_account_id = i.id and s.unread > 0 and not s.is_deleted and r.peer_id is null
      and c.last_time > last.notice_time and c.last_time between last.earliest and last.latest)`

/** Condition: one of the groups of the account that it has not muted has unread messages. */
const hasUnreadGroup = (db: Db) => db`
  exists (
    select 1 from im_team_member m join im_team t on t.id = m.team_id and t.is_valid
    join im_conversation c on c.id = t.conversation_id
    where m.im_account_id = i.id and m.is_valid and m.notify_type = 0 and c.last_time > m.ack
      and t.last_readable - m.ack_readable > m.own_readable - m.ack_own_readable
      and c.last_time > last.notice_time and c.last_time between last.earliest and last.latest)`

type Times = {
  /** A page that is being loaded again is away for a moment. */
  awayMs: number
  /** Older messages have been waiting since before the person subscribed. */
  maxAgeMs: number
  /** The time between two notices to an account. */
  pauseMs: number
}

/**
 * Accounts that want notices of chat messages and have new ones to read. Of groups, one notice until the person comes
 * back.
 */
export async function selectWaitingReaders(db: Db, { awayMs, maxAgeMs, pauseMs }: Times): Promise<number[]> {
  const rows = await db<{ account_id: number }[]>`
    select i.account_id from im_account i join account a on a.id = i.account_id
    cross join lateral (
      select coalesce(max(extract(epoch from d.created_at) * 1000)::bigint, 0) as notice_time,
        ${nowMs(db)} - ${maxAgeMs}::bigint as earliest, ${nowMs(db)} - ${awayMs}::bigint as latest
      from delivery d where d.account_id = a.id and d.kind = 'chat'
    ) last
    where a.id in (
        select account_id from push_subscription
        union select account_id from notice_choice where kind = 'chat' and (mail or sms))
      and a.enabled and not i.is_blocked and last.notice_time < ${nowMs(db)} - ${pauseMs}::bigint
      and not ${isConnected(db)}
      and (${hasUnreadMessage(db)} or ${hasUnreadGroup(db)} and last.notice_time <= (
        select coalesce(max(extract(epoch from l.at) * 1000)::bigint, 0) from im_login l where l.im_account_id = i.id))
    order by i.account_id limit 500`
  return rows.map((row) => row.account_id)
}

/** Notices that wait for the end of quiet hours, to people who have come back meanwhile. */
export async function updateReadNotices(tx: Tx): Promise<void> {
  await tx`
    update delivery d set state = 'skipped', failure = '已打开聊天'
    where d.state = 'queued' and d.kind = 'chat' and exists (
      select 1 from im_account i where i.account_id = d.account_id and (${isConnected(tx)} or exists (
        select 1 from im_login l where l.im_account_id = i.id and l.at > d.created_at)))`
}
