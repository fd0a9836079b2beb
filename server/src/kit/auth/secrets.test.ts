// Tests that sealed fields open only unaltered and with the right key, and that indexes are equal only for equal
// inputs.
import fc from 'fast-check'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sealBindings } from './seal-bindings.ts'
import { createSecrets, parseRootKeys, readOrCreateRootKeys, writeRootKeys } from './secrets.ts'

const secrets = createSecrets('one root key')
const binding = sealBindings.accountPhone(1)

test('opens sealed values, which differ each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      const [a, b] = [secrets.seal(plain, binding), secrets.seal(plain, binding)]
      expect(secrets.open(a, binding)).toBe(plain)
      expect(a.equals(b)).toBe(false)
    }),
  )
})

test('refuses an altered bit, another key and a foreign key id', () => {
  const sealed = secrets.seal('13800000001', binding)
  for (let i = 0; i < sealed.length; i += 1) {
    const altered = Buffer.from(sealed)
    altered[i] = altered[i]! ^ 1
    expect(() => secrets.open(altered, binding)).toThrow()
  }
  expect(() => createSecrets('another root key').open(sealed, binding)).toThrow()
})

test('creates different indexes for different purposes and values', () => {
  const index = secrets.index('phone', '13800000001')
  expect(secrets.index('phone', '13800000001').equals(index)).toBe(true)
  expect(secrets.index('phone', '13800000002').equals(index)).toBe(false)
  expect(secrets.index('login', '13800000001').equals(index)).toBe(false)
})

test('creates the root key once, readable by its owner only', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'xinqiao-key-')), 'data')
  const made = readOrCreateRootKeys(undefined, folder).get(1)
  expect(readOrCreateRootKeys(undefined, folder).get(1)).toBe(made)
  expect(readFileSync(path.join(folder, 'secret.key'), 'utf8').trim()).toBe(made)
  expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readOrCreateRootKeys('given', folder).get(1)).toBe('given')
  const both = new Map([
    [1, made!],
    [2, 'a newer one'],
  ])
  writeRootKeys(both, folder)
  expect(readOrCreateRootKeys(undefined, folder)).toEqual(both)
  expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
})

test('seals with the current key, and opens with any listed key', () => {
  const first = createSecrets('the first key')
  const both = createSecrets(parseRootKeys('1:the first key,2:the second key'), 2)
  const old = first.seal('13800000001', binding)
  expect(both.open(old, binding)).toBe('13800000001')
  const sealed = both.seal('13800000001', binding)
  expect(sealed[1]).toBe(2)
  expect(() => first.open(sealed, binding)).toThrow('unknown key 2')
  expect(both.index('phone', '1').equals(first.index('phone', '1'))).toBe(false)
  expect(createSecrets(parseRootKeys('2:the second key'), 2).open(sealed, binding)).toBe('13800000001')
  expect(() => parseRootKeys('1:a,1:b')).toThrow('重复')
  expect(() => parseRootKeys('0:a')).toThrow('255')
  // keys of earlier versions may contain any character
  expect(parseRootKeys('12,with:signs').get(1)).toBe('12,with:signs')
})
