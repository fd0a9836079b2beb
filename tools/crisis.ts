// `npm run crisis -- FILE.tsv [--wrap] [--json]`: evaluates the crisis detector on labelled lines, with the columns
// label (1 or 0), severity, kind, text, and optionally title and before (docs/crisis/README.md).
import { readFileSync } from 'node:fs'
import { evaluate, parseLines } from './crisis/evaluate.ts'
import { print } from './crisis/print.ts'
import { bareOnly, wraps } from './crisis/wraps.ts'

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = flags.filter((flag) => flag !== '--wrap' && flag !== '--json')
const [file] = files
if (!file || files.length > 1 || unknown.length > 0) {
  console.error('usage: npm run crisis -- FILE.tsv [--wrap] [--json]')
  process.exit(2)
}
const lines = parseLines(readFileSync(file, 'utf8'), (lineNumber) =>
  console.error(`line ${lineNumber}: no text, left out`),
)
const bare = bareOnly.flatMap((wrap) => {
  evaluate(lines, wrap) // warms up
  return evaluate(lines, wrap)
})
const evaluations = flags.includes('--wrap') ? [...bare, ...wraps.slice(1).map((wrap) => evaluate(lines, wrap))] : bare
if (flags.includes('--json')) console.log(JSON.stringify(evaluations, null, 2))
else for (const [i, evaluation] of evaluations.entries()) print(evaluation, i === 0)
