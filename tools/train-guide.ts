// `node tools/train-guide.ts` makes the weights by which the guide recognises common questions, from
// tools/guide/wordings.tsv. Run it after every change of these wordings or of the common questions.
import { readFileSync, writeFileSync } from 'node:fs'
import { compressModel, trainTitleModel } from './guide/train.ts'

const wordings = readFileSync(new URL('guide/wordings.tsv', import.meta.url), 'utf8')
const weights = compressModel(trainTitleModel(wordings))
const file = '../server/src/portal/guide/common-questions/title-weights.bin'
writeFileSync(new URL(file, import.meta.url), weights)
console.log(`${weights.length} bytes`)
