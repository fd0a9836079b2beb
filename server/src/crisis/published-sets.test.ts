// Tests that the published sets are recognised as docs/crisis/README.md says, and that nothing was trained on them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evaluate, parseLines } from '../../../tools/crisis/evaluate.ts'
import { readmeFile, updateTable } from '../../../tools/crisis/readme-table.ts'
import { wraps } from '../../../tools/crisis/wraps.ts'

const docs = new URL('../../../docs/crisis/', import.meta.url)
const readText = (name: string) => readFileSync(new URL(name, docs), 'utf8')
const readSet = (name: string) => parseLines(readText(name))
const [testSet, hardSet, ...unseenSets] = [
  readSet('test-set.tsv'),
  readSet('hard-set.tsv'),
  readSet('second-unseen-set.tsv'),
  readSet('third-unseen-set.tsv'),
  readSet('fourth-unseen-set.tsv'),
  readSet('fifth-unseen-set.tsv'),
  readSet('sixth-unseen-set.tsv'),
  readSet('seventh-unseen-set.tsv'),
  readSet('eighth-unseen-set.tsv'),
  readSet('ninth-unseen-set.tsv'),
  readSet('tenth-unseen-set.tsv'),
  readSet('eleventh-unseen-set.tsv'),
  readSet('twelfth-unseen-set.tsv'),
  readSet('thirteenth-unseen-set.tsv'),
  readSet('fourteenth-unseen-set.tsv'),
  readSet('fifteenth-unseen-set.tsv'),
  readSet('sixteenth-unseen-set.tsv'),
  readSet('seventeenth-unseen-set.tsv'),
  readSet('eighteenth-unseen-set.tsv'),
  readSet('nineteenth-unseen-set.tsv'),
  readSet('twentieth-unseen-set.tsv'),
  readSet('twenty-first-unseen-set.tsv'),
  readSet('twenty-second-unseen-set.tsv'),
  readSet('twenty-third-unseen-set.tsv'),
  readSet('twenty-fourth-unseen-set.tsv'),
  readSet('twenty-fifth-unseen-set.tsv'),
  readSet('twenty-sixth-unseen-set.tsv'),
  readSet('twenty-seventh-unseen-set.tsv'),
] as const

test('has no training line in the published sets', () => {
  const trained = new Set(
    ['training.tsv', 'further-training.tsv']
      .flatMap((name) => readText(name).split('\n'))
      .map((row) => row.split('\t')[2]),
  )
  expect(trained.size).toBeGreaterThan(15_000)
  const [secondSet, ...shortSets] = unseenSets
  // everyone writes 在吗 and 一般般
  const phrases = [
    ...[testSet, hardSet, secondSet].flat().filter(({ text }) => text.length > 3),
    ...shortSets.flat().filter(({ text }) => text.length > 8),
  ]
  expect(phrases.filter(({ text }) => trained.has(text))).toEqual([])
  const sentences = readText('ordinary-sentences.txt').trimEnd().split('\n')
  expect(sentences.length).toBe(3_800)
  expect(sentences.filter((text) => trained.has(text))).toEqual([])
  expect([testSet, hardSet, ...unseenSets].map((lines) => lines.length)).toEqual([
    849, 650, 300, 600, 250, 250, 250, 380, 320, 380, 400, 390, 390, 390, 390, 390, 390, 390, 390, 390, 390, 390, 390,
    390, 390, 390, 390, 415,
  ])
})

test('shows the figures of the present detector in the README', () => {
  const markdown = readFileSync(readmeFile, 'utf8')
  expect(markdown).toBe(updateTable(markdown))
})

/** Sets with a lower recall: chosen to be hard, or read only after all training. */
const lessRecognised: readonly unknown[] = [hardSet, unseenSets.at(-1)]
/** The drawn sentences raise some false alerts themselves. */
const maxAlertsOfDrawn = new Map([
  ['1 drawn sentence', 0.1],
  ['3 drawn sentences', 0.22],
  ['10 drawn sentences', 0.28],
])

test.each(wraps.map((wrap) => [wrap.name, wrap] as const))(
  'recognises danger in the published sets, with few false alerts: %s',
  (name, wrap) => {
    for (const lines of [testSet, hardSet, ...unseenSets]) {
      const { recall, falseAlerts } = evaluate(lines, wrap)
      expect(recall.share).toBeGreaterThanOrEqual(lessRecognised.includes(lines) ? 0.79 : 0.89)
      // most calm lines of the hard set, and half of those of the eighth, resemble dangerous ones
      const isHard = lines === hardSet || lines === unseenSets[6]
      const maxAlerts = maxAlertsOfDrawn.get(name) ?? (isHard ? 0.06 : lines === testSet ? 0.03 : 0.04)
      expect(falseAlerts.share).toBeLessThanOrEqual(maxAlerts)
    }
  },
  60_000,
)
