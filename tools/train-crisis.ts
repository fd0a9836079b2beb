// Trains the weights of the crisis detector from docs/crisis/training.tsv: a logistic regression over the features of
// server/src/kit/crisis/features.ts. Deterministic: the same lines give the same weights. Run `node
// tools/train-crisis.ts` after every change of the training lines, the words, or the features.
import { readFileSync, writeFileSync } from 'node:fs'
import { listFeatures } from '../server/src/kit/crisis/features.ts'
import { normalise } from '../server/src/kit/crisis/normalise.ts'

const trainingFile = new URL('../docs/crisis/training.tsv', import.meta.url)
const weightsFile = new URL('../server/src/kit/crisis/weights.ts', import.meta.url)

/** Rarer features are dropped. */
const fewestLines = 2
/** Only the strongest features of the first round are kept, to limit the file. */
const maxFeatures = 9_000
const rounds = 10
const rate = 0.3
const decay = 0.0003
/** Word classes cover many words, so they learn faster than single n-grams. */
const kindScale = 1.5
const singleScale = 0.7

type Line = { isCrisis: boolean; features: readonly string[] }

function readLines(tsv: string): Line[] {
  return tsv
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [label, , text] = row.split('\t')
      if ((label !== 'crisis' && label !== 'calm') || !text) throw new Error(`Not a training line: ${row}`)
      // the file is a template literal with features separated by spaces
      return {
        isCrisis: label === 'crisis',
        features: [...listFeatures(normalise(text))].filter((item) => !/[\s`\\$]/u.test(item)),
      }
    })
}

const scaleOf = (feature: string) => (feature.startsWith('#') ? kindScale : feature.length === 1 ? singleScale : 1)

/** Deterministic shuffle. */
function makeOrder(seed: number, size: number): number[] {
  const order = Array.from({ length: size }, (_, i) => i)
  let state = seed
  for (let i = size - 1; i > 0; i--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const j = state % (i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** Logistic function in plain arithmetic: `Math.exp` may differ in its last digit between engines. */
function curve(sum: number): number {
  let power = 1 - Math.max(-20, Math.min(20, sum)) / 1024
  for (let i = 0; i < 10; i++) power *= power
  return 1 / (1 + power)
}

function fit(lines: readonly Line[], kept: readonly string[]): { bias: number; weights: Map<string, number> } {
  const ids = new Map(kept.map((feature, id) => [feature, id]))
  const scale = kept.map(scaleOf)
  const rows = lines.map(({ features }) => features.flatMap((feature) => ids.get(feature) ?? []))
  const weights = new Float64Array(kept.length)
  const squares = new Float64Array(kept.length).fill(1e-6)
  let bias = 0
  let biasSquares = 1e-6
  for (let round = 0; round < rounds; round++)
    for (const at of makeOrder(round + 1, rows.length)) {
      const row = rows[at]!
      // long texts have many features: divide their sum by the square root of the count
      const share = 1 / Math.sqrt(row.length || 1)
      let sum = bias
      for (const id of row) sum += weights[id]! * scale[id]! * share
      const error = curve(sum) - (lines[at]!.isCrisis ? 1 : 0)
      for (const id of row) {
        const slope = error * share * scale[id]! + decay * weights[id]!
        squares[id]! += slope * slope
        weights[id]! -= (rate * slope) / Math.sqrt(squares[id]!)
      }
      biasSquares += error * error
      bias -= (rate * error) / Math.sqrt(biasSquares)
    }
  return { bias, weights: new Map(kept.map((feature, id) => [feature, weights[id]! * scale[id]!])) }
}

/** The text of `weights.ts`: one row per weight in hundredths, with its features. */
export function trainCrisis(tsv = readFileSync(trainingFile, 'utf8')): string {
  const lines = readLines(tsv)
  const seen = new Map<string, number>()
  for (const { features } of lines) for (const feature of features) seen.set(feature, (seen.get(feature) ?? 0) + 1)
  const all = [...seen].filter(([, count]) => count >= fewestLines).map(([feature]) => feature)
  const first = fit(lines, all)
  const strength = (feature: string) => Math.abs(first.weights.get(feature)!) * Math.sqrt(seen.get(feature)!)
  const kept = all.toSorted((a, b) => strength(b) - strength(a) || (a < b ? -1 : 1)).slice(0, maxFeatures)
  const { bias, weights } = fit(lines, kept)
  const byWeight = new Map<number, string[]>()
  for (const [feature, weight] of weights) {
    // rounding to a twentieth is precise enough, and lets features share a row
    const rounded = Math.round(weight * 20) * 5
    // half of a surrogate pair cannot be written to a file
    if (rounded && feature.isWellFormed()) byWeight.set(rounded, [...(byWeight.get(rounded) ?? []), feature])
  }
  const rows = [...byWeight].toSorted(([a], [b]) => a - b).map(([weight, list]) => `${weight} ${list.sort().join(' ')}`)
  return `// Made by tools/train-crisis.ts from docs/crisis/training.tsv: do not edit.
/** In hundredths, as are the weights. */
export const bias = ${Math.round(bias * 100)}
/** Each row: a weight, then the features that have it. */
export const weightRows = \`
${rows.join('\n')}
\`
`
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const text = trainCrisis()
  writeFileSync(weightsFile, text)
  console.log(`${Buffer.byteLength(text)} bytes, ${text.split(' ').length} features`)
}
