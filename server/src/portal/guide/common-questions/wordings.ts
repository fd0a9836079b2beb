// Recognises common questions by how people word them. A linear model over pieces of a question learns from
// wordings.tsv when the process starts: a title or `-`, and a question that people of many places wrote.
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { toSimplified } from '@xinqiao/contract/simplified-characters.ts'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import { commonQuestions } from './common-questions.ts'
import { extractMarks } from '../words/synonyms.ts'

/** Label in wordings.tsv of a question that matches no common question. */
const labelOfNone = '-'
const longestPiece = 3
const maxLength = 120
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
/** Number of lines after which the training lets other work of the process run. */
const linesPerTurn = 50
/** Probabilities from which a title is meant, is likely, or is surely none. */
const minShareOfMeant = 0.4
const minShareOfLikely = 0.15
const minShareOfNone = 0.9
/** Weight of a line without a title, because there are as many of them as of twelve titles together. */
const weightOfNone = 0.5

type Wording = { title: string; question: string }

/** Runs of up to three characters with their borders, pairs around a character, and synonyms. */
function listPieces(question: string): string[] {
  const text = toSimplified(question.normalize('NFKC').toLowerCase()).slice(0, maxLength)
  const pieces = new Set(extractMarks(text).marks)
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = ['^', ...Array.from(word), '$']
    for (let at = 0; at < letters.length; at++) {
      for (let length = 1; length <= longestPiece; length++) pieces.add(letters.slice(at, at + length).join(''))
      if (at + 2 < letters.length) pieces.add(`${letters[at]}_${letters[at + 2]}`)
    }
  }
  return [...pieces]
}

async function readWordings(): Promise<Wording[]> {
  const rows = (await readFile(new URL('wordings.tsv', import.meta.url), 'utf8')).trimEnd().split('\n')
  const wordings = rows.map((row) => {
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

function numberPieces(lines: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const pieces of lines) for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  const keptCounts = [...counts].filter(([, count]) => count >= minLinesOfPiece)
  return new Map(keptCounts.map(([piece], i) => [piece, i]))
}

type TitleShare = { title: string; share: number }
/** Computes the probability of each title, the highest first. */
type Recogniser = (question: string) => TitleShare[]

/** Trains the model by AdaGrad, and lets other work of the process run between lines. */
async function learnWordings(wordings: readonly Wording[]): Promise<Recogniser> {
  const titles = [...new Set(wordings.map(({ title }) => title))]
  const texts = wordings.map(({ question }) => listPieces(question))
  const numberOf = numberPieces(texts)
  const toNumbers = (pieces: readonly string[]) => Int32Array.from(pieces.flatMap((piece) => numberOf.get(piece) ?? []))
  const lines = texts.map((pieces, i) => ({ pieces: toNumbers(pieces), title: titles.indexOf(wordings[i]!.title) }))
  const width = titles.length
  const weights = new Float32Array(numberOf.size * width)
  const sums = new Float32Array(numberOf.size * width)
  const squares = new Float32Array(numberOf.size * width).fill(1e-6)
  const shares = new Float64Array(width)

  function computeShares(pieces: Int32Array): number {
    const scale = 1 / Math.sqrt(pieces.length || 1)
    shares.fill(0)
    for (const piece of pieces) for (let k = 0; k < width; k++) shares[k]! += weights[piece * width + k]! * scale
    const highest = Math.max(...shares)
    let sum = 0
    for (let k = 0; k < width; k++) sum += shares[k] = Math.exp(shares[k]! - highest)
    for (let k = 0; k < width; k++) shares[k]! /= sum
    return scale
  }
  function learn(pieces: Int32Array, title: number): void {
    const scale = computeShares(pieces)
    for (let k = 0; k < width; k++) {
      const slope = (shares[k]! - (k === title ? 1 : 0)) * scale * (titles[title] === labelOfNone ? weightOfNone : 1)
      if (Math.abs(slope) < minSlope * scale) continue
      for (const piece of pieces) {
        const at = piece * width + k
        squares[at]! += slope * slope
        weights[at]! -= (learningRate * slope) / Math.sqrt(squares[at]!)
      }
    }
  }

  const random = createRandom(5)
  const order = lines.map((line) => ({ line, key: 0 }))
  const turns: { line: (typeof lines)[number] }[][] = []
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const entry of order) entry.key = random()
    order.sort((a, b) => a.key - b.key)
    for (let at = 0; at < order.length; at += linesPerTurn) turns.push(order.slice(at, at + linesPerTurn))
  }
  const turnsOfEpoch = turns.length / epochs
  await forEachInOrder([...turns.entries()], async ([i, turn]) => {
    for (const { line } of turn)
      learn(
        line.pieces.filter(() => random() >= dropShare),
        line.title,
      )
    const epoch = (i + 1) / turnsOfEpoch
    if (epoch > epochs - epochsOfMean && Number.isInteger(epoch))
      for (let at = 0; at < sums.length; at++) sums[at]! += weights[at]! / epochsOfMean
    await setImmediate()
  })
  weights.set(sums)
  return (question) => {
    computeShares(toNumbers(listPieces(question)))
    return titles.map((title, k) => ({ title, share: shares[k]! })).toSorted((x, y) => y.share - x.share)
  }
}

let recogniser: Promise<Recogniser> | null = null
/** Trains the model once per process, which takes about a second. */
export const prepareWordings = (): Promise<Recogniser> => (recogniser ??= readWordings().then(learnWordings))

/**
 * `meant`: the common question that is asked, or null. `likely`: those that may be meant, the likeliest first.
 * `isNone`: true where it is surely none of them. `isSure`: true where the question matches a pattern.
 * `hasArticles`: false where articles are left out.
 */
type Recognition = { meant: string | null; likely: string[]; isNone: boolean; isSure: boolean; hasArticles: boolean }

export async function recogniseQuestion(question: string): Promise<Recognition> {
  const text = toSimplified(question)
  const match = commonQuestions.find(({ pattern }) => pattern?.test(text))
  if (match) {
    const { title, hasArticles = false } = match
    return { meant: title, likely: [title], isNone: false, isSure: true, hasArticles }
  }
  const shares = (await prepareWordings())(question)
  const listAbove = (min: number) =>
    shares.flatMap(({ title, share }) => (title !== labelOfNone && share >= min ? title : []))
  return {
    meant: listAbove(minShareOfMeant)[0] ?? null,
    likely: shares[0]!.title === labelOfNone ? [] : listAbove(minShareOfLikely),
    isNone: shares.some(({ title, share }) => title === labelOfNone && share >= minShareOfNone),
    isSure: false,
    hasArticles: true,
  }
}
