// An unknown style token stops the build.
import { expect, test } from 'vitest'
import { checkStyleTokens, findUnknownClasses, findUnknownProperties } from './style-tokens.ts'

test('a class with a token that the theme lacks is found, with its variants', async () => {
  const text = `<p className="grid bg-tint has-checked:bg-brand-tint text-[#123456] hover:text-inkk" />
    const other = isOn ? 'border-lime' : 'rounded-card text-sm'`
  expect(await findUnknownClasses([{ file: 'A.tsx', text }])).toEqual([
    'A.tsx: has-checked:bg-brand-tint',
    'A.tsx: hover:text-inkk',
    'A.tsx: border-lime',
  ])
})

test('a custom property that no sheet defines is found', () => {
  const text = ':root { --ink: #123 } p { color: var(--ink); background: var(--inkk); left: var(--x, 1px) }'
  expect(findUnknownProperties([{ file: 'a.css', text }])).toEqual(['a.css: --inkk'])
})

test('every style token of the product exists', async () => {
  await expect(checkStyleTokens()).resolves.toBeUndefined()
})
