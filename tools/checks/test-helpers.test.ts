// Tests that test files are short on private helpers, and that their titles state behaviour.
import { expect, test } from 'vitest'
import {
  findCrowdedTests,
  findFakedServers,
  findOddTitles,
  findOwnCallers,
  hasOwnCaller,
  listHelpers,
  listOddTitles,
} from './test-helpers.ts'

test('counts functions at the start of a line, however they are written', () => {
  const text = `function a() {}\nasync function b() {}\nconst c = (x: number): string => ''\nconst d = async x => x
    const inner = () => 1\nconst value = 1`
  expect(listHelpers(text)).toEqual(['a', 'b', 'c', 'd'])
})

test('limits the private helpers of test files', () => {
  expect(findCrowdedTests()).toEqual([])
})

test('finds a private type of callers, and a private way to call as one', () => {
  expect(hasOwnCaller('type Person = { id: number; token: string }')).toBe(true)
  expect(hasOwnCaller('server().sendRaw(method, path, input, { token: person.token })')).toBe(true)
  expect(hasOwnCaller("server().sendRaw('GET', path, input, { token })")).toBe(false)
})

test('requires that server tests share the type of callers and `requestAs`', () => {
  expect(findOwnCallers()).toEqual([])
})

test('forbids faked timers beside a server', () => {
  expect(findFakedServers()).toEqual([])
})

test('finds a title that begins with anything but a verb', () => {
  const text = `test('refunds a second payment', () => {})\n  test('a payment is refunded', async () => {})
    test('users cannot pay twice', () => {})\ntest.each([1])('%s', () => {})
    test.each([1])('%i is paid', () => {})
    test.each([1])('order %i is paid', (x) => {})
    describe.each([1])('order %i', (x) => {})`
  expect(listOddTitles(text)).toEqual(['a payment is refunded', 'users cannot pay twice', 'order %i is paid'])
})

test('requires titles that begin with what the product does', () => {
  expect(findOddTitles()).toEqual([])
})
