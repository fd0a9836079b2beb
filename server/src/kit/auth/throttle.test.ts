// Tests of the rate limit with a sliding window.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { forEachInOrder } from '../async/for-each-in-order.ts'
import { claimSlidingHit } from './throttle.ts'

const server = useTestServer()
const claim = () => claimSlidingHit(server().kit.sql, 'sliding', 10, 60)
const claimTimes = async (times: number) => {
  const waits: number[] = []
  await forEachInOrder(Array.from({ length: times }), async () => void waits.push(await claim()))
  return waits
}
const movePaymentsBack = (seconds: number) => server().owner`
  update throttle set window_start = window_start - make_interval(secs => ${seconds}) where key = 'sliding'`

test('allows ten hits in each 60 seconds, wherever a minute of the clock begins', async () => {
  expect(await claimTimes(4)).toEqual([0, 0, 0, 0])
  await movePaymentsBack(40)
  expect(await claimTimes(6)).toEqual([0, 0, 0, 0, 0, 0])
  const waitForFirst = await claim()
  expect(waitForFirst).toBeGreaterThan(10)
  expect(waitForFirst).toBeLessThanOrEqual(20)
  // refused hits do not make the wait longer
  expect(await claim()).toBeLessThanOrEqual(waitForFirst)
  await movePaymentsBack(waitForFirst)
  expect(await claimTimes(4)).toEqual([0, 0, 0, 0])
  expect(await claim()).toBeGreaterThan(30)
})

test('deletes hits that no longer count', async () => {
  await movePaymentsBack(60)
  expect(await claim()).toBe(0)
  expect(await server().owner`select hits from throttle where key = 'sliding'`).toEqual([{ hits: 1 }])
})
