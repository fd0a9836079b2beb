// Tests that style sheets are as short as files of code, for which the linter has the same limit.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const { rules } = JSON.parse(
  readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
) as { rules: { 'max-lines': [string, { max: number }] } }
const [, { max: maxLines }] = rules['max-lines']

test('allows style sheets no more lines than files of code', () => {
  const sheets = globSync('{portal,admin,ui}/src/**/*.css', { cwd: root })
  expect(sheets.length).toBeGreaterThan(20)
  const lineCountOf = (sheet: string) => readFileSync(path.join(root, sheet), 'utf8').trimEnd().split('\n').length
  expect(sheets.filter((sheet) => lineCountOf(sheet) > maxLines)).toEqual([])
})
