// Queue of callers that wait for a connection.
import { poolWaits } from '../../metrics.ts'
import type { DbConnection } from './connection.ts'
import { PoolExhaustedError } from './failures.ts'

type ConnectionWaiter = { use: (connection: DbConnection) => void; fail: (error: Error) => void }

/** @param maxWaitMs time after which a waiter fails with PoolExhaustedError */
export function createWaiters(maxWaitMs: number) {
  const waiters: ConnectionWaiter[] = []
  return {
    count: (): number => waiters.length,
    add({ use, fail }: ConnectionWaiter): void {
      const endWait = poolWaits.startTimer()
      const expire = () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        waiter.fail(new PoolExhaustedError('no database connection became free'))
      }
      const timer = maxWaitMs < Infinity ? setTimeout(expire, maxWaitMs) : undefined
      const stopAfter =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer)
          endWait()
          act(value)
        }
      const waiter = { use: stopAfter(use), fail: stopAfter(fail) }
      waiters.push(waiter)
    },
    /** Removes and returns the waiter that has waited longest. */
    shift: (): ConnectionWaiter | undefined => waiters.shift(),
    useAll(connection: DbConnection): void {
      for (const { use } of waiters.splice(0)) use(connection)
    },
    failAll(error: Error): void {
      for (const { fail } of waiters.splice(0)) fail(error)
    },
  }
}
