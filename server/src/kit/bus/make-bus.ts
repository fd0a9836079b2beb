// Opens the bus that the configuration names.
import type { Config } from '../config.ts'
import type { Bus } from './bus.ts'
import { makeMemoryHub } from './memory.ts'

/** A single process uses a bus in memory. */
export async function makeBus({ BUS_URL }: Config): Promise<Bus> {
  if (!BUS_URL) return makeMemoryHub().join()
  const { makeRedisBus } = await import('./redis.ts')
  return makeRedisBus(BUS_URL)
}
