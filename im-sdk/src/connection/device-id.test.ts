// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { acquireDeviceId } from './device-id.ts'

const hide = () => window.dispatchEvent(new Event('pagehide'))
afterEach(() => {
  hide()
  localStorage.clear()
  sessionStorage.clear()
})

test('keeps the id of a page across reloads', () => {
  const first = acquireDeviceId('ann').current()
  hide()
  expect(acquireDeviceId('ann').current()).toBe(first)
})

test('pages open at the same time have different ids, and so do accounts', () => {
  const first = acquireDeviceId('ann').current()
  const second = acquireDeviceId('ann').current()
  const other = acquireDeviceId('bob').current()
  expect(new Set([first, second, other]).size).toBe(3)
})

test('uses one device id in a browser that opens pages one after the other', () => {
  const first = acquireDeviceId('ann').current()
  for (let page = 0; page < 5; page += 1) {
    hide()
    sessionStorage.clear()
    expect(acquireDeviceId('ann').current()).toBe(first)
  }
})

test('creates a new id when the store is damaged', () => {
  localStorage.setItem('xinqiao-im-devices ann', '{"a":1}')
  expect(acquireDeviceId('ann').current()).toMatch(/^[\w-]{36}$/)
  localStorage.setItem('xinqiao-im-devices ann', 'no json')
  expect(acquireDeviceId('ann').current()).toMatch(/^[\w-]{36}$/)
})
