// Tests of headline breaks: at pauses, and never before a closing mark.
import { expect, test } from 'vitest'
import { splitPhrases } from './split-phrases.ts'

test.each([
  ['老会员座谈会：听他们讲协会的故事', ['老会员座谈会：', '听他们讲协会的故事']],
  ['朋友说“我很难受”，我该怎么回应', ['朋友说', '“我很难受”，', '我该怎么回应']],
  ['关于举办竞赛的通知（第二轮）', ['关于举办竞赛的通知', '（第二轮）']],
  ['情绪低落就是抑郁症吗？', ['情绪低落就是抑郁症吗？']],
])('splits %s where a line may break', (text, phrases) => {
  expect(splitPhrases(text)).toEqual(phrases)
})
