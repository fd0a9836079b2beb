// Tests of texts and names with hidden characters.
import { expect, test } from 'vitest'
import { hasVisibleText, isPlainName, withoutDirectionControls } from './visible-text.ts'

test.each(['小河', '', '😀😀', '👨\u200D👩\u200D👧', 'Ann', 'محمد'])('accepts the name “%s”', (name) => {
  expect(isPlainName(name)).toBe(true)
})

test.each(['\u200B', ' \u2060 ', '\u2800', '小河\u202E', '\u2067小河\u2069', '\u202A'])(
  'refuses a name with hidden characters: %j',
  (name) => {
    expect(isPlainName(name)).toBe(false)
  },
)

test('removes only the characters that change the direction', () => {
  expect(withoutDirectionControls('a\u202Eb\u202C c\u200D')).toBe('ab c\u200D')
  expect(hasVisibleText('\u202E')).toBe(false)
})
