// Tests of names: a function has one name in the whole code base, so that a search for it finds its definition.
// Functions that throw are called `require…`, constants are nouns, and names in the contract are unique.
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
const vagueWords =
  'accepted added agreed alive announced answered applied asked asking besides called came cancelled changed checked ' +
  'chosen claimed closed collected corrected created decided declared delivered described doubles earned edited ended ' +
  'expired failed found gone held imported invited issued joined judged kept known leaving locked lost merged missed ' +
  'mixed moved named opened picked prepared queued received refunded refused reminded removed renamed repeated ' +
  'reserved saved seen selected sending sent settled shared started stored typed unlocked uploaded wanted watched ' +
  'writing written'
const vagueNames = new RegExp(
  `\\b(?:const|let) \\[?(${vagueWords.replaceAll(' ', '|')})(?:, \\w+\\])?(?::[^=]+)? = `,
  'g',
)

test('finds a constant named by a participle', () => {
  const text = 'const known = 1\nlet sent: number = 2\nconst [opened, setOpened] = useState()\nconst knownIds = 3'
  expect(Array.from(text.matchAll(vagueNames), ([, name]) => name)).toEqual(['known', 'sent', 'opened'])
})

test('names constants by what they hold', () => {
  const wrong = files.flatMap((file) =>
    Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(vagueNames), ([, name]) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})

/** Values and types that a file exports. A schema has the name of its type. */
const listExports = (text: string): Set<string> =>
  new Set(
    Array.from(
      text.matchAll(/^export (?:async )?(const|function|type|interface|class) (\w+)/gm),
      ([, kind = '', name]) => (/^(?:type|interface)$/.test(kind) ? `type ${name}` : `value ${name}`),
    ),
  )

test('lists exports by name and kind', () => {
  expect([...listExports('export const User = z.object({})\nexport type User = z.infer<typeof User>\n')]).toEqual([
    'value User',
    'type User',
  ])
})

test('gives different values and types of the contract different names', () => {
  const filesByExport = new Map<string, string[]>()
  for (const file of files.filter((name) => name.startsWith('contract/')))
    for (const name of listExports(readFileSync(path.join(root, file), 'utf8')))
      filesByExport.set(name, [...(filesByExport.get(name) ?? []), file])
  expect([...filesByExport].filter(([, places]) => places.length > 1)).toEqual([])
})

/** Types that are derived from a schema of another name. Types of what callers may write end in `Input`. */
const findRenamedSchemas = (text: string): string[] =>
  [...text.matchAll(/^export type (\w+) = z\.(?:infer|output)<typeof (\w+)>$/gm)]
    .filter(([, type, schema]) => type !== schema)
    .map(([, type = '']) => type)

test('finds a type that is derived from a schema of another name', () => {
  const text = 'export type Bill = z.output<typeof Row>\nexport type Row = z.infer<typeof Row>\n'
  expect(findRenamedSchemas(text)).toEqual(['Bill'])
})

test('names each schema of the contract as its type', () => {
  const wrong = files
    .filter((name) => name.startsWith('contract/'))
    .flatMap((file) =>
      findRenamedSchemas(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
  expect(wrong).toEqual([])
})

test('gives a function one name in the whole code base', () => {
  const wrong = files.flatMap((file) =>
    findSecondNames(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})
