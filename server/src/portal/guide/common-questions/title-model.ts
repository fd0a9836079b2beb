// The linear model that recognises common questions by their wording. Each piece of a question adds a weight to each
// title. `node tools/train-guide.ts` makes the file.
import { brotliDecompressSync } from 'node:zlib'

/** The title of questions that match no common question. */
export const titleOfNone = '-'

/** First line of the decompressed file, as JSON; a row of bytes for each piece follows. */
export type TitleModelHeader = {
  titles: readonly string[]
  pieces: readonly string[]
  /** The value of one step of a byte, for each title. */
  steps: readonly number[]
}
export type TitleModel = {
  titles: readonly string[]
  /** Row of each piece. */
  rows: ReadonlyMap<string, number>
  /** A row for each piece with a weight for each title. */
  weights: Float32Array
}

export const lineEnd = 10

/** @param compressed the content of a file that tools/guide/train.ts makes */
export function readTitleModel(compressed: Uint8Array): TitleModel {
  const bytes = brotliDecompressSync(compressed)
  const start = bytes.indexOf(lineEnd) + 1
  const { titles, pieces, steps } = JSON.parse(bytes.toString('utf8', 0, start)) as TitleModelHeader
  const weights = Float32Array.from(new Int8Array(bytes.subarray(start)), (byte, i) => byte * steps[i % titles.length]!)
  return { titles, rows: new Map(pieces.map((piece, row) => [piece, row])), weights }
}

/** Computes the probability of each title. Pieces without a row count as nothing. */
export function computeTitleShares({ titles, rows, weights }: TitleModel, pieces: readonly string[]): Float64Array {
  const width = titles.length
  const knownRows = pieces.flatMap((piece) => rows.get(piece) ?? [])
  const scale = scaleOf(knownRows.length)
  const shares = new Float64Array(width)
  for (const row of knownRows) for (let k = 0; k < width; k++) shares[k]! += weights[row * width + k]! * scale
  const highest = Math.max(...shares)
  let sum = 0
  for (let k = 0; k < width; k++) sum += shares[k] = Math.exp(shares[k]! - highest)
  return shares.map((share) => share / sum)
}

/** Long questions have many pieces: their sum is divided by the square root of the count. */
export const scaleOf = (pieceCount: number): number => 1 / Math.sqrt(pieceCount || 1)
