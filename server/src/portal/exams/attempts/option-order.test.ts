// Tests of shuffled orders and letters: determined by the seed, and convertible between screen and bank.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionLetterOf } from '@xinqiao/contract/exams.ts'
import { markAnswer } from '../results/marking.ts'
import { createSeededRandom, orderOptions, shuffle, toBankLetters, toScreenLetters } from './option-order.ts'

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const optionCount = fc.integer({ min: 2, max: 12 })

test('keeps the elements when it shuffles, and gives the same order for the same seed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), seed, (list, from) => {
      const mixed = shuffle(list, createSeededRandom(from))
      expect([...mixed].sort((a, b) => a - b)).toEqual([...list].sort((a, b) => a - b))
      expect(shuffle(list, createSeededRandom(from))).toEqual(mixed)
    }),
  )
})

test('converts letters to the screen and back', () => {
  fc.assert(
    fc.property(seed, fc.integer({ min: 1, max: 300 }), optionCount, fc.boolean(), (from, num, count, isShuffled) => {
      const order = orderOptions(from, num, { count, fixed: '' }, isShuffled)
      const all = order.map((_place, i) => optionLetterOf(i))
      for (const letters of [...all.map((letter) => [letter]), all, all.slice(0, 2)]) {
        const bank = toBankLetters(letters, order)
        expect(toScreenLetters(bank, order)).toBe([...letters].sort().join(','))
      }
    }),
  )
})

test('gives examinees different orders, and the same one on a repeated request', () => {
  const orders = [1, 2, 3, 4, 5, 6].map((from) => orderOptions(from, 1, { count: 8, fixed: '' }, true).join(''))
  expect(new Set(orders).size).toBe(6)
  expect(orderOptions(7, 3, { count: 4, fixed: '' }, true)).toEqual(orderOptions(7, 3, { count: 4, fixed: '' }, true))
  expect(orderOptions(7, 3, { count: 4, fixed: '' }, false)).toEqual([0, 1, 2, 3])
})

test('keeps fixed options in place, and loses none of the others', () => {
  fc.assert(
    fc.property(seed, fc.integer({ min: 1, max: 300 }), optionCount, fc.nat(), (from, num, count, mask) => {
      const all = Array.from({ length: count }, (_, index) => index)
      const staying = all.filter((index) => (mask >> index) & 1)
      const order = orderOptions(from, num, { count, fixed: staying.map(optionLetterOf).join('') }, true)
      for (const index of staying) expect(order[index]).toBe(index)
      expect([...order].sort((a, b) => a - b)).toEqual(all)
    }),
  )
  const order = [1, 2, 3, 4, 5, 6].map((from) => orderOptions(from, 1, { count: 6, fixed: 'F' }, true).join(''))
  expect(new Set(order).size).toBe(6)
})

describe('marking', () => {
  test.each([
    ['a right single choice', 0, 'B', 'B', 'none', 5, true],
    ['a wrong single choice', 0, 'B', 'A', 'half', 0, false],
    ['no answer', 1, 'AC', '', 'half', 0, false],
    ['a wrong judgement', 2, 'T', 'F', 'each', 0, false],
    ['all options of a multiple choice', 1, 'ACD', 'ACD', 'none', 5, true],
    ['some options, without partial points', 1, 'ACD', 'AC', 'none', 0, false],
    ['some options, for half of the points', 1, 'ACD', 'A', 'half', 2.5, false],
    ['some options, for points per option', 1, 'ACD', 'AC', 'each', 3.33, false],
    ['one option too many', 1, 'AC', 'ACD', 'half', 0, false],
    ['one wrong option', 1, 'ACD', 'AB', 'each', 0, false],
    ['any answer to a question without a key', 0, null, 'D', 'none', 5, true],
    ['no answer to a question without a key', 1, null, '', 'none', 5, true],
  ] as const)('marks %s', (_name, kind, key, given, partial, points, isRight) => {
    expect(markAnswer(kind, key, given, 5, partial)).toEqual({ isRight, points })
  })

  test('gives between zero and full points', () => {
    const letters = fc
      .uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 1 })
      .map((list) => list.sort().join(''))
    fc.assert(
      fc.property(
        letters,
        letters,
        fc.constantFrom('none' as const, 'half' as const, 'each' as const),
        (key, given, partial) => {
          const { points, isRight } = markAnswer(1, key, given, 4, partial)
          expect(points).toBeGreaterThanOrEqual(0)
          expect(points).toBeLessThanOrEqual(4)
          expect(isRight).toBe(key === given)
          if (!isRight) expect(points).toBeLessThan(4)
        },
      ),
    )
  })
})
