// Tests that the key of signed file addresses is renewed in time. No server runs here: faked timers would end its
// database connections.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileAddressSigner } from './file-addresses.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('renews the key hours before it expires, whether or not the page reads files', async () => {
  const origin = 'http://chat.example'
  const createKey = (login: number) => ({ login, until: Date.now() + 24 * 3_600_000, key: 'k', origin })
  let isAway = true
  const addresses = createFileAddressSigner(async () => {
    if (isAway) throw new Error('no connection')
    return createKey(2)
  })
  addresses.setKey(createKey(1))
  const readLogin = () => /&login=(\d)/.exec(addresses.sign(`${origin}/files/im/${'o'.repeat(24)}?im_url=1`))![1]
  await vi.advanceTimersByTimeAsync(13 * 3_600_000)
  expect(readLogin()).toBe('1')
  isAway = false
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(readLogin()).toBe('2')
})
