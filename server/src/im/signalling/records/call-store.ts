// SQL of the records of calls. Writers hold the lock of the channel, except for figures of the line.
import type { CallOutcome, CallRoute } from '@xinqiao/contract/calls.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { CallSides } from '../../../kit/site-port.ts'
import { type Db, type Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

type NewCall = Pick<
  Rows['im_call'],
  | 'channel_id'
  | 'caller_id'
  | 'callee_id'
  | 'booking_id'
  | 'has_video'
  | 'ring_time'
  | 'last_time'
  | 'ring_connection_id'
>

/** A channel has one call. Ringing at another account before an answer replaces the first. */
export async function upsertCall(tx: Tx, call: NewCall): Promise<void> {
  await tx`
    insert into im_call ${tx(call)}
    on conflict (channel_id) do update
      set callee_id = excluded.callee_id, booking_id = excluded.booking_id, last_time = excluded.last_time,
        ring_time = excluded.ring_time, ring_connection_id = excluded.ring_connection_id, outcome = null
      where im_call.answer_time is null`
}

/** Records that the page that rings has a new connection. */
export async function updateRingConnection(
  tx: Tx,
  { channelId, callerId }: { channelId: number; callerId: number },
  connectionId: string,
): Promise<void> {
  await tx`
    update im_call set ring_connection_id = ${connectionId}
    where channel_id = ${channelId} and caller_id = ${callerId} and answer_time is null`
}

/** Records that a side has entered the channel. A side that returns undoes its loss. */
export async function markCallAnswered(tx: Tx, channelId: number, imId: number, now: number): Promise<void> {
  await tx`
    update im_call set answer_time = case when callee_id = ${imId} then coalesce(answer_time, ${now}) else answer_time end,
      outcome = case when outcome = 'lost' then null else outcome end, lost_time = null,
      is_callee_lost = is_callee_lost and callee_id <> ${imId}
    where channel_id = ${channelId} and end_time is null and ${imId} in (caller_id, callee_id)`
}

/** Records how the call ends, before its channel is closed. */
export async function updateOutcome(tx: Tx, channelId: number, outcome: CallOutcome): Promise<void> {
  await tx`
    update im_call set outcome = ${outcome}
    where channel_id = ${channelId} and end_time is null and outcome is null
      and (answer_time is null) = ${outcome !== 'lost'}`
}

/** The last time in milliseconds at which a side of an answered call was there. */
const lastSign = (db: Db) => db`greatest(answer_time, connect_time, caller_seen_time, callee_seen_time)`

export type CallEndLimits = {
  now: number
  /** A call that has rung for this time without an answer is missed, a shorter one cancelled. */
  missedMs: number
  /** An answered call without a sign for this time ended with its last sign; null for a call that a side ends. */
  silentMs: number | null
}

export async function markCallEnded(
  tx: Tx,
  channelId: number,
  { now, missedMs, silentMs }: CallEndLimits,
): Promise<void> {
  const hasLeft = tx`answer_time is not null and ${lastSign(tx)} < ${now} - ${silentMs}::bigint`
  await tx`
    update im_call set end_time = case when outcome = 'lost' and lost_time is not null then lost_time when ${hasLeft} then ${lastSign(tx)} else ${now} end, outcome = coalesce(outcome, case
      when answer_time is not null then 'completed' when ${now} - ring_time >= ${missedMs} then 'missed' else 'cancelled' end)
    where channel_id = ${channelId} and end_time is null`
}

export type CallRow = Rows['im_call'] & {
  outcome: CallOutcome
  app_id: number
  caller: string
  callee: string
}

/** Ended calls without a message in their conversation. */
export const selectUnannouncedCalls = (db: Db, channelId: number | null) =>
  db<CallRow[]>`
    select c.*, a.app_id, a.accid as caller, b.accid as callee
    from im_call c join im_account a on a.id = c.caller_id join im_account b on b.id = c.callee_id
    where c.end_time is not null and not c.is_announced ${channelId === null ? db`` : db`and c.channel_id = ${channelId}`}
    order by c.id limit 100`

export async function markCallAnnounced(db: Db, id: number): Promise<void> {
  await db`update im_call set is_announced = true where id = ${id}`
}

export type LinkFigures = {
  route: CallRoute
  samples: number
  poorSamples: number
  rttSum: number
  lossSum: number
  isLost: boolean
  /** Time since something arrived from the other side, when the line was lost. */
  silentMs: number
}

/** Adds figures of one side to its running call. A loss may come before the first sound. */
export async function updateCallFigures(
  db: Db,
  { imId, channelId, now }: { imId: number; channelId: number; now: number },
  { route, samples, poorSamples, rttSum, lossSum, isLost, silentMs }: LinkFigures,
): Promise<boolean> {
  const result = await db`
    update im_call set
      connect_time = case when ${isLost} then connect_time else coalesce(connect_time, ${now}) end, route = ${route},
      sample_count = sample_count + ${samples}, poor_count = poor_count + ${poorSamples},
      rtt_sum = rtt_sum + ${rttSum}, loss_sum = loss_sum + ${lossSum},
      caller_seen_time = case when caller_id = ${imId} then ${now} else caller_seen_time end,
      callee_seen_time = case when callee_id = ${imId} then ${now} else callee_seen_time end,
      is_callee_lost = is_callee_lost or (${isLost} and caller_id = ${imId}),
      lost_time = case when ${isLost} then coalesce(lost_time, greatest(answer_time, connect_time, ${now} - ${silentMs}::bigint,
        case when caller_id = ${imId} then callee_seen_time else caller_seen_time end)) else lost_time end
    where channel_id = ${channelId} and ${imId} in (caller_id, callee_id) and answer_time is not null and end_time is null`
  return result.count === 1
}

/** The running call of this channel, if the account is one of its sides. */
export const lockOwnCall = (tx: Tx, imId: number, channelId: number) =>
  firstRow(tx<Rows['im_call'][]>`
    select * from im_call where channel_id = ${channelId} and ${imId} in (caller_id, callee_id) and end_time is null
    for update`)

/** The call of this channel, if the account is one of its sides. */
export const selectOwnCall = (db: Db, imId: number, channelId: number) =>
  firstRow(db<Rows['im_call'][]>`
    select * from im_call where channel_id = ${channelId} and ${imId} in (caller_id, callee_id)`)

/** Time in milliseconds at which the call of this channel must end; null for a call without a booking. */
export async function selectLastTime(db: Db, channelId: number): Promise<number | null> {
  const [row] = await db<{ last_time: number | null }[]>`
    select last_time from im_call where channel_id = ${channelId}`
  return row?.last_time ?? null
}

/** Ended calls of these bookings, the earliest first. */
export const selectCallsOfBookings = (db: Db, bookingIds: readonly number[]) =>
  db<(Rows['im_call'] & { booking_id: number; end_time: number; outcome: CallOutcome; route: CallRoute | null })[]>`
    select * from im_call where booking_id = any(${bookingIds as number[]}::bigint[]) and end_time is not null
    order by booking_id, ring_time limit 1000`

/** Deletes records of calls that ended this long ago. */
export async function deleteOldCalls(db: Db, ageMs: number): Promise<void> {
  await db`
    delete from im_call where end_time < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ageMs}::bigint`
}

/** Records that this side is gone without an end. */
export async function markCallLost(tx: Tx, channelId: number, imId: number): Promise<void> {
  await updateOutcome(tx, channelId, 'lost')
  await tx`
    update im_call c set is_callee_lost = c.is_callee_lost or c.callee_id = ${imId},
      lost_time = coalesce(c.lost_time, greatest(c.answer_time, c.connect_time, m.absent_time,
        case when c.caller_id = ${imId} then c.caller_seen_time else c.callee_seen_time end))
    from im_signal_member m
    where c.channel_id = ${channelId} and m.channel_id = c.channel_id and m.im_account_id = ${imId}
      and c.end_time is null and c.answer_time is not null`
}

/** Calls whose called side was missing at their end, between these ages, without an alarm. */
export async function selectDroppedCallIds(db: Db, minMs: number, maxMs: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select c.id from im_call c, (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) t
    where c.outcome = 'lost' and c.is_callee_lost and not c.is_alarmed
      and c.end_time between t.now - ${maxMs}::bigint and t.now - ${minMs}::bigint
    order by c.end_time limit 100`
  return rows.map(({ id }) => id)
}

export type DroppedCall = { callerAccount: number; calleeAccount: number; isBack: boolean }

/** Marks a dropped call as handled, once. `isBack`: a later call from the same caller was answered. */
export const claimDroppedCall = (tx: Tx, id: number) =>
  firstRow(tx<DroppedCall[]>`
    update im_call c set is_alarmed = true from im_account caller, im_account callee
    where c.id = ${id} and not c.is_alarmed and caller.id = c.caller_id and callee.id = c.callee_id
    returning caller.account_id as "callerAccount", callee.account_id as "calleeAccount",
      exists (select 1 from im_call later where later.caller_id = c.caller_id
        and later.callee_id = c.callee_id and later.ring_time >= c.end_time and later.answer_time is not null) as "isBack"`)

/**
 * Rings `c` after a time that count against another one. A message from the called side after a ring, and an open alert
 * of danger to life, lift them.
 */
const countedRings = (db: Db, { callerId, calleeId }: CallSides, since: number) => db`
  im_call c join im_account callee on callee.id = c.callee_id
  where c.caller_id = ${callerId} and c.callee_id = ${calleeId} and c.ring_time > ${since}
    and not exists (select 1 from crisis_alert a where a.writer_id = callee.account_id
      and a.state <> 'closed' and not a.is_drill and a.level in ('plan', 'thought'))
    and not exists (select 1 from im_conversation v join im_message w on w.conversation_id = v.id
      where v.low_id = least(c.caller_id, c.callee_id) and v.high_id = greatest(c.caller_id, c.callee_id)
        and w.sender_id = c.callee_id and w.time > coalesce(c.end_time, c.ring_time))`

/** The time in milliseconds of the newest ring after this time that the called side refused; null without one. */
export async function selectRefusedRingTime(db: Db, sides: CallSides, since: number): Promise<number | null> {
  const [row] = await db<{ time: number | null }[]>`
    select max(c.ring_time) as time from ${countedRings(db, sides, since)} and c.outcome = 'refused'`
  return row!.time
}

/**
 * Reads rings without an answer after a time. The called side was free, and did not refuse.
 * @returns the time in milliseconds of the last but `count - 1`; null if there are fewer
 */
export async function selectUnansweredRingTime(
  db: Db,
  sides: CallSides,
  { since, count }: { since: number; count: number },
): Promise<number | null> {
  const [row] = await db<{ time: number }[]>`
    select c.ring_time as time from ${countedRings(db, sides, since)}
      and c.answer_time is null and c.outcome not in ('refused', 'busy')
    order by c.ring_time desc offset ${count - 1} limit 1`
  return row?.time ?? null
}

/** True for an account of the site that was invited to an open channel after this time and has not answered. */
export async function hasWaitingInvite(db: Db, accountId: number, after: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_account a join im_signal_invite i on i.to_id = a.id join im_signal_channel c on c.id = i.channel_id
    where a.account_id = ${accountId} and i.state = 'pending' and i.create_time > ${after} and not c.is_closed
      and c.expire_time > (extract(epoch from clock_timestamp()) * 1000)::bigint limit 1`
  return rows.length > 0
}

/** True for an account of the site that is in an open channel together with another account. */
export async function hasRunningChannel(db: Db, accountId: number): Promise<boolean> {
  const rows = await db`
    select 1 from im_account a join im_signal_member m on m.im_account_id = a.id
      join im_signal_channel c on c.id = m.channel_id
      join im_signal_member other on other.channel_id = c.id and other.im_account_id <> a.id
    where a.account_id = ${accountId} and not c.is_closed
      and c.expire_time > (extract(epoch from clock_timestamp()) * 1000)::bigint limit 1`
  return rows.length > 0
}
