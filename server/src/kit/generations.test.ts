import { expect, test } from 'vitest'
import { makeGenerations } from './generations.ts'

test('what is asked for stays; what is not goes once others of that weight came', () => {
  const made = makeGenerations<string, number>(10, 60_000)
  made.set('asked', 1, 4)
  made.set('forgotten', 2, 4)
  made.set('heavy', 3, 10)
  // a generation is full: these are in the older one, and who asks brings theirs along
  expect(made.get('asked')).toBe(1)
  made.set('new', 4, 10)
  expect(['asked', 'forgotten', 'heavy', 'new'].map(made.get)).toEqual([1, undefined, undefined, 4])
})

test('what takes the place of another weighs in its place, and what was taken away is gone from both generations', () => {
  const made = makeGenerations<string, number>(3, 60_000)
  made.set('one', 0)
  for (let i = 1; i <= 100; i += 1) made.set('other', i)
  expect([made.get('one'), made.get('other')]).toEqual([0, 100])
  made.set('third', 3)
  // the older generation holds all three
  made.get('one')
  for (const key of ['one', 'other']) made.delete(key)
  expect(['one', 'other', 'third'].map(made.get)).toEqual([undefined, undefined, 3])
})

test('nothing outlives its time twice over', () => {
  const made = makeGenerations<string, number>(100, -1)
  made.set('one', 1)
  expect(made.get('other')).toBeUndefined()
  expect(made.get('one')).toBeUndefined()
})
