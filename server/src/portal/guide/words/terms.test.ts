// Search words: one word of a text looked up, and all of its words listed, agree.
import { expect, test } from 'vitest'
import { articlesFor } from '../../../../db/seed/articles.ts'
import { listPassages } from '../documents/passages.ts'
import { createTermLookup, listTerms } from './terms.ts'

const passages = articlesFor(new Date()).flatMap(({ body }) => listPassages(body))
const oddTexts = [
  '心',
  '睡，不好 CBT-I 第3版',
  '睡眠',
  'ＣＢＴ疗法',
  '𠮷野家的𠮷',
  '失眠失眠',
  '預約',
  '',
  'a'.repeat(50),
]

test.each(['睡眠', '心，理', 'CBT', 'CB', '3', '=失眠'])('finds %s where it is a word of the text', (term) => {
  for (const text of [...oddTexts, ...passages])
    expect(createTermLookup(text).has(term)).toBe(listTerms(text).has(term))
})

test('finds the words of one text in another only if both list them', () => {
  const texts = [...oddTexts, ...passages.slice(0, 60)]
  const allTerms = new Set(texts.flatMap((text) => [...listTerms(text)]))
  for (const text of texts) {
    const listed = listTerms(text)
    const { has } = createTermLookup(text)
    expect([...allTerms].filter(has)).toEqual([...allTerms].filter((term) => listed.has(term)))
  }
})
