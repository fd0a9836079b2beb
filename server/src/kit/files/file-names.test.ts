// Tests of names for downloads.
import { expect, test } from 'vitest'
import { cleanFileName } from './file-names.ts'

test('cuts a long name of emoji to one that a header can carry', () => {
  const name = cleanFileName(`a${'😀'.repeat(200)}.png`)
  expect(name).toMatch(/^a😀.*\.png$/u)
  expect(() => encodeURIComponent(name)).not.toThrow()
})
