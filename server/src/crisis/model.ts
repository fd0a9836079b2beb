// The model of the detector, made by tools/train-crisis.ts: a network with one hidden layer. Each feature adds its row
// to the hidden values, and these together tell the level; so weak signs count more together than each alone.
import { crisisLevels } from '@xinqiao/contract/crisis.ts'
import { longestRun, quotedSign, type Reading } from './features.ts'

export const hiddenCount = 24
/** Calm, then `crisisLevels`. */
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
export type Model = {
  head: ModelHead
  rowOfMark: ReadonlyMap<string, number>
  /** -1: the run has no weights. Runs of fewer than three signs end with 0. */
  rowOfRun: (first: number, second: number, third: number) => number
  rows: Int8Array
}

export const lineEnd = 10
const spread = (first: number, second: number, third: number) => {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

function findRuns(runs: Uint16Array, firstRow: number): Model['rowOfRun'] {
  const count = runs.length / longestRun
  const mask = 2 ** Math.ceil(Math.log2(count * 2 + 1)) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  for (let run = 0; run < count; run++) {
    const at = run * longestRun
    let slot = spread(runs[at]!, runs[at + 1]!, runs[at + 2]!) & mask
    while (slots[slot] !== -1) slot = (slot + 1) & mask
    slots[slot] = run
  }
  return (first, second, third) => {
    for (let slot = spread(first, second, third) & mask; ; slot = (slot + 1) & mask) {
      const run = slots[slot]!
      if (run === -1) return -1
      const at = run * longestRun
      if (runs[at] === first && runs[at + 1] === second && runs[at + 2] === third) return firstRow + run
    }
  }
}

export function readModel(bytes: Uint8Array): Model {
  const start = bytes.indexOf(lineEnd) + 1
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as ModelHead
  const runBytes = head.runCount * longestRun * Uint16Array.BYTES_PER_ELEMENT
  const runs = new Uint16Array(Uint8Array.from(bytes.subarray(start, start + runBytes)).buffer)
  return {
    head,
    rowOfMark: new Map(head.marks.map((mark, row) => [mark, row])),
    rowOfRun: findRuns(runs, head.marks.length),
    rows: new Int8Array(bytes.subarray(start + runBytes)),
  }
}

/**
 * Log odds against calm, in hundredths: of each level, and of any of them. `features` counts those with weights, `steps`
 * all that were looked up.
 */
export type Score = { byLevel: readonly number[]; any: number; features: number; steps: number }

const quoteUnit = quotedSign.charCodeAt(0)
const largestStamp = 0x7fffffff

export function createScorer({ head, rowOfMark, rowOfRun, rows }: Model): (reading: Reading) => Score {
  const { output, outputBias, hiddenBias, steps: byteSteps } = head
  const sums = new Int32Array(hiddenCount)
  // a feature counts once per text: the stamp of a row is the last text that had it
  const stamps = new Int32Array(rows.length / hiddenCount)
  let stamp = 0
  let count = 0
  let steps = 0
  const add = (row: number) => {
    steps++
    if (row < 0 || stamps[row] === stamp) return
    stamps[row] = stamp
    count++
    const at = row * hiddenCount
    for (let i = 0; i < hiddenCount; i++) sums[i]! += rows[at + i]!
  }
  return ({ said, quoted, marks }) => {
    if (stamp === largestStamp) stamps.fill((stamp = 0))
    stamp++
    sums.fill(0)
    count = steps = 0
    for (let at = 0; at < said.length; at++) {
      const [first, second, third] = [said.charCodeAt(at), said.charCodeAt(at + 1), said.charCodeAt(at + 2)]
      add(rowOfRun(first, 0, 0))
      if (at + 1 < said.length) add(rowOfRun(first, second, 0))
      if (at + 2 < said.length) add(rowOfRun(first, second, third))
    }
    for (let at = 0; at < quoted.length; at++) {
      add(rowOfRun(quoteUnit, quoted.charCodeAt(at), 0))
      if (at + 1 < quoted.length) add(rowOfRun(quoteUnit, quoted.charCodeAt(at), quoted.charCodeAt(at + 1)))
    }
    for (const mark of marks) add(rowOfMark.get(mark) ?? -1)
    // long texts have many features: their sum is divided by the square root of the count
    const share = 1 / Math.sqrt(count || 1)
    const odds = [...outputBias]
    for (let i = 0; i < hiddenCount; i++) {
      const value = hiddenBias[i]! + sums[i]! * byteSteps[i]! * share
      const kept = value < 0 ? value * leak : value
      for (let k = 0; k < classCount; k++) odds[k]! += output[k * hiddenCount + i]! * kept
    }
    const byLevel = odds.slice(1).map((value) => 100 * (value - odds[0]!))
    const highest = Math.max(...byLevel)
    const others = byLevel.reduce((sum, value) => sum + Math.exp((value - highest) / 100), 0)
    return { byLevel, any: highest + 100 * Math.log(others), features: count, steps }
  }
}
