import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WordAction } from '@xinqiao/contract/questions.ts'
import { plainWordOf, checkWatchWords } from './watch-words.ts'

const createWatchWord = (word: string, action: WordAction) => ({ word, plain: plainWordOf(word), action })

test.each([
  ['加我微信聊', '加我＊＊聊'],
  ['加我微 信聊', '加我＊ ＊聊'],
  ['加我微·信聊', '加我＊·＊聊'],
  ['ＷＥＩＸＩＮ和weixin', '＊＊＊＊＊＊和＊＊＊＊＊＊'],
  ['我相信微笑', '我相信微笑'],
  ['😀微信😀', '😀＊＊😀'],
])('masks watched words: %s becomes %s', (text, shown) => {
  expect(checkWatchWords(text, [createWatchWord('微信', 'mask'), createWatchWord('weixin', 'mask')]).text).toBe(shown)
})

test('reports the words of each action', () => {
  const { text, words } = checkWatchWords('代开处方，高价回收', [
    createWatchWord('代开处方', 'refuse'),
    createWatchWord('回收', 'hold'),
    createWatchWord('没有的词', 'alert'),
  ])
  expect(text).toBe('代开处方，高价回收')
  expect(words).toEqual({ refuse: ['代开处方'], hold: ['回收'], mask: [], alert: [] })
})

test('masks the word only, and keeps the length of the text', () => {
  const filling = fc.constantFrom('', ' ', '·', '　', '-', '😀')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), filling, (before, after, gap) => {
      const text = `${before}微${gap}信${after}`
      const masked = checkWatchWords(text, [createWatchWord('微信', 'mask')]).text
      expect(Array.from(masked)).toHaveLength(Array.from(text).length)
      expect(plainWordOf(masked)).not.toContain('微信')
    }),
  )
})
