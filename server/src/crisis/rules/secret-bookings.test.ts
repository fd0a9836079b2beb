// Tests of young people who ask whether they may come without their family.
import { expect, test } from 'vitest'
import { detectCrisis } from '../detect.ts'

test.each([
  '我15岁可以自己约吗，不想让我妈知道',
  '我16岁，能自己约吗，不想让家里知道',
  '我初三能自己来咨询吗，别告诉我爸妈',
  '13岁可以自己预约吗，我不想告诉我妈',
  '请问可不可以偷偷约咨询，不敢让班主任知道',
  '不想让爸妈知道，可以一个人来吗，我高二',
])('raises no alarm for %s', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test.each(['我15岁，有人约死吗，别让我妈知道', '能自己约吗，我不想活了，别告诉我妈', '我想偷偷吃药，别告诉我妈'])(
  'raises an alarm for %s, which asks for more',
  (text) => {
    expect(detectCrisis(text)).not.toBeNull()
  },
)
