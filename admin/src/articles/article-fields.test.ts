// Tests of the check of a stored draft.
import { expect, test } from 'vitest'
import { emptyArticleFields, isArticleFields } from './article-fields.ts'

test('accepts stored fields, also without the empty ones', () => {
  const { tagId: _tagId, ...stored } = emptyArticleFields
  expect([emptyArticleFields, stored].map((value) => isArticleFields(JSON.parse(JSON.stringify(value))))).toEqual([
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
