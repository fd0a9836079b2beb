// Tests which pages may use camera, microphone and screen, and which connect to other servers.
import { expect, test } from 'vitest'
import { routes } from '@xinqiao/contract/routes.ts'
import { readConfig } from '../../kit/config.ts'
import { listPagePolicies, permissionsPolicyFor } from './security-headers.ts'

test.each([
  ['/im/call?channel=1', 'camera=(self), microphone=(self), display-capture=(self)'],
  ['/im/group-call?team=1', 'camera=(self), microphone=(self), display-capture=(self)'],
  ['/admin/door/1', 'camera=(self), microphone=(), display-capture=()'],
  ['/im/index?to=/im/call', 'camera=(), microphone=(), display-capture=()'],
  ['/administration', 'camera=(), microphone=(), display-capture=()'],
])('allows %s %s', (url, policy) => {
  expect(permissionsPolicyFor(url)).toBe(`${policy}, geolocation=(), payment=(), usb=()`)
})

test('lets the page of group calls connect to LiveKit, and only that page', () => {
  const policies = listPagePolicies(
    readConfig({
      SFU_URL: 'livekit+https://sfu.example.cn',
      SFU_KEY: 'key',
      SFU_SECRET: 'a secret of the media server',
    }),
  )
  expect(policies.get('/im/group-call')).toContain('https://sfu.example.cn wss://sfu.example.cn')
  expect(policies.get(routes.lecture)).not.toContain('sfu.example.cn')
  const withJanus = readConfig({ SFU_URL: 'janus+ws://127.0.0.1:8188', SFU_SECRET: 'a secret of the media server' })
  expect(listPagePolicies(withJanus).has('/im/group-call')).toBe(false)
})
