// Sealed fields open only whole and with the right key; indexes are equal only for equal inputs.
import fc from 'fast-check'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeSecrets, readRootKey } from './secrets.ts'

const secrets = makeSecrets('one root key')

test('what was sealed opens again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      const [a, b] = [secrets.seal(plain), secrets.seal(plain)]
      expect(secrets.open(a)).toBe(plain)
      expect(a.equals(b)).toBe(false)
    }),
  )
})

test('one altered bit, another key or a foreign key id does not open', () => {
  const sealed = secrets.seal('13800000001')
  for (let i = 0; i < sealed.length; i += 1) {
    const altered = Buffer.from(sealed)
    altered[i] = altered[i]! ^ 1
    expect(() => secrets.open(altered)).toThrow()
  }
  expect(() => makeSecrets('another root key').open(sealed)).toThrow()
})

test('indexes tell purposes and values apart', () => {
  const index = secrets.index('phone', '13800000001')
  expect(secrets.index('phone', '13800000001').equals(index)).toBe(true)
  expect(secrets.index('phone', '13800000002').equals(index)).toBe(false)
  expect(secrets.index('login', '13800000001').equals(index)).toBe(false)
})

test('the root key is made once, kept, and readable by its owner alone', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'xinqiao-key-')), 'data')
  const made = readRootKey(undefined, folder)
  expect(readRootKey(undefined, folder)).toBe(made)
  expect(readFileSync(path.join(folder, 'secret.key'), 'utf8').trim()).toBe(made)
  expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readRootKey('given', folder)).toBe('given')
})
