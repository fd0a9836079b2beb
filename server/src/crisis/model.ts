// The model of the detector, made by tools/train-crisis.ts: a network with one hidden layer. Each feature adds its row
// to the hidden values, whose sum determines the level. Several weak signs therefore count more together than each
// alone.
import { crisisLevels } from '@xinqiao/contract/crisis.ts'
import { longestRun, quotedSign, type TextFeatures } from './features.ts'

export const hiddenCount = 24
/** Number of classes: calm, then each of `crisisLevels`. */
export const classCount = crisisLevels.length + 1
/** The share of a hidden value below zero that counts. */
export const leak = 0.1

/** First line of the file, as JSON; runs (three code units each) and rows (a byte per hidden value) follow. */
export type ModelHead = {
  /** Digest of the lines and sources that the weights were made from. */
  digest: string
  /** Features that are no runs; the first rows are theirs. */
  marks: readonly string[]
  runCount: number
  /** The value of one step of a byte, for each hidden value. */
  steps: readonly number[]
  hiddenBias: readonly number[]
  /** A row of hidden weights for each class. */
  output: readonly number[]
  outputBias: readonly number[]
}
/**
 * Rows are numbered; -1 means none. A row from `rowCount` on has no weights; it is only the beginning of a longer run.
 */
export type Model = {
  head: ModelHead
  rowCount: number
  rowOfMark: ReadonlyMap<string, number>
  /** The row of a run of one sign. */
  rowOfSign: (sign: number) => number
  /** The row of a run that is one sign longer than the run of `row`. */
  rowAfter: (row: number, sign: number) => number
  weights: Int8Array
}

