// Evaluates the crisis detector on labelled lines.
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { detectCrisis } from '../../server/src/crisis/detect.ts'
import type { LabelledText, ContextWrap } from './wraps.ts'

/** `severity` and `kind` are names that the file chooses; they only group the figures. */
export type LabelledLine = LabelledText & { isCrisis: boolean; severity: string; kind: string }
/** A share with its 95 % confidence interval (Wilson), each from 0 to 1. */
export type Proportion = { hits: number; lines: number; share: number; from: number; to: number }
export type Evaluation = {
  wrap: string
  recall: Proportion
  recallBySeverity: Record<string, Proportion>
  recallByKind: Record<string, Proportion>
  /** Number of lines of each severity, including calm ones, that showed each card; `none` means no card. */
  cardsBySeverity: Record<string, Record<string, number>>
  /** Calm lines that raised an alert and showed a card. */
  falseAlerts: Proportion
  falseAlertsByKind: Record<string, Proportion>
  misses: LabelledText[]
  falseAlarms: (LabelledText & { level: CrisisLevel })[]
  medianMicros: number
  p99Micros: number
}

const columns = ['label', 'severity', 'kind', 'text'] as const

/**
 * @param onEmpty receives the number of each line without a text or title, which is left out; the first is 1
 * @throws Error that names the number of a line with a wrong label
 */
export function parseLines(tsv: string, onEmpty?: (lineNumber: number) => void): LabelledLine[] {
  const [head = '', ...rows] = tsv.replace(/^\uFEFF/u, '').split(/\r?\n/u)
  const names = head.split('\t')
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`line 1: the header lacks ${missing.join(', ')}`)
  return rows.flatMap((row, i): LabelledLine[] => {
    if (row.trim() === '') return []
    const values = row.split('\t')
    const readCell = (name: string) => values[names.indexOf(name)] ?? ''
    const label = readCell('label')
    if (label !== '0' && label !== '1') throw new Error(`line ${i + 2}: the label is ${label}, not 0 or 1`)
    if (readCell('text').trim() === '' && readCell('title').trim() === '') {
      onEmpty?.(i + 2)
      return []
    }
    const before = readCell('before')
    return [
      {
        isCrisis: label === '1',
        severity: readCell('severity') || '-',
        kind: readCell('kind') || '-',
        text: readCell('text'),
        title: readCell('title'),
        before: before === '' ? [] : [before],
      },
    ]
  })
}

const z = 1.96
function computeProportion(hits: number, lines: number): Proportion {
  if (lines === 0) return { hits, lines, share: 0, from: 0, to: 1 }
  const share = hits / lines
  const centre = share + (z * z) / (2 * lines)
  const reach = z * Math.sqrt((share * (1 - share)) / lines + (z * z) / (4 * lines * lines))
  const whole = 1 + (z * z) / lines
  return { hits, lines, share, from: Math.max(0, (centre - reach) / whole), to: Math.min(1, (centre + reach) / whole) }
}

const isAlertRaised = (level: CrisisLevel | null): boolean => level !== null

export type LineResult = { line: LabelledLine; sample: LabelledText; level: CrisisLevel | null; micros: number }

const shareWhere = (results: readonly LineResult[], isHit: (level: CrisisLevel | null) => boolean): Proportion =>
  computeProportion(results.filter(({ level }) => isHit(level)).length, results.length)

function groupBy(results: readonly LineResult[], keyOf: (line: LabelledLine) => string): Record<string, Proportion> {
  const groups = Map.groupBy(results, ({ line }) => keyOf(line))
  return Object.fromEntries(
    [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, list]) => [key, shareWhere(list, isAlertRaised)]),
  )
}

const countCards = (results: readonly LineResult[]): Record<string, Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(results, ({ line }) => (line.isCrisis ? line.severity : 'calm'))].map(([severity, list]) => [
      severity,
      Object.fromEntries(
        [...crisisLevels, null].map((card) => [card ?? 'none', list.filter(({ level }) => level === card).length]),
      ),
    ]),
  )

export type LevelDetector = (sample: LabelledText) => CrisisLevel | null

export function detectInLines(
  lines: readonly LabelledLine[],
  { wrap }: ContextWrap,
  detect: LevelDetector = detectCrisis,
): LineResult[] {
  return lines.map((line): LineResult => {
    const { title, text, before } = wrap(line)
    const sample = { title, text, before }
    const start = performance.now()
    const level = detect(sample)
    return { line, sample, level, micros: (performance.now() - start) * 1_000 }
  })
}

export const evaluate = (lines: readonly LabelledLine[], wrap: ContextWrap): Evaluation =>
  evaluateResults(wrap.name, detectInLines(lines, wrap))

export function evaluateResults(name: string, results: readonly LineResult[]): Evaluation {
  const crisis = results.filter(({ line }) => line.isCrisis)
  const calm = results.filter(({ line }) => !line.isCrisis)
  const micros = results.map((result) => result.micros).toSorted((a, b) => a - b)
  const quantile = (share: number) => micros[Math.min(micros.length - 1, Math.floor(micros.length * share))] ?? 0
  return {
    wrap: name,
    recall: shareWhere(crisis, isAlertRaised),
    recallBySeverity: groupBy(crisis, ({ severity }) => severity),
    recallByKind: groupBy(crisis, ({ kind }) => kind),
    cardsBySeverity: countCards(results),
    falseAlerts: shareWhere(calm, isAlertRaised),
    falseAlertsByKind: groupBy(calm, ({ kind }) => kind),
    misses: crisis.filter(({ level }) => !isAlertRaised(level)).map(({ sample }) => sample),
    falseAlarms: calm.flatMap(({ sample, level }) => (level && isAlertRaised(level) ? [{ ...sample, level }] : [])),
    medianMicros: quantile(0.5),
    p99Micros: quantile(0.99),
  }
}
