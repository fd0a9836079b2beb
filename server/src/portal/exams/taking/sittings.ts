// In-memory cache of running attempts: 500 examinees request their time every second without using the database (T8).
// Changed deadlines arrive over the bus. Entries are also read again periodically, in case a message was lost.
import type { ExamKind } from '@xinqiao/contract/exams.ts'
import type { Kit, KitInTransaction } from '../../../kit/ctx.ts'
import { changedExams, changedSittings } from '../../../kit/bus/topic.ts'
import type { OptionList } from './option-order.ts'
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
  options: OptionList[]
  /** By the monotonic clock of this process. */
  endsAt: number
  readAt: number
}

const rereadAfterMs = 60_000
const dropAfterMs = 10 * 60_000

type SittingCache = { sittings: Map<string, Sitting>; reading: Map<string, Promise<Sitting | null>> }
const sittingCaches = new WeakMap<KitInTransaction, SittingCache>()
const sittingKey = (accountId: number, examId: number) => `${accountId} ${examId}`

function sittingCacheOf(kit: KitInTransaction): SittingCache {
  let cache = sittingCaches.get(kit)
  if (!cache) {
    cache = { sittings: new Map(), reading: new Map() }
    sittingCaches.set(kit, cache)
    const { sittings } = cache
    changedSittings.subscribe(kit.bus, (key) => void sittings.delete(key))
    kit.bus.onRestored(() => clearSittings(kit))
  }
  return cache
}

/** Drops all cached attempts of this node. */
export const clearSittings = (kit: KitInTransaction): void => sittingCacheOf(kit).sittings.clear()

async function readSitting(kit: Kit, accountId: number, examId: number): Promise<Sitting | null> {
  const { sittings } = sittingCacheOf(kit)
  const key = sittingKey(accountId, examId)
  const row = await store.findRunningAttempt(kit.sql, accountId, examId)
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
  const cache = sittingCacheOf(kit)
  const key = sittingKey(accountId, examId)
  const known = cache.sittings.get(key)
  if (known && performance.now() - known.readAt < rereadAfterMs) return Promise.resolve(known)
  const before = cache.reading.get(key)
  if (before) return before
  const reading = readSitting(kit, accountId, examId).finally(() => cache.reading.delete(key))
  cache.reading.set(key, reading)
  return reading
}

export const remainingMs = (sitting: Sitting): number => sitting.endsAt - performance.now()

/** Call it after every change of an attempt: it notifies all nodes. */
export function dropSitting(kit: KitInTransaction, accountId: number, examId: number): void {
  const { sittings } = sittingCacheOf(kit)
  const key = sittingKey(accountId, examId)
  sittings.delete(key)
  changedSittings.publish(kit.bus, key)
  changedExams.publish(kit.bus, examId)
}

/** Removes old entries from this node's memory. */
export function dropOldSittings(kit: Kit): void {
  const { sittings } = sittingCacheOf(kit)
  for (const [key, sitting] of sittings) if (remainingMs(sitting) < -dropAfterMs) sittings.delete(key)
}
