// Tests of the check of a stored draft.
import { expect, test } from 'vitest'
import { emptyArticleFields, isArticleFields } from './article-fields.ts'

test('accepts a stored sheet, also without its empty fields', () => {
  const { tagId: _tagId, ...sheet } = emptyArticleFields
  expect([emptyArticleFields, sheet].map((value) => isArticleFields(JSON.parse(JSON.stringify(value))))).toEqual([
    true,
    true,
  ])
})

test('refuses a stored value of another shape', () => {
  const values = [
    null,
    '',
    {},
    { ...emptyArticleFields, psychologyColumnId: 9 },
    { ...emptyArticleFields, attachments: [{}] },
  ]
  expect(values.filter((value) => isArticleFields(value))).toEqual([])
})
