// Tests that data arriving during a sync waits for its end, also when it triggers another sync.
import { expect, test } from 'vitest'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import { makeMemoryStore } from '../store/store.ts'
import { makeSync, type Synced } from './sync.ts'

const emptySync = { mark: 0, hasMore: false, sessions: [], changes: [], broadcasts: [] }

function start(request: () => Promise<unknown>, done?: (result: Synced) => void) {
  const told: string[] = []
  const sync = makeSync({
    store: makeMemoryStore(),
    request: request as never,
    isIn: () => true,
    takeSession: () => {},
    takeMessage: () => false,
    takeChange: () => null,
    takeBroadcast: () => true,
    takePush: ([, , data]) => {
      told.push(`${String(data)}${sync.isSyncing() ? ' too early' : ''}`)
      if (data !== 'look') return
      sync.begin()
      void sync.run()
    },
    fetchPeople: () => Promise.resolve([]),
    done: (result) => {
      told.push('done')
      done?.(result)
    },
    failed: () => told.push('failed'),
  })
  return { sync, told }
}
const push = (data: string): PushPacket => [0, 0, data]

test('a second sync keeps the queued pushes behind it waiting', async () => {
  const { sync, told } = start(() => Promise.resolve(emptySync))
  sync.begin()
  for (const data of ['a', 'look', 'b']) sync.takePush(push(data))
  await sync.run()
  expect(told).toEqual(['done', 'a', 'look'])
  await expect.poll(() => told).toEqual(['done', 'a', 'look', 'done', 'b'])
})

test('tries a failing sync three times, and then loses none of the queued pushes', async () => {
  let tries = 0
  const { sync, told } = start(() => {
    tries += 1
    return Promise.reject(new Error('no answer'))
  })
  sync.begin()
  sync.takePush(push('a'))
  await sync.run()
  expect(tries).toBe(3)
  expect(told).toEqual(['failed', 'a'])
})

test('the next sync announces the results of an unfinished one, once', async () => {
  const broadcasts = [{ broadcastId: 1, body: '维护', time: 1 }]
  const replies = [{ ...emptySync, hasMore: true, broadcasts }, new Error('cut'), emptySync, emptySync]
  const results: number[] = []
  const { sync } = start(
    () => {
      const reply = replies.shift()
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply)
    },
    (result) => results.push(result.broadcasts.length),
  )
  sync.begin()
  await sync.run()
  sync.begin()
  await sync.run()
  expect(results).toEqual([1, 0])
})
