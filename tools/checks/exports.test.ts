// Test that a function has one name in the whole code base: exports neither rename nor collect whole files.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Names that a file exports under a second name, or as one object. */
const findSecondNames = (text: string): string[] =>
  [...text.matchAll(/^export (?:type )?(?:\* as (\w+)|\{([^}]*)\})/gm)].flatMap(([, whole, names = '']) =>
    whole ? [whole] : [...names.matchAll(/\w+ as (\w+)/g)].map(([, name = '']) => name),
  )

test('finds second names of exports', () => {
  const text = `export * as store from './store.ts'
    export { a, type B } from './a.ts'
export {
  c as d,
} from './c.ts'
export const e = f as string`
  expect(findSecondNames(text)).toEqual(['store', 'd'])
})

test('exports have one name', () => {
  const files = globSync('{contract,im-sdk,ui,server,portal,admin}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'build',
  })
  const wrong = files.flatMap((file) =>
    findSecondNames(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})
