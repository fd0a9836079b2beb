// The table of the published sets in docs/crisis/README.md, computed again by the detector.
import { readFileSync } from 'node:fs'
import { evaluate, parseLines, type Evaluation, type Proportion } from './evaluate.ts'
import { wraps } from './wraps.ts'

const docs = new URL('../../docs/crisis/', import.meta.url)
export const readmeFile = new URL('README.md', docs)

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const withInterval = ({ share, from, to }: Proportion) =>
  `${percent(share)} (${Math.round(100 * from)} to ${Math.round(100 * to)})`

function evaluateSet(file: string): (name: string) => Evaluation {
  const lines = parseLines(readFileSync(new URL(file, docs), 'utf8'))
  return (name) =>
    evaluate(
      lines,
      wraps.find((wrap) => wrap.name === name)!,
    )
}

/** @returns the row of a set; `label` is its first cell, which begins with the name of the file */
function describeSet(label: string): string {
  const inForm = evaluateSet(/^`(\S+)`/.exec(label)![1]!)
  const [bare, fixed, drawn] = [inForm('bare'), inForm('10 ordinary sentences'), inForm('10 drawn sentences')]
  const plans = bare.recallBySeverity.plan!
  const cells = [
    label,
    `${bare.recall.lines + bare.falseAlerts.lines}`,
    withInterval(bare.recall),
    withInterval(bare.falseAlerts),
    percent(fixed.recall.share),
    percent(drawn.recall.share),
    percent(drawn.falseAlerts.share),
    `${plans.hits} of ${plans.lines}`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** @returns the document with the figures of the present detector in the rows of all sets */
export const updateTable = (markdown: string): string =>
  markdown.replaceAll(/^\| (`[\w-]+-set\.tsv`[^|]*) \| \d.*\|$/gm, (_row, label: string) => describeSet(label.trim()))
