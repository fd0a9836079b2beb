// SQL of members whose page is gone, and of channels that no page ends any more.
import type { Db } from '../../../kit/db/db.ts'
import { isAlive } from '../../connections/store.ts'

const now = (db: Db) => db`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** True for a member whose call rings still. */
const rings = (db: Db, condition = db``) => db`
  exists (select 1 from im_call l where l.channel_id = m.channel_id and l.caller_id = m.im_account_id
    and l.answer_time is null and l.end_time is null ${condition})`

/**
 * Records since when the devices of members have no connection, on any node. While a call rings, only the connection of
 * the page that rings counts.
 */
export async function updateAbsences(db: Db): Promise<void> {
  await db`
    update im_signal_member m set absent_time = case when m.absent_time is null then ${now(db)} end
    from im_signal_channel c
    where c.id = m.channel_id and not c.is_closed and (m.absent_time is null) = not exists (
      select 1 from im_connection o join im_node n on n.id = o.node_id and ${isAlive(db)}
      where o.im_account_id = m.im_account_id and o.device_id = m.device_id
        and not ${rings(db, db`and l.ring_connection_id <> o.connection_id`)})`
}

export type AbsenceLimits = {
  /** Time without a connection after which a member has left. */
  absentMs: number
  /** The same for the page of a caller while the call rings. */
  ringAbsentMs: number
  /** A member without a connection stays in the call if its page has reported figures of the line within this time. */
  reportMs: number
  /** Time after which the page of the caller must have ended the ringing. */
  ringMs: number
  /** Time without figures of either side after which an answered call is over. */
  silentMs: number
}

const isAbsent = (db: Db, { absentMs, ringAbsentMs, reportMs }: AbsenceLimits) => db`
  m.absent_time <= ${now(db)} - case when ${rings(db)} then ${ringAbsentMs}::bigint else ${absentMs}::bigint end and not exists (
    select 1 from im_call l where l.channel_id = m.channel_id and l.end_time is null
      and case m.im_account_id when l.caller_id then l.caller_seen_time when l.callee_id then l.callee_seen_time end
        > ${now(db)} - ${reportMs}::bigint)`

/** True for a channel whose call no page ends any more. */
const isForgotten = (db: Db, { ringMs, silentMs }: AbsenceLimits) => db`
  exists (select 1 from im_call l where l.channel_id = c.id and l.end_time is null and case
    when l.answer_time is null then l.ring_time < ${now(db)} - ${ringMs}::bigint
    else greatest(l.answer_time, l.connect_time, l.caller_seen_time, l.callee_seen_time)
      < ${now(db)} - ${silentMs}::bigint end)`

export async function isAbandonedChannel(db: Db, id: number, limits: AbsenceLimits): Promise<boolean> {
  const rows = await db`select 1 from im_signal_channel c where c.id = ${id} and ${isForgotten(db, limits)}`
  return rows.length > 0
}

/** Channels that have expired, are forgotten, or have a member who is gone. */
export async function selectStaleIds(db: Db, absence: AbsenceLimits): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select c.id from im_signal_channel c
    where not c.is_closed and (c.expire_time <= ${now(db)} or ${isForgotten(db, absence)} or exists (
      select 1 from im_signal_member m where m.channel_id = c.id and ${isAbsent(db, absence)}))
    order by c.id limit 200`
  return rows.map(({ id }) => id)
}

/** Accounts of members who are gone. */
export async function selectAbsentIds(db: Db, channelId: number, absence: AbsenceLimits): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select m.im_account_id as id from im_signal_member m where m.channel_id = ${channelId} and ${isAbsent(db, absence)}`
  return rows.map(({ id }) => id)
}
