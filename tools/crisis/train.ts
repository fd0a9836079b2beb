// Trains a model of the crisis detector (server/src/crisis/model/model.ts) over the features of features.ts.
// Deterministic: the same lines give the same weights.
import { brotliCompressSync } from 'node:zlib'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { listFeatures, longestRun } from '../../server/src/crisis/reading/features.ts'
import {
  classCount,
  hiddenCount as allHidden,
  largestWeight,
  leak,
  type ModelHeader,
} from '../../server/src/crisis/model/model.ts'
import { normaliseUnit, readUnits } from '../../server/src/crisis/reading/units.ts'

/** Only the strongest runs are written, to limit the file to 5 MB. */
const maxRuns = 155_000
const epochs = 4
/** Rarer runs are left out: they say more about one line than about its level. */
const minLinesOfRun = 2
/** Share of features that are left out at random in each step, so that no level depends on a single word. */
const dropShare = 0.4
/** Networks that start from other numbers and read the lines in another order: together they err less than one. */
const networkCount = 5
/** The first networks read the further lines, too: these lower false alerts, and the recall of bare lines. */
const furtherNetworkCount = 3
const hiddenCount = allHidden / networkCount
/** The start of the first network; the others follow. */
const firstSeed = 5
/** The weights after these last epochs are averaged: a single epoch depends much on the order of the lines. */
const averagedEpochs = 2
const learningRate = 0.1
const decay = 0.0003
const outputDecay = 1e-5
/** Marks cover many words, so they learn faster than runs. */
const markScale = 2
const singleScale = 0.7
/** Weight of a calm line that is read together with another one; less than that of a line alone. */
const neighbourWeight = 0.5

const classes = ['calm', ...crisisLevels] as const

export type TrainingRow = { level: CrisisLevel | 'calm'; kind: string; text: string }

/** The features of a unit as numbers of `names`. */
type TextUnit = { ids: Int32Array; isJoined: boolean }
type TrainingLine = { classIndex: number; units: readonly TextUnit[]; neighbour: Int32Array | null }

const names: string[] = []
const numberOf = new Map<string, number>()
function assignFeatureId(feature: string): number {
  let number = numberOf.get(feature)
  if (number === undefined) {
    number = names.push(feature) - 1
    numberOf.set(feature, number)
  }
  return number
}
const isMark = (feature: string) => feature.length > longestRun

export const parseRows = (tsv: string): TrainingRow[] =>
  tsv
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [level, kind = '', text] = row.split('\t')
      if (!classes.includes(level as TrainingRow['level']) || !text) throw new Error(`Not a training line: ${row}`)
      return { level: level as TrainingRow['level'], kind, text }
    })

/** A deterministic source of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
}

const unitsByText = new Map<string, TextUnit[]>()
function listUnits(text: string): TextUnit[] {
  let units = unitsByText.get(text)
  if (!units) {
    units = readUnits({ text }).map((unit) => ({
      ids: Int32Array.from(listFeatures(normaliseUnit(unit)), assignFeatureId),
      isJoined: unit.isJoined,
    }))
    unitsByText.set(text, units)
  }
  return units
}

/** A calm line is read once more with another calm line as its neighbour, because the detector joins sentences. */
function createTrainingLines(rows: readonly TrainingRow[], random: () => number): TrainingLine[] {
  const calm = rows.filter(({ level }) => level === 'calm')
  return rows.map(({ level, text }) => {
    const other = level === 'calm' ? calm[Math.floor(random() * calm.length)]!.text : null
    const neighbour = other ? (listUnits(`${text}。${other}`).findLast(({ isJoined }) => isJoined)?.ids ?? null) : null
    return { classIndex: classes.indexOf(level), units: listUnits(text), neighbour }
  })
}

/** Exponential function in plain arithmetic: `Math.exp` may differ in its last digit between engines. */
function exp(value: number): number {
  let power = 1 + Math.max(-20, value) / 1024
  for (let i = 0; i < 10; i++) power *= power
  return power
}

