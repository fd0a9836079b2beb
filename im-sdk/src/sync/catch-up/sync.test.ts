// Tests that data arriving during a sync waits for its end, even when it triggers another sync.
import { expect, test } from 'vitest'
import type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'
import { createMemoryStore } from '../../store/store.ts'
import type { SyncResult } from '../results/result.ts'
import { createSync } from './sync.ts'

const emptySync = {
  generation: 1,
  mark: 0,
  hasMore: false,
  sessions: [],
  changes: [],
  broadcasts: [],
  teams: [],
  teamChanges: [],
  leftTeams: [],
}

function createTestSync(
  request: () => Promise<unknown>,
  onDone?: (result: SyncResult) => void,
  fetchUsers: () => Promise<ChatUser[]> = () => Promise.resolve([]),
) {
  const log: string[] = []
  const sync = createSync({
    store: createMemoryStore(),
    request: request as never,
    hasUnread: false,
    isOnline: () => true,
    receiver: {
      receiveSession: () => {},
      receiveMessage: () => 'known',
      announceSession: () => {},
      isAnnouncedByReply: () => false,
      receiveChange: () => null,
      receiveBroadcast: () => true,
    },
    dispatchPush: ([, , data]) => {
      log.push(`${String(data)}${sync.isSyncing() ? ' too early' : ''}`)
      return data === 'look' ? 'everything' : null
    },
    fetchUsers,
    onStartOver: () => log.push('start over'),
    onDone: (result) => {
      log.push('done')
      onDone?.(result)
    },
    onFailed: () => log.push('failed'),
  })
  return { sync, log }
}
const createPacket = (data: string): PushPacket => [0, 0, data]

test('keeps queued pushes waiting behind a second sync', async () => {
  const { sync, log } = createTestSync(() => Promise.resolve(emptySync))
  sync.begin()
  for (const data of ['a', 'look', 'b']) sync.receivePush(createPacket(data))
  await sync.run()
  expect(log).toEqual(['done', 'a', 'look'])
  await expect.poll(() => log).toEqual(['done', 'a', 'look', 'done', 'b'])
})

test('tries a failing sync three times, and then loses none of the queued pushes', async () => {
  let tries = 0
  const { sync, log } = createTestSync(() => {
    tries += 1
    return Promise.reject(new Error('no answer'))
  })
  sync.begin()
  sync.receivePush(createPacket('a'))
  await sync.run()
  expect(tries).toBe(3)
  expect(log).toEqual(['failed', 'a'])
})

test('announces the results of an unfinished sync at the next one, once', async () => {
  const broadcasts = [{ broadcastId: 1, body: '维护', time: 1 }]
  const replies = [{ ...emptySync, hasMore: true, broadcasts }, new Error('cut'), emptySync, emptySync]
  const results: number[] = []
  const { sync } = createTestSync(
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

test('fetches the names of senders whose messages arrived while it fetched names', async () => {
  const found: ChatUser[][] = [[{ account: 'ann' } as ChatUser], [{ account: 'bob' } as ChatUser], []]
  const results: string[] = []
  const { sync } = createTestSync(
    () => Promise.resolve(emptySync),
    ({ users }) => results.push(...users.map(({ account }) => account)),
    () => Promise.resolve(found.shift()!),
  )
  sync.begin()
  await sync.run()
  expect(results).toEqual(['ann', 'bob'])
})
