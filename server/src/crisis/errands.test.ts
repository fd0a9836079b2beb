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
