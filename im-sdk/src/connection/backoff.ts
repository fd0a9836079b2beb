// Reconnect delay (messaging.md 9): from 100 ms to 10 s, doubling, with jitter, so that 2000 clients of a restarted
// server do not reconnect at the same moment.
const minMs = 100
const maxMs = 10_000
/** Timers treat a longer delay as 1 ms. */
const maxTimerMs = 2 ** 31 - 1

/** @param retry 0 for the first try */
export function computeBackoffMs(retry: number): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.min(retry, 20))
  return Math.round(full / 2 + (full / 2) * Math.random())
}

/** @param choose receives the delay, which only a finite number replaces: timers treat any other as 1 ms */
export function chooseBackoffMs(retry: number, choose: (proposedMs: number) => unknown): number {
  const proposedMs = computeBackoffMs(retry)
  const chosenMs = choose(proposedMs)
  return Number.isFinite(chosenMs) && (chosenMs as number) >= 0 ? Math.min(chosenMs as number, maxTimerMs) : proposedMs
}
