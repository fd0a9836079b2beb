// Tests of the data that a sign-out deletes.
import { expect, test } from 'vitest'
import { clearAccountData } from './account-data.ts'

test('deletes the data of every account, and keeps settings of the browser', () => {
  const stored = new Map([
    ['draft:7:ask', 'a'],
    ['care:7:question', 'plan'],
    ['care:8:chat u1', 'thought'],
    ['broadcasts:7', '[]'],
    ['unsent:7', '[]'],
    ['chat-sound', 'off'],
    ['crisis-sound', 'on'],
  ])
  const storage = Object.create({ removeItem: (key: string) => stored.delete(key) }) as Storage
  Object.assign(storage, Object.fromEntries(stored))
  clearAccountData(storage)
  expect([...stored.keys()]).toEqual(['chat-sound', 'crisis-sound'])
})
