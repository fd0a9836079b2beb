// The model of the detector, made by tools/train-crisis.ts: a network with one hidden layer. Each feature adds its row
// to the hidden values, whose sum determines the level. Several weak signs therefore count more together than each
// alone.
import { brotliDecompressSync } from 'node:zlib'
import { crisisLevels } from '@xinqiao/contract/crisis.ts'
import { longestRun, quotedCharacter, type TextFeatures } from '../reading/features.ts'
import { createRowSums, hiddenCount } from './packed-rows.ts'
import { createNgramTable, type NgramTable } from './ngram-table.ts'

export { hiddenCount, largestWeight } from './packed-rows.ts'
/** Number of classes: calm, then each of `crisisLevels`. */
export const classCount = crisisLevels.length + 1
/** The slope of a leaky rectifier: a hidden value below zero is multiplied by it. */
export const leak = 0.1

/**
 * The first line of the decompressed model file, as JSON. The runs of characters follow, three code units each, then
 * the rows of weights, with a byte for each hidden value.
 */
export type ModelHeader = {
  /** Features that are not runs of characters. They have the first rows of the table. */
  marks: readonly string[]
  runCount: number
  /** The value of one step of a byte, for each hidden value. */
  steps: readonly number[]
  hiddenBias: readonly number[]
  /** A row of hidden weights for each class. */
  output: readonly number[]
  outputBias: readonly number[]
}
export type Model = NgramTable & {
  head: ModelHeader
  /** The number of rows with weights. */
  rowCount: number
  rowOfMark: ReadonlyMap<string, number>
  weights: Int8Array
}

export const lineEnd = 10

/** @param compressed the content of a file that tools/crisis/train.ts makes */
export function readModel(compressed: Uint8Array): Model {
  const bytes = brotliDecompressSync(compressed)
  const start = bytes.indexOf(lineEnd) + 1
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as ModelHeader
  const runBytes = head.runCount * longestRun * Uint16Array.BYTES_PER_ELEMENT
  const runs = new Uint16Array(Uint8Array.from(bytes.subarray(start, start + runBytes)).buffer)
  return {
    head,
    rowCount: head.marks.length + head.runCount,
    rowOfMark: new Map(head.marks.map((mark, row) => [mark, row])),
    ...createNgramTable(runs, head.marks.length),
    weights: new Int8Array(bytes.subarray(start + runBytes)),
  }
}

/**
 * Log odds against calm, in hundredths: of each level, and of all together (`danger`). `features` counts those with
 * weights, `steps` all that were looked up.
 */
export type CrisisScore = { byLevel: readonly number[]; danger: number; features: number; steps: number }

const quoteUnit = quotedCharacter.charCodeAt(0)

export function createScorer({ head, rowOfMark, rowOfCharacter, rowAfter, weights }: Model) {
  const { output, outputBias, hiddenBias, steps: byteSteps } = head
  const { beginText, add, endText } = createRowSums(weights)
  const odds = new Float64Array(classCount)
  /** Sums the weight rows of all features of a text. */
  const sumFeatures = ({ said, quoted, marks }: TextFeatures) => {
    beginText()
    for (let at = 0; at < said.length; at++) {
      let row = rowOfCharacter(said.charCodeAt(at))
      add(row)
      for (let next = at + 1; row >= 0 && next < at + longestRun && next < said.length; next++) {
        row = rowAfter(row, said.charCodeAt(next))
        add(row)
      }
    }
    const quote = rowOfCharacter(quoteUnit)
    for (let at = 0; at < quoted.length; at++) {
      let row = quote
      for (let next = at; row >= 0 && next < at + longestRun - 1 && next < quoted.length; next++) {
        row = rowAfter(row, quoted.charCodeAt(next))
        add(row)
      }
    }
    for (const mark of marks) add(rowOfMark.get(mark) ?? -1)
    return endText()
  }
  return (reading: TextFeatures): CrisisScore => {
    const { sums, count, steps } = sumFeatures(reading)
    // long texts have many features: their sum is divided by the square root of the count
    const share = 1 / Math.sqrt(count || 1)
    for (let k = 0; k < classCount; k++) odds[k] = outputBias[k]!
    for (let i = 0; i < hiddenCount; i++) {
      const value = hiddenBias[i]! + sums[i]! * byteSteps[i]! * share
      const active = value < 0 ? value * leak : value
      for (let k = 0; k < classCount; k++) odds[k]! += output[k * hiddenCount + i]! * active
    }
    const byLevel = crisisLevels.map((_, i) => 100 * (odds[i + 1]! - odds[0]!))
    const highest = Math.max(...byLevel)
    let others = 0
    for (const value of byLevel) others += Math.exp((value - highest) / 100)
    return { byLevel, danger: highest + 100 * Math.log(others), features: count, steps }
  }
}
