// Tests of the check of a stored draft.
import { expect, test } from 'vitest'
import { emptySheet, isSheet } from './sheet.ts'

test('accepts a stored sheet, also without its empty fields', () => {
  const { tagId: _tagId, ...sheet } = emptySheet
  expect([emptySheet, sheet].map((value) => isSheet(JSON.parse(JSON.stringify(value))))).toEqual([true, true])
})

test('refuses a stored value of another shape', () => {
  const values = [null, '', {}, { ...emptySheet, psychologyColumnId: 9 }, { ...emptySheet, attachments: [{}] }]
  expect(values.filter((value) => isSheet(value))).toEqual([])
})
