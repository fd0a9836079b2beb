// A Redis for the servers of a test file.
import { afterAll, beforeAll } from 'vitest'
import { createTestRedis, type TestRedis } from './redis.ts'

/** @returns settings of servers whose bus is a Redis of this test file */
export function useRedisBus(): Record<string, string> {
  const env: Record<string, string> = {}
  let redis: TestRedis
  beforeAll(async () => {
    redis = await createTestRedis()
    env['BUS_URL'] = redis.url
  })
  afterAll(() => redis.stop())
  return env
}
