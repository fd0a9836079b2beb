// Tests that a test file has at most five private helper functions.
import { expect, test } from 'vitest'
import { findCrowdedTests, findOwnCallers, hasOwnCaller, listHelpers } from './test-helpers.ts'

test('counts functions at the start of a line, however they are written', () => {
  const text = `function a() {}\nasync function b() {}\nconst c = (x: number): string => ''\nconst d = async x => x
    const inner = () => 1\nconst value = 1`
  expect(listHelpers(text)).toEqual(['a', 'b', 'c', 'd'])
})

test('test files share their helpers', () => {
  expect(findCrowdedTests()).toEqual([])
})

test('finds a private type of callers, and a private way to call as one', () => {
  expect(hasOwnCaller('type Person = { id: number; token: string }')).toBe(true)
  expect(hasOwnCaller('server().sendRaw(method, path, input, { token: person.token })')).toBe(true)
  expect(hasOwnCaller("server().sendRaw('GET', path, input, { token })")).toBe(false)
})

test('server tests share the type of callers and `callAs`', () => {
  expect(findOwnCallers()).toEqual([])
})
