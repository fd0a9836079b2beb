// Tests that calls take the focus from no field and no button.
import { expect, test } from 'vitest'
import { isFocusFree, isInField } from './call-focus.ts'

test('finds the focus free on the page and on links only', () => {
  for (const tagName of ['BODY', 'A']) expect(isFocusFree({ tagName })).toBe(true)
  expect(isFocusFree(null)).toBe(true)
  for (const tagName of ['TEXTAREA', 'INPUT', 'BUTTON', 'SELECT', 'ARTICLE'])
    expect(isFocusFree({ tagName })).toBe(false)
})

test('finds a person in a field', () => {
  for (const tagName of ['TEXTAREA', 'INPUT', 'SELECT']) expect(isInField({ tagName })).toBe(true)
  for (const tagName of ['BODY', 'BUTTON']) expect(isInField({ tagName })).toBe(false)
  expect(isInField(null)).toBe(false)
})
