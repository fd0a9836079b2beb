// Tests of the events that later subscribers receive: their limits and their end.
import { expect, test } from 'vitest'
import type { PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import { createKeptEvents } from './kept-events.ts'

const createEvent = (type: number, custom = ''): PublishedEvent => ({
  type,
  value: 1,
  custom,
  account: 'ann',
  clientType: 16,
  idClient: '',
  idServer: '',
  time: 0,
  online: [],
})
const typesOf = (events: readonly PublishedEvent[]) => events.map(({ type }) => type)

test('drops the oldest events beyond the number of types or the length of their texts', () => {
  const events = createKeptEvents()
  for (let type = 1; type <= 22; type += 1) events.keep(7, createEvent(type), 60)
  expect(typesOf(events.listOf(7))).toEqual(Array.from({ length: 20 }, (_, i) => i + 3))
  for (let type = 100; type < 110; type += 1) events.keep(8, createEvent(type, 'x'.repeat(1_024)), 60)
  expect(typesOf(events.listOf(8))).toEqual([106, 107, 108, 109])
})

test('removes events of an account that have expired', () => {
  let now = 1_000
  const events = createKeptEvents(() => now)
  events.keep(7, createEvent(1), 60)
  events.keep(7, createEvent(2), 120)
  now += 61_000
  expect(typesOf(events.listOf(7))).toEqual([2])
  events.clean()
  now -= 30_000
  expect(typesOf(events.listOf(7))).toEqual([2])
})
