// Tests the names of operating systems, with user agents of real browsers.
import { expect, test } from 'vitest'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { nameSystem } from './client-system.ts'

test.each([
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'],
  ['macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
  ['iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['Android', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'],
  ['HarmonyOS', 'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 ArkWeb/4.1 Mobile'],
  ['ChromeOS', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['', 'node'],
])('names %s by the user agent of a browser', (name, userAgent) => {
  expect(nameSystem(clientTypes.Web, userAgent)).toBe(name)
})

test('names the system of an app by the type of the client', () => {
  expect(nameSystem(clientTypes.PC, 'Mozilla/5.0 (X11; Linux x86_64)')).toBe('Windows')
  expect(nameSystem(clientTypes.Web)).toBe('')
})
