// Trains the weights of the crisis detector from docs/crisis/training.tsv: a multinomial logistic regression over the
// features of server/src/crisis/features.ts. Deterministic: the same lines give the same weights. Run `node
// tools/train-crisis.ts` after every change of the training lines, the words, or the features.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/care.ts'
import { listFeatures } from '../server/src/crisis/features.ts'
import { readUnits } from '../server/src/crisis/units.ts'

const trainingFile = new URL('../docs/crisis/training.tsv', import.meta.url)
const weightsFile = new URL('../server/src/crisis/weights.tsv', import.meta.url)

const sources = ['features.ts', 'normalise.ts', 'units.ts', 'words.ts']

/** SHA-256 of the lines and of all code that the weights depend on. */
export function digestInputs(): string {
  const hash = createHash('sha256')
    .update(readFileSync(trainingFile))
    .update(readFileSync(import.meta.filename))
  for (const name of sources) hash.update(readFileSync(new URL(name, weightsFile)))
  return hash.digest('hex')
}

/** Rarer features are dropped. */
const minLines = 2
/** Only the strongest features are written, to limit the size of the file. */
const maxFeatures = 70_000
const epochs = 6
/** The weights after these last epochs are averaged, because a single epoch depends much on the order of the lines. */
const averagedEpochs = 4
const learningRate = 0.3
const decay = 0.0003
/** Kinds of words cover many words, so they learn faster than single n-grams. */
const kindScale = 2
const singleScale = 0.7
/** Each round uses the model of the round before to select the units that show the danger. */
const selectionRounds = 2

const neighbourWeight = 0.5

/** Class 0 is calm; the others follow `crisisLevels`. */
const classes = ['calm', ...crisisLevels] as const
const classCount = classes.length

type UnitFeatures = { features: readonly string[]; isJoined: boolean }
type Line = { classIndex: number; units: readonly UnitFeatures[]; neighbour: UnitFeatures | null }
type Example = { ids: Int32Array; classIndex: number; weight: number }
type Model = { ids: ReadonlyMap<string, number>; weights: Float64Array; bias: Float64Array }

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

const readFeatures = (text: string): UnitFeatures[] =>
  readUnits({ text }).map(({ plain, isJoined }) => ({ features: [...listFeatures(plain)], isJoined }))

/** Adds each calm line a second time, joined with another calm line, because the detector joins sentences. */
function readLines(tsv: string): Line[] {
  const rows = tsv
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [level, , text] = row.split('\t')
      const classIndex = classes.indexOf(level as CrisisLevel | 'calm')
      if (classIndex < 0 || !text) throw new Error(`Not a training line: ${row}`)
      return { classIndex, text }
    })
  const calm = rows.filter(({ classIndex }) => classIndex === 0)
  const order = makeOrder(1, calm.length)
  let calmLines = 0
  return rows.map(({ classIndex, text }) => {
    const other = classIndex === 0 ? calm[order[calmLines++]!]!.text : null
    const neighbour = other ? (readFeatures(`${text}。${other}`).findLast(({ isJoined }) => isJoined) ?? null) : null
    return { classIndex, units: readFeatures(text), neighbour }
  })
}

const scaleOf = (feature: string) => (feature.startsWith('#') ? kindScale : feature.length === 1 ? singleScale : 1)

/** The exponential function in plain arithmetic, because `Math.exp` may differ in its last digit between engines. */
function exp(value: number): number {
  let power = 1 + Math.max(-20, value) / 1024
  for (let i = 0; i < 10; i++) power *= power
  return power
}

function classScores({ weights, bias }: Model, ids: Int32Array, scores: Float64Array): void {
  scores.fill(0)
  for (const id of ids) for (let k = 0; k < classCount; k++) scores[k]! += weights[id * classCount + k]!
  // long texts have many features, so their sum is divided by the square root of the count
  const share = 1 / Math.sqrt(ids.length || 1)
  for (let k = 0; k < classCount; k++) scores[k] = bias[k]! + scores[k]! * share
}

/**
 * A calm line is calm in all its units. A line in danger shows it in one unit: the one with the highest score in the
 * last model. The first model learns from lines of one unit.
 */
function selectExamples(lines: readonly Line[], ids: ReadonlyMap<string, number>, last: Model | null): Example[] {
  const scores = new Float64Array(classCount)
  const idsOf = (unit: UnitFeatures) => Int32Array.from(unit.features.flatMap((feature) => ids.get(feature) ?? []))
  return lines.flatMap(({ classIndex, units, neighbour }): Example[] => {
    if (classIndex === 0) {
      const weight = 1
      const examples = units.map((unit) => ({ ids: idsOf(unit), classIndex, weight }))
      return neighbour ? [...examples, { ids: idsOf(neighbour), classIndex, weight: neighbourWeight }] : examples
    }
    const all = units.map((unit) => ({ ids: idsOf(unit), isJoined: unit.isJoined }))
    if (!last) {
      const alone = all.filter(({ isJoined }) => !isJoined)
      return alone.length === 1 ? [{ ids: alone[0]!.ids, classIndex, weight: 1 }] : []
    }
    let best = all[0]
    let highest = -Infinity
    for (const unit of all) {
      classScores(last, unit.ids, scores)
      const score = scores[classIndex]! - scores[0]!
      if (score > highest) [best, highest] = [unit, score]
    }
    return best ? [{ ids: best.ids, classIndex, weight: 1 }] : []
  })
}

