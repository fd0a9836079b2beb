// Tests thoughts that the writer says are over, and their twins that are not.
import { expect, test } from 'vitest'
import { detectCrisis } from '../detect.ts'

test.each([
  '自杀的念头没了',
  '那种不想活的感觉早就没了，今天正式结案',
  '停药半年，轻生的念头已经消失了，谢谢您',
  '我妹妹出院半年了，自杀的念头没再出现过',
])('raises no alarm for %s', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test.each([
  ['plan', '自杀的念头没了，今晚就去跳楼'],
  ['plan', '自杀的念头没再出现，遗书写好了，今晚就走'],
  ['thought', '我骗医生说想死的念头没了，其实天天都想死'],
  ['thought', '不想活的念头没了两天，昨晚又来了，还是想死'],
] as const)('%s: %s', (level, text) => {
  expect(detectCrisis(text)).toBe(level)
})
