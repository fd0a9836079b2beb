// Tests that earlier messages of the writer do not change who is in danger.
import { expect, test } from 'vitest'
import { detectCrisis } from './detect.ts'

const before = ['啷个办嘛，睡不着三天了，脑壳痛']

test.each(['我妈刚才喝了农药', '我妈刚才喝了农药！！', '孩子割腕了在流血'])(
  'takes %s for danger of another person, whatever the writer said before',
  (text) => {
    expect(detectCrisis({ text, before })).toBe('other')
  },
)

test('takes the same words about the writer for danger of the writer', () => {
  expect(detectCrisis({ text: '我刚才喝了农药', before })).toBe('plan')
})
