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

export const bias: Weights = first![1]
export const weightsOf: ReadonlyMap<string, Weights> = new Map(rows)
