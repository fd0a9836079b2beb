// Test that every directive that switches a lint rule off gives its reason.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const findEscapesWithoutReason = (text: string): string[] =>
  text.split('\n').filter((line) => /\/[/*] oxlint-disable/.test(line) && !/ -- \S/.test(line))

test('finds a directive without a reason', () => {
  const directive = ['// oxlint', 'disable-line no-await-in-loop'].join('-')
  expect(findEscapesWithoutReason(`a()\nb() ${directive}\nc() ${directive} -- one at a time`)).toEqual([
    `b() ${directive}`,
  ])
})

test('requires the reason of every lint directive', () => {
  const files = globSync('{contract,im-sdk,ui,server,portal,admin,tools,e2e,bench,drill}/**/*.{ts,tsx,mjs,mts}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'build',
  })
  const found = files.flatMap((file) =>
    findEscapesWithoutReason(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
