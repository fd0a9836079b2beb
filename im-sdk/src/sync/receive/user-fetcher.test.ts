// Tests which users a sync fetches.
import { expect, test } from 'vitest'
import { type Conversation, createMemoryStore } from '../../store/store.ts'
import { createUserFetcher } from './user-fetcher.ts'

test('fetches every unknown sender of a team, not only the last, after a fetch that failed', async () => {
  const store = createMemoryStore()
  const msgs = ['bob', 'eve', 'ann'].map((from) => ({ scene: 'team', from, content: {} }))
  const conversation = { session: { scene: 'team', to: '1' }, msgs, lastMsg: msgs.at(-1) }
  store.conversations.set('team-1', conversation as unknown as Conversation)
  const wanted: string[][] = []
  const request = (_name: string, { accounts }: { accounts: string[] }) => {
    wanted.push(accounts)
    return wanted.length === 1 ? Promise.reject(new Error('cut')) : Promise.resolve({ users: [] })
  }
  const { fetchUnknownUsers } = createUserFetcher(store, request as never, 'ann')
  await expect(fetchUnknownUsers()).rejects.toThrow('cut')
  await fetchUnknownUsers()
  expect(wanted.map((accounts) => accounts.toSorted())).toEqual([
    ['ann', 'bob', 'eve'],
    ['ann', 'bob', 'eve'],
  ])
})
