// Booking, changing and cancelling. Exclusion constraints of the database prevent overlapping bookings, even if the
// hour was free when the caller looked.
import {
  bufferMinutes,
  minHoursBeforeChange,
  holdMinutes,
  consultationMinutes,
  type BookingMode,
} from '@xinqiao/contract/counselling.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Booking, OwnBooking } from '@xinqiao/contract/http/booking/bookings.ts'
import { hourMs, hourSeconds, minuteMs } from '@xinqiao/contract/time.ts'
import {
  inTransaction,
  viewerOf,
  type Ctx,
  type Kit,
  type KitInTransaction,
  type CtxInTransaction,
} from '../../../kit/ctx.ts'
import { reserveId, type Tx } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { formatTime } from '../../../kit/time.ts'
import { expireOpenOrder } from '../../payments/payments.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import { bookingConsentText } from '../rules/consent.ts'
import { raiseAlertIfDangerous } from '../../crisis-check/crisis-check.ts'
import { checkHoldLimit, checkSlot } from '../slots/hours.ts'
import { formatIntake, sealIntake, type IntakeInput } from '../records/intake.ts'
import { refundBooking, orderSubjectOf, withLockedOrder } from './booking-order.ts'
import { timeOfMinute } from '../slots/slots.ts'
import { selectOwnBookings } from '../records/list-store.ts'
import * as store from '../records/store.ts'
import { notifyUpcoming, notifyBooked, notifyCancelled, notifyChanged } from '../rules/notify-booking.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'

const maxChanges = 3
const isBeforeChangeDeadline = ({ starts_at }: store.BookingRow, now: Date) =>
  starts_at.getTime() - now.getTime() >= minHoursBeforeChange * hourMs

export const presentBooking = (row: store.BookingRow): Booking => ({
  id: row.id,
  counsellorId: row.counsellor_id,
  counsellorName: row.counsellor_name,
  counsellorUserId: row.counsellor_account,
  mode: row.mode,
  start: row.start_minute,
  startTime: formatTime(row.starts_at),
  endTime: formatTime(row.ends_at),
  state: row.state,
  holdUntil: row.hold_until && formatTime(row.hold_until),
  priceCents: row.price_cents,
  isPaid: row.order_no !== null,
  accid: '',
  hasBegun: row.starts_at <= new Date(),
  isOver: row.ends_at.getTime() + limits.callGraceMinutes * minuteMs <= Date.now(),
  canChange: row.state === 'booked' && isBeforeChangeDeadline(row, new Date()),
  canRate: row.state === 'done',
  stars: row.stars,
  cancelReason: row.cancel_reason,
})

export async function getBookingConsentText(ctx: Ctx) {
  return { ...bookingConsentText, isMember: await isActiveMember(ctx.kit.sql, viewerOf(ctx).id) }
}

/**
 * Runs a change, and maps violations of the exclusion constraints to errors for the caller.
 * @throws Failure slotTaken, ownOverlap
 */
async function mapOverlapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const overlap = store.overlapSideOf(error)
    if (overlap) throw fail(overlap === 'client' ? 'ownOverlap' : 'slotTaken')
    throw error
  }
}

type BookInput = IntakeInput & {
  counsellorId: number
  start: number
  mode: BookingMode
  consentVersion: string
  consentHash: string
}

const maxPerHour = 10

export async function bookSlot(ctx: Ctx, input: BookInput) {
  const { kit } = ctx
  const { id: accountId } = viewerOf(ctx)
  if (input.consentVersion !== bookingConsentText.version || input.consentHash !== bookingConsentText.hash)
    throw fail('changedMeanwhile', '知情同意书已更新，请重新阅读')
  await limitHits(kit.sql, `booking:${accountId}`, maxPerHour, hourSeconds)
  const counsellor = await store.selectBookableCounsellor(kit.sql, input.counsellorId)
  if (!counsellor || counsellor.account_id === accountId) throw fail('notFound')
  const isFree = input.mode === 'online' && (await isActiveMember(kit.sql, accountId))
  const priceCents = isFree ? 0 : counsellor.price_cents
  // expired holds would still violate the exclusion constraints
  await store.markExpiredHoldsLapsed(kit.sql)
  const now = new Date()
  await checkSlot(kit.sql, now, { ...input, accountId })
  const state = priceCents > 0 ? 'held' : 'booked'
  return mapOverlapErrors(() =>
    inTransaction(kit, async (scope) => {
      const { tx } = scope
      if (state === 'held') await checkHoldLimit(tx, accountId, counsellor.id)
      const id = await reserveId(tx, 'booking')
      await store.insertBooking(tx, {
        id,
        counsellor_id: counsellor.id,
        account_id: accountId,
        mode: input.mode,
        start_minute: input.start,
        minutes: consultationMinutes,
        buffer_minutes: bufferMinutes,
        starts_at: timeOfMinute(input.start),
        ends_at: timeOfMinute(input.start + consultationMinutes),
        state,
        hold_until: state === 'held' ? new Date(now.getTime() + holdMinutes * 60_000) : null,
        price_cents: priceCents,
        consent_version: input.consentVersion,
        consent_hash: input.consentHash,
        intake_sealed: sealIntake(kit.secrets, id, input),
        is_minor: input.minor,
      })
      const text = `${input.topic}。${input.history}`
      const checkedText = { accountId, bookingId: id, text, shown: formatIntake(input) }
      const crisisLevel = await raiseAlertIfDangerous(kit, tx, checkedText)
      const row = await store.selectBooking(tx, id)
      if (row && state === 'booked') await notifyBooked(scope, row)
      return { id, state, priceCents, care: crisisLevel } as const
    }),
  )
}

