// Unit tests of awards, length of texts and length of videos.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awardLevelIds, countWords } from '@xinqiao/contract/submissions.ts'
import { computeAwards, explainAwards, countPlacesUpTo } from './awards.ts'
import { checkSubmission, countWordsByField } from '../rules/field-checks.ts'
import { weighScores } from '../reviews/reviews.ts'
import { createMovie } from '../../../../test/made-files.ts'
import { checkVideo, readVideoSeconds } from '../submissions/video.ts'

describe('awards', () => {
  test('gives 9, 18, 28 and 38 awards for 186 works, by the shares of the notice', () => {
    const works = Array.from({ length: 186 }, (_, i) => ({ id: i, score: 9000 - i }))
    const awarded = computeAwards(works)
    const given = awardLevelIds.map((level) => awarded.filter((scope) => scope.award === level).length)
    expect(given).toEqual([9, 18, 28, 38])
    expect(explainAwards(awarded)[1]).toBe('一等奖：占5%，累计占5%，186件 × 5% 取整为9件，本级9件')
  })

  test('exceeds no share, gives equal scores equal awards, and never gives a better score less', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5900, max: 6000 }), { maxLength: 200 }), (scores) => {
        const awarded = computeAwards(scores.map((score, id) => ({ id, score })))
        expect(awarded).toHaveLength(scores.length)
        for (const level of awardLevelIds) {
          const soFar = awarded.filter((scope) => scope.award !== null && scope.award <= level).length
          expect(soFar).toBeLessThanOrEqual(countPlacesUpTo(scores.length, level))
        }
        for (let i = 1; i < awarded.length; i += 1) {
          const [better, worse] = [awarded[i - 1]!, awarded[i]!]
          if (better.score === worse.score) expect(better.award).toBe(worse.award)
          else expect(better.award ?? 9).toBeLessThanOrEqual(worse.award ?? 9)
        }
      }),
    )
  })

  test('computes the total by weights', () => {
    const criteria = [
      { key: 'a', title: '甲', weight: 60 },
      { key: 'b', title: '乙', weight: 40 },
    ]
    expect(weighScores(criteria, { a: 90, b: 80 })).toBe(8600)
    expect(weighScores(criteria, { a: 100, b: 100 })).toBe(10_000)
  })
})

test.each([
  ['心理健康', 4],
  ['心理健康，人人共享。', 10],
  ['认知行为疗法（CBT）', 9],
  ['Cognitive behavioural therapy', 3],
  ['第 1 次\n访谈', 5],
  ['  ', 0],
])('counts %j as %i', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test('counts two joined texts like both separately', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('心', '，', 'a', '1', ' ', '\n') }),
      fc.string({ unit: fc.constantFrom('理', 'b', ' ') }),
      (a, b) => {
        expect(countWords(`${a}\n${b}`)).toBe(countWords(a) + countWords(b))
      },
    ),
  )
})

test('accepts a paper within its limits, and reports each missed limit', () => {
  const paper = {
    title: '青少年情绪调节研究',
    name: '王小禾',
    phone: '13912345678',
    company: '师范大学',
    keywords: '情绪；青少年；干预',
    abstract: '摘'.repeat(250),
    englishAbstract: 'word '.repeat(600),
    biography: '介'.repeat(200),
    body: '正'.repeat(5000),
  }
  const checkPaper = (changes: object) => {
    const fields = { ...paper, ...changes }
    return checkSubmission('paper', fields, { counts: countWordsByField('paper', fields, ''), hasFile: false })
  }
  expect(checkPaper({})).toEqual({})
  expect(checkPaper({ phone: '12345' })).toEqual({ phone: '请输入正确的联系电话' })
  expect(checkPaper({ body: '正'.repeat(4999) })).toEqual({ body: '正文须5000至10000字，目前4999字' })
  expect(checkPaper({ body: '正'.repeat(10_001) })).toEqual({ body: '正文不能超过10000字，目前10001字' })
  expect(checkPaper({ abstract: '摘'.repeat(199) })).toHaveProperty('abstract')
  expect(checkPaper({ abstract: '摘'.repeat(301) })).toHaveProperty('abstract')
  expect(checkPaper({ englishAbstract: 'word '.repeat(601) })).toHaveProperty('englishAbstract')
  expect(checkPaper({ biography: '介'.repeat(201) })).toHaveProperty('biography')
  // the file counts as the text if no text was typed
  const bare = { ...paper, body: '' }
  const counts = countWordsByField('paper', bare, '正'.repeat(6000))
  expect(checkSubmission('paper', bare, { counts, hasFile: true })).toEqual({})
})

test('accepts a video of three to eight minutes, and refuses one of unknown length', async () => {
  expect(await readVideoSeconds(createMovie(240))).toBe(240)
  for (const seconds of [180, 300, 480, 505]) await checkVideo(createMovie(seconds))
  for (const seconds of [60, 600])
    await expect(checkVideo(createMovie(seconds))).rejects.toThrow('视频时长须为3至8分钟')
  await expect(checkVideo(Buffer.from('no movie at all'))).rejects.toThrow('无法读取视频时长')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const seconds = await readVideoSeconds(Buffer.from(bytes))
      expect(seconds === null || seconds >= 0).toBe(true)
    }),
  )
})
