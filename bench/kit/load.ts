// Load generators: one saturates the server, one sends at a fixed rate.
import { performance } from 'node:perf_hooks'

/** Runs one request of a worker. Resolves when it is acknowledged. */
export type WorkerRequest = (worker: number) => Promise<unknown>

/** Runs workers for `seconds`, each with one request in flight. */
export async function runSaturated(
  work: WorkerRequest,
  workers: number,
  seconds: number,
): Promise<{ count: number; perSecond: number }> {
  const began = performance.now()
  const end = began + seconds * 1000
  let count = 0
  const workUntilEnd = async (i: number) => {
    while (performance.now() < end) {
      await work(i)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, i) => workUntilEnd(i)))
  return { count, perSecond: (count * 1000) / (performance.now() - began) }
}

/**
 * Sends at a fixed rate per second that does not depend on replies; queueing counts as latency.
 * @returns milliseconds from the due time to the reply, sorted
 */
export async function runPaced(
  work: WorkerRequest,
  workers: number,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const total = Math.round(perSecond * seconds)
  const times: number[] = []
  const pending: Promise<void>[] = []
  const began = performance.now()
  await new Promise<void>((resolve) => {
    let sent = 0
    const sendDueRequests = () => {
      for (; sent < total; sent += 1) {
        const due = began + (sent * 1000) / perSecond
        if (due > performance.now()) break
        pending.push(work(sent % workers).then(() => void times.push(performance.now() - due)))
      }
      if (sent === total) return resolve()
      const next = began + (sent * 1000) / perSecond - performance.now()
      // no busy waiting, which would take a core from the server; delays of timers count as the server's
      setTimeout(sendDueRequests, Math.max(1, next))
    }
    sendDueRequests()
  })
  await Promise.all(pending)
  return times.sort((a, b) => a - b)
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
