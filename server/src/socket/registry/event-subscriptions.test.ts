// Tests of subscriptions to events: their limit, their end, and repetitions.
import { expect, test } from 'vitest'
import { maxSubscriptions } from '@xinqiao/contract/im/accounts/event.ts'
import { createEventSubscriptions } from './event-subscriptions.ts'

const options = { type: 1, seconds: 3_600, isSync: true, isRenewal: false }
const publisher = (imId: number) => ({ imId, accid: `account-${imId}` })

test('refuses more than the limit, but repeats an existing subscription', () => {
  const subscriptions = createEventSubscriptions()
  for (let i = 1; i <= maxSubscriptions; i += 1) expect(subscriptions.add(0, publisher(i), options)).toBe(true)
  expect(subscriptions.add(0, publisher(maxSubscriptions + 1), options)).toBe(false)
  expect(subscriptions.add(0, publisher(1), options)).toBe(true)
  expect(subscriptions.list(0, 1)).toHaveLength(maxSubscriptions)
})

test('ends when it expires, and an hour after its account has left', () => {
  let now = 1_000
  const subscriptions = createEventSubscriptions(() => now)
  subscriptions.add(7, publisher(1), { ...options, seconds: 60 })
  subscriptions.add(8, publisher(1), options)
  subscriptions.leave(8)
  now += 61_000
  expect(subscriptions.listSubscribers(1, 1)).toEqual([8])
  now += 3_000_000
  subscriptions.clean()
  expect(subscriptions.isWatched(1)).toBe(true)
  now += 600_000
  subscriptions.clean()
  expect(subscriptions.isWatched(1)).toBe(false)
})

test('recognises a subscription that is repeated within half a minute', () => {
  let now = 1_000
  const subscriptions = createEventSubscriptions(() => now)
  expect(subscriptions.isRepeated(7, 1, 1)).toBe(false)
  subscriptions.add(7, publisher(1), options)
  now += 29_000
  expect(subscriptions.isRepeated(7, 1, 1)).toBe(true)
  now += 2_000
  expect(subscriptions.isRepeated(7, 1, 1)).toBe(false)
})
