// `node tools/train-crisis.ts` makes the weights of the crisis detector from docs/crisis/training.tsv. Run it after
// every change of the training lines, the words, or the features.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseRows, trainModel } from './crisis/train.ts'

const trainingFile = new URL('../docs/crisis/training.tsv', import.meta.url)
const detector = new URL('../server/src/crisis/', import.meta.url)

const sources = ['compounds.ts', 'features.ts', 'html-markup.ts', 'normalise.ts', 'topics.ts', 'units.ts', 'words.ts']

/** SHA-256 of the lines and of all code that the weights depend on. */
export function digestInputs(): string {
  const hash = createHash('sha256')
    .update(readFileSync(trainingFile))
    .update(readFileSync(new URL('crisis/train.ts', import.meta.url)))
  for (const name of sources) hash.update(readFileSync(new URL(name, detector)))
  return hash.digest('hex')
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const bytes = trainModel(parseRows(readFileSync(trainingFile, 'utf8')), digestInputs())
  writeFileSync(new URL('weights.bin', detector), bytes)
  console.log(`${bytes.length} bytes`)
}