export const lineEnd = 10
const signCount = 0x10000
/** The table maps a row and the next sign to the row of both. An entry packs the three numbers: 18, 16 and 18 bits. */
const maxRows = 2 ** 18
const spread = (row: number, sign: number) => {
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(sign, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

function findRuns(runs: Uint16Array, firstRow: number): Pick<Model, 'rowOfSign' | 'rowAfter'> {
  const count = runs.length / longestRun
  const mask = 2 ** Math.ceil(Math.log2(count * 1.5)) - 1
  const entries = new Float64Array(mask + 1)
  const singles = new Int32Array(signCount).fill(-1)
  let unweighed = firstRow + count
  const rowAfter = (row: number, sign: number) => {
    const key = row * signCount + sign
    for (let slot = spread(row, sign) & mask; ; slot = (slot + 1) & mask) {
      const entry = entries[slot]!
      if (entry === 0) return -1
      const found = Math.floor(entry / maxRows)
      if (found === key) return entry - found * maxRows
    }
  }
  const place = (row: number, sign: number, after: number) => {
    let slot = spread(row, sign) & mask
    while (entries[slot] !== 0) slot = (slot + 1) & mask
    entries[slot] = (row * signCount + sign) * maxRows + after
  }
  const starts = Array.from({ length: count }, (_, run) => run * longestRun)
  const lengthOf = (at: number): number => (runs[at + 2] ? 3 : runs[at + 1] ? 2 : 1)
  const startsByLength = Map.groupBy(starts, lengthOf)
  // shorter runs first, because the row of a longer one follows the row of its beginning
  for (const at of [1, 2, 3].flatMap((length) => startsByLength.get(length) ?? [])) {
    const last = lengthOf(at) - 1
    let row = -1
    for (let i = 0; i <= last; i++) {
      const sign = runs[at + i]!
      const known = i === 0 ? singles[sign]! : rowAfter(row, sign)
      const next = i === last ? firstRow + at / longestRun : known === -1 ? unweighed++ : known
      if (known === -1 && i === 0) singles[sign] = next
      else if (known === -1) place(row, sign, next)
      row = next
    }
  }
  if (unweighed > maxRows) throw new RangeError(`${unweighed} rows, but at most ${maxRows} can be told apart`)
  return { rowOfSign: (sign) => singles[sign]!, rowAfter }
}

export function readModel(bytes: Uint8Array): Model {
  const start = bytes.indexOf(lineEnd) + 1
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as ModelHead
  const runBytes = head.runCount * longestRun * Uint16Array.BYTES_PER_ELEMENT
  const runs = new Uint16Array(Uint8Array.from(bytes.subarray(start, start + runBytes)).buffer)
  return {
    head,
    rowCount: head.marks.length + head.runCount,
    rowOfMark: new Map(head.marks.map((mark, row) => [mark, row])),
    ...findRuns(runs, head.marks.length),
    weights: new Int8Array(bytes.subarray(start + runBytes)),
  }
}

/**
 * Log odds against calm, in hundredths: of each level, and of any of them. `features` counts those with weights, `steps`
 * all that were looked up.
 */
export type CrisisScore = { byLevel: readonly number[]; any: number; features: number; steps: number }

const quoteUnit = quotedSign.charCodeAt(0)

/**
 * A row in memory: two weights per word, and the number of the last text that had the row, all in one cache line. Each
 * weight is raised by `offset`, so that the lower half of a word is never negative.
 */
const rowWords = 16
const weightWords = hiddenCount / 2
const [stampAt, offset] = [weightWords, 128]
/** The number of rows whose sum fits into half a word. */
const maxSummed = 256

function packRows(weights: Int8Array, rowCount: number): Int32Array {
  const words = new Int32Array(rowCount * rowWords)
  for (let row = 0; row < rowCount; row++)
    for (let i = 0; i < weightWords; i++) {
      const at = row * hiddenCount + 2 * i
      words[row * rowWords + i] = (weights[at]! + offset) | ((weights[at + 1]! + offset) << 16)
    }
  return words
}

export function createScorer({ head, rowCount, rowOfMark, rowOfSign, rowAfter, weights }: Model) {
  const { output, outputBias, hiddenBias, steps: byteSteps } = head
  const words = packRows(weights, rowCount)
  const wordSums = new Int32Array(weightWords)
  const sums = new Int32Array(hiddenCount)
  const odds = new Float64Array(classCount)
  let stamp = 0
  let count = 0
  let steps = 0
  const addWordSums = () => {
    for (let i = 0; i < weightWords; i++) {
      sums[2 * i]! += wordSums[i]! & 0xffff
      sums[2 * i + 1]! += wordSums[i]! >>> 16
    }
    wordSums.fill(0)
  }
  /** A feature counts once per text. */
  const add = (row: number) => {
    steps++
    if (row < 0 || row >= rowCount) return
    const at = row * rowWords
    if (words[at + stampAt] === stamp) return
    words[at + stampAt] = stamp
    count++
    for (let i = 0; i < weightWords; i++) wordSums[i]! += words[at + i]!
    if (count % maxSummed === 0) addWordSums()
  }
  /** Adds the rows of all features of a text to `sums`. */
  const sumFeatures = ({ said, quoted, marks }: TextFeatures) => {
    stamp++
    sums.fill(0)
    count = steps = 0
    for (let at = 0; at < said.length; at++) {
      let row = rowOfSign(said.charCodeAt(at))
      add(row)
      for (let next = at + 1; row >= 0 && next < at + longestRun && next < said.length; next++) {
        row = rowAfter(row, said.charCodeAt(next))
        add(row)
      }
    }
    const quote = rowOfSign(quoteUnit)
    for (let at = 0; at < quoted.length; at++) {
      let row = quote
      for (let next = at; row >= 0 && next < at + longestRun - 1 && next < quoted.length; next++) {
        row = rowAfter(row, quoted.charCodeAt(next))
        add(row)
      }
    }
    for (const mark of marks) add(rowOfMark.get(mark) ?? -1)
    addWordSums()
  }
  return (reading: TextFeatures): CrisisScore => {
    sumFeatures(reading)
    // long texts have many features: their sum is divided by the square root of the count
    const share = 1 / Math.sqrt(count || 1)
    for (let k = 0; k < classCount; k++) odds[k] = outputBias[k]!
    for (let i = 0; i < hiddenCount; i++) {
      const value = hiddenBias[i]! + (sums[i]! - offset * count) * byteSteps[i]! * share
      const kept = value < 0 ? value * leak : value
      for (let k = 0; k < classCount; k++) odds[k]! += output[k * hiddenCount + i]! * kept
    }
    const byLevel = crisisLevels.map((_, i) => 100 * (odds[i + 1]! - odds[0]!))
    const highest = Math.max(...byLevel)
    let others = 0
    for (const value of byLevel) others += Math.exp((value - highest) / 100)
    return { byLevel, any: highest + 100 * Math.log(others), features: count, steps }
  }
}
