// A Redis for the tests of a file. Benchmarks start theirs without Vitest, by redis.ts.
import { afterAll, beforeAll } from 'vitest'
import { createTestRedis, type TestRedis } from './redis.ts'

/** @returns the running server, and settings that name it once the tests begin */
export function useTestRedis(): { redis: () => TestRedis; env: Record<string, string> } {
  let redis: TestRedis
  const env: Record<string, string> = {}
  beforeAll(async () => {
    redis = await createTestRedis()
    env['BUS_URL'] = redis.url
  })
  afterAll(() => redis.stop())
  return { redis: () => redis, env }
}
