import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toChineseAmount } from './chinese-amount.ts'

test.each([
  [0, '零元整'],
  [1, '壹分'],
  [50, '伍角整'],
  [20_000, '贰佰元整'],
  [200_000, '贰仟元整'],
  [140_950, '壹仟肆佰零玖元伍角整'],
  [600_714, '陆仟零柒元壹角肆分'],
  [168_032, '壹仟陆佰捌拾元叁角贰分'],
  [1_070_053_00, '壹佰零柒万零伍拾叁元整'],
  [16_409_02, '壹万陆仟肆佰零玖元零贰分'],
  [1_000_10, '壹仟元壹角整'],
  [100_000_000_00, '壹亿元整'],
  [100_010_000_00, '壹亿零壹万元整'],
  [100_000_001_00, '壹亿零壹元整'],
  [100_000_00, '壹拾万元整'],
  [100_100_00, '壹拾万零壹佰元整'],
])('writes %i cents as %s', (cents, amountText) => expect(toChineseAmount(cents)).toBe(amountText))

const digits = '零壹贰叁肆伍陆柒捌玖'
const unitValues: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1000 }
/** Converts Chinese capital numerals back to cents. */
function parseAmount(amountText: string): number {
  const [, yuan = '', rest = ''] = /^(?:(.*)元)?(.*)$/.exec(amountText.replace('整', ''))!
  let total = 0
  let group = 0
  let digit = 0
  for (const character of yuan) {
    if (character in unitValues) {
      group += digit * unitValues[character]!
      digit = 0
    } else if (character === '万' || character === '亿') {
      total += (group + digit) * (character === '万' ? 10_000 : 100_000_000)
      group = digit = 0
    } else digit = digits.indexOf(character)
  }
  const jiao = /(.)角/.exec(rest)
  const fen = /(.)分/.exec(rest)
  return (
    (total + group + digit) * 100 + (jiao ? digits.indexOf(jiao[1]!) * 10 : 0) + (fen ? digits.indexOf(fen[1]!) : 0)
  )
}

test('writes any amount readably, without a double zero or one before a unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999_99 }), (cents) => {
      const amountText = toChineseAmount(cents)
      expect(parseAmount(amountText)).toBe(cents)
      expect(amountText).not.toMatch(/零零|零[拾佰仟万亿]/)
    }),
  )
})
