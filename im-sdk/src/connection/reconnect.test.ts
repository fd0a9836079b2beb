// Tests that a reconnect waits for the page, which may fetch a new token.
import { expect, test, vi } from 'vitest'
import type { LoginStatus } from './options.ts'
import { createReconnect } from './reconnect.ts'

function openLost() {
  const state: { status: LoginStatus; connects: number; answer: () => void } = {
    status: 3,
    connects: 0,
    answer: () => {},
  }
  const reconnect = createReconnect({ url: '', delayOf: () => 1 } as never, {
    status: () => state.status,
    connect: () => {
      state.connects += 1
    },
    checkConnection: () => {},
    onWillReconnect: () => new Promise<void>((resolve) => (state.answer = resolve)),
  })
  return { state, reconnect }
}
const pass = () => new Promise((resolve) => setTimeout(resolve, 20))

test('waits for the promise of the page, also when the network is back before', async () => {
  const { state, reconnect } = openLost()
  const scheduled = reconnect.schedule('offline', 60_000)
  reconnect.wake()
  await pass()
  expect(state.connects).toBe(0)
  state.answer()
  await scheduled
  // the delay is skipped, because the network is back
  expect(state.connects).toBe(1)
})

test('connects at once when the network is back after the promise', async () => {
  const { state, reconnect } = openLost()
  const scheduled = reconnect.schedule('offline', 60_000)
  state.answer()
  await scheduled
  expect(state.connects).toBe(0)
  reconnect.wake()
  expect(state.connects).toBe(1)
  reconnect.cancel()
})

test('leaves the reconnect to a later loss', async () => {
  const { state, reconnect } = openLost()
  const first = reconnect.schedule('offline')
  const answerFirst = state.answer
  const second = reconnect.schedule('offline', 60_000)
  answerFirst()
  await first
  await pass()
  expect(state.connects).toBe(0)
  state.answer()
  await second
  reconnect.wake()
  expect(state.connects).toBe(1)
  reconnect.cancel()
})

test('reconnects with the present token when the promise of the page has not settled after 30 seconds', async () => {
  vi.useFakeTimers()
  const { state, reconnect } = openLost()
  void reconnect.schedule('offline')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(state.connects).toBe(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.connects).toBe(1)
  vi.useRealTimers()
})
