// Tests that rate limits count an IPv6 subscriber once, whatever addresses it uses.
import { expect, test } from 'vitest'
import { isLoopback, networkOfAddress } from './network-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
])('counts %s as %s', (ip, network) => {
  expect(networkOfAddress(ip)).toBe(network)
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ["127.x'<b>", false],
])('tells whether %s belongs to this machine: %s', (ip, expected) => {
  expect(isLoopback(ip)).toBe(expected)
})
