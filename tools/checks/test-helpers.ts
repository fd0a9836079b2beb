// Counts private helper functions of test files, and checks their titles. Shared setup belongs in helper files.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const maxHelpers = 5

/** Functions at the start of a line: declared, or assigned to a constant. */
const helperPattern =
  /^(?:async )?function (\w+)|^const (\w+)(?::[^=]+)? = (?:async )?(?:<[^>]*>)?(?:\([^)]*\)(?:: [^=]+)?|\w+) =>/gm

export const listHelpers = (text: string): string[] =>
  [...text.matchAll(helperPattern)].map(([, declared, assigned]) => declared ?? assigned ?? '')

const readFiles = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'build' }).map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))

/** @returns `file: names` for each test file with too many private helpers */
export const findCrowdedTests = (): string[] =>
  readFiles('{contract,im-sdk,ui,server,portal,admin,tools,e2e}/**/*.{test,spec}.{ts,tsx}').flatMap(
    ({ file, text }) => {
      const helpers = listHelpers(text)
      return helpers.length > maxHelpers ? [`${file}: ${helpers.join(' ')}`] : []
    },
  )

/** A type of signed-in accounts, or a function that passes a call on with the token of its caller. */
const ownCallerPattern =
  /^(?:export )?type \w+ = \{ (?:id: number; )?token: string\b|\.sendRaw\(\s*\w+, \w+, \w+, \{ token\b/m

export const hasOwnCaller = (text: string): boolean => ownCallerPattern.test(text)

/** @returns the test files of the server that repeat `SignalDevice` or `requestAs` of test-server.ts */
export const findOwnCallers = (): string[] =>
  readFiles('server/{src/**/*.test.ts,test/*.ts}').flatMap(({ file, text }) =>
    file !== 'server/test/test-server.ts' && hasOwnCaller(text) ? [file] : [],
  )

/** @returns the tests that fake timers beside a server: they would end its database connections */
export const findFakedServers = (): string[] =>
  readFiles('{contract,im-sdk,server,portal,admin}/**/*.test.{ts,tsx}').flatMap(({ file, text }) =>
    text.includes('useFakeTimers') && /\/(?:test-server|people|\w+-steps)\.ts'/.test(text) ? [file] : [],
  )

/** The title of a test, also of one for several cases: `test.each(cases)('…', (input) => …)`. */
const titlePattern = /(?:^\s*test|[)\]])\(\s*(['"`])((?:(?!\1).)+)\1,\s*(?:async )?(?:[({]|$)/gm
const behaviourPattern = /^(?:never |neither |always )?[a-z]+s\b|^[%$]/
/** Words that end like a verb. */
const subjects =
  /^(?:users|members|staff|counsellors|visitors|examinees|devices|nodes|messages|words|titles|texts|certificates|corrections|dues|terms|settings|phones|suspicious|this|pages|others)\b/

/** @returns the titles that do not begin with what the product does: `refunds a second payment` */
export const listOddTitles = (text: string): string[] =>
  [...text.matchAll(titlePattern)].flatMap(({ index, 2: title = '' }) => {
    // the title of a `describe.each` has the same form as that of a `test.each`
    const isOfGroup = text.lastIndexOf('describe', index) > text.lastIndexOf('test', index + 'test('.length)
    return isOfGroup || (behaviourPattern.test(title) && !subjects.test(title)) ? [] : [title]
  })

/** @returns `file: title` for each test whose title has another form; browser stories say who does what */
export const findOddTitles = (): string[] =>
  readFiles('{contract,im-sdk,ui,server,portal,admin,tools}/**/*.test.{ts,tsx}').flatMap(({ file, text }) =>
    file === 'tools/checks/test-helpers.test.ts' ? [] : listOddTitles(text).map((title) => `${file}: ${title}`),
  )
