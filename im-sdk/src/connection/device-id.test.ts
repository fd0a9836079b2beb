// @vitest-environment happy-dom
// Tests of device ids: one per page of an account, reused by later pages of the browser.
import { afterEach, expect, test, vi } from 'vitest'
import { acquireDeviceId } from './device-id.ts'

const hidePage = () => window.dispatchEvent(new Event('pagehide'))
afterEach(() => {
  vi.unstubAllGlobals()
  hidePage()
  localStorage.clear()
  sessionStorage.clear()
})

test('keeps the id of a page across reloads', () => {
  const first = acquireDeviceId('ann').current()
  hidePage()
  expect(acquireDeviceId('ann').current()).toBe(first)
})

test('gives pages that are open at the same time different ids, and accounts too', () => {
  const first = acquireDeviceId('ann').current()
  const second = acquireDeviceId('ann').current()
  const other = acquireDeviceId('bob').current()
  expect(new Set([first, second, other]).size).toBe(3)
})

test('uses one device id in a browser that opens pages one after the other', () => {
  const first = acquireDeviceId('ann').current()
  for (let page = 0; page < 5; page += 1) {
    hidePage()
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

test.each(['getItem', 'setItem'] as const)('gives the page an id when %s of the store throws', (method) => {
  // Firefox throws there when its file of the store is damaged
  const throwCorrupted = () => {
    throw new Error('NS_ERROR_FILE_CORRUPTED')
  }
  const storage = { getItem: () => null, setItem: () => {}, clear: () => {}, [method]: throwCorrupted }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  const pageErrors: unknown[] = []
  const listen = ({ error }: ErrorEvent) => pageErrors.push(error)
  window.addEventListener('error', listen)
  const first = acquireDeviceId('ann').current()
  hidePage()
  const second = acquireDeviceId('ann').current()
  window.removeEventListener('error', listen)
  for (const id of [first, second]) expect(id).toMatch(/^[\w-]{36}$/)
  expect(second).not.toBe(first)
  expect(pageErrors).toEqual([])
})
