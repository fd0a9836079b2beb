// Tests of everyday errands whose things also occur in plans of suicide.
import { expect, test } from 'vitest'
import { detectCrisis } from './detect.ts'

/** Errands with medicine, gas and knives. Half of them are no training lines. */
const errands = `
今天去医院开药 医生给我开药了 代开药 我想开药店 我去买药 今天去医院拿药 煤气费交了 买菜刀 买胶带去 今天也按时吃药了
周一去开药 爸爸去药店买药了 交了燃气费 下午去拿药 请假去开药 帮同事买药 想开个药店 给奶奶拿药去 药拿到了 今天开药用医保
`
test('raises no alarm for errands, also with medicine', () => {
  expect(
    errands
      .trim()
      .split(/\s+/)
      .filter((line) => detectCrisis(line) !== null),
  ).toEqual([])
})

test('raises no alarm for the care of parents who are confused, also in dialect', () => {
  const lines = [
    '我妈七十八了，天天说有人偷她东西，俺该咋办',
    '我爸八十了，总说有人要害他',
    '外公老把我认成他弟弟，俺们该咋办',
    '婆婆一天问八遍今天几号，咋办',
  ]
  expect(lines.filter((line) => detectCrisis(line) !== null)).toEqual([])
})