const isOnlineBooking = ({ mode, state }: store.BookingRow) => mode === 'online' && state === 'booked'

/** Chat accounts of the other side, for online bookings. */
export async function ensurePeerAccids(
  { sql, chat }: Kit,
  rows: readonly store.BookingRow[],
  peerOf: (row: store.BookingRow) => number,
): Promise<(row: store.BookingRow) => string> {
  const peers = [...new Set(rows.filter(isOnlineBooking).map(peerOf))]
  const accids = await Promise.all(peers.map(async (id) => [id, (await chat.openAccount(sql, id)).accid] as const))
  const accidOf = new Map(accids)
  return (row) => (isOnlineBooking(row) ? (accidOf.get(peerOf(row)) ?? '') : '')
}

/** Opens the comment of a rating, which is private: for replies to the client and the counsellor only. */
export const openRatingText = (
  { secrets }: KitInTransaction,
  { id, rating_sealed: sealed }: store.BookingRow,
): string => (sealed === null ? '' : secrets.open(sealed, sealBindings.bookingRating(id)))

export async function listOwnBookings(ctx: Ctx, page: PageLimits) {
  const { rows, total } = await selectOwnBookings(ctx.kit.sql, viewerOf(ctx).id, page)
  const accidOf = await ensurePeerAccids(ctx.kit, rows, (row) => row.counsellor_account)
  const content = rows.map((row): OwnBooking => ({
    ...presentBooking(row),
    accid: accidOf(row),
    ratingText: openRatingText(ctx.kit, row),
  }))
  return { content, totalElements: total }
}

/** @throws Failure notFound also for another client's booking, to hide its owner */
export async function requireOwnBooking(ctx: Ctx, id: number): Promise<store.BookingRow> {
  const row = await store.selectBooking(ctx.kit.sql, id)
  if (!row || row.account_id !== viewerOf(ctx).id) throw fail('notFound')
  return row
}

const failTooLate = () => fail('tooLate', `距开始不足${minHoursBeforeChange}小时，不能改期或取消，费用不予退还`)

async function lockOwnBooking(tx: Tx, ctx: CtxInTransaction, id: number): Promise<store.BookingRow> {
  const row = await store.lockBooking(tx, id)
  if (!row || row.account_id !== viewerOf(ctx).id) throw fail('notFound')
  return row
}

/** Cancels an unpaid hold at any time, and a booking until 24 hours before, with a refund. */
export async function cancelBooking(ctx: Ctx, id: number, reason: string) {
  const { kit } = ctx
  const { id: accountId } = viewerOf(ctx)
  const booking = await requireOwnBooking(ctx, id)
  const reply = await withLockedOrder(kit, booking, async (scope) => {
    const { tx } = scope
    const row = await lockOwnBooking(tx, ctx, id)
    if (row.state !== 'held' && row.state !== 'booked') throw fail('wrongState')
    if (row.state === 'booked' && !isBeforeChangeDeadline(row, new Date())) throw failTooLate()
    const cancellation = { cancelled_by: accountId, cancel_reason: reason, hold_until: null }
    await store.updateBooking(tx, id, { state: 'cancelled', ...cancellation })
    if (row.state === 'booked') {
      if (row.order_no !== null) await refundBooking(tx, row.order_no, '提前取消预约，费用退回')
      await notifyCancelled(scope, row)
    }
    const crisisLevel = await raiseAlertIfDangerous(kit, tx, { accountId, bookingId: id, text: reason })
    return { ...presentBooking((await store.selectBooking(tx, id))!), care: crisisLevel }
  })
  // the payment code must disappear from the payer's screen
  if (booking.state === 'held') await expireOpenOrder(kit, { accountId, kind: 'booking', subject: orderSubjectOf(id) })
  return reply
}

export async function changeBooking(ctx: Ctx, id: number, start: number): Promise<Booking> {
  const { kit } = ctx
  const booking = await requireOwnBooking(ctx, id)
  const now = new Date()
  const { account_id: accountId, counsellor_id: counsellorId, mode, start_minute: movedStart } = booking
  await checkSlot(kit.sql, now, { accountId, counsellorId, start, mode, movedStart })
  return mapOverlapErrors(() =>
    inTransaction(kit, async (scope) => {
      const { tx } = scope
      const row = await lockOwnBooking(tx, ctx, id)
      if (row.state !== 'booked') throw fail('wrongState')
      if (!isBeforeChangeDeadline(row, now)) throw failTooLate()
      if (row.changed_times >= maxChanges) throw fail('wrongState', `一次预约最多改期${maxChanges}次`)
      await store.updateBooking(tx, id, {
        start_minute: start,
        starts_at: timeOfMinute(start),
        ends_at: timeOfMinute(start + row.minutes),
        changed_times: row.changed_times + 1,
        reminded_at: null,
      })
      const changedBooking = (await store.selectBooking(tx, id))!
      await notifyChanged(scope, changedBooking, row.starts_at)
      return presentBooking(changedBooking)
    }),
  )
}

const maxReminders = 100

/** Job: reminds both sides once, a day before. */
export const remindUpcomingBookings = (kit: Kit): Promise<number> =>
  inTransaction(kit, async (scope) => {
    const { tx } = scope
    const dueBookings = await store.lockBookingsToRemind(tx, maxReminders)
    for (const row of dueBookings) {
      await notifyUpcoming(scope, row)
      await store.updateBooking(tx, row.id, { reminded_at: new Date() })
    }
    return dueBookings.length
  })
