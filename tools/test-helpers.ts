// Counts private helper functions of test files. Shared setup belongs in helper files beside the tests.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const maxHelpers = 5

/** Functions at the start of a line: declared, or assigned to a constant. */
const helperPattern =
  /^(?:async )?function (\w+)|^const (\w+)(?::[^=]+)? = (?:async )?(?:<[^>]*>)?(?:\([^)]*\)(?:: [^=]+)?|\w+) =>/gm

export const listHelpers = (text: string): string[] =>
  [...text.matchAll(helperPattern)].map(([, declared, assigned]) => declared ?? assigned ?? '')

/** @returns `file: names` for each test file with too many private helpers */
export const findCrowdedTests = (): string[] =>
  globSync('{contract,im-sdk,ui,server,portal,admin,tools,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'build',
  }).flatMap((file) => {
    const helpers = listHelpers(readFileSync(path.join(root, file), 'utf8'))
    return helpers.length > maxHelpers ? [`${file}: ${helpers.join(' ')}`] : []
  })
