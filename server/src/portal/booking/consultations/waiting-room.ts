// The waiting room of an online consultation: open around the booked time, for its two sides only. The counsellor also
// opens the client's emergency contact here.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { WaitingRoom } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import type { BookingState } from '@xinqiao/contract/counselling.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { transaction, type Sql } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { openIntake } from '../records/intake.ts'
import * as store from '../records/store.ts'

/**
 * A person counts as absent when their page has not polled the waiting room for this time; it polls every few seconds.
 */
const presenceMs = 25_000

/** Bookings that have, or had, a waiting room. */
const roomStates: readonly BookingState[] = ['booked', 'done', 'noShow']

function stateAt({ starts_at: begin, ends_at: end, state }: store.BookingRow, now: number): WaitingRoom['state'] {
  if (state !== 'booked') return 'over'
  if (now < begin.getTime() - limits.waitingRoomMinutes * minuteMs) return 'early'
  return now < end.getTime() + limits.callGraceMinutes * minuteMs ? 'open' : 'over'
}

type WaitingSide = { isCounsellor: boolean; isReady: boolean | undefined }

function recordPresence(
  sql: Sql,
  id: number,
  { isCounsellor, isReady }: WaitingSide,
): Promise<store.WaitingRoomPresenceRow | null> {
  if (isReady === undefined) return store.selectPresence(sql, id)
  return isCounsellor ? store.upsertCounsellorPresence(sql, id) : store.upsertClientPresence(sql, id, isReady)
}

/**
 * Returns the state of the waiting room to one of its two sides, and records that the caller is in it.
 * @param isReady true for a page with an open microphone; undefined for a request that records no presence
 * @throws Failure notFound for others than the two sides, and for a booking without a call
 */
export async function enterWaitingRoom(ctx: Ctx, id: number, isReady?: boolean): Promise<WaitingRoom> {
  const { sql, chat, secrets } = ctx.kit
  const { id: accountId } = viewerOf(ctx)
  const row = await store.selectBooking(sql, id)
  if (!row || row.mode !== 'online' || !roomStates.includes(row.state)) throw fail('notFound')
  const isCounsellor = row.counsellor_account === accountId
  if (!isCounsellor && row.account_id !== accountId) throw fail('notFound')
  const now = Date.now()
  const state = stateAt(row, now)
  const presence = state === 'open' ? await recordPresence(sql, id, { isCounsellor, isReady }) : null
  const peerSeen = isCounsellor ? presence?.client_seen_at : presence?.counsellor_seen_at
  const intake = isCounsellor && row.state === 'booked' ? openIntake(secrets, row) : null
  const { accid } = await chat.openAccount(sql, isCounsellor ? row.account_id : row.counsellor_account)
  return {
    id,
    isCounsellor,
    accid,
    state,
    opensTime: formatTime(new Date(row.starts_at.getTime() - limits.waitingRoomMinutes * minuteMs)),
    startTime: formatTime(row.starts_at),
    endTime: formatTime(row.ends_at),
    isPeerHere: peerSeen ? now - peerSeen.getTime() < presenceMs : false,
    isPeerReady: !isCounsellor || presence?.is_client_ready === true,
    hasContact: Boolean(intake?.guardian || intake?.contact),
    isContactGuardian: Boolean(intake?.guardian),
  }
}

/**
 * Opens the emergency contact of a client. The audit log records each request.
 * @throws Failure invalid without a reason, which is needed unless the waiting room is open
 */
export async function openClientContact(ctx: Ctx, id: number, reason: string | undefined) {
  const { sql, secrets } = ctx.kit
  const { id: actorId } = viewerOf(ctx)
  const row = await store.selectBooking(sql, id)
  if (!row || row.counsellor_account !== actorId || row.state === 'held' || row.state === 'lapsed')
    throw fail('notFound')
  const { guardian, contact } = openIntake(secrets, row)
  if (guardian === '' && contact === '') throw fail('notFound')
  if (reason === undefined && stateAt(row, Date.now()) !== 'open') throw failField('reason', '请填写查看理由')
  await transaction(sql, (tx) =>
    recordAudit(tx, {
      actorId,
      action: 'bookingContactOpened',
      subject: `booking ${id}`,
      reason: reason ?? '咨询时间内',
    }),
  )
  return { contact: guardian || contact, isGuardian: guardian !== '' }
}
