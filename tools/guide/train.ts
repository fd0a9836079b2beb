// Trains the model that recognises common questions (server/src/portal/guide/common-questions/title-model.ts) by
// AdaGrad. Deterministic: the same wordings give the same weights.
import { brotliCompressSync } from 'node:zlib'
import { commonQuestions } from '../../server/src/portal/guide/common-questions/common-questions.ts'
import { listPieces } from '../../server/src/portal/guide/common-questions/question-pieces.ts'
import {
  computeTitleShares,
  scaleOf,
  titleOfNone,
  type TitleModelHeader,
} from '../../server/src/portal/guide/common-questions/title-model.ts'

/** Minimum number of lines with a piece. Rarer pieces say more about one line than about its title. */
const minLinesOfPiece = 2
const epochs = 12
/** The weights are the mean of those after each of the final epochs, so that chance in their order counts less. */
const epochsOfMean = 4
const learningRate = 0.3
/** Share of pieces that are left out at random in each step, so that no title depends on a single word. */
const dropShare = 0.3
/** Smaller gradients are skipped, because they hardly change the result. */
const minSlope = 0.001
/** Weight of a line without a title, because there are as many of them as of twelve titles together. */
const weightOfNone = 0.5
/** Few steps keep the file small, and change hardly any answer. */
const largestByte = 31

type Wording = { title: string; question: string }

/** @param tsv lines of a title, or `-`, and a question that people of many places wrote */
function readWordings(tsv: string): Wording[] {
  const wordings = tsv
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [title = '', question = ''] = row.split('\t')
      return { title, question }
    })
  // a question without wordings is recognised by its pattern alone
  const titles = new Set(wordings.map(({ title }) => title))
  const ownWords = commonQuestions
    .filter(({ title }) => titles.has(title))
    .flatMap(({ title, words }) => [title, ...words.split(' ')].map((question) => ({ title, question })))
  return [...wordings, ...ownWords]
}

/** A deterministic source of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

function listKnownPieces(lines: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const pieces of lines) for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= minLinesOfPiece).map(([piece]) => piece)
}

/** @returns the content of title-weights.bin before its compression */
export function trainTitleModel(tsv: string): Buffer {
  const wordings = readWordings(tsv)
  const titles = [...new Set(wordings.map(({ title }) => title))]
  const texts = wordings.map(({ question }) => listPieces(question))
  const pieces = listKnownPieces(texts)
  const rows = new Map(pieces.map((piece, row) => [piece, row]))
  const width = titles.length
  const weights = new Float32Array(pieces.length * width)
  const sums = new Float32Array(weights.length)
  const squares = new Float32Array(weights.length).fill(1e-6)
  const model = { titles, rows, weights }

  function learn(knownPieces: readonly string[], title: number): void {
    const shares = computeTitleShares(model, knownPieces)
    const scale = scaleOf(knownPieces.length)
    for (let k = 0; k < width; k++) {
      const slope = (shares[k]! - (k === title ? 1 : 0)) * scale * (titles[title] === titleOfNone ? weightOfNone : 1)
      if (Math.abs(slope) < minSlope * scale) continue
      for (const piece of knownPieces) {
        const at = rows.get(piece)! * width + k
        squares[at]! += slope * slope
        weights[at]! -= (learningRate * slope) / Math.sqrt(squares[at]!)
      }
    }
  }

  const random = createRandom(5)
  const order = texts.map((text, i) => ({
    knownPieces: text.filter((piece) => rows.has(piece)),
    title: titles.indexOf(wordings[i]!.title),
    key: 0,
  }))
  const orders = Array.from({ length: epochs }, () => {
    for (const line of order) line.key = random()
    return order.sort((a, b) => a.key - b.key).slice()
  })
  for (const [epoch, lines] of orders.entries()) {
    for (const { knownPieces, title } of lines)
      learn(
        knownPieces.filter(() => random() >= dropShare),
        title,
      )
    if (epoch >= epochs - epochsOfMean)
      for (let at = 0; at < sums.length; at++) sums[at]! += weights[at]! / epochsOfMean
  }
  const steps = titles.map((_, k) => {
    let largest = 0
    for (let at = k; at < sums.length; at += width) largest = Math.max(largest, Math.abs(sums[at]!))
    return Number((largest / largestByte).toPrecision(6))
  })
  const head: TitleModelHeader = { titles, pieces, steps }
  const bytes = Int8Array.from(sums, (sum, at) => Math.round(sum / steps[at % width]!))
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), new Uint8Array(bytes.buffer)])
}

export const compressModel = (bytes: Buffer): Buffer => brotliCompressSync(bytes)
