// Tests that a function has one name in the whole code base, so that a search for it finds its definition.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const files = globSync('{contract,im-sdk,ui,server,portal,admin}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'build',
}).filter((file) => !file.includes('.test.'))

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

test('requires the name `require…` for a function that throws for a missing row', () => {
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/\b\w+OrFail\b/g)].map(([name]) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})

/** Participles and adverbs that say what happened to a value, and not what it is. */
const vagueNames = /\b(?:const|let) (alive|besides|came|doubles|ended|gone|held|known|moved|named|sent|written) = /g

test('finds a constant named by a participle', () => {
  expect(
    Array.from('const known = 1\nlet sent = 2\nconst knownIds = 3'.matchAll(vagueNames), ([, name]) => name),
  ).toEqual(['known', 'sent'])
})

test('names constants by what they hold', () => {
  const wrong = files

    .flatMap((file) =>
      Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(vagueNames), ([, name]) => `${file}: ${name}`),
    )
  expect(wrong).toEqual([])
})

test('gives a function one name in the whole code base', () => {
  const wrong = files.flatMap((file) =>
    findSecondNames(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})
