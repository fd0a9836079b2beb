// Tests how labelled lines are read, and the figures of an evaluation.
import { expect, test } from 'vitest'
import { evaluate, parseLines } from './evaluate.ts'
import { bareOnly } from './wraps.ts'

const head = 'label\tseverity\tkind\ttext'

test('accepts columns in any order, with a title, message before, byte order mark and Windows line ends', () => {
  const tsv = '\uFEFFtext\tkind\tseverity\tlabel\ttitle\tbefore\r\n不想活了\tdirect\tthought\t1\t求助\t在吗\r\n\r\n'
  expect(parseLines(tsv)).toEqual([
    { isCrisis: true, severity: 'thought', kind: 'direct', text: '不想活了', title: '求助', before: ['在吗'] },
  ])
})

test.each([
  ['label\ttext\n1\t不想活了', 'line 1: the header lacks severity, kind'],
  [`${head}\n1\t\t\t不想活了\nyes\t\t\t你好`, 'line 3: the label is yes, not 0 or 1'],
])('refuses a wrong file with its line', (tsv, message) => {
  expect(() => parseLines(tsv)).toThrow(message)
})

test('leaves out lines without a text, with their numbers', () => {
  const empty: number[] = []
  const lines = parseLines(`${head}\n1\t\t\t\n0\t\t\t你好\n0\tcalm\tgap\t \n1\tthought`, (line) => empty.push(line))
  expect(lines.map(({ text }) => text)).toEqual(['你好'])
  expect(empty).toEqual([2, 4, 5])
  const untitled = parseLines('label\tseverity\tkind\ttext\ttitle\n1\t\t\t\t我不想活了', (line) => empty.push(line))
  expect(untitled.map(({ title }) => title)).toEqual(['我不想活了'])
  expect(empty).toEqual([2, 4, 5])
})

test('computes the 95 % interval of Wilson for shares', () => {
  const lines = parseLines(
    `${head}\n1\tthought\ta\t我想自杀\n1\tthought\tb\t天气不错，下午去公园\n0\t\tc\t怎么预约咨询`,
  )
  const { recall, recallByKind, falseAlerts, misses } = evaluate(lines, bareOnly[0]!)
  expect(recall).toMatchObject({ hits: 1, lines: 2, share: 0.5 })
  expect([recall.from, recall.to].map((share) => share.toFixed(3))).toEqual(['0.095', '0.905'])
  expect(recallByKind).toMatchObject({ a: { share: 1 }, b: { share: 0 } })
  expect(falseAlerts).toMatchObject({ hits: 0, lines: 1, share: 0 })
  expect(misses.map(({ text }) => text)).toEqual(['天气不错，下午去公园'])
})
