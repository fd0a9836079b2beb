// In-memory cache of running attempts: 500 examinees request their time every second without using the database.
// Changed deadlines arrive over the bus. Entries are also read again periodically, in case a message was lost.
import type { ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import type { Kit, KitInTransaction } from '../../../kit/ctx.ts'
import { changedExams, changedAttempts } from '../../../kit/bus/topic.ts'
import type { OptionList } from './option-order.ts'
import * as store from './store.ts'

export type CachedAttempt = {
  attemptId: number
  examId: number
  accountId: number
  paperId: number
  number: number
  seed: number
  isShuffled: boolean
  kinds: ExamQuestionKind[]
  options: OptionList[]
  /** The deadline, by the monotonic clock of this process. */
  endsAt: number
  readAt: number
}

const rereadAfterMs = 60_000
const dropAfterMs = 10 * 60_000

type AttemptCache = { attempts: Map<string, CachedAttempt>; reading: Map<string, Promise<CachedAttempt | null>> }
const attemptCaches = new WeakMap<KitInTransaction, AttemptCache>()
const attemptKey = (accountId: number, examId: number) => `${accountId} ${examId}`

function attemptCacheOf(kit: KitInTransaction): AttemptCache {
  let cache = attemptCaches.get(kit)
  if (!cache) {
    cache = { attempts: new Map(), reading: new Map() }
    attemptCaches.set(kit, cache)
    const { attempts } = cache
    changedAttempts.subscribe(kit.bus, (key) => void attempts.delete(key))
    kit.bus.onRestored(() => clearAttemptCache(kit))
  }
  return cache
}

/** Drops all cached attempts of this node. */
export const clearAttemptCache = (kit: KitInTransaction): void => attemptCacheOf(kit).attempts.clear()

async function readRunningAttempt(kit: Kit, accountId: number, examId: number): Promise<CachedAttempt | null> {
  const { attempts } = attemptCacheOf(kit)
  const key = attemptKey(accountId, examId)
  const row = await store.selectRunningAttempt(kit.sql, accountId, examId)
  const now = performance.now()
  if (!row) {
    attempts.delete(key)
    return null
  }
  const attempt = {
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
  attempts.set(key, attempt)
  return attempt
}

/** The running attempt of this person in this examination, or null. */
export function findRunningAttempt(kit: Kit, accountId: number, examId: number): Promise<CachedAttempt | null> {
  const cache = attemptCacheOf(kit)
  const key = attemptKey(accountId, examId)
  const cachedAttempt = cache.attempts.get(key)
  if (cachedAttempt && performance.now() - cachedAttempt.readAt < rereadAfterMs) return Promise.resolve(cachedAttempt)
  const before = cache.reading.get(key)
  if (before) return before
  const reading = readRunningAttempt(kit, accountId, examId).finally(() => cache.reading.delete(key))
  cache.reading.set(key, reading)
  return reading
}

export const remainingMs = (attempt: CachedAttempt): number => attempt.endsAt - performance.now()

/** Drops a changed attempt from the cache of every node. Call it after every change of an attempt. */
export function evictAttempt(kit: KitInTransaction, accountId: number, examId: number): void {
  const { attempts } = attemptCacheOf(kit)
  const key = attemptKey(accountId, examId)
  attempts.delete(key)
  changedAttempts.publish(kit.bus, key)
  changedExams.publish(kit.bus, examId)
}

/** Removes old entries from this node's memory. */
export function evictOldAttempts(kit: Kit): void {
  const { attempts } = attemptCacheOf(kit)
  for (const [key, attempt] of attempts) if (remainingMs(attempt) < -dropAfterMs) attempts.delete(key)
}
