// Tests that an unknown style token stops the build.
import { expect, test } from 'vitest'
import {
  checkStyleTokens,
  findArbitraryColours,
  findRepeatedSelectors,
  findUnknownClasses,
  findUnknownProperties,
  findWrittenColours,
} from './style-tokens.ts'

test('finds a class with an unknown token, with its variants', async () => {
  const text = `<p className="grid bg-tint has-checked:bg-brand-tint text-[#123456] hover:text-inkk" />
    const other = isOn ? 'border-lime' : 'rounded-card text-sm'`
  expect(await findUnknownClasses([{ file: 'A.tsx', text }])).toEqual([
    'A.tsx: has-checked:bg-brand-tint',
    'A.tsx: hover:text-inkk',
    'A.tsx: border-lime',
  ])
})

test('finds a class that writes a colour out', () => {
  const text = '<p className="hover:text-[#123456] bg-tint from-[#12345678]/50 w-[3rem]" />'
  expect(findArbitraryColours([{ file: 'A.tsx', text }])).toEqual([
    'A.tsx: hover:text-[#123456]',
    'A.tsx: from-[#12345678]',
  ])
})

test('finds a custom property without a definition', () => {
  const text = ':root { --ink: #123 } p { color: var(--ink); background: var(--inkk); left: var(--x, 1px) }'
  expect(findUnknownProperties([{ file: 'a.css', text }])).toEqual(['a.css: --inkk'])
})

test('finds a colour that the console writes out', () => {
  const text = `const style = { color: '#12312f', background: 'var(--color-page)' } /* &#20013; #root */ .a { color: rgb(0 0 0 / 5%) }`
  expect(findWrittenColours([{ file: 'a.tsx', text }])).toEqual(['a.tsx: #12312f', 'a.tsx: rgb(0 0 0 / 5%)'])
})

test('finds a rule that the sheets of a folder write twice', () => {
  const sources = [
    { file: 'a/one.css', text: '.x { top: 0 } /* .y { } */ .x, .y { left: 0 } @media print { .x { top: 1px } }' },
    { file: 'a/two.css', text: '@media print { .y { top: 0 } } .x { left: 0 }' },
    { file: 'b/one.css', text: '.x { top: 0 }' },
  ]
  expect(findRepeatedSelectors(sources)).toEqual(['a: .x'])
})

test('defines every style token of the product', async () => {
  await expect(checkStyleTokens()).resolves.toBeUndefined()
})
