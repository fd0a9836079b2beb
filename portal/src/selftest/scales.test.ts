// Tests of sums and outcomes at every edge of the published bands.
import { expect, test } from 'vitest'
import { scales, scoreAnswers } from './scales.ts'

const [phq9, gad7] = scales as [(typeof scales)[number], (typeof scales)[number]]
const createAnswers = (sum: number, count: number) =>
  Array.from({ length: count }, (_, i) => Math.max(0, Math.min(3, sum - i * 3)))
const calm = Array<number>(8).fill(0)

test('has the items of each scale, and bands that end with the greatest sum', () => {
  expect([phq9.items.length, gad7.items.length]).toEqual([9, 7])
  for (const scale of scales) expect(scale.bands.at(-1)?.maxSum).toBe(scale.items.length * 3)
})

test.each([
  [0, '状态平稳'],
  [4, '状态平稳'],
  [5, '有些低落'],
  [9, '有些低落'],
  [10, '比较低落'],
  [14, '比较低落'],
  [15, '明显低落'],
  [19, '明显低落'],
  [20, '非常低落'],
  [24, '非常低落'],
])('rates a sum of %d in PHQ-9 as %s', (sum, label) => {
  expect(scoreAnswers(phq9, createAnswers(sum, 9))).toMatchObject({ sum, outcome: { label } })
})

// with the smallest and the largest possible sum of the other items
test.each([
  [[...calm, 1], 1],
  [[...calm, 2], 2],
  [[...calm, 3], 3],
  [Array<number>(9).fill(1), 9],
  [Array<number>(9).fill(3), 27],
])('rates the answers %j by the thought of self-harm in them', (answers, sum) => {
  const { outcome, sum: counted } = scoreAnswers(phq9, answers)
  expect(counted).toBe(sum)
  expect(outcome.label).toBe('请先照顾好您的安全')
  expect(`${outcome.meaning}${outcome.next.join('')}`).not.toMatch(/平稳|很少|两周后/)
  expect(outcome.next.join('')).toContain('12356')
})

test('rates GAD-7 by its sum alone, because it does not ask about self-harm', () => {
  expect(scoreAnswers(gad7, [0, 0, 0, 0, 0, 0, 3]).outcome.label).toBe('状态平稳')
})

test.each([
  [4, '状态平稳'],
  [5, '有些紧张'],
  [10, '比较紧张'],
  [15, '非常紧张'],
  [21, '非常紧张'],
])('rates a sum of %d in GAD-7 as %s', (sum, label) => {
  expect(scoreAnswers(gad7, createAnswers(sum, 7))).toMatchObject({ sum, outcome: { label } })
})

test('names no illness and promises no cure in any text', () => {
  const words = scales
    .flatMap(({ bands, danger }) => [...bands, ...(danger ? [danger.outcome] : [])])
    .flatMap(({ label, meaning, next }) => [label, meaning, ...next])
    .join('')
  expect(words).not.toMatch(/抑郁症|焦虑症|诊断|治愈|治疗/)
})
