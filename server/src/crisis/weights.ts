// Weights of the model, made by tools/train-crisis.ts.
import { readFileSync } from 'node:fs'

/** One weight per level of `crisisLevels`: log odds against calm, in hundredths. */
export type Weights = readonly number[]

const [first, ...rows] = readFileSync(new URL('weights.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row): [feature: string, weights: Weights] => {
    const [feature = '', ...weights] = row.split('\t')
    return [feature, weights.map(Number)]
  })

/** Digest of the lines and sources that the weights were made from, and the bias. */
export const [inputDigest, bias] = first!
export const weightsOf: ReadonlyMap<string, Weights> = new Map(rows)
