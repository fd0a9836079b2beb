// `node tools/cross-validate-crisis.ts [--json]` evaluates the detector on a fifth of the training lines, five times,
// each trained without that fifth. Neighbouring lines resemble each other, so a fifth is made of blocks.
import { readFileSync } from 'node:fs'
import { createDetector } from '../server/src/crisis/detect.ts'
import { readModel } from '../server/src/crisis/model/model.ts'
import { detectInLines, evaluateResults, type LabelledLine, type LineResult } from './crisis/evaluate.ts'
import { print } from './crisis/print.ts'
import { parseRows, trainModel } from './crisis/train.ts'
import { wraps } from './crisis/wraps.ts'

const blockLines = 150
const foldCount = 5

const rows = parseRows(readFileSync(new URL('../docs/crisis/training.tsv', import.meta.url), 'utf8'))
const foldOf = (line: number) => Math.floor(line / blockLines) % foldCount

const results = new Map<string, LineResult[]>(wraps.map(({ name }) => [name, []]))
for (let fold = 0; fold < foldCount; fold++) {
  const model = readModel(trainModel(rows.filter((_, line) => foldOf(line) !== fold)))
  const detect = createDetector(model)
  const heldOutLines = rows
    .filter((_, line) => foldOf(line) === fold)
    .map(({ level, kind, text }): LabelledLine => ({
      isCrisis: level !== 'calm',
      severity: level === 'calm' ? '-' : level,
      kind,
      text,
      title: '',
      before: [],
    }))
  for (const wrap of wraps)
    results.get(wrap.name)!.push(...detectInLines(heldOutLines, wrap, (sample) => detect(sample).level))
}
const evaluations = [...results].map(([name, list]) => evaluateResults(name, list))
if (process.argv.includes('--json')) console.log(JSON.stringify(evaluations, null, 2))
else for (const [i, evaluation] of evaluations.entries()) print(evaluation, i === 0)
