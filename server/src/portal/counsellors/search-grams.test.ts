// Tests of the characters and pairs of characters by which counsellors are found.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listGrams, splitSearchKey, joinSearchedText } from './search-grams.ts'

test('splits a text into characters and bigrams, independent of width and case', () => {
  expect(listGrams(['失眠、CBT'])).toEqual(['失', '失眠', '眠', '眠c', 'c', 'cb', 'b', 'bt', 't'])
  expect(splitSearchKey('失眠　ＣＢＴ')).toEqual({ grams: ['失眠', 'cb', 'bt'], words: ['失眠', 'cbt'] })
  expect(splitSearchKey(' ，。 ')).toEqual({ grams: [], words: [] })
})

test('finds any part of a text by its grams', () => {
  const text = fc.string({ unit: fc.constantFrom('失', '眠', '焦', '虑', 'C', 'b', ' ', '，', '😀'), minLength: 1 })
  fc.assert(
    fc.property(text, fc.nat(), fc.nat({ max: 8 }), (whole, from, length) => {
      const characters = Array.from(whole)
      const start = from % characters.length
      const part = characters.slice(start, start + length + 1).join('')
      const textGrams = new Set(listGrams([whole]))
      const { grams, words } = splitSearchKey(part)
      expect(grams.filter((gram) => !textGrams.has(gram))).toEqual([])
      expect(words.filter((word) => !joinSearchedText([whole]).includes(word))).toEqual([])
    }),
  )
})
