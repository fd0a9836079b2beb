// Tests which pages may use camera, microphone and screen.
import { expect, test } from 'vitest'
import { permissionsPolicyFor } from './security-headers.ts'

test.each([
  ['/im/call?channel=1', 'camera=(self), microphone=(self), display-capture=(self)'],
  ['/admin/door/1', 'camera=(self), microphone=(), display-capture=()'],
  ['/im/index?to=/im/call', 'camera=(), microphone=(), display-capture=()'],
  ['/administration', 'camera=(), microphone=(), display-capture=()'],
])('allows %s %s', (url, policy) => {
  expect(permissionsPolicyFor(url)).toBe(`${policy}, geolocation=(), payment=(), usb=()`)
})
