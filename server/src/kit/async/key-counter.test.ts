// Tests of the counter per key.
import { expect, test } from 'vitest'
import { createKeyCounter } from './key-counter.ts'

test('counts each key separately', () => {
  const counter = createKeyCounter<string>()
  expect([counter.add('a'), counter.add('a'), counter.add('b')]).toEqual([1, 2, 1])
  expect([counter.get('a'), counter.get('b'), counter.get('c')]).toEqual([2, 1, 0])
})

test('forgets a key with its last entry', () => {
  const counter = createKeyCounter<string>()
  counter.add('a')
  counter.add('a')
  counter.remove('a')
  expect([counter.get('a'), counter.size()]).toEqual([1, 1])
  counter.remove('a')
  expect([counter.get('a'), counter.size()]).toEqual([0, 0])
})
