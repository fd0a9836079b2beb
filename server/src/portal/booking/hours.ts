// Free hours of a counsellor, and the reason why one is unavailable.
import { maxHolds, noticeHours, sessionMinutes, type BookingMode } from '@xinqiao/contract/counselling.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { lockAccountRow } from '../../kit/db/account-lock.ts'
import { readCalendar } from '../calendar/store.ts'
import { freeSlots, minuteOf } from './slots.ts'
import * as store from './store.ts'

async function readHours(db: Db, counsellorId: number, now: Date) {
  const [rules, exceptions, { off: holidays }, taken] = await Promise.all([
    store.listRules(db, counsellorId),
    store.listExceptions(db, counsellorId),
    readCalendar(db),
    store.listTaken(db, counsellorId, minuteOf(now)),
  ])
  return { plan: { rules, exceptions, holidays }, taken }
}

type Wanted = { accountId: number; counsellorId: number; start: number; mode: BookingMode; besides?: number }

/**
 * @param besides start of a booking that is being moved, which does not block itself
 * @throws Failure with the reason why this hour is unavailable
 */
export async function checkSlot(db: Db, now: Date, wanted: Wanted): Promise<void> {
  const { accountId, counsellorId, start, mode, besides } = wanted
  if (start < minuteOf(now) + noticeHours * 60) throw fail('slotPast')
  const { plan, taken } = await readHours(db, counsellorId, now)
  const slot = freeSlots(now, plan, []).find((one) => one.start === start)
  if (!slot) throw fail('noSuchSlot')
  if (slot.mode !== 'both' && slot.mode !== mode) throw fail('slotGone')
  if (await store.hasOwnAt(db, accountId, start, besides)) throw fail('ownOverlap')
  const others = taken.filter((one) => one.start !== besides)
  if (!freeSlots(now, plan, others).some((one) => one.start === start)) throw fail('slotTaken')
}

/** Limits unpaid holds, because they block other clients. */
export async function checkHolds(tx: Tx, accountId: number, counsellorId: number): Promise<void> {
  await lockAccountRow(tx, accountId)
  const holds = await store.listHolds(tx, accountId)
  if (holds.length >= maxHolds || holds.some((one) => one.counsellor_id === counsellorId)) throw fail('tooManyHolds')
}

export async function listSlots({ sql }: Kit, counsellorId: number) {
  if (!(await store.findBookable(sql, counsellorId))) throw fail('notFound')
  const now = new Date()
  const { plan, taken } = await readHours(sql, counsellorId, now)
  return { minutes: sessionMinutes, slots: freeSlots(now, plan, taken) }
}
