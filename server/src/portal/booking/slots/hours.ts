// Free hours of a counsellor, and the reason why one is unavailable.
import {
  maxHolds,
  minHoursBeforeBooking,
  consultationMinutes,
  type BookingMode,
} from '@xinqiao/contract/counselling.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { lockAccountRow } from '../../../kit/db/account-lock.ts'
import { selectCalendar } from '../../calendar/store.ts'
import { computeFreeSlots, minuteOfSlot } from './slots.ts'
import * as store from '../records/store.ts'

async function readSchedulePlan(db: Db, counsellorId: number, now: Date) {
  const [rules, exceptions, { off: holidays }, takenSpans] = await Promise.all([
    store.selectScheduleRules(db, counsellorId),
    store.selectScheduleExceptions(db, counsellorId),
    selectCalendar(db),
    store.selectTakenSpans(db, counsellorId, minuteOfSlot(now)),
  ])
  return { plan: { rules, exceptions, holidays }, taken: takenSpans }
}

type SlotRequest = { accountId: number; counsellorId: number; start: number; mode: BookingMode; movedStart?: number }

/**
 * Checks that a client can book this hour.
 * @param movedStart start of a booking that is being moved, whose present hour counts as free
 * @throws Failure with the reason why this hour is not available
 */
export async function checkSlot(db: Db, now: Date, request: SlotRequest): Promise<void> {
  const { accountId, counsellorId, start, mode, movedStart } = request
  if (start < minuteOfSlot(now) + minHoursBeforeBooking * 60) throw fail('slotPast')
  const { plan, taken } = await readSchedulePlan(db, counsellorId, now)
  const slot = computeFreeSlots(now, plan, []).find((candidate) => candidate.start === start)
  if (!slot) throw fail('noSuchSlot')
  if (slot.mode !== 'both' && slot.mode !== mode) throw fail('slotGone')
  if (await store.hasOwnBookingAt(db, accountId, start, movedStart)) throw fail('ownOverlap')
  const others = taken.filter((span) => span.start !== movedStart)
  if (!computeFreeSlots(now, plan, others).some((free) => free.start === start)) throw fail('slotTaken')
}

/** Limits unpaid holds, because they block hours for other clients. */
export async function checkHoldLimit(tx: Tx, accountId: number, counsellorId: number): Promise<void> {
  await lockAccountRow(tx, accountId)
  const holds = await store.selectHeldBookings(tx, accountId)
  if (holds.length >= maxHolds || holds.some((hold) => hold.counsellor_id === counsellorId)) throw fail('tooManyHolds')
}

export async function listFreeSlots({ sql }: Kit, counsellorId: number) {
  if (!(await store.selectBookableCounsellor(sql, counsellorId))) throw fail('notFound')
  const now = new Date()
  const { plan, taken } = await readSchedulePlan(sql, counsellorId, now)
  return { minutes: consultationMinutes, slots: computeFreeSlots(now, plan, taken) }
}
