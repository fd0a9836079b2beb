// `node tools/train-crisis.ts` makes the weights of the crisis detector from docs/crisis/training.tsv and
// further-training.tsv. Run it after every change of the training lines, the words, or the features.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseRows, trainModel } from './crisis/train.ts'

const trainingFile = new URL('../docs/crisis/training.tsv', import.meta.url)
const furtherFile = new URL('../docs/crisis/further-training.tsv', import.meta.url)
const detector = new URL('../server/src/crisis/', import.meta.url)
const reading = new URL('reading/', detector)

const sources = ['compounds.ts', 'features.ts', 'html-markup.ts', 'normalise.ts', 'topics.ts', 'units.ts', 'words.ts']

/** SHA-256 of the lines and of all code that the weights depend on. */
function digestInputs(): string {
  const hash = createHash('sha256')
    .update(readFileSync(trainingFile))
    .update(readFileSync(furtherFile))
    .update(readFileSync(new URL('crisis/train.ts', import.meta.url)))
  for (const name of sources) hash.update(readFileSync(new URL(name, reading)))
  return hash.digest('hex')
}

/** Content of weights.txt: SHA-256 of what the weights were made from, and of the weights. */
export const describeWeights = (weights: Uint8Array): string =>
  `inputs ${digestInputs()}\nweights ${createHash('sha256').update(weights).digest('hex')}\n`

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const [rows, furtherRows] = [trainingFile, furtherFile].map((file) => parseRows(readFileSync(file, 'utf8')))
  const weights = trainModel(rows!, furtherRows)
  writeFileSync(new URL('model/weights.bin', detector), weights)
  writeFileSync(new URL('model/weights.txt', detector), describeWeights(weights))
  console.log(`${weights.length} bytes`)
}
