// Opens the bus that the configuration names.
import type { Config } from '../config.ts'
import type { Bus } from './bus.ts'
import { createMemoryHub } from './memory.ts'

/** A single process uses a bus in memory. */
export async function createBus({ BUS_URL }: Config): Promise<Bus> {
  if (!BUS_URL) return createMemoryHub().join()
  const { createRedisBus } = await import('./redis.ts')
  return createRedisBus(BUS_URL)
}