/** Trains a softmax regression by AdaGrad. */
function fit(examples: readonly Example[], ids: ReadonlyMap<string, number>): Model {
  const scales = Float64Array.from(ids.keys(), scaleOf)
  const weights = new Float64Array(ids.size * classCount)
  const squares = new Float64Array(weights.length).fill(1e-6)
  const bias = new Float64Array(classCount)
  const biasSquares = new Float64Array(classCount).fill(1e-6)
  const errors = new Float64Array(classCount)
  const [weightSums, biasSums] = [new Float64Array(weights.length), new Float64Array(classCount)]
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const at of makeOrder(epoch + 1, examples.length)) {
      const example = examples[at]!
      const share = 1 / Math.sqrt(example.ids.length || 1)
      errors.set(bias)
      for (const id of example.ids)
        for (let k = 0; k < classCount; k++) errors[k]! += weights[id * classCount + k]! * scales[id]! * share
      const highest = Math.max(...errors)
      let sum = 0
      for (let k = 0; k < classCount; k++) sum += errors[k] = exp(errors[k]! - highest)
      for (let k = 0; k < classCount; k++) {
        const error = example.weight * (errors[k]! / sum - (k === example.classIndex ? 1 : 0))
        errors[k] = error
        biasSquares[k]! += error * error
        bias[k]! -= (learningRate * error) / Math.sqrt(biasSquares[k]!)
      }
      for (const id of example.ids)
        for (let k = 0; k < classCount; k++) {
          const i = id * classCount + k
          const slope = errors[k]! * share * scales[id]! + decay * weights[i]!
          squares[i]! += slope * slope
          weights[i]! -= (learningRate * slope) / Math.sqrt(squares[i]!)
        }
    }
    if (epoch < epochs - averagedEpochs) continue
    for (let i = 0; i < weights.length; i++) weightSums[i]! += weights[i]!
    for (let k = 0; k < classCount; k++) biasSums[k]! += bias[k]!
  }
  return {
    ids,
    weights: weightSums.map((sum, i) => (sum / averagedEpochs) * scales[Math.floor(i / classCount)]!),
    bias: biasSums.map((sum) => sum / averagedEpochs),
  }
}

function train(lines: readonly Line[], features: readonly string[], rounds: number): Model {
  const ids = new Map(features.map((feature, id) => [feature, id]))
  let model = fit(selectExamples(lines, ids, null), ids)
  for (let round = 0; round < rounds; round++) model = fit(selectExamples(lines, ids, model), ids)
  return model
}

/** Weights of a level against calm, in hundredths. */
const againstCalm = (values: Float64Array, at: number): number[] =>
  crisisLevels.map((_, level) => Math.round((values[at + level + 1]! - values[at]!) * 100))

/** The text of `weights.tsv`: the digest of the inputs with the bias, then each feature with its weight per level. */
function trainCrisis(): string {
  const lines = readLines(readFileSync(trainingFile, 'utf8'))
  const lineCounts = new Map<string, number>()
  for (const { units } of lines)
    for (const feature of new Set(units.flatMap(({ features }) => features)))
      lineCounts.set(feature, (lineCounts.get(feature) ?? 0) + 1)
  const isWritable = (feature: string) => feature.isWellFormed() && !/[\t\n\r\u2028\u2029]/u.test(feature)
  const all = [...lineCounts.keys()].filter((feature) => lineCounts.get(feature)! >= minLines && isWritable(feature))
  const first = train(lines, all, 0)
  const strength = (feature: string) => {
    const weights = againstCalm(first.weights, first.ids.get(feature)! * classCount)
    return Math.max(...weights.map(Math.abs)) * Math.sqrt(lineCounts.get(feature)!)
  }
  const strengths = new Map(all.map((feature) => [feature, strength(feature)]))
  const kept = all
    .toSorted((a, b) => strengths.get(b)! - strengths.get(a)! || (a < b ? -1 : 1))
    .slice(0, maxFeatures)
    .toSorted()
  const { ids, weights, bias } = train(lines, kept, selectionRounds)
  const rows = kept.map((feature) => [feature, ...againstCalm(weights, ids.get(feature)! * classCount)].join('\t'))
  return `${[digestInputs(), ...againstCalm(bias, 0)].join('\t')}\n${rows.join('\n')}\n`
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const text = trainCrisis()
  writeFileSync(weightsFile, text)
  console.log(`${Buffer.byteLength(text)} bytes, ${text.split('\n').length - 2} features`)
}
