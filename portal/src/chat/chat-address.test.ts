// Tests of the code of a group in what people type and paste.
import { expect, test } from 'vitest'
import { readTypedCode } from './chat-address.ts'

test.each([
  'ABCDEFGH23',
  ' abcd efgh-23 ',
  'ＡＢＣＤＥＦＧＨ２３',
  'https://xinqiao.example/im/index?invite=ABCDEFGH23',
  '来加入我们的小组 https://xinqiao.example/im/index?to=1&invite=ABCDEFGH23 ',
])('reads the code of %s', (typed) => {
  expect(readTypedCode(typed).toUpperCase()).toBe('ABCDEFGH23')
})

test('reads no code without letters or digits', () => {
  expect(readTypedCode(' 　—')).toBe('')
})
