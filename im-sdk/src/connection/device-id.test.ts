// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { takeDeviceId } from './device-id.ts'

const hide = () => window.dispatchEvent(new Event('pagehide'))
afterEach(() => {
  hide()
  localStorage.clear()
  sessionStorage.clear()
})

test('a page keeps its id across reloads', () => {
  const first = takeDeviceId('ann').current()
  hide()
  expect(takeDeviceId('ann').current()).toBe(first)
})

test('pages open at the same time have different ids, and so do accounts', () => {
  const first = takeDeviceId('ann').current()
  const second = takeDeviceId('ann').current()
  const other = takeDeviceId('bob').current()
  expect(new Set([first, second, other]).size).toBe(3)
})

test('a browser that opens pages one after the other is one device', () => {
  const first = takeDeviceId('ann').current()
  for (let page = 0; page < 5; page += 1) {
    hide()
    sessionStorage.clear()
    expect(takeDeviceId('ann').current()).toBe(first)
  }
})

test('a damaged store results in a new id', () => {
  localStorage.setItem('xinqiao-im-devices ann', '{"a":1}')
  expect(takeDeviceId('ann').current()).toMatch(/^[\w-]{36}$/)
  localStorage.setItem('xinqiao-im-devices ann', 'no json')
  expect(takeDeviceId('ann').current()).toMatch(/^[\w-]{36}$/)
})
