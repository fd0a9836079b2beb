// Tests of texts of a few characters.
import { expect, test } from 'vitest'
import { detectCrisis } from '../detect.ts'

const calm =
  '对不起 对不起啊 对不起大家 真对不起 再见了 我走了 保重 原谅我 我累了 别管我 都结束了 最后一次 药买到了 窗户开了 到江边了 电话打不通'
test.each(calm.split(' '))('takes %s alone for no sign of danger', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test.each(['在这里写的话谁看得到', '我写的东西谁能看到', '跟你说的话别人看得到不'])(
  'takes %s for a question about its readers',
  (text) => {
    expect(detectCrisis(text)).toBeNull()
  },
)

const inDanger = '永别了 下辈子见 别找我 到楼顶了 药全吃了 都咽下去了 刀在手腕上 想死 不想活了 遗书写好了'
test.each(inDanger.split(' '))('sees the danger in %s', (text) => {
  expect(detectCrisis(text)).not.toBeNull()
})

test('sees the danger in a farewell after a wish to die', () => {
  expect(detectCrisis({ text: '对不起', before: ['我真的不想活了'] })).not.toBeNull()
})