/** Weights that learn by AdaGrad: each by its own slopes so far. */
function createWeights(length: number) {
  const values = new Float64Array(length)
  const squares = new Float64Array(length).fill(1e-6)
  const sums = new Float64Array(length)
  return {
    values,
    learn: (at: number, slope: number) => {
      squares[at]! += slope * slope
      values[at]! -= (learningRate * slope) / Math.sqrt(squares[at]!)
    },
    keepEpoch: () => {
      for (let i = 0; i < length; i++) sums[i]! += values[i]! / averagedEpochs
    },
    sums,
  }
}

/** @returns the averaged weights: rows by feature, hidden bias, output by class, and output bias */
function fit(lines: readonly TrainingLine[], random: () => number) {
  const scales = Float64Array.from(names, (name) => (isMark(name) ? markScale : name.length === 1 ? singleScale : 1))
  const [rows, hiddenBias] = [createWeights(names.length * hiddenCount), createWeights(hiddenCount)]
  const [output, outputBias] = [createWeights(classCount * hiddenCount), createWeights(classCount)]
  // features of lines that this network does not read weigh nothing
  const startWidths = new Float64Array(names.length)
  for (const { units } of lines) for (const { ids } of units) for (const id of ids) startWidths[id] = 0.2
  for (let i = 0; i < rows.values.length; i++)
    rows.values[i] = (random() - 0.5) * startWidths[Math.floor(i / hiddenCount)]!
  for (let i = 0; i < output.values.length; i++) output.values[i] = random() - 0.5
  const [hidden, slopes] = [new Float64Array(hiddenCount), new Float64Array(hiddenCount)]
  const odds = new Float64Array(classCount)

  function computeOutputs(ids: Int32Array): void {
    const share = 1 / Math.sqrt(ids.length || 1)
    hidden.set(hiddenBias.values)
    for (const id of ids) {
      const [at, scale] = [id * hiddenCount, scales[id]! * share]
      for (let i = 0; i < hiddenCount; i++) hidden[i]! += rows.values[at + i]! * scale
    }
    odds.set(outputBias.values)
    for (let i = 0; i < hiddenCount; i++) {
      if (hidden[i]! < 0) hidden[i]! *= leak
      for (let k = 0; k < classCount; k++) odds[k]! += output.values[k * hiddenCount + i]! * hidden[i]!
    }
  }

  function learn(allIds: Int32Array, classIndex: number, weight: number): void {
    const ids = allIds.filter(() => random() >= dropShare)
    computeOutputs(ids)
    const highest = Math.max(...odds)
    let sum = 0
    for (let k = 0; k < classCount; k++) sum += odds[k] = exp(odds[k]! - highest)
    for (let k = 0; k < classCount; k++) odds[k] = weight * (odds[k]! / sum - (k === classIndex ? 1 : 0))
    for (let i = 0; i < hiddenCount; i++) {
      let slope = 0
      for (let k = 0; k < classCount; k++) {
        const at = k * hiddenCount + i
        slope += output.values[at]! * odds[k]!
        output.learn(at, odds[k]! * hidden[i]! + outputDecay * output.values[at]!)
      }
      slopes[i] = hidden[i]! < 0 ? slope * leak : slope
      hiddenBias.learn(i, slopes[i]!)
    }
    for (let k = 0; k < classCount; k++) outputBias.learn(k, odds[k]!)
    const share = 1 / Math.sqrt(ids.length || 1)
    for (const id of ids) {
      const [from, scale] = [id * hiddenCount, scales[id]! * share]
      for (let i = 0; i < hiddenCount; i++) {
        const at = from + i
        rows.learn(at, slopes[i]! * scale + decay * rows.values[at]!)
      }
    }
  }

  /** The unit of a line in danger that carries the danger: the one that the model so far finds most telling. */
  function findHeaviestUnit({ classIndex, units }: TrainingLine): TextUnit {
    let [best, highest] = [units[0]!, -Infinity]
    for (const unit of units) {
      computeOutputs(unit.ids)
      const score = odds[classIndex]! - odds[0]!
      if (score > highest) [best, highest] = [unit, score]
    }
    return best
  }

  const order = Int32Array.from(lines.keys())
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const at of order) {
      const line = lines[at]!
      const { classIndex, units, neighbour } = line
      if (classIndex === 0) {
        // a calm line is calm in all its units
        for (const { ids } of units) learn(ids, 0, 1)
        if (neighbour) learn(neighbour, 0, neighbourWeight)
      } else if (units.length === 1) learn(units[0]!.ids, classIndex, 1)
      else if (epoch > 0) learn(findHeaviestUnit(line).ids, classIndex, 1)
    }
    if (epoch < epochs - averagedEpochs) continue
    for (const weights of [rows, hiddenBias, output, outputBias]) weights.keepEpoch()
  }
  return {
    rows: rows.sums.map((value, i) => value * scales[Math.floor(i / hiddenCount)]!),
    hiddenBias: [...hiddenBias.sums],
    output: [...output.sums],
    outputBias: [...outputBias.sums],
  }
}

