// Rate limits with a fixed window, and one with a sliding window. They are counted in the database, so that they apply
// to all nodes and survive a restart.
import { fail } from '@xinqiao/contract/errors.ts'
import type { Db } from '../db/db.ts'

/**
 * Adds a hit.
 * @param windowSeconds a divisor of 86,400, so that a window begins at midnight
 * @returns the hits of the current window
 */
export async function recordHit(db: Db, key: string, windowSeconds: number): Promise<number> {
  const [row] = await db<{ hits: number }[]>`
    insert into throttle (key, window_start, hits)
    values (${key}, date_bin(make_interval(secs => ${windowSeconds}), now(), timestamptz '2000-01-01 00:00+08'), 1)
    on conflict (key, window_start) do update set hits = throttle.hits + 1
    returning hits`
  return row?.hits ?? 1
}

/**
 * Adds a hit.
 * @throws Failure tooManyRequests when the window has more than `max`
 */
export async function limitHits(db: Db, key: string, max: number, windowSeconds: number): Promise<void> {
  if ((await recordHit(db, key, windowSeconds)) > max) throw fail('tooManyRequests')
}

/**
 * Adds a hit unless the time before now has `max` of them. Refused hits are not counted.
 * @returns 0 for an added hit, otherwise the seconds until the next one may be added
 */
export async function claimSlidingHit(db: Db, key: string, max: number, seconds: number): Promise<number> {
  const [row] = await db<{ wait: number }[]>`
    with recent as (
      select coalesce(sum(hits), 0) as hits, min(window_start) as oldest from throttle
      where key = ${key} and window_start > now() - make_interval(secs => ${seconds})
    ), expired as (
      delete from throttle where key = ${key} and window_start <= now() - make_interval(secs => ${seconds})
    ), added as (
      insert into throttle (key, window_start, hits)
      select ${key}, date_trunc('second', now()), 1 from recent where hits < ${max}
      on conflict (key, window_start) do update set hits = throttle.hits + 1
    )
    select case when hits < ${max} then 0 else ceil(extract(epoch from oldest - now()) + ${seconds})::int end as wait
    from recent`
  return row?.wait ?? 0
}

/** Counts the hits of the current window. */
export async function countHits(db: Db, key: string, windowSeconds: number): Promise<number> {
  const [row] = await db<{ hits: number }[]>`
    select hits from throttle
    where key = ${key}
      and window_start = date_bin(make_interval(secs => ${windowSeconds}), now(), timestamptz '2000-01-01 00:00+08')`
  return row?.hits ?? 0
}

/** True when a window of this key began in the last seconds. */
export async function hasRecentHit(db: Db, key: string, seconds: number): Promise<boolean> {
  const rows = await db`
    select 1 from throttle where key = ${key} and window_start > now() - make_interval(secs => ${seconds}) limit 1`
  return rows.length > 0
}

/** Deletes all windows of this key, for example after a successful sign-in. */
export async function clearHits(db: Db, key: string): Promise<void> {
  await db`delete from throttle where key = ${key}`
}

/** Deletes all keys with this prefix. */
export async function clearHitsUnder(db: Db, prefix: string): Promise<void> {
  await db`delete from throttle where starts_with(key, ${prefix})`
}

/** Deletes expired rows. No window is longer than a day. */
export async function deleteExpiredSecurityRows(db: Db): Promise<void> {
  await db`delete from throttle where window_start < now() - interval '2 days'`
  await db`delete from spent_challenge where spent_at < now() - interval '2 hours'`
  await db`delete from email_code where expires_at < now()`
  await db`delete from sms_code where expires_at < now() - interval '1 day'`
  await db`delete from session where least(expires_at, idle_until) < now() - interval '1 day'`
  await db`delete from known_device where seen_at < now() - interval '400 days'`
  // the code is useless after its expiry; the row is kept to check the carrier's bill
  await db`update sms_message set code_sealed = '' where created_at < now() - interval '1 day' and code_sealed <> ''`
}
