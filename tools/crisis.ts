// `npm run crisis -- FILE.tsv [--wrap] [--json]`: evaluates the crisis detector on labelled lines, with the columns
// label (1 or 0), severity, kind, text, and optionally title and before (docs/crisis/README.md).
import { readFileSync } from 'node:fs'
import { evaluate, parseLines, type Evaluation, type Proportion } from './crisis/evaluate.ts'
import { bareOnly, wraps, type LabelledText } from './crisis/wraps.ts'

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const shown = ({ hits, lines, share, from, to }: Proportion) =>
  lines === 0 ? '-' : `${percent(share)} (${hits} of ${lines}; 95 %: ${percent(from)} to ${percent(to)})`
const textOf = ({ title, text }: LabelledText) => (title ? `${title} | ${text}` : text)

function print(evaluation: Evaluation, showsTexts: boolean): void {
  const { wrap, recall, falseAlerts, cardsBySeverity, misses, falseAlarms, medianMicros, p99Micros } = evaluation
  console.log(`\n== ${wrap}`)
  console.log(`recall        ${shown(recall)}`)
  console.log(`false alerts  ${shown(falseAlerts)}`)
  console.log(`time          median ${medianMicros.toFixed(0)} µs, p99 ${p99Micros.toFixed(0)} µs`)
  if (!showsTexts) return
  const groups = {
    'recall by severity': evaluation.recallBySeverity,
    'recall by kind': evaluation.recallByKind,
    'false alerts by kind': evaluation.falseAlertsByKind,
  }
  for (const [title, shares] of Object.entries(groups)) {
    console.log(`\n${title}`)
    for (const [name, share] of Object.entries(shares)) console.log(`  ${name.padEnd(22)} ${shown(share)}`)
  }
  console.log('\ncards by severity')
  for (const [severity, cards] of Object.entries(cardsBySeverity))
    console.log(
      `  ${severity.padEnd(22)} ${Object.entries(cards)
        .map(([card, count]) => `${card} ${count}`)
        .join(', ')}`,
    )
  console.log(`\nmissed (${misses.length})`)
  for (const sample of misses) console.log(`  ${textOf(sample)}`)
  console.log(`\nfalse alarms (${falseAlarms.length})`)
  for (const sample of falseAlarms) console.log(`  [${sample.level}] ${textOf(sample)}`)
}

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = flags.filter((flag) => flag !== '--wrap' && flag !== '--json')
const [file] = files
if (!file || files.length > 1 || unknown.length > 0) {
  console.error('usage: npm run crisis -- FILE.tsv [--wrap] [--json]')
  process.exit(2)
}
const lines = parseLines(readFileSync(file, 'utf8'))
const bare = bareOnly.flatMap((wrap) => {
  evaluate(lines, wrap) // warms up
  return evaluate(lines, wrap)
})
const evaluations = flags.includes('--wrap') ? [...bare, ...wraps.slice(1).map((wrap) => evaluate(lines, wrap))] : bare
if (flags.includes('--json')) console.log(JSON.stringify(evaluations, null, 2))
else for (const [i, evaluation] of evaluations.entries()) print(evaluation, i === 0)
