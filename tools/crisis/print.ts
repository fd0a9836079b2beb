// Prints an evaluation of the crisis detector.
import type { Evaluation, Proportion } from './evaluate.ts'
import type { LabelledText } from './wraps.ts'

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`
const formatProportion = ({ hits, lines, share, from, to }: Proportion) =>
  lines === 0
    ? '-'
    : `${formatPercent(share)} (${hits} of ${lines}; 95 %: ${formatPercent(from)} to ${formatPercent(to)})`
const formatText = ({ title, text }: LabelledText) => (title ? `${title} | ${text}` : text)

export function print(evaluation: Evaluation, showsTexts: boolean): void {
  const { wrap, recall, falseAlerts, cardsBySeverity, misses, falseAlarms, medianMicros, p99Micros } = evaluation
  console.log(`\n== ${wrap}`)
  console.log(`recall        ${formatProportion(recall)}`)
  console.log(`false alerts  ${formatProportion(falseAlerts)}`)
  console.log(`time          median ${medianMicros.toFixed(0)} µs, p99 ${p99Micros.toFixed(0)} µs`)
  if (!showsTexts) return
  const groups = {
    'recall by severity': evaluation.recallBySeverity,
    'recall by kind': evaluation.recallByKind,
    'false alerts by kind': evaluation.falseAlertsByKind,
  }
  for (const [title, shares] of Object.entries(groups)) {
    console.log(`\n${title}`)
    for (const [name, share] of Object.entries(shares)) console.log(`  ${name.padEnd(22)} ${formatProportion(share)}`)
  }
  console.log('\ncards by severity')
  for (const [severity, cards] of Object.entries(cardsBySeverity))
    console.log(
      `  ${severity.padEnd(22)} ${Object.entries(cards)
        .map(([card, count]) => `${card} ${count}`)
        .join(', ')}`,
    )
  console.log(`\nmissed (${misses.length})`)
  for (const sample of misses) console.log(`  ${formatText(sample)}`)
  console.log(`\nfalse alarms (${falseAlarms.length})`)
  for (const sample of falseAlarms) console.log(`  [${sample.level}] ${formatText(sample)}`)
}
