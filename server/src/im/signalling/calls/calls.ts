// Records of calls on the site. The server writes them from what it sees of the channel, so that clients cannot forge
// them.
import { callStatusOf, type CallOutcome } from '@xinqiao/contract/calls.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CallAttachment } from '@xinqiao/contract/im/messages/messages.ts'
import { channelTypes, signallingLimits } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import type { CallSides } from '../../../kit/site-port.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import type { ChannelRow } from '../records/store.ts'
import * as store from '../records/call-store.ts'

type CallChannel = Pick<ChannelRow, 'id' | 'type' | 'now'>

/** The booking of a call, and the time in milliseconds at which its call ends. */
export type CallBooking = { id: number; lastTime: number }

/** A call that rang this long was missed, and not cancelled: the caller's page ends the ringing a few moments early. */
const missedMs = limits.callRingSeconds * 1000 - 5_000

export const recordRing = (
  tx: Tx,
  { id, type, now }: CallChannel,
  { callerId, calleeId }: CallSides,
  { booking, connectionId }: { booking: CallBooking | null; connectionId: string },
): Promise<void> =>
  store.upsertCall(tx, {
    channel_id: id,
    caller_id: callerId,
    callee_id: calleeId,
    booking_id: booking?.id ?? null,
    has_video: type === channelTypes.video,
    ring_time: now,
    last_time: booking?.lastTime ?? null,
    ring_connection_id: connectionId,
  })

/** The page that rings has a new connection. It does nothing for an answered call, and for the called side. */
export const moveRing = (
  tx: Tx,
  { id }: Pick<CallChannel, 'id'>,
  { callerId, connectionId }: { callerId: number; connectionId: string },
): Promise<void> => store.updateRingConnection(tx, { channelId: id, callerId }, connectionId)

export const recordEntering = (tx: Tx, { id, now }: CallChannel, imId: number): Promise<void> =>
  store.markCallAnswered(tx, id, imId, now)

/** `lost` applies to answered calls, the other outcomes to those that ring. */
export const recordOutcome = (tx: Tx, { id }: Pick<CallChannel, 'id'>, outcome: CallOutcome): Promise<void> =>
  store.updateOutcome(tx, id, outcome)

/** The side is gone, without a sign of life. */
export const recordLoss = (tx: Tx, { id }: Pick<CallChannel, 'id'>, imId: number): Promise<void> =>
  store.markCallLost(tx, id, imId)

/** True while a call rings at this account of the site. */
export const isRinging = (db: Db, accountId: number): Promise<boolean> =>
  store.hasWaitingInvite(db, accountId, Date.now() - signallingLimits.inviteSeconds * 1000)

/** True while this account of the site and another one are in a call. */
export const isInCall = (db: Db, accountId: number): Promise<boolean> => store.hasRunningChannel(db, accountId)

/** Says why a ring must wait, and until which minute. */
function describePause(reason: string, end: number): string {
  const minute = formatTime(new Date(Math.ceil(end / minuteMs) * minuteMs)).slice(11, 16)
  return `${reason}，${minute}后可以再呼叫。对方发来消息后，马上可以呼叫。`
}

/** @returns why the caller may not ring yet and from when, as a sentence; null when a ring is possible */
export async function findRingPause(db: Db, sides: CallSides, now: number): Promise<string | null> {
  const refusedMs = limits.refusedCallMinutes * minuteMs
  const refusedTime = await store.selectRefusedRingTime(db, sides, now - refusedMs)
  if (refusedTime !== null) return describePause('对方刚刚拒绝了通话', refusedTime + refusedMs)
  const unansweredMs = limits.unansweredCallMinutes * minuteMs
  const rings = { since: now - unansweredMs, count: limits.maxUnansweredCalls }
  const unansweredTime = await store.selectUnansweredRingTime(db, sides, rings)
  return unansweredTime === null ? null : describePause('几次呼叫都没有接通', unansweredTime + unansweredMs)
}

/** @throws ImFailure 414 for a caller who rings too often in vain, or soon after a refusal */
export async function expectMayRingAgain(tx: Tx, sides: CallSides, now: number): Promise<void> {
  const pause = await findRingPause(tx, sides, now)
  if (pause !== null) throw imFail('invalid', pause)
}

/** A side counts as gone after this time without a report; pages report each half minute. */
const silentMs = 40_000

/** @param isForgotten true when the server ends a call that no side has ended */
export const recordEnd = (tx: Tx, { id, now }: CallChannel, isForgotten: boolean): Promise<void> =>
  store.markCallEnded(tx, id, { now, missedMs, silentMs: isForgotten ? silentMs : null })

/** Seconds of a call: at least one if it connected, and otherwise 0. */
export const secondsOf = ({
  connect_time: begin,
  end_time: end,
}: Pick<store.CallRow, 'connect_time' | 'end_time'>): number =>
  begin === null || end === null ? 0 : Math.max(1, Math.round((end - begin) / 1000))

const attachmentOf = (call: store.CallRow): CallAttachment => ({
  type: call.has_video ? channelTypes.video : channelTypes.audio,
  channelId: `${call.channel_id}`,
  status: callStatusOf[call.outcome],
  ...(call.outcome === 'lost' && { isLost: true }),
  durations: [call.caller, call.callee].map((accid) => ({ accid, duration: secondsOf(call) })),
})

/** Outcomes of calls that the called person may not have noticed. */
const unnoticed: ReadonlySet<CallOutcome> = new Set(['missed', 'cancelled', 'busy'])

/** Writes the message of a call, once for each `idClient`. */
export type WriteCallMessage = (message: {
  idClient: string
  caller: { imId: number; appId: number; accid: string }
  callee: string
  attach: CallAttachment
  isUnread: boolean
}) => Promise<void>

/**
 * Writes the messages of ended calls. It may be repeated, and is after the death of a node.
 * @param channelId null for all calls
 */
export async function writeEndedCallMessages(
  sql: Db,
  write: WriteCallMessage,
  channelId: number | null = null,
): Promise<void> {
  for (const call of await store.selectUnannouncedCalls(sql, channelId)) {
    // oxlint-disable no-await-in-loop -- few calls end at once
    await write({
      idClient: call.message_key,
      caller: { imId: call.caller_id, appId: call.app_id, accid: call.caller },
      callee: call.callee,
      attach: attachmentOf(call),
      isUnread: unnoticed.has(call.outcome),
    })
    await store.markCallAnnounced(sql, call.id)
    // oxlint-enable no-await-in-loop
  }
}
