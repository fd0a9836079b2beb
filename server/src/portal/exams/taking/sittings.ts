// In-memory cache of running attempts: 500 examinees request their time every second, without the database (T8).
// Changed deadlines arrive over the bus; entries are also re-read periodically in case a message was lost.
import type { ExamKind } from '@xinqiao/contract/exams.ts'
import type { Kit, KitInTransaction } from '../../../kit/ctx.ts'
import { changedExams, changedSittings } from '../../../kit/bus/topic.ts'
import type { Options } from './option-order.ts'
import * as store from './store.ts'

export type Sitting = {
  attemptId: number
  examId: number
  accountId: number
  paperId: number
  number: number
  seed: number
  isShuffled: boolean
  kinds: ExamKind[]
  options: Options[]
  /** On this process's monotonic clock. */
  endsAt: number
  readAt: number
}

const rereadAfterMs = 60_000
const forgetAfterMs = 10 * 60_000

type Desk = { sittings: Map<string, Sitting>; reading: Map<string, Promise<Sitting | null>> }
const desks = new WeakMap<KitInTransaction, Desk>()
const keyOf = (accountId: number, examId: number) => `${accountId} ${examId}`

function cacheOf(kit: KitInTransaction): Desk {
  let desk = desks.get(kit)
  if (!desk) {
    desk = { sittings: new Map(), reading: new Map() }
    desks.set(kit, desk)
    const { sittings } = desk
    changedSittings.subscribe(kit.bus, (key) => void sittings.delete(key))
    kit.bus.onRestored(() => sittings.clear())
  }
  return desk
}

async function readSitting(kit: Kit, accountId: number, examId: number): Promise<Sitting | null> {
  const { sittings } = cacheOf(kit)
  const key = keyOf(accountId, examId)
  const row = await store.findRunning(kit.sql, accountId, examId)
  const now = performance.now()
  if (!row) {
    sittings.delete(key)
    return null
  }
  const sitting = {
    attemptId: row.id,
    examId: row.exam_id,
    accountId: row.account_id,
    paperId: row.paper_id,
    number: row.number,
    seed: row.seed,
    isShuffled: row.shuffle_options,
    kinds: row.kinds,
    options: row.option_counts.map((count, i) => ({ count, fixed: row.fixed_options[i] ?? '' })),
    endsAt: now + row.left_ms,
    readAt: now,
  }
  sittings.set(key, sitting)
  return sitting
}

/** The running attempt of this person in this examination, or null. */
export function findSitting(kit: Kit, accountId: number, examId: number): Promise<Sitting | null> {
  const desk = cacheOf(kit)
  const key = keyOf(accountId, examId)
  const known = desk.sittings.get(key)
  if (known && performance.now() - known.readAt < rereadAfterMs) return Promise.resolve(known)
  const before = desk.reading.get(key)
  if (before) return before
  const reading = readSitting(kit, accountId, examId).finally(() => desk.reading.delete(key))
  desk.reading.set(key, reading)
  return reading
}

export const remainingMs = (sitting: Sitting): number => sitting.endsAt - performance.now()

/** Call after every change of an attempt: notifies all nodes. */
export function dropSitting(kit: KitInTransaction, accountId: number, examId: number): void {
  const { sittings } = cacheOf(kit)
  const key = keyOf(accountId, examId)
  sittings.delete(key)
  changedSittings.publish(kit.bus, key)
  changedExams.publish(kit.bus, examId)
}

/** Removes old entries from this node's memory. */
export function forgetOldSittings(kit: Kit): void {
  const { sittings } = cacheOf(kit)
  for (const [key, sitting] of sittings) if (remainingMs(sitting) < -forgetAfterMs) sittings.delete(key)
}
