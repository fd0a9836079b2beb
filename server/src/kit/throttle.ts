// Counters with a fixed window, kept in the database: the same limit on every node, and over a restart.
import type { Db } from './db.ts'

/** Counts one hit and tells how many this window has now. @param windowSeconds divides the day */
export async function hit(db: Db, key: string, windowSeconds: number): Promise<number> {
  const [row] = await db<{ hits: number }[]>`
    insert into throttle (key, window_start, hits)
    values (${key}, date_bin(make_interval(secs => ${windowSeconds}), now(), timestamptz '2000-01-01 00:00+08'), 1)
    on conflict (key, window_start) do update set hits = throttle.hits + 1
    returning hits`
  return row?.hits ?? 1
}

/** Hits of the current window, without adding one. */
export async function countHits(db: Db, key: string, windowSeconds: number): Promise<number> {
  const [row] = await db<{ hits: number }[]>`
    select hits from throttle
    where key = ${key}
      and window_start = date_bin(make_interval(secs => ${windowSeconds}), now(), timestamptz '2000-01-01 00:00+08')`
  return row?.hits ?? 0
}

/** Forgets every window of this key: a success ends a row of failures. */
export async function clearHits(db: Db, key: string): Promise<void> {
  await db`delete from throttle where key = ${key}`
}

/** Forgets every key that begins like this. */
export async function clearHitsUnder(db: Db, prefix: string): Promise<void> {
  await db`delete from throttle where starts_with(key, ${prefix})`
}

/** Housekeeping: no window is longer than a day. */
export async function dropOldWindows(db: Db): Promise<void> {
  await db`delete from throttle where window_start < now() - interval '2 days'`
  await db`delete from spent_challenge where spent_at < now() - interval '2 hours'`
  await db`delete from sms_code where expires_at < now() - interval '1 day'`
  await db`delete from session where least(expires_at, idle_until) < now() - interval '1 day'`
  await db`delete from known_device where seen_at < now() - interval '400 days'`
  // what an SMS said is of no use once it has expired; that it was sent is kept for the bill
  await db`update sms_message set code_sealed = '' where created_at < now() - interval '1 day' and code_sealed <> ''`
}