const roundValues = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(6)))

/** @returns the bytes of a model file */
export function trainModel(rows: readonly TrainingRow[], furtherRows: readonly TrainingRow[] = []): Buffer {
  const read = createTrainingLines([...rows, ...furtherRows], createRandom(firstSeed))
  const lineCounts = new Int32Array(names.length)
  for (const { units } of read) for (const id of new Set(units.flatMap(({ ids }) => [...ids]))) lineCounts[id]!++
  const isKnown = (id: number) => lineCounts[id]! >= (isMark(names[id]!) ? 1 : minLinesOfRun)
  const lines = read.map(({ classIndex, units, neighbour }) => ({
    classIndex,
    units: units.map(({ ids, isJoined }) => ({ ids: ids.filter(isKnown), isJoined })),
    neighbour: neighbour && neighbour.filter(isKnown),
  }))
  const networks = Array.from({ length: networkCount }, (_, i) =>
    fit(i < furtherNetworkCount ? lines : lines.slice(0, rows.length), createRandom(firstSeed + i)),
  )
  const listWeights = (id: number) =>
    networks.flatMap((network) => [...network.rows.subarray(id * hiddenCount, (id + 1) * hiddenCount)])
  const known = [...names.keys()].filter(isKnown)
  const strengths = new Map(known.map((id) => [id, Math.hypot(...listWeights(id)) * Math.sqrt(lineCounts[id]!)]))
  const compareNames = (a: number, b: number) => (names[a]! < names[b]! ? -1 : 1)
  const marks = known.filter((id) => isMark(names[id]!)).toSorted(compareNames)
  const runs = known
    .filter((id) => !isMark(names[id]!))
    .toSorted((a, b) => strengths.get(b)! - strengths.get(a)! || compareNames(a, b))
    .slice(0, maxRuns)
    .toSorted(compareNames)
  const keptWeights = [...marks, ...runs].map(listWeights)
  const steps = Array.from({ length: allHidden }, (_, i) => {
    const largest = keptWeights.reduce((max, weights) => Math.max(max, Math.abs(weights[i]!)), 0)
    return Number((largest / largestWeight).toPrecision(6))
  })
  const head: ModelHeader = {
    marks: marks.map((id) => names[id]!),
    runCount: runs.length,
    steps,
    hiddenBias: roundValues(networks.flatMap(({ hiddenBias }) => hiddenBias)),
    // the mean of the networks
    output: roundValues(
      classes.flatMap((_, k) =>
        networks.flatMap(({ output }) =>
          output.slice(k * hiddenCount, (k + 1) * hiddenCount).map((value) => value / networkCount),
        ),
      ),
    ),
    outputBias: roundValues(
      classes.map((_, k) => networks.reduce((sum, { outputBias }) => sum + outputBias[k]!, 0) / networkCount),
    ),
  }
  const units = Uint16Array.from(
    runs.flatMap((id) => Array.from({ length: longestRun }, (_, i) => names[id]!.charCodeAt(i) || 0)),
  )
  const bytes = Int8Array.from(
    keptWeights.flatMap((weights) => weights.map((value, i) => Math.round(value / steps[i]!))),
  )
  return brotliCompressSync(
    Buffer.concat([
      Buffer.from(`${JSON.stringify(head)}\n`),
      new Uint8Array(units.buffer),
      new Uint8Array(bytes.buffer),
    ]),
  )
}
