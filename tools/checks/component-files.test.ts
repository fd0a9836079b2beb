// Tests that a file of one React component has the component's name (docs/writing.md).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** @returns null for a name that fits */
function findFault(file: string, text: string): string | null {
  const base = path.basename(file, '.tsx')
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name!)
  if (/^[A-Z]/.test(base)) return names.includes(base) ? null : `${file} exports no ${base}`
  const [only = ''] = names
  return names.length === 1 && /^[A-Z]/.test(only) ? `${file} exports only ${only}` : null
}

test('finds a file whose name is not that of its component', () => {
  const one = 'export function Avatar() {}'
  const several = 'export const userColumns = []\nexport const UserCard = () => null'
  expect([findFault('a/Avatar.tsx', one), findFault('a/user-rows.tsx', several)]).toEqual([null, null])
  expect(findFault('a/Face.tsx', one)).toBe('a/Face.tsx exports no Face')
  expect(findFault('a/face.tsx', one)).toBe('a/face.tsx exports only Avatar')
})

test('names every file of one component after it', () => {
  // the name of a page or screen is its address, and the component is a part of its definition
  const files = globSync('{portal,admin,ui}/src/**/*.tsx', { cwd: root, exclude: ['**/*.{page,screen}.tsx'] })
  const faults = files.map((file) => findFault(file, readFileSync(path.join(root, file), 'utf8')))
  expect(faults.filter((fault) => fault !== null)).toEqual([])
})
