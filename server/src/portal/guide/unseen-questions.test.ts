// Tests of the guide with questions by people who saw the titles of its common questions and none of its words.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../../db/seed/seed.ts'
import { trainTitleModel } from '../../../../tools/guide/train.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { updateDocuments } from './documents/documents.ts'
import { answerQuestion } from './guide.ts'

const server = useTestServer()
beforeAll(async () => {
  await seedDemo({ ...server().kit, sql: server().owner }, () => {})
  await updateDocuments(server().kit)
}, 120_000)

const wordingFile = '../../../../tools/guide/wordings.tsv'
const readText = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const readRows = (name: string) =>
  readText(name)
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t') as [string, string])

/** Questions, each with the titles that answer it, or `-`. */
const questions = readRows('unseen-questions.tsv').map(([question, titles]) => ({
  question,
  titles: titles === '-' ? [] : titles.split('|'),
}))

test('keeps these questions out of the wordings from which the guide learns', () => {
  const wordings = new Set(readRows(wordingFile).map(([, wording]) => wording))
  expect(questions.filter(({ question }) => wordings.has(question))).toEqual([])
})

test('recognises by weights that were made from the present wordings', () => {
  const weights = readFileSync(new URL('common-questions/title-weights.bin', import.meta.url))
  const isPresent = brotliDecompressSync(weights).equals(trainTitleModel(readText(wordingFile)))
  expect(isPresent, 'run: node tools/train-guide.ts').toBe(true)
}, 120_000)

test('answers two thirds of them first of all by a right title, and two thirds of the others by none', async () => {
  let [right, open] = [0, 0]
  const mistakes: string[] = []
  await forEachInOrder(questions, async ({ question, titles }) => {
    const { sources } = await answerQuestion(server().kit, question, (text) => text)
    const first = sources[0]?.title
    if (first === undefined && titles.length === 0) open += 1
    else if (first !== undefined && titles.includes(first)) right += 1
    else mistakes.push(`${question}\t${titles.join('|') || '-'}\t${first ?? '-'}`)
  })
  const answerable = questions.filter(({ titles }) => titles.length > 0).length
  console.log(`${right} of ${answerable} right, ${open} of ${questions.length - answerable} open`)
  console.log(mistakes.join('\n'))
  expect(right / answerable).toBeGreaterThan(2 / 3)
  expect(open / (questions.length - answerable)).toBeGreaterThan(2 / 3)
}, 120_000)
